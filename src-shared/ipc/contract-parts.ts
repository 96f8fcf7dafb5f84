import { z } from 'zod'

/** Id of a record of this app. */
export const id = z.string().min(1).max(64)
/** A command without parameters. */
export const nothing = z.strictObject({})
/** The output of a command that returns nothing. */
export const done = z.object({})
/** One page of a list; `total` counts all pages. When it is not exact, every count of the page is at least that. */
export const page = <T extends z.ZodType>(row: T) =>
  z.object({
    rows: z.array(row),
    nextCursor: z.string().nullable(),
    total: z.number().int(),
    isTotalExact: z.boolean(),
  })
/** `nextCursor` of the page before; null = the first page. */
export const cursor = z.string().max(2_000).nullable()
export const pageSize = z.number().int().min(1).max(200)
