import type { LateAnswer, PreparedCall } from '../../ports/gateway-client'
import type { NewExchange } from '../../ports/storage'

/** What the one transmission came to; without an exchange when even that could not be told. */
export interface Transmitted<O> {
  readonly outcome: O
  readonly exchange: NewExchange | null
  /** Gateway clock minus ours in ms, null when it is not known. */
  readonly clockSkewMs: number | null
}

/** Sends once. Whatever goes wrong from here on, the gateway may have it: nothing is thrown, and `lost` is what is known. */
export async function sendOnce<O>(
  prepared: PreparedCall<O>,
  lost: O,
  signal: AbortSignal,
): Promise<Transmitted<O> & LateAnswer<Transmitted<O>>> {
  try {
    const { outcome, exchange, clockSkewMs, late } = await prepared.send(signal)
    return { outcome, exchange, clockSkewMs, ...(late === undefined ? {} : { late: late.catch(() => null) }) }
  } catch {
    return { outcome: lost, exchange: null, clockSkewMs: null }
  }
}
