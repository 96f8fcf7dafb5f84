import { z } from 'zod'
import { cardView } from './card'
import { orderSummary } from './order'
import { refundCase } from './refund-case'

/** The charges of one currency in a part of a day. */
export const daySum = z.object({
  currency: z.string(),
  approvedMinor: z.number().int(),
  approvedCount: z.number().int(),
  declinedCount: z.number().int(),
})
export type DaySum = z.infer<typeof daySum>
const sums = z.array(daySum)

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

/** The content of Home: the unsettled orders of every profile; sums, declines and cards of the active one. */
export const homeView = z.object({
  attention: z.array(orderSummary),
  inFlight: z.array(orderSummary),
  /** Sums of charges of this app. `yesterdayUntilNow` ends at the present time of day. */
  days: z.object({ today: sums, yesterdayUntilNow: sums, yesterday: sums }),
  /** The newest charges of today and yesterday that were declined or filtered or ended with an error. */
  declines: z.array(orderSummary),
  expiring: z.array(cardView),
  /** Open refund cases, the first due first; at most 200. */
  refundCases: z.array(z.object({ order: orderSummary, refundCase })),
})
export type HomeView = z.infer<typeof homeView>
