import { z } from 'zod'
import { fields } from './fields'
import { statusFamily } from './order-status'

/** Filter and order of the orders list; `search` matches ids, names, references and descriptions literally. */
export const orderQuery = z.strictObject({
  profileId: z.string().min(1).max(64).nullable(),
  search: fields.searchText,
  families: z.array(statusFamily).max(6),
  sortBy: z.enum(['created', 'amount']),
  direction: z.enum(['desc', 'asc']),
})
export type OrderQuery = z.infer<typeof orderQuery>
