import { createHash } from 'node:crypto'
import { isDeepStrictEqual } from 'node:util'
import { z } from 'zod'
import type { ChainFlaw, ChainProgress } from '../../ports/storage'
import type { Sqlite } from '../file/connection'
import { hashOf, macOf, markOfWords, type ChainSeal, type SignedWords } from '../file/chain-seal'
import { chainSelect, orderFactsPage, type ChainRow } from '../tables/audit-chain'
import { fromJsonOr } from '../tables/stored-json'

/** Entries and orders that one call checks: some 20 ms, so that lists do not wait. */
const page = 2_000

const chainedFacts = z.object({ order: z.unknown() })
const signedFacts = z.object({
  words: z.string(),
  covers: z.object({ seq: z.number(), digest: z.string() }),
})

const start: ChainProgress = {
  ...{ part: 'entries', seq: 0, hash: '', mac: '', digest: '', orderId: 0, entries: 0 },
  flaw: null,
}

interface FactsOfOrder {
  readonly orderId: number
  readonly facts: string
}

/**
 * The check of the whole chain, part by part: first each link, then each order against the newest entry about it. An
 * acknowledgement that covers a flaw, and all that was stored then, takes the flaw away.
 */
export class ChainCheck {
  readonly #key
  readonly #rows
  readonly #count
  readonly #signatures
  readonly #signed
  readonly #orders
  readonly #newest
  readonly #gone

  constructor(db: Sqlite, seal: ChainSeal) {
    this.#key = seal.key
    this.#rows = db.prepare<[number, number], ChainRow>(`${chainSelect} WHERE seq > ? ORDER BY seq LIMIT ?`)
    this.#count = db.prepare<[], number>('SELECT count(*) FROM audit_chain').pluck()
    this.#signed = db
      .prepare<[], string>(`SELECT facts FROM audit_chain WHERE kind = 'acknowledged' ORDER BY seq`)
      .pluck()
    this.#signatures = db.prepare<[number], SignedWords>(
      'SELECT name, reason, second_name AS second FROM chain_signatures WHERE seq = ?',
    )
    this.#orders = db.prepare<[{ after: number; limit: number }], FactsOfOrder>(orderFactsPage)
    this.#newest = db
      .prepare<[number], string>('SELECT facts FROM audit_chain WHERE order_id = ? ORDER BY seq DESC LIMIT 1')
      .pluck()
    this.#gone = db
      .prepare<[number, number], number>(
        `
        SELECT DISTINCT order_id FROM audit_chain
        WHERE order_id > ? AND order_id <= ? AND order_id NOT IN (SELECT order_id FROM orders)
        `,
      )
      .pluck()
  }

  /** Checks the next part. */
  next(progress: ChainProgress | null): ChainProgress {
    if (progress === null) return this.#entries({ ...start, entries: this.#count.get() ?? 0 })
    return progress.part === 'entries' ? this.#entries(progress) : this.#someOrders(progress)
  }

  /** The digest of all that is stored in the chain, right or wrong, and the number of the last entry. */
  cover(): { readonly seq: number; readonly digest: string } {
    let [seq, digest] = [0, '']
    for (;;) {
      const rows = this.#rows.all(seq, page)
      for (const row of rows) digest = digestOf(digest, row)
      const last = rows.at(-1)
      if (last === undefined) return { seq, digest }
      seq = last.seq
    }
  }

  /** All orders that differ from the newest entry about them, or are gone. */
  *flawedOrders(): Generator<number> {
    for (let after = 0; ;) {
      const { flaws, last } = this.#comparePage(after)
      for (const { orderId } of flaws) yield orderId
      if (last === null) return
      after = last
    }
  }

  /** Entries after one as lines of a proof file. */
  lines(afterSeq: number): { readonly lines: string; readonly lastSeq: number | null } {
    const rows = this.#rows.all(afterSeq, page)
    return {
      lines: rows.map((row) => `${JSON.stringify(row)}\n`).join(''),
      lastSeq: rows.at(-1)?.seq ?? null,
    }
  }

  #entries(progress: ChainProgress): ChainProgress {
    const covers = this.#signed.all().flatMap((facts) => fromJsonOr(signedFacts, facts, null)?.covers ?? [])
    const rows = this.#rows.all(progress.seq, page)
    let { seq, hash, mac, digest, flaw } = progress
    let beforeMs: number | null = flaw?.atMs ?? null
    for (const row of rows) {
      const kind = this.#flawOf(row, { seq, hash, mac })
      if (kind !== null) flaw ??= { kind, seq: seq + 1, orderId: null, atMs: beforeMs }
      digest = digestOf(digest, row)
      ;({ seq, hash, mac, atMs: beforeMs } = row)
      if (covers.some((cover) => cover.seq === row.seq && cover.digest === digest)) flaw = null
    }
    const part = rows.length < page ? 'orders' : 'entries'
    return { ...progress, seq, hash, mac, digest, flaw, part }
  }

  #flawOf(
    row: ChainRow,
    before: { readonly seq: number; readonly hash: string; readonly mac: string },
  ): ChainFlaw['kind'] | null {
    if (row.seq !== before.seq + 1) return 'entry-missing'
    const isLinked = row.hash === hashOf(before.seq === 0 ? null : before, row)
    const isSealed = row.mac === macOf(this.#key, row.hash)
    return isLinked && isSealed && this.#isSigned(row) ? null : 'entry-changed'
  }

  #isSigned(row: ChainRow): boolean {
    if (row.kind !== 'acknowledged') return true
    const words = this.#signatures.get(row.seq)
    const mark = fromJsonOr(signedFacts, row.facts, null)?.words
    return words !== undefined && mark === markOfWords(this.#key, words)
  }

  #someOrders(progress: ChainProgress): ChainProgress {
    const { flaws, last } = this.#comparePage(progress.orderId)
    const [first] = flaws
    const flaw: ChainFlaw | null =
      progress.flaw ??
      (first === undefined
        ? null
        : { kind: first.kind, seq: null, orderId: String(first.orderId), atMs: null })
    return last === null
      ? { ...progress, flaw, part: 'done' }
      : { ...progress, flaw, part: 'orders', orderId: last }
  }

  #comparePage(after: number): {
    readonly flaws: readonly { readonly kind: ChainFlaw['kind']; readonly orderId: number }[]
    readonly last: number | null
  } {
    const orders = this.#orders.all({ after, limit: page })
    const last = orders.length < page ? null : (orders.at(-1)?.orderId ?? null)
    const changed = orders.filter(({ orderId, facts }) => {
      const chained = this.#chained(orderId)
      return chained !== undefined && !isAsChained(chained, JSON.parse(facts) as object)
    })
    const gone = this.#gone
      .all(after, last ?? Number.MAX_SAFE_INTEGER)
      .filter((orderId) => this.#chained(orderId) !== null)
    return {
      flaws: [
        ...gone.map((orderId) => ({ kind: 'order-missing' as const, orderId })),
        ...changed.map(({ orderId }) => ({ kind: 'order-changed' as const, orderId })),
      ],
      last,
    }
  }

  /** What the newest entry says about an order; undefined = no entry does. */
  #chained(orderId: number): unknown {
    const facts = this.#newest.get(orderId)
    return facts === undefined ? undefined : (fromJsonOr(chainedFacts, facts, null)?.order ?? null)
  }
}

/** True when an order has all that the entry says. A later version may say more of an order than an old entry. */
function isAsChained(chained: unknown, facts: object): boolean {
  if (typeof chained !== 'object' || chained === null) return false
  return Object.entries(chained).every(([name, value]) => isDeepStrictEqual(Reflect.get(facts, name), value))
}

function digestOf(before: string, row: ChainRow): string {
  return createHash('sha256')
    .update(before + JSON.stringify(row))
    .digest('hex')
}
