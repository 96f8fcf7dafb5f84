import { z } from 'zod'
import { answerField } from './exchange'

/** How the control of a callback compares with the one that the profile's key gives. */
export const callbackControl = z.enum(['right', 'wrong', 'missing', 'no-key'])
export type CallbackControl = z.infer<typeof callbackControl>

/** One field of a callback beside what polling knows; `differs` is the only verdict that worries. */
export const callbackComparison = z.object({
  /** Name as the status answer spells it. */
  name: z.string(),
  callback: z.string(),
  polled: z.string().nullable(),
  verdict: z.enum(['same', 'differs', 'not-polled']),
})
export type CallbackComparison = z.infer<typeof callbackComparison>

/** One callback as read: a hint, never proof; its control does not cover type or amount. */
export const callbackReading = z.object({
  /** Every field in wire order, masked. */
  fields: z.array(answerField),
  status: z.string().nullable(),
  /** Transaction type: sale, reversal, chargeback and so on. */
  type: z.string().nullable(),
  gatewayOrderId: z.string().nullable(),
  clientOrderId: z.string().nullable(),
  amount: z.string().nullable(),
  currency: z.string().nullable(),
  control: callbackControl,
  /** Order of the log that it speaks of, or null. */
  orderId: z.string().nullable(),
  comparison: z.array(callbackComparison),
  /** Message keys of what is odd about it, e.g. `no-status`, `ids-disagree`. */
  problems: z.array(z.string()),
})
export type CallbackReading = z.infer<typeof callbackReading>

/** What a callback says happened, in its own words: `sale approved`. */
export function saidBy({ type, status }: Pick<CallbackReading, 'type' | 'status'>): string {
  return [type, status].filter((word) => word !== null).join(' ')
}

/** How a callback came here. */
export const callbackSource = z.enum(['pasted', 'imported', 'received'])
export type CallbackSource = z.infer<typeof callbackSource>

/** A kept callback. */
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
