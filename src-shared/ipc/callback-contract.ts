import { z } from 'zod'
import { appState } from '../domain/app-state'
import { callbackQuery, callbackReading, callbackView } from '../domain/callback'
import { cursor, id, page, pageSize } from './contract-parts'

/** Each line may be a callback, and each callback needs a database lookup. */
const maxLines = 2000

/**
 * Callbacks that a merchant's server received, one in a line: query strings, URLs, form bodies, or log lines with them.
 */
const callbackText = z
  .string()
  .trim()
  .min(1, 'required')
  .max(1_000_000, 'too-long')
  .refine((text) => text.split('\n', maxLines + 1).length <= maxLines, 'too-many-lines')

/** The commands for callbacks. None of them changes an order. A callback only starts a poll. */
export const callbackCommands = {
  /** Reads and compares. Stores nothing and sends nothing. */
  'callbacks.read': {
    kind: 'read',
    input: z.strictObject({ text: callbackText }),
    output: z.object({ callbacks: z.array(callbackReading), unreadableLines: z.number().int() }),
  },
  /** Stores every readable callback, attaches it to its order and polls that order. */
  'callbacks.keep': {
    kind: 'write',
    input: z.strictObject({ text: callbackText, source: z.enum(['pasted', 'imported']) }),
    output: z.object({ callbacks: z.array(callbackView) }),
  },
  'callbacks.list': {
    kind: 'read',
    input: z.strictObject({ query: callbackQuery, cursor, limit: pageSize }),
    output: page(callbackView),
  },
  'callbacks.get': { kind: 'read', input: z.strictObject({ callbackId: id }), output: callbackView },
  /** Attaches a stored callback without an order to an order. */
  'callbacks.attach': {
    kind: 'write',
    input: z.strictObject({ callbackId: id, orderId: id }),
    output: callbackView,
  },
  /** Starts the listener on the loopback address, for a relay or the simulator. 0 = any free port; null stops it. */
  'callbacks.listen': {
    kind: 'write',
    input: z.strictObject({ port: z.number().int().min(0).max(65_535).nullable() }),
    output: appState,
  },
} as const
