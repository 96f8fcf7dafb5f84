import { z } from 'zod'
import { cardView } from './card'
import { orderSummary } from './order'
import { refundCase } from './refund-case'

const sums = z.array(
  z.object({
    currency: z.string(),
    approvedMinor: z.number().int(),
    approvedCount: z.number().int(),
    declinedCount: z.number().int(),
  }),
)

/** How many orders are not settled. An order counts as in flight or as needing attention, never as both. */
export const homeCounts = z.object({
  /** Orders in flight of every profile: those of the list on Home. */
  inFlight: z.number().int(),
  /** Orders of every profile that need the operator: those of the lists on Home. */
  attention: z.number().int(),
  /** Orders of the active profile whose status is in the family `open`. */
  open: z.number().int(),
  /** Open refund cases of every profile. */
  refundCases: z.number().int(),
})
export type HomeCounts = Readonly<z.infer<typeof homeCounts>>

/** The content of Home: the unsettled orders of every profile; sums and cards of the active one. */
export const homeView = z.object({
  attention: z.array(orderSummary),
  inFlight: z.array(orderSummary),
  today: sums,
  expiring: z.array(cardView),
  /** Open refund cases, the first due first; at most 200. */
  refundCases: z.array(z.object({ order: orderSummary, refundCase })),
  orderCount: z.number().int(),
})
export type HomeView = z.infer<typeof homeView>
