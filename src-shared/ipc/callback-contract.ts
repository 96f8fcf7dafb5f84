import { z } from 'zod'
import { appState } from '../domain/app-state'
import { callbackReading, callbackView } from '../domain/callback'
import { cursor, id, page, pageSize } from './contract-parts'

/** Each line can be a callback of its own, with a look into the log and an answer to the window. */
const maxLines = 2000

/** What a merchant's server received: query strings, whole URLs, form bodies, or log lines with them; one per line. */
const callbackText = z
  .string()
  .trim()
  .min(1, 'required')
  .max(1_000_000, 'too-long')
  .refine((text) => text.split('\n', maxLines + 1).length <= maxLines, 'too-many-lines')

/** The callback desk. Nothing here changes an order: a callback only wakes a poll. */
export const callbackCommands = {
  /** Reads and compares; keeps nothing, asks nothing. */
  'callbacks.read': {
    kind: 'read',
    input: z.strictObject({ text: callbackText }),
    output: z.object({ callbacks: z.array(callbackReading), unreadableLines: z.number().int() }),
  },
  /** Keeps every readable callback, puts it beside its order and asks the gateway about that order. */
  'callbacks.keep': {
    kind: 'write',
    input: z.strictObject({ text: callbackText, source: z.enum(['pasted', 'imported']) }),
    output: z.object({ callbacks: z.array(callbackView) }),
  },
  'callbacks.list': {
    kind: 'read',
    input: z.strictObject({ cursor, limit: pageSize }),
    output: page(callbackView),
  },
  /** Puts a callback that found no order by itself beside one. */
  'callbacks.attach': {
    kind: 'write',
    input: z.strictObject({ callbackId: id, orderId: id }),
    output: callbackView,
  },
  /** Listens on this machine's loopback address for a relay or the simulator; null stops it, 0 takes any free port. */
  'callbacks.listen': {
    kind: 'write',
    input: z.strictObject({ port: z.number().int().min(0).max(65_535).nullable() }),
    output: appState,
  },
} as const
