import type { JournalledCharge } from '../../../src-shared/domain/app-state'
import { AppError, isUnreadableRow } from '../../../src-shared/errors/app-error'
import type { ChargeJournal } from '../../ports/charge-journal'
import type { OpenStorage } from '../common/storage-session'

/**
 * Finds confirmed charges that are missing in the database, because its file or write-ahead log was lost or replaced
 * by an older one. Their guards are missing too, so no charge is sent until the operator has seen the list.
 */
export class MissingCharges {
  readonly #storage: OpenStorage
  readonly #journal: ChargeJournal
  #missing: readonly JournalledCharge[] = []

  constructor(storage: OpenStorage, journal: ChargeJournal) {
    this.#storage = storage
    this.#journal = journal
  }

  /** Compares the opened database with the journal. */
  async check(): Promise<void> {
    this.#missing = await this.#absentOf(await this.#journal.list())
  }

  /** Charges that are still missing. An order that was adopted in the meantime is left out. */
  async list(): Promise<readonly JournalledCharge[]> {
    if (this.#missing.length > 0) this.#missing = await this.#absentOf(this.#missing)
    return this.#missing
  }

  /** The operator has seen these charges. Errors: `storage-failed`. */
  async acknowledge(clientOrderIds: readonly string[]): Promise<void> {
    await this.#journal.remove(clientOrderIds)
    this.#missing = this.#missing.filter(({ clientOrderId }) => !clientOrderIds.includes(clientOrderId))
  }

  /** Adds a charge to the journal. Must be on disk before the charge is sent. Errors: `storage-failed`. */
  record(charge: JournalledCharge): Promise<void> {
    return this.#journal.add(charge)
  }

  /** Errors: `not-allowed-now` (reason `history-incomplete`) while a charge is missing. */
  requireNone(): void {
    if (this.#missing.length > 0) throw new AppError('not-allowed-now', { reason: 'history-incomplete' })
  }

  async #absentOf(charges: readonly JournalledCharge[]): Promise<readonly JournalledCharge[]> {
    const isAbsent = await Promise.all(charges.map((charge) => this.#isAbsent(charge)))
    return charges.filter((_, index) => isAbsent[index])
  }

  /** An order that cannot be read is not absent: the guards of its card refuse a new charge. */
  async #isAbsent({ profileId, clientOrderId }: JournalledCharge): Promise<boolean> {
    try {
      return (await this.#storage.reader.findOrder(profileId, clientOrderId)) === null
    } catch (error) {
      if (isUnreadableRow(error)) return false
      throw error
    }
  }
}
