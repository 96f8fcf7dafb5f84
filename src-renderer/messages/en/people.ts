import { icu } from './icu'
import type { PersonReason } from '../../../src-shared/domain/person'

const cardReasons: Record<PersonReason, string> = {
  itself: 'Opened from here',
  token: 'Charged by this app',
  card: 'Same physical card',
  customer: 'Same customer reference',
  email: 'Order with the same e-mail address',
}

const orderReasons: Record<PersonReason, string> = {
  itself: 'Opened from here',
  token: 'Card on this page',
  card: 'Same physical card',
  customer: 'Same customer reference',
  email: 'Same e-mail address',
}

export const people = {
  title: 'Customer',
  of: icu<{ name: string }>('Customer: {name}'),
  open: 'Show customer',
  all: 'Show all cards and charges of this customer',
  back: 'Back',
  cards: 'Cards',
  noCards: 'No stored card.',
  charges: 'Charges',
  noCharges: 'No charges found.',
  found: icu<{ count: number }>('{count, plural, one {# charge} other {# charges}}'),
  foundMore: icu<{ count: number }>('{count, number}+ charges'),
  newest: icu<{ count: number }>('The newest {count, number} are shown.'),
  sums: 'Approved, by currency',
  why: 'Why these are together',
  rule: 'Same physical card, same customer reference on the card, or same e-mail address, in one profile. A name alone never joins anything.',
  emails: icu<{ count: number }>('{count, plural, one {E-mail address} other {E-mail addresses}}'),
  sharedEmail: icu<{ email: string }>('{email} is used with more than five cards, so it joins nothing here.'),
  cardReasons,
  orderReasons,
}
