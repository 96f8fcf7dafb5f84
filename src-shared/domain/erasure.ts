import { z } from 'zod'
import { copyKind } from './data-care'

/** Why personal data was erased: a person asked for it, or the orders were older than the retention rule. */
export const erasureRule = z.enum(['person', 'retention'])

/** An entry of the log of erasures. It holds no personal data but the name of the operator. */
export const erasureEntry = z.object({
  erasureId: z.string(),
  rule: erasureRule,
  /** Of the retention rule; null for a person. */
  keptMonths: z.number().int().nullable(),
  startedAtMs: z.number().int(),
  actor: z.string().nullable(),
  orders: z.number().int(),
  cards: z.number().int(),
  /** Orders that were left out because something was requested for them again. */
  skipped: z.number().int(),
  /** Null while it runs. */
  doneAtMs: z.number().int().nullable(),
})
export type ErasureEntry = z.infer<typeof erasureEntry>

/** What an erasure of one person would do. */
export const erasureScope = z.object({
  orders: z.number().int(),
  cards: z.number().int(),
  /** Orders that are not final. While there are any, nothing is erased. */
  openOrders: z.number().int(),
  /** The client order id of the newest of them. */
  openOrder: z.string().nullable(),
})
export type ErasureScope = z.infer<typeof erasureScope>

/** The scope with the copies of the history that still hold the data, newest first. */
export const erasurePreview = erasureScope.extend({
  copies: z.array(z.object({ kind: copyKind, madeAtMs: z.number().int() })),
})
export type ErasurePreview = z.infer<typeof erasurePreview>

/** Typed to switch the retention rule on, because what it erases cannot be brought back. */
export const retentionWord = 'ERASE'
