import { z } from 'zod'

/** Id of one of our own records. */
export const id = z.string().min(1).max(64)
/** A command without parameters. */
export const nothing = z.strictObject({})
/** A reply that only says that the intent was carried out. */
export const done = z.object({})
/** One page of a list; `total` counts all pages. */
export const page = <T extends z.ZodType>(row: T) =>
  z.object({ rows: z.array(row), nextCursor: z.string().nullable(), total: z.number().int() })
/** Where the next page starts, as the last page said; null = the first. */
export const cursor = z.string().max(200).nullable()
export const pageSize = z.number().int().min(1).max(200)
