import { waitAtMost, type Clock } from '../platform/clock'
import type { ReportProblem } from '../services/common/report-problem'

/** How long a quit waits for answers of the gateway under way; what comes later is found at the next start (P28). */
export const answersMs = 8_000
/** A quit takes no longer than this, whatever hangs. */
export const endMs = 10_000
const shortWaitMs = 500

/** What is ended, in the order of `endApp`. */
export interface EndingParts {
  readonly clock: Clock
  readonly report: ReportProblem
  readonly callbackListener: { stop(): Promise<unknown> }
  /** What waits for an answer of the gateway. */
  readonly answering: readonly { drain(timeoutMs: number): Promise<void> }[]
  readonly startup: { stop(): void }
  readonly follower: { stop(): void }
  readonly keychain: { stop(): void }
  readonly storage: { readonly isOpen: boolean }
  readonly edge: { close(): Promise<void> }
  readonly host: { close(): Promise<void> }
  readonly simulator: { stop(): Promise<void> }
  readonly network: { stop(): void }
}

/**
 * Ends every part of the app, `endMs` at most: a call that waits for a gateway or a full disk does not hold it up, and
 * the next start looks up what it left. Never rejects.
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
  parts.startup.stop()
  parts.follower.stop()
  // A start that waits for somebody to unlock the keychain would wait on; later calls may finish what they write.
  if (!parts.storage.isOpen) keychain.stop()
  await waitAtMost(clock, edge.close(), shortWaitMs)
  keychain.stop()
  await host.close()
  await simulator.stop()
  parts.network.stop()
}

async function done(work: Promise<unknown>): Promise<void> {
  await work
}
