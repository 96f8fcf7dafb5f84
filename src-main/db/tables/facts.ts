import { z } from 'zod'
import type { OrderRecord } from '../../ports/storage'
import type { Sqlite } from '../file/connection'
import { factOfStatus, type FactNames } from '../../ports/fact-names'
import { fromJson } from './stored-json'

type Fact = OrderRecord['facts'][number]

const storedFacts = z.array(z.object({ name: z.string(), value: z.string(), atMs: z.number() }))

/**
 * The latest value of every field that the gateway reported about an order, in the order of first report. The names of the
 * gateway are stored; what they mean is looked up when they are read, so a later version can know more of them.
 */
export class Facts {
  readonly #get
  readonly #put
  readonly #names

  constructor(db: Sqlite, names: FactNames) {
    this.#names = names
    this.#get = db.prepare<[number], string>('SELECT facts FROM order_facts WHERE order_id = ?').pluck()
    this.#put = db.prepare<[string, number]>(`
      INSERT INTO order_facts (order_id, facts, revision)
      SELECT order_id, ?, revision FROM orders WHERE order_id = ?
      ON CONFLICT (order_id) DO UPDATE SET facts = excluded.facts, revision = excluded.revision
    `)
  }

  /** Errors: `internal`, reason `unreadable-row`. */
  of(orderId: number): Fact[] {
    return this.#stored(orderId).map((fact) => ({ ...fact, fact: factOfStatus(this.#names, fact.name) }))
  }

  /**
   * Stores newly reported values, and returns the retrieval reference number and the approval code of the order; none when
   * nothing was reported. Other fields keep their value. Must run after the order’s own change in its
   * transaction: the schema refuses facts without one.
   */
  merge(orderId: number, reported: readonly { name: string; value: string }[], atMs: number): string[] {
    if (reported.length === 0) return []
    const facts = new Map(this.#stored(orderId).map((fact) => [fact.name, fact]))
    for (const { name, value } of reported) facts.set(name, { name, value, atMs })
    this.#put.run(JSON.stringify([...facts.values()]), orderId)
    return [...facts.values()].filter(({ name }) => this.#isCode(name)).map(({ value }) => value)
  }

  #isCode(name: string): boolean {
    const fact = factOfStatus(this.#names, name)
    return fact === 'rrn' || fact === 'approvalCode'
  }

  #stored(orderId: number): z.infer<typeof storedFacts> {
    const facts = this.#get.get(orderId)
    return facts === undefined ? [] : fromJson(storedFacts, facts)
  }
}
