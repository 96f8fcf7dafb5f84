import type { OrderRecord } from '../../ports/storage'
import type { Sqlite } from '../file/connection'
import { pack, unpack } from './packing'

type Fact = OrderRecord['facts'][number]
/** Name, value and time, without the names of the three: what is stored. */
type PackedFact = readonly [name: string, value: string, atMs: number]

/**
 * The latest value of every field the gateway reported about an order, in the order the fields were first
 * seen.
 */
export class Facts {
  readonly #get
  readonly #put

  constructor(db: Sqlite) {
    this.#get = db.prepare<[number], Buffer>('SELECT facts FROM order_facts WHERE order_id = ?').pluck()
    this.#put = db.prepare<[Buffer, number]>(`
      INSERT INTO order_facts (order_id, facts, revision)
      SELECT order_id, ?, revision FROM orders WHERE order_id = ?
      ON CONFLICT (order_id) DO UPDATE SET facts = excluded.facts, revision = excluded.revision
    `)
  }

  of(orderId: number): Fact[] {
    const packed = this.#get.get(orderId)
    if (packed === undefined) return []
    return unpack<PackedFact[]>(packed).map(([name, value, atMs]) => ({ name, value, atMs }))
  }

  /**
   * Takes newly reported values; a field that was not reported now keeps what it had. Comes after the order's own change
   * in its transaction: the schema takes no values without one.
   */
  merge(orderId: number, reported: readonly { name: string; value: string }[], atMs: number): void {
    if (reported.length === 0) return
    const facts = new Map(this.of(orderId).map((fact) => [fact.name, fact]))
    for (const { name, value } of reported) facts.set(name, { name, value, atMs })
    const packed = [...facts.values()].map((fact): PackedFact => [fact.name, fact.value, fact.atMs])
    this.#put.run(pack(packed), orderId)
  }
}
