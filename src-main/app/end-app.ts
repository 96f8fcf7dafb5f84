import { waitAtMost, type Clock } from '../platform/clock'
import type { ErrorReporter } from '../services/common/error-reporter'

/** How long a quit waits for open gateway answers. Later answers are looked up at the next start. */
export const answersMs = 8_000
/** Maximum duration of a quit. */
export const endMs = 10_000
const shortWaitMs = 500

/** The parts that `endApp` ends, in this order. */
export interface EndingParts {
  readonly clock: Clock
  readonly report: ErrorReporter
  readonly callbackListener: { stop(): Promise<unknown> }
  /** Services that may wait for an answer of the gateway. */
  readonly answering: readonly { drain(timeoutMs: number): Promise<void> }[]
  readonly startup: { stop(): void }
  readonly follower: { stop(): void }
  readonly keychain: { stop(): void }
  readonly storage: { readonly isOpen: boolean }
  readonly edge: { close(): Promise<void> }
  readonly host: { close(): Promise<void>; abandonCheck(): void }
  readonly care: { end(): Promise<void> }
  readonly erasures: { end(): Promise<void> }
  readonly updates: { end(): void }
  readonly proof: { end(): Promise<void> }
  readonly simulator: { stop(): Promise<void> }
  readonly network: { stop(): void }
}

/**
 * Ends every part of the app within `endMs`. A call that waits for the gateway or for a full disk does not delay it; the
 * next start looks up the outcome. Never rejects.
 */
export async function endApp(parts: EndingParts): Promise<void> {
  try {
    await waitAtMost(parts.clock, endInOrder(parts), endMs)
  } catch (error) {
    parts.report('quit', error)
  }
}

async function endInOrder(parts: EndingParts): Promise<void> {
  const { clock, answering, edge, host, keychain, simulator } = parts
  await Promise.all([
    waitAtMost(clock, done(parts.callbackListener.stop()), shortWaitMs),
    ...answering.map((service) => service.drain(answersMs)),
  ])
  // SQLite ends a running step of a backup first, which the end does not wait for.
  await waitAtMost(clock, parts.care.end(), shortWaitMs)
  await waitAtMost(clock, parts.erasures.end(), shortWaitMs)
  parts.updates.end()
  parts.startup.stop()
  parts.host.abandonCheck()
  parts.follower.stop()
  // Before storage is open, the start may be waiting for the unlock prompt of the keychain, so the keychain is stopped
  // first. Otherwise keychain writes may finish.
  if (!parts.storage.isOpen) keychain.stop()
  await waitAtMost(clock, edge.close(), shortWaitMs)
  // After the last write. Without it the keychain knows a shorter chain, which is no finding.
  await waitAtMost(clock, parts.proof.end(), shortWaitMs)
  keychain.stop()
  await host.close()
  await simulator.stop()
  parts.network.stop()
}

async function done(work: Promise<unknown>): Promise<void> {
  await work
}
