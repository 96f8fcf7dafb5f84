import { z } from 'zod'
import { namedField } from './exchange'
import { factName } from './facts'
import { fields } from './fields'

/** The result of checking a callback's control with the profile's key. */
export const callbackControl = z.enum(['right', 'wrong', 'missing', 'no-key'])
export type CallbackControl = z.infer<typeof callbackControl>

/** One field of a callback compared with the last status answer. Only `differs` needs attention. */
export const callbackComparison = z.object({
  /** Name of the field in the callback, in lower case and with hyphens. */
  name: z.string(),
  /** Missing when the app does not know the field. */
  fact: factName.optional(),
  callback: z.string(),
  polled: z.string().nullable(),
  verdict: z.enum(['same', 'differs', 'not-polled']),
})
export type CallbackComparison = z.infer<typeof callbackComparison>

/** A callback after reading. It is never proof of an outcome, because its control does not cover type and amount. */
export const callbackReading = z.object({
  /** Every field in wire order, masked. */
  fields: z.array(namedField),
  status: z.string().nullable(),
  /** Transaction type: sale, reversal, chargeback and so on. */
  type: z.string().nullable(),
  gatewayOrderId: z.string().nullable(),
  clientOrderId: z.string().nullable(),
  amount: z.string().nullable(),
  currency: z.string().nullable(),
  control: callbackControl,
  /** The order in the history that it belongs to, or null. */
  orderId: z.string().nullable(),
  comparison: z.array(callbackComparison),
  /** Message keys of its problems, e.g. `no-status`, `ids-disagree`. */
  problems: z.array(z.string()),
})
export type CallbackReading = z.infer<typeof callbackReading>

/** Whether the fields of a callback match the gateway status. `not-compared`: no order, or nothing to compare. */
export const gatewayMatch = z.enum(['same', 'differs', 'not-compared'])
export type GatewayMatch = z.infer<typeof gatewayMatch>

/** The result of a comparison in one word. */
export function matchOf(comparison: readonly CallbackComparison[]): GatewayMatch {
  if (comparison.length === 0) return 'not-compared'
  return comparison.some(({ verdict }) => verdict === 'differs') ? 'differs' : 'same'
}

/** Filter of the callbacks list; null = any. `search` matches IDs, event and amount literally. */
export const callbackQuery = z.strictObject({
  search: fields.searchText,
  control: callbackControl.nullable(),
  match: gatewayMatch.nullable(),
  order: z.enum(['with', 'without']).nullable(),
})
export type CallbackQuery = z.infer<typeof callbackQuery>

/** The query that finds every callback. */
export const everyCallback: CallbackQuery = { search: '', control: null, match: null, order: null }

/** Transaction type and status of a callback, as text: `sale approved`. */
export function typeAndStatus({ type, status }: Pick<CallbackReading, 'type' | 'status'>): string {
  return [type, status].filter((word) => word !== null).join(' ')
}

/** How the app got a callback. */
export const callbackSource = z.enum(['pasted', 'imported', 'received'])
export type CallbackSource = z.infer<typeof callbackSource>

/** A stored callback. */
export const callbackView = callbackReading.extend({
  callbackId: z.string(),
  profileId: z.string().nullable(),
  source: callbackSource,
  /** When this app first saw it. */
  receivedAtMs: z.number().int(),
  /** How often the same callback was seen: the gateway repeats them. */
  timesSeen: z.number().int(),
  lastSeenAtMs: z.number().int(),
})
export type CallbackView = z.infer<typeof callbackView>

/** The optional listener on this machine's loopback address. */
export const callbackListener = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('off') }),
  z.object({ kind: z.literal('on'), url: z.string(), port: z.number().int() }),
  z.object({ kind: z.literal('failed'), reason: z.string() }),
])
export type CallbackListenerState = z.infer<typeof callbackListener>
