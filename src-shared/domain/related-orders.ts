import { z } from 'zod'
import { orderSummary } from './order'

/** Why an order is related to another one. `card-source`: the stored card was registered from it. */
export const relation = z.enum([
  'token',
  'card-digits',
  'client-order-id',
  'gateway-order-id',
  'reference',
  'card-source',
])
export type Relation = z.infer<typeof relation>

/** The newest related orders of one kind. */
const related = z.object({
  rows: z.array(z.object({ order: orderSummary, by: relation })),
  /** True when there are older ones. */
  hasMore: z.boolean(),
})
export type RelatedList = z.infer<typeof related>

/** Orders that share the card or the ids of an order, newest first, without the order itself. */
export const relatedOrders = z.object({ sameCard: related, sameFamily: related })
export type RelatedOrders = z.infer<typeof relatedOrders>

/** Longest list of each kind. */
export const maxRelated = 50
