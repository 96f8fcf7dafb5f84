/** Words in a message of the gateway that name the same reason as a response code of the issuer. */
const codesByWords: readonly (readonly [RegExp, string])[] = [
  [/insufficient|not enough (?:money|funds)|low balance/i, '51'],
  [/expired/i, '54'],
  [/do not honou?r/i, '05'],
  [/pick.?up/i, '04'],
  [/stolen/i, '43'],
  [/lost card/i, '41'],
  [/suspected fraud/i, '59'],
  [/not permitted/i, '57'],
  [/exceeds? .*limit|limit exceeded/i, '61'],
  [/issuer .*(?:unavailable|inoperative)/i, '91'],
]

const longestMessage = 1000

/**
 * The response code of a bank (ISO 8583) that a message of the gateway has in brackets or names in words; null when it has
 * none.
 */
export function bankCodeIn(message: string | null): string | null {
  const text = (message ?? '').slice(0, longestMessage)
  const bracketed = /\[([0-9]{2})\]/.exec(text)?.[1]
  return bracketed ?? codesByWords.find(([pattern]) => pattern.test(text))?.[1] ?? null
}
