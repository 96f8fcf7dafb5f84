// Longer than every recognised sentence.
const longestSentence = 120

const order = '(?:the )?(?:(?:client|merchant|payment|paynet|this) )?(?:order|invoice)'
const id =
  '(?: (?:with )?(?:(?:this|such|given) )?(?:(?:client|merchant|paynet|order) )?(?:order )?id)?(?: [a-z-]*[0-9][0-9a-z-]*)?'
const absentSentences = [
  new RegExp(`^${order}${id} (?:(?:was|is|could) )?(?:not (?:be )?found|not known|unknown)$`),
  new RegExp(`^${order}${id} (?:does not|doesn t) exist$`),
  new RegExp(`^(?:no such|unknown) ${order}${id}$`),
  /^not found$/,
]

/**
 * True when the message of a refused status request says that the gateway has no such order. Only that is evidence of
 * absence: "Service temporarily unavailable" or "Merchant with this login not found" says nothing about the order. No
 * list of the gateway's codes is published, and one code can stand for several things, so the words decide.
 */
export function saysOrderIsAbsent(message: string): boolean {
  if (message.length > longestSentence) return false
  const words = message
    .toLowerCase()
    .replace(/[^a-z0-9-]+/g, ' ')
    .trim()
  return absentSentences.some((sentence) => sentence.test(words))
}
