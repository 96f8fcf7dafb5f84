import type { JournalledCharge } from '../../../src-shared/domain/app-state'
import type { RestoredHistory } from '../../../src-shared/domain/data-care'
import { AppError, isUnreadableRow } from '../../../src-shared/errors/app-error'
import type { ChargeJournal } from '../../ports/charge-journal'
import type { OpenRestore } from '../../ports/storage'
import type { OperatorSession } from '../common/operator-session'
import type { OpenStorage } from '../common/storage-session'

/** As many as one command acknowledges. The next ones follow. */
const mostShown = 200

/**
 * Finds confirmed charges that are missing in the database, because its file or write-ahead log was lost or replaced
 * by an older one, and those that a restored backup does not have. Their guards are missing too, so no charge is sent
 * until the operator has checked them.
 */
export class MissingCharges {
  readonly #storage: OpenStorage
  readonly #operators: Pick<OperatorSession, 'actor'>
  readonly #journal: ChargeJournal
  #missing: readonly JournalledCharge[] = []
  #restore: OpenRestore | null = null

  constructor(storage: OpenStorage, operators: Pick<OperatorSession, 'actor'>, journal: ChargeJournal) {
    this.#storage = storage
    this.#operators = operators
    this.#journal = journal
  }

  /** Compares the opened database with the journal. */
  async check(): Promise<void> {
    this.#restore = await this.#storage.reader.openRestore()
    const named = [...(this.#restore?.missing ?? []), ...(await this.#journal.list())]
    const each = new Map(named.map((charge) => [`${charge.profileId} ${charge.clientOrderId}`, charge]))
    this.#missing = await this.#absentOf([...each.values()].toSorted((a, b) => a.atMs - b.atMs))
  }

  /** Charges that are still missing. An order that was adopted in the meantime is left out. */
  async list(): Promise<readonly JournalledCharge[]> {
    if (this.#missing.length > 0) this.#missing = await this.#absentOf(this.#missing)
    return this.#missing.slice(-mostShown)
  }

  /** The restored backup that nobody has settled; null = none. */
  restored(): RestoredHistory | null {
    if (this.#restore === null) return null
    const { missing: _missing, ...restored } = this.#restore
    return restored
  }

  /**
   * The operator has checked these charges at the gateway. With the last one, a restored backup is settled. Errors:
   * `storage-failed`.
   */
  async acknowledge(clientOrderIds: readonly string[], atMs: number): Promise<void> {
    await this.#journal.remove(clientOrderIds)
    this.#missing = this.#missing.filter(({ clientOrderId }) => !clientOrderIds.includes(clientOrderId))
    if (this.#restore === null || this.#missing.length > 0) return
    await this.#storage.writer.settleRestore(atMs, (await this.#operators.actor()).name)
    this.#restore = null
  }

  /** Adds a charge to the journal. Must be on disk before the charge is sent. Errors: `storage-failed`. */
  record(charge: JournalledCharge): Promise<void> {
    return this.#journal.add(charge)
  }

  /** Errors: `not-allowed-now` (reason `history-incomplete`) while a charge is or may be missing. */
  requireNone(): void {
    if (this.#missing.length > 0 || this.#restore !== null)
      throw new AppError('not-allowed-now', { reason: 'history-incomplete' })
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
