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

/** The content of Home: orders of the active profile, and charges with an unknown outcome of every profile. */
export const homeView = z.object({
  attention: z.array(orderSummary),
  inFlight: z.array(orderSummary),
  today: sums,
  expiring: z.array(cardView),
  orderCount: z.number().int(),
})
export type HomeView = z.infer<typeof homeView>
