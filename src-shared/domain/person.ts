import { z } from 'zod'
import { cardView } from './card'
import { daySum } from './home'
import { orderSummary } from './order'

/**
 * Why a card or an order is on the page of a person, the strongest reason first. `itself`: the page was opened for it.
 * `token`: charged with a token on the page. `card`: the same physical card, by its unique id or card hash.
 * `customer`: the customer reference that staff wrote on the card. `email`: the e-mail address of the order.
 */
export const personReason = z.enum(['itself', 'token', 'card', 'customer', 'email'])
export type PersonReason = z.infer<typeof personReason>

/** The cards and orders that belong to one person, within one profile; see docs/people.md. */
export const personView = z.object({
  profileId: z.string(),
  cards: z.array(z.object({ card: cardView, reason: personReason })),
  /** The newest ones. */
  orders: z.array(z.object({ order: orderSummary, reason: personReason })),
  orderTotal: z.number().int(),
  /** False = there are more orders than `orderTotal`. */
  isTotalExact: z.boolean(),
  /** Sums over the counted orders; not all orders when `isTotalExact` is false. */
  sums: z.array(daySum),
  /** E-mail addresses of the person. */
  emails: z.array(z.string()),
  /** Addresses on too many different cards to be those of one person. They bring nothing together. */
  sharedEmails: z.array(z.string()),
})
export type PersonView = z.infer<typeof personView>
