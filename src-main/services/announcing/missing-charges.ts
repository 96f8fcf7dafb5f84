import type { JournalledCharge } from '../../../src-shared/domain/app-state'
import { AppError } from '../../../src-shared/errors/app-error'
import type { ChargeJournal } from '../../ports/charge-journal'
import type { OpenStorage } from '../common/storage-session'

/**
 * Confirmed charges that the history does not know: the file, or the log beside it, was lost or replaced by an older
 * one. Their guards are lost with them, so nothing is charged until a person has seen the list.
 */
export class MissingCharges {
  readonly #storage: OpenStorage
  readonly #journal: ChargeJournal
  #missing: readonly JournalledCharge[] = []

  constructor(storage: OpenStorage, journal: ChargeJournal) {
    this.#storage = storage
    this.#journal = journal
  }

  /** Compares the opened history with the journal. */
  async check(): Promise<void> {
    this.#missing = await this.#absentOf(await this.#journal.list())
  }

  /** What is missing still; an order that was adopted meanwhile is not. */
  async list(): Promise<readonly JournalledCharge[]> {
    if (this.#missing.length > 0) this.#missing = await this.#absentOf(this.#missing)
    return this.#missing
  }

  /** A person has seen these. Errors: `storage-failed`. */
  async acknowledge(clientOrderIds: readonly string[]): Promise<void> {
    await this.#journal.remove(clientOrderIds)
    this.#missing = this.#missing.filter(({ clientOrderId }) => !clientOrderIds.includes(clientOrderId))
  }

  /** To be on disk before a charge that is in the history is sent. Errors: `storage-failed`. */
  record(charge: JournalledCharge): Promise<void> {
    return this.#journal.add(charge)
  }

  /** Errors: `not-allowed-now` (reason `history-incomplete`) while a charge is missing. */
  requireNone(): void {
    if (this.#missing.length > 0) throw new AppError('not-allowed-now', { reason: 'history-incomplete' })
  }

  async #absentOf(charges: readonly JournalledCharge[]): Promise<readonly JournalledCharge[]> {
    const orders = await Promise.all(
      charges.map(({ profileId, clientOrderId }) => this.#storage.reader.findOrder(profileId, clientOrderId)),
    )
    return charges.filter((_, index) => orders[index] === null)
  }
}
