import { z } from 'zod'

/** Id of a record of this app. */
export const id = z.string().min(1).max(64)
/** A command without parameters. */
export const nothing = z.strictObject({})
/** The output of a command that returns nothing. */
export const done = z.object({})
/** One page of a list; `total` counts all pages. */
export const page = <T extends z.ZodType>(row: T) =>
  z.object({ rows: z.array(row), nextCursor: z.string().nullable(), total: z.number().int() })
/** A page of a list too long to count: when `isTotalExact` is false, there are more rows than `total`. */
export const cappedPage = <T extends z.ZodType>(row: T) => page(row).extend({ isTotalExact: z.boolean() })
/** `nextCursor` of the page before; null = the first page. */
export const cursor = z.string().max(200).nullable()
export const pageSize = z.number().int().min(1).max(200)
