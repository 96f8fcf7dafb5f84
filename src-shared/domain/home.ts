import { z } from 'zod'
import { cardView } from './card'
import { orderSummary } from './order'

const sums = z.array(
  z.object({
    currency: z.string(),
    approvedMinor: z.number().int(),
    approvedCount: z.number().int(),
    declinedCount: z.number().int(),
  }),
)

/** What Home shows of the active profile, plus unknown money of every profile. */
export const homeView = z.object({
  attention: z.array(orderSummary),
  inFlight: z.array(orderSummary),
  today: sums,
  expiring: z.array(cardView),
  orderCount: z.number().int(),
})
export type HomeView = z.infer<typeof homeView>
