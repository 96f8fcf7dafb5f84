import { z } from 'zod'

/** What a link named, and the order that has this id here; null = no order has it. */
export const linkedOrder = z.object({ id: z.string().max(128), orderId: z.string().nullable() })
export type LinkedOrder = z.infer<typeof linkedOrder>
