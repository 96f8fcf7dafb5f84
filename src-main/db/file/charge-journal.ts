import { readFile } from 'node:fs/promises'
import { z } from 'zod'
import { journalledCharge, type JournalledCharge } from '../../../src-shared/domain/app-state'
import { AppError } from '../../../src-shared/errors/app-error'
import { writeDurably } from '../../platform/durable-file'
import { KeyedQueue } from '../../platform/keyed-queue'
import type { ChargeJournal } from '../../ports/charge-journal'

/** More entries than the write-ahead log holds before a checkpoint. */
const mostCharges = 100

const content = z.strictObject({ version: z.literal(1), charges: z.array(journalledCharge) })

/** The charge journal as a small file: ids and times, no amount and no card data. */
export class DiskChargeJournal implements ChargeJournal {
  readonly #path: string
  readonly #queue = new KeyedQueue()

  constructor(path: string) {
    this.#path = path
  }

  async list(): Promise<readonly JournalledCharge[]> {
    try {
      return content.parse(JSON.parse(await readFile(this.#path, 'utf8'))).charges
    } catch {
      // A lost journal removes a warning, never an order.
      return []
    }
  }

  add(charge: JournalledCharge): Promise<void> {
    return this.#change((charges) => [
      ...charges.filter(({ clientOrderId }) => clientOrderId !== charge.clientOrderId),
      charge,
    ])
  }

  remove(clientOrderIds: readonly string[]): Promise<void> {
    return this.#change((charges) =>
      charges.filter(({ clientOrderId }) => !clientOrderIds.includes(clientOrderId)),
    )
  }

  #change(change: (charges: readonly JournalledCharge[]) => readonly JournalledCharge[]): Promise<void> {
    return this.#queue.run('journal', async () => {
      const charges = change(await this.list()).slice(-mostCharges)
      try {
        await writeDurably(this.#path, JSON.stringify({ version: 1, charges }))
      } catch (error) {
        throw new AppError('storage-failed', { reason: 'journal-not-written' }, { cause: error })
      }
    })
  }
}
