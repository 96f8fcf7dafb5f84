import type { JournalledCharge } from '../../src-shared/domain/app-state'

/**
 * The last confirmed charges in a file beside the history, so that a history that has lost its newest entries is
 * noticed. Errors: `storage-failed`.
 */
export interface ChargeJournal {
  /** Oldest first; empty when the file is missing or cannot be read. */
  list(): Promise<readonly JournalledCharge[]>
  /** On disk when it resolves; the oldest goes when there are many. */
  add(charge: JournalledCharge): Promise<void>
  remove(clientOrderIds: readonly string[]): Promise<void>
}
