import { createHash } from 'node:crypto'
import { isDeepStrictEqual } from 'node:util'
import { z } from 'zod'
import type { AnchorPlace, ChainAnchor, ChainStanding } from '../../ports/storage'
import type { Sqlite } from '../file/connection'
import {
  linkOf,
  markOf,
  markOfWords,
  type ChainContent,
  type ChainSeal,
  type SignedWords,
} from '../file/chain-seal'
import { fromJsonOr } from './stored-json'

/** An entry of the chain as it is stored. */
export interface ChainRow extends ChainContent {
  readonly link: string
}

/** SQL that reads `ChainRow`. */
export const chainSelect = `
  SELECT seq, at_ms AS atMs, kind, order_id AS orderId, facts, lower(hex(link)) AS link
  FROM audit_chain
`

/**
 * The entries of an index, in the words of its own condition: SQLite uses it only for a query that says the same. Otherwise
 * each new entry would read the whole chain.
 */
export const isTurn = "kind IN ('opened', 'anchored', 'restored', 'acknowledged')"

/**
 * What the chain says about an order; a check compares it with the rows. The amount of the charge is said where it differs
 * from the one of the order.
 */
const orderFacts = `
  json_object(
    'client', orders.client_order_id, 'gateway', orders.gateway_order_id,
    'amountMinor', orders.amount_minor, 'currency', orders.currency, 'status', orders.status,
    'charge', charges.state, 'sent', charges.transmissions,
    'chargeMinor', nullif(charges.amount_minor, orders.amount_minor),
    'chargeCurrency', nullif(charges.currency, orders.currency)
  )
`
const orderSources = 'FROM orders LEFT JOIN charges ON charges.order_id = orders.order_id'

/** SQL of the facts of one order. */
export const orderFactsOf = `SELECT ${orderFacts} ${orderSources} WHERE orders.order_id = ?`

const firstFacts = z.object({ history: z.string() })
const turnFacts = z.object({
  replaces: z.object({ history: z.string(), seq: z.number(), link: z.string() }).nullable(),
})

type Facts = Readonly<Record<string, unknown>>

/** The names of those who acted; only their marks are stored. Null = the app itself. */
export interface ChainActors {
  readonly actor: string | null
  /** The second person of an act that asks for one. */
  readonly second?: string | null
}

/** The audit chain: appended in the transaction of each act. */
export class AuditChain {
  readonly #seal
  readonly #db
  readonly #head
  readonly #at
  readonly #insert
  readonly #sign
  readonly #orderFacts
  readonly #isChained
  readonly #turns

  constructor(db: Sqlite, seal: ChainSeal) {
    this.#seal = seal
    this.#db = db
    this.#head = db.prepare<[], ChainRow>(`${chainSelect} WHERE seq = (SELECT max(seq) FROM audit_chain)`)
    this.#at = db.prepare<[number], ChainRow>(`${chainSelect} WHERE seq = ?`)
    this.#insert = db.prepare<[ChainRow]>(`
      INSERT INTO audit_chain (seq, at_ms, kind, order_id, facts, link)
      VALUES (@seq, @atMs, @kind, @orderId, @facts, unhex(@link))
    `)
    this.#sign = db.prepare<[number, string, string, string | null]>(
      'INSERT INTO chain_signatures (seq, name, reason, second_name) VALUES (?, ?, ?, ?)',
    )
    this.#orderFacts = db.prepare<[number], string>(orderFactsOf).pluck()
    this.#isChained = db
      .prepare<[number], number>('SELECT 1 FROM audit_chain WHERE order_id = ? LIMIT 1')
      .pluck()
    this.#turns = db
      .prepare<[string], string>(
        `SELECT facts FROM audit_chain WHERE ${isTurn} AND kind = ? ORDER BY seq DESC`,
      )
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
    this.#add('begun', null, { history, orders, ordersHash: hash.digest('hex') })
  }

  /** Appends an entry in the present transaction. */
  append(kind: string, facts: Facts, actors: ChainActors): number {
    return this.#append(kind, null, { ...facts, ...this.#marks(actors) })
  }

  /**
   * Appends what was done with an order, and what of it changed since `before`, its `orderFacts` before the act. The first
   * entry about an order says all of it that is known; null says all of it again.
   */
  appendOrder(orderId: number, facts: Facts, actors: ChainActors, before: string | null): void {
    const now = this.orderFacts(orderId)
    const isFirst = this.#isChained.get(orderId) === undefined
    const said = now === null ? null : isFirst ? knownIn(now) : changedIn(before, now)
    const order = said !== null && Object.keys(said).length === 0 ? {} : { order: said }
    this.#append('order', orderId, { ...facts, ...order, ...this.#marks(actors) })
  }

  /** JSON of what the chain says about an order; null when there is no such order. */
  orderFacts(orderId: number): string | null {
    return this.#orderFacts.get(orderId) ?? null
  }

  /** Keeps the words of a signature beside its entry, which holds their mark. */
  sign(facts: Facts, words: SignedWords): void {
    const { name, reason, second } = words
    const mark = markOfWords(this.#seal.key, words)
    const seq = this.append('acknowledged', { ...facts, words: mark }, { actor: name, second })
    this.#sign.run(seq, name, reason, second)
  }

  /** What the chain says about itself and about an anchor. */
  standing(anchor: ChainAnchor | null): ChainStanding | null {
    const head = this.#head.get()
    const first = this.#at.get(1)
    if (head === undefined) return null
    const history = fromJsonOr(firstFacts, first?.facts ?? '', null)?.history ?? ''
    return {
      head: { history, seq: head.seq, link: head.link, atMs: head.atMs },
      hasBeenAnchored: this.#turns.get('anchored') !== undefined,
      anchorIs: anchor === null ? 'absent' : this.#placeOf(anchor, history),
    }
  }

  #placeOf(anchor: ChainAnchor, history: string): AnchorPlace {
    const turns = [...this.#turns.all('restored'), ...this.#turns.all('acknowledged')]
    const isReplaced = turns.some((facts) => {
      const replaced = fromJsonOr(turnFacts, facts, null)?.replaces
      return (
        replaced?.history === anchor.history && replaced.seq === anchor.seq && replaced.link === anchor.link
      )
    })
    if (isReplaced) return 'replaced'
    if (history !== anchor.history) return 'of-another-history'
    const there = this.#at.get(anchor.seq)
    if (there === undefined) return 'beyond-the-end'
    return there.link === anchor.link ? 'in-the-chain' : 'of-another-entry'
  }

  /**
   * Which app writes, and where, is said once until it changes. It is said with the first act and not at the opening: a
   * history must be compared with its anchor before anything is added to it.
   */
  #append(kind: string, orderId: number | null, facts: Facts): number {
    this.begin()
    const { seat, appVersion: app } = this.#seal
    const opened = { seat, app }
    if (this.#turns.get('opened') !== JSON.stringify(opened)) this.#add('opened', null, opened)
    return this.#add(kind, orderId, facts)
  }

  #add(kind: string, orderId: number | null, facts: Facts): number {
    const before = this.#head.get()
    const content: ChainContent = {
      seq: (before?.seq ?? 0) + 1,
      atMs: Date.now(),
      kind,
      orderId,
      facts: JSON.stringify(facts),
    }
    this.#insert.run({ ...content, link: linkOf(this.#seal.key, before?.link ?? '', content) })
    return content.seq
  }

  #marks({ actor, second = null }: ChainActors): Facts {
    const mark = (name: string | null) =>
      name === null || name === '' ? undefined : markOf(this.#seal.key, `operator ${name}`)
    return { by: mark(actor), second: mark(second) }
  }
}

/** What is not null; a check takes what is not said as null. */
function knownIn(facts: string): Facts {
  return Object.fromEntries(Object.entries(JSON.parse(facts) as Facts).filter(([, value]) => value !== null))
}

function changedIn(before: string | null, now: string): Facts {
  const former = JSON.parse(before ?? '{}') as Facts
  const changed = Object.entries(JSON.parse(now) as Facts).filter(
    ([name, value]) => !isDeepStrictEqual(former[name], value),
  )
  return Object.fromEntries(changed)
}
