import type { StatusFamily } from '../../../src-shared/domain/order-status'

const families: Record<StatusFamily, string> = {
  open: 'Open',
  approved: 'Approved',
  declined: 'Declined',
  error: 'Error',
  filtered: 'Filtered',
  unknown: 'Unknown',
}

const words: Record<string, string> = {
  processing: 'processing',
  approved: 'approved',
  declined: 'declined',
  error: 'error',
  filtered: 'filtered',
  unknown: 'unknown',
  chain_declined: 'trying another gate',
  'not sent yet': 'not sent yet',
  sending: 'sending',
  'not sent': 'not sent',
  cancelled: 'cancelled',
  refused: 'refused',
  'refused, checking': 'refused, checking',
  'outcome unknown': 'outcome unknown',
  'answer of another order': 'other order’s answer',
  'needs review': 'needs review',
  'awaits cardholder': 'awaits cardholder',
  'answer not sent': 'answer not sent',
  'settled: charged': 'settled: charged',
  'settled: not charged': 'settled: not charged',
}

export const status = {
  families,
  isKnown: (word: string) => Object.hasOwn(words, word),
  word: (word: string) => words[word] ?? word,
  /** Text for screen readers, such as "49.00 EUR, Visa ·1111: approved". Unknown parts are left out. */
  announcement: (order: {
    readonly amount: string
    readonly card: string
    readonly word: string
    readonly needsPerson: boolean
  }) => {
    const subject = [order.amount, order.card].filter((part) => part !== '').join(', ')
    return `${subject === '' ? 'Order' : subject}: ${order.word}${order.needsPerson ? '. This order needs a person.' : ''}`
  },
}
