import type { JournalledCharge } from '../../src-shared/domain/app-state'

/**
 * The last confirmed charges, in a file beside the database. It shows that the database has lost its newest entries.
 * Errors: `storage-failed`.
 */
export interface ChargeJournal {
  /** Oldest first; empty when the file is missing or cannot be read. */
  list(): Promise<readonly JournalledCharge[]>
  /** On disk when it resolves. Drops the oldest entry when there are too many. */
  add(charge: JournalledCharge): Promise<void>
  remove(clientOrderIds: readonly string[]): Promise<void>
}
