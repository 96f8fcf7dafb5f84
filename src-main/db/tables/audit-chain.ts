import { createHash } from 'node:crypto'
import { z } from 'zod'
import type { AnchorPlace, ChainAnchor, ChainStanding } from '../../ports/storage'
import type { Sqlite } from '../file/connection'
import {
  hashOf,
  macOf,
  markOf,
  markOfWords,
  type ChainContent,
  type ChainLink,
  type ChainSeal,
  type SignedWords,
} from '../file/chain-seal'
import { fromJsonOr } from './stored-json'

/** An entry of the chain as it is stored. */
export interface ChainRow extends ChainContent, ChainLink {}

/** SQL that reads `ChainRow`. */
export const chainSelect = `
  SELECT seq, at_ms AS atMs, kind, order_id AS orderId, facts, lower(hex(hash)) AS hash, lower(hex(mac)) AS mac
  FROM audit_chain
`

/** What the chain says about an order; a check compares it with the rows. */
const orderFacts = `
  json_object(
    'client', orders.client_order_id, 'gateway', orders.gateway_order_id,
    'amountMinor', orders.amount_minor, 'currency', orders.currency, 'status', orders.status,
    'charge', charges.state, 'sent', charges.transmissions,
    'chargeMinor', charges.amount_minor, 'chargeCurrency', charges.currency
  )
`
const orderSources = 'FROM orders LEFT JOIN charges ON charges.order_id = orders.order_id'

/** SQL of the facts of one order. */
export const orderFactsOf = `SELECT ${orderFacts} ${orderSources} WHERE orders.order_id = ?`

const firstFacts = z.object({ history: z.string() })
const turnFacts = z.object({
  replaces: z.object({ history: z.string(), seq: z.number(), mac: z.string() }).nullable(),
})

type Facts = Readonly<Record<string, unknown>>

/** The audit chain: appended in the transaction of each act. */
export class AuditChain {
  readonly #seal
  readonly #db
  readonly #head
  readonly #at
  readonly #insert
  readonly #sign
  readonly #orderFacts
  readonly #turns

  constructor(db: Sqlite, seal: ChainSeal) {
    this.#seal = seal
    this.#db = db
    this.#head = db.prepare<[], ChainRow>(`${chainSelect} ORDER BY seq DESC LIMIT 1`)
    this.#at = db.prepare<[number], ChainRow>(`${chainSelect} WHERE seq = ?`)
    this.#insert = db.prepare<[ChainRow]>(`
      INSERT INTO audit_chain (seq, at_ms, kind, order_id, facts, hash, mac)
      VALUES (@seq, @atMs, @kind, @orderId, @facts, unhex(@hash), unhex(@mac))
    `)
    this.#sign = db.prepare<[number, string, string, string | null]>(
      'INSERT INTO chain_signatures (seq, name, reason, second_name) VALUES (?, ?, ?, ?)',
    )
    this.#orderFacts = db.prepare<[number], string>(orderFactsOf).pluck()
    this.#turns = db
      .prepare<[string], string>(`SELECT facts FROM audit_chain WHERE kind = ? ORDER BY seq DESC`)
      .pluck()
  }

  /** Writes the first entry, if there is none. It names the number of orders that stood before, and their hash. */
  begin(): void {
    if (this.#head.get() !== undefined) return
    const hash = createHash('sha256')
    let orders = 0
    const stood = this.#db.prepare<[], { id: number; facts: string }>(
      `SELECT orders.order_id AS id, ${orderFacts} AS facts ${orderSources} ORDER BY orders.order_id`,
    )
    for (const { id, facts } of stood.iterate()) {
      hash.update(`${String(id)} ${facts}\n`)
      orders += 1
    }
    const history = this.#db.prepare<[], string>('SELECT lower(hex(randomblob(16)))').pluck().get()
    this.#add('begun', null, { history, orders, ordersHash: hash.digest('hex') }, null)
  }

  /** Appends an entry in the present transaction. `actor` is the name of the operator; only its mark is stored. */
  append(kind: string, facts: Facts, actor: string | null): number {
    this.begin()
    return this.#add(kind, null, facts, actor)
  }

  /** Appends what was done with an order, and what is true of it now. */
  appendOrder(orderId: number, facts: Facts, actor: string | null): void {
    this.begin()
    const order: unknown = JSON.parse(this.orderFacts(orderId) ?? 'null')
    this.#add('order', orderId, { ...facts, order }, actor)
  }

  /** JSON of what the chain says about an order; null when there is no such order. */
  orderFacts(orderId: number): string | null {
    return this.#orderFacts.get(orderId) ?? null
  }

  /** Keeps the words of a signature beside its entry, which holds their mark. */
  sign(facts: Facts, words: SignedWords): void {
    const { name, reason, second } = words
    const seq = this.append('acknowledged', { ...facts, words: markOfWords(this.#seal.key, words) }, name)
    this.#sign.run(seq, name, reason, second)
  }

  /** What the chain says about itself and about an anchor. */
  standing(anchor: ChainAnchor | null): ChainStanding | null {
    const head = this.#head.get()
    const first = this.#at.get(1)
    if (head === undefined) return null
    const history = fromJsonOr(firstFacts, first?.facts ?? '', null)?.history ?? ''
    return {
      head: { history, seq: head.seq, mac: head.mac, atMs: head.atMs },
      hash: head.hash,
      hasBeenAnchored: this.#turns.get('anchored') !== undefined,
      anchorIs: anchor === null ? 'absent' : this.#placeOf(anchor, history),
    }
  }

  #placeOf(anchor: ChainAnchor, history: string): AnchorPlace {
    const turns = [...this.#turns.all('restored'), ...this.#turns.all('acknowledged')]
    const isReplaced = turns.some((facts) => {
      const replaced = fromJsonOr(turnFacts, facts, null)?.replaces
      return (
        replaced?.history === anchor.history && replaced.seq === anchor.seq && replaced.mac === anchor.mac
      )
    })
    if (isReplaced) return 'replaced'
    if (history !== anchor.history) return 'of-another-history'
    const there = this.#at.get(anchor.seq)
    if (there === undefined) return 'beyond-the-end'
    return there.mac === anchor.mac ? 'in-the-chain' : 'of-another-entry'
  }

  #add(kind: string, orderId: number | null, facts: Facts, actor: string | null): number {
    const before = this.#head.get() ?? null
    const { key, seat, appVersion } = this.#seal
    const content: ChainContent = {
      seq: (before?.seq ?? 0) + 1,
      atMs: Date.now(),
      kind,
      orderId,
      facts: JSON.stringify({
        ...facts,
        by: actor === null || actor === '' ? null : markOf(key, `operator ${actor}`),
        seat,
        app: appVersion,
      }),
    }
    const hash = hashOf(before, content)
    this.#insert.run({ ...content, hash, mac: macOf(key, hash) })
    return content.seq
  }
}
