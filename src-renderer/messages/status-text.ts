import { messages } from '.'

const { shown } = messages.status

/** True for a status that has a word of its own. */
export function isKnownStatus(word: string): boolean {
  return Object.hasOwn(shown, word)
}

/** The status in one or two words; an unknown one stays as the gateway wrote it. */
export function statusWord(word: string): string {
  return shown[word]?.word ?? word
}

/** Why the status stands; null when only the gateway can tell. */
export function statusReason(word: string): string | null {
  return shown[word]?.reason ?? null
}

/** Text for screen readers, such as "49.00 EUR, Visa ·1111: Approved". Unknown parts are empty and left out. */
export function statusAnnouncement(order: {
  readonly amount: string
  readonly card: string
  readonly word: string
  readonly needsPerson: boolean
}): string {
  const { announcement, needsPerson, order: anOrder } = messages.status
  const subject = listed([order.amount, order.card])
  const text = announcement({ subject: subject === '' ? anOrder : subject, word: order.word })
  return order.needsPerson ? needsPerson({ order: text }) : text
}

/** The parts that are not empty, separated by commas. */
export function listed(parts: readonly string[]): string {
  return parts.filter((part) => part !== '').join(', ')
}
