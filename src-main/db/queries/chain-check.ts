import { isDeepStrictEqual } from 'node:util'
import { z } from 'zod'
import type { ChainCover, ChainFlaw, ChainProgress, ProofLines, ProofPlace } from '../../ports/storage'
import type { Sqlite } from '../file/connection'
import { hashOf, linkOf, markOfWords, type ChainSeal, type SignedWords } from '../file/chain-seal'
import { chainSelect, isTurn, orderFactsOf, type ChainRow } from '../tables/audit-chain'
import { fromJsonOr } from '../tables/stored-json'

/** Entries and orders that one call checks: some 20 ms, so that lists do not wait. */
const usualPage = 2_000
/** Entries of the part that is checked first: less than a second, because the first charge waits for it. */
const newestEntries = 20_000

const startOfCover: ChainCover = {
  ...{ part: 'entries', seq: 0, hash: '', link: '', orderId: 0 },
  flawedOrders: [],
}

const saidOfOrder = z.object({ order: z.record(z.string(), z.unknown()).nullish() })
const signedFacts = z.object({
  words: z.string(),
  covers: z.object({ seq: z.number(), digest: z.string() }),
})

const start: ChainProgress = {
  ...{ part: 'newest', seq: 0, hash: '', link: '', orderId: 0, entries: 0 },
  flaw: null,
}

/** An entry says nothing of an order that is null. What a later version adds to the facts is not in this list. */
const nothingSaid = {
  ...{ client: null, gateway: null, amountMinor: null, currency: null, status: null },
  ...{ charge: null, sent: null, chargeMinor: null, chargeCurrency: null },
}

/**
 * The check of the chain, part by part: first the newest entries and their orders, then each link from the first entry
 * on, then each order against the newest entry about it. An acknowledgement that covers a flaw, and all that was stored
 * then, takes the flaw away.
 */
export class ChainCheck {
  readonly #key
  readonly #newestSize
  readonly #page
  readonly #rows
  readonly #at
  readonly #last
  readonly #signatures
  readonly #signed
  readonly #orders
  readonly #facts
  readonly #about

  constructor(db: Sqlite, seal: ChainSeal, newestSize = newestEntries, page = usualPage) {
    this.#page = page
    this.#key = seal.key
    this.#newestSize = newestSize
    this.#rows = db.prepare<[number, number], ChainRow>(`${chainSelect} WHERE seq > ? ORDER BY seq LIMIT ?`)
    this.#at = db.prepare<[number], ChainRow>(`${chainSelect} WHERE seq = ?`)
    this.#last = db.prepare<[], number | null>('SELECT max(seq) FROM audit_chain').pluck()
    this.#signed = db.prepare<[], { seq: number; facts: string }>(
      `SELECT seq, facts FROM audit_chain WHERE ${isTurn} AND kind = 'acknowledged' ORDER BY seq`,
    )
    this.#signatures = db.prepare<[number], SignedWords>(
      'SELECT name, reason, second_name AS second FROM chain_signatures WHERE seq = ?',
    )
    this.#orders = db
      .prepare<[number, number], number>(
        'SELECT DISTINCT order_id FROM audit_chain WHERE order_id > ? ORDER BY order_id LIMIT ?',
      )
      .pluck()
    this.#facts = db.prepare<[number], string>(orderFactsOf).pluck()
    this.#about = db
      .prepare<[number], string>('SELECT facts FROM audit_chain WHERE order_id = ? ORDER BY seq')
      .pluck()
  }

  /** Checks the next part. */
  next(progress: ChainProgress | null): ChainProgress {
    const { part } = progress ?? start
    if (progress === null || part === 'newest') return this.#newestEntries(progress ?? this.#begin())
    return part === 'entries' ? this.#entries(progress) : this.#someOrders(progress)
  }

  /** A further part of what a signature covers, right or wrong. */
  cover(cover: ChainCover | null): ChainCover {
    const before = cover ?? startOfCover
    return before.part === 'entries' ? this.#coverEntries(before) : this.#coverOrders(before)
  }

  #coverEntries(cover: ChainCover): ChainCover {
    const rows = this.#hashed(cover)
    const last = rows.at(-1) ?? cover
    const { seq, hash, link } = last
    return { ...cover, seq, hash, link, part: rows.length < this.#page ? 'orders' : 'entries' }
  }

  #coverOrders(cover: ChainCover): ChainCover {
    const orderIds = this.#orders.all(cover.orderId, this.#page)
    return {
      ...cover,
      part: orderIds.length < this.#page ? 'done' : 'orders',
      orderId: orderIds.at(-1) ?? cover.orderId,
      flawedOrders: [
        ...cover.flawedOrders,
        ...orderIds.filter((orderId) => this.#orderFlaw(orderId) !== null),
      ],
    }
  }

  /** Entries after a place as lines of a proof file. */
  lines(after: ProofPlace | null): ProofLines {
    const rows = this.#hashed(after ?? start)
    const lines = rows.map(({ link: mac, ...row }) => `${JSON.stringify({ ...row, mac })}\n`)
    const last = rows.at(-1)
    return {
      lines: lines.join(''),
      last: last === undefined ? null : { seq: last.seq, hash: last.hash, link: last.link },
    }
  }

  /** The next entries with the hashes that anybody can check without a key. */
  #hashed({ seq, hash, link }: ProofPlace): (ChainRow & ProofPlace)[] {
    let before = { hash, link }
    return this.#rows.all(seq, this.#page).map((row) => {
      before = { hash: hashOf(before, row), link: row.link }
      return { ...row, ...before }
    })
  }

  /** Where the newest part begins: not before what a person accepted, which only the whole check can compare. */
  #begin(): ChainProgress {
    const entries = this.#last.get() ?? 0
    const covered = this.#covers().map(({ seq }) => seq)
    const before = this.#at.get(Math.max(0, entries - this.#newestSize, ...covered))
    if (before === undefined) return { ...start, entries }
    return { ...start, seq: before.seq, link: before.link, entries }
  }

  /** The newest part. Its flaw is told with the first step of the next part, which looks for the first flaw of all. */
  #newestEntries(progress: ChainProgress): ChainProgress {
    const { rows, ...read } = this.#readEntries(progress, [])
    const orderIds = new Set(rows.map(({ orderId }) => orderId).filter((orderId) => orderId !== null))
    const flaw = read.flaw ?? this.#firstOrderFlaw([...orderIds])
    const { entries } = progress
    return rows.length < this.#page
      ? { ...start, part: 'entries', entries, flaw }
      : { ...progress, ...read, flaw }
  }

  #entries(progress: ChainProgress): ChainProgress {
    const from = progress.seq === 0 ? { ...progress, flaw: null } : progress
    const { rows, ...read } = this.#readEntries(from, this.#covers())
    return { ...progress, ...read, part: rows.length < this.#page ? 'orders' : 'entries' }
  }

  /** What was covered by signatures; a false entry that would cover itself or later ones does not count. */
  #covers(): { readonly seq: number; readonly digest: string }[] {
    return this.#signed.all().flatMap(({ seq, facts }) => {
      const covers = fromJsonOr(signedFacts, facts, null)?.covers
      return covers !== undefined && covers.seq < seq ? [covers] : []
    })
  }

  /** Checks the links of the next entries. Without a hash to begin with, the hashes mean nothing. */
  #readEntries(
    progress: ChainProgress,
    covers: readonly { readonly seq: number; readonly digest: string }[],
  ): ProofPlace & { readonly flaw: ChainFlaw | null; readonly rows: readonly ChainRow[] } {
    const rows = this.#hashed(progress)
    let { seq, hash, link, flaw } = progress
    let beforeMs: number | null = flaw?.atMs ?? null
    for (const row of rows) {
      const kind = this.#flawOf(row, { seq, link })
      if (kind !== null) flaw ??= { kind, seq: seq + 1, orderId: null, atMs: beforeMs }
      ;({ seq, hash, link, atMs: beforeMs } = row)
      if (covers.some((cover) => cover.seq === seq && cover.digest === hash)) flaw = null
    }
    return { rows, seq, hash, link, flaw }
  }

  #flawOf(row: ChainRow, before: Pick<ProofPlace, 'seq' | 'link'>): ChainFlaw['kind'] | null {
    if (row.seq !== before.seq + 1) return 'entry-missing'
    const isLinked = row.link === linkOf(this.#key, before.link, row)
    return isLinked && this.#isSigned(row) ? null : 'entry-changed'
  }

  #isSigned(row: ChainRow): boolean {
    if (row.kind !== 'acknowledged') return true
    const words = this.#signatures.get(row.seq)
    const mark = fromJsonOr(signedFacts, row.facts, null)?.words
    return words !== undefined && mark === markOfWords(this.#key, words)
  }

  #someOrders(progress: ChainProgress): ChainProgress {
    const orderIds = this.#orders.all(progress.orderId, this.#page)
    const flaw = progress.flaw ?? this.#firstOrderFlaw(orderIds)
    const last = orderIds.at(-1)
    return orderIds.length < this.#page || last === undefined
      ? { ...progress, flaw, part: 'done' }
      : { ...progress, flaw, orderId: last }
  }

  #firstOrderFlaw(orderIds: readonly number[]): ChainFlaw | null {
    for (const orderId of orderIds) {
      const kind = this.#orderFlaw(orderId)
      if (kind !== null) return { kind, seq: null, orderId: String(orderId), atMs: null }
    }
    return null
  }

  #orderFlaw(orderId: number): ChainFlaw['kind'] | null {
    const chained = this.#chained(orderId)
    const facts = this.#facts.get(orderId)
    if (facts === undefined) return chained === null ? null : 'order-missing'
    return isAsChained(chained, JSON.parse(facts) as object) ? null : 'order-changed'
  }

  /** What the entries about an order say of it together; null = it is gone. */
  #chained(orderId: number): object | null {
    return this.#about.all(orderId).reduce<object | null>((said, facts) => {
      const { order } = fromJsonOr(saidOfOrder, facts, { order: undefined })
      if (order === undefined) return said
      return order === null ? null : { ...nothingSaid, ...said, ...order }
    }, null)
  }
}

/** True when an order has all that is said of it. */
function isAsChained(chained: object | null, facts: object): boolean {
  return (
    chained !== null &&
    Object.entries(chained).every(([name, value]) => isDeepStrictEqual(Reflect.get(facts, name), value))
  )
}
