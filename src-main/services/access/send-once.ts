import type { LateAnswer, PreparedCall } from '../../ports/gateway-client'
import type { NewExchange } from '../../ports/storage'

/** The outcome of the transmission. `exchange` is null when the send failed inside the app. */
export interface Transmitted<O> {
  readonly outcome: O
  readonly exchange: NewExchange | null
  /** Gateway clock minus ours in ms, null when it is not known. */
  readonly clockSkewMs: number | null
}

/** Sends once and never throws. Any failure after this point may have reached the gateway, so it returns `lost`. */
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
