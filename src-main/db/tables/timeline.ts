import { z } from 'zod'
import type { TimelineEntry } from '../../../src-shared/domain/order'
import { factOfStatus, type FactNames } from '../../ports/fact-names'
import type { NewTimelineEntry } from '../../ports/storage'
import type { Sqlite } from '../file/connection'
import type { Actors } from './actors'
import { fromJson } from './stored-json'

interface EntryRow {
  readonly seq: number
  readonly at_ms: number
  readonly kind: TimelineEntry['kind']
  readonly actor: string | null
  readonly os_user: string | null
  readonly host: string | null
  readonly app_version: string | null
  readonly exchange_id: number | null
  readonly serial_number: string | null
  readonly changes: string | null
  readonly text: string | null
  readonly count: number
  readonly last_at_ms: number
}

interface RunRow {
  readonly seq: number
  readonly kind: string
  readonly actor: string | null
  readonly text: string | null
}

const storedChanges = z.array(
  z.object({ name: z.string(), before: z.string().nullable(), after: z.string().nullable() }),
)

/**
 * The timeline of an order, in order of sequence number. Clocks are not used, because two entries can have the same
 * millisecond.
 */
export class Timeline {
  readonly #newestSeq
  readonly #insertEntry
  readonly #lastRun
  readonly #insertRun
  readonly #extendRun
  readonly #list
  readonly #entryAt
  readonly #names
  readonly #actors

  constructor(db: Sqlite, names: FactNames, actors: Actors) {
    this.#names = names
    this.#actors = actors
    this.#newestSeq = db
      .prepare<[{ order_id: number }], number>(
        `
        SELECT max(
          coalesce((SELECT max(seq) FROM timeline WHERE order_id = @order_id), 0),
          coalesce((SELECT max(seq) FROM poll_runs WHERE order_id = @order_id), 0)
        )
        `,
      )
      .pluck()
    this.#insertEntry = db.prepare<[Record<string, string | number | null>]>(`
      INSERT INTO timeline (order_id, seq, at_ms, kind, actor, actor_id, exchange_id, changes, text)
      VALUES (@order_id, @seq, @at_ms, @kind, @actor, @actor_id, @exchange_id, @changes, @text)
    `)
    this.#lastRun = db.prepare<[number, number], RunRow>(
      'SELECT seq, kind, actor, text FROM poll_runs WHERE order_id = ? AND seq = ?',
    )
    this.#insertRun = db.prepare<[Record<string, string | number | null>]>(`
      INSERT INTO poll_runs (order_id, seq, kind, at_ms, last_at_ms, count, actor, exchange_id, text)
      VALUES (@order_id, @seq, @kind, @at_ms, @at_ms, 1, @actor, @exchange_id, @text)
    `)
    this.#extendRun = db.prepare<[Record<string, string | number | null>]>(`
      UPDATE poll_runs
      SET count = count + 1, last_at_ms = @at_ms, exchange_id = coalesce(@exchange_id, exchange_id)
      WHERE order_id = @order_id AND seq = @seq
    `)
    const select = `
      SELECT seq, entry.at_ms, kind, actor, os_user, host, app_version, exchange_id, serial_number, changes, text,
        count, last_at_ms
      FROM (
        SELECT seq, at_ms, kind, actor, actor_id, exchange_id, changes, text, 1 AS count, at_ms AS last_at_ms
        FROM timeline WHERE order_id = ?
        UNION ALL
        SELECT seq, at_ms, kind, actor, NULL, exchange_id, NULL, text, count, last_at_ms
        FROM poll_runs WHERE order_id = ?
      ) AS entry
      LEFT JOIN exchanges USING (exchange_id)
      LEFT JOIN actors USING (actor_id)
    `
    this.#list = db.prepare<[number, number], EntryRow>(`${select} ORDER BY seq`)
    this.#entryAt = db.prepare<[number, number, number], EntryRow>(`${select} WHERE seq = ?`)
  }

  /** Appends entries. A check without news joins the last run if that is of the same kind. */
  append(orderId: number, entries: readonly NewTimelineEntry[], exchangeId: number | null): void {
    for (const entry of entries) {
      const lastSeq = this.lastSeq(orderId)
      const row = {
        order_id: orderId,
        at_ms: entry.atMs,
        kind: entry.kind,
        actor: entry.actor?.name ?? null,
        exchange_id: exchangeId,
        text: entry.text,
      }
      if (!isCheckWithoutNews(entry))
        this.#insertEntry.run({
          ...row,
          seq: lastSeq + 1,
          actor_id: this.#actors.idOf(entry.actor),
          changes: entry.changes.length === 0 ? null : JSON.stringify(storedChanges.parse(entry.changes)),
        })
      else if (continues(this.#lastRun.get(orderId, lastSeq), entry))
        this.#extendRun.run({ order_id: orderId, seq: lastSeq, at_ms: entry.atMs, exchange_id: exchangeId })
      else this.#insertRun.run({ ...row, seq: lastSeq + 1 })
    }
  }

  /** The whole timeline of an order, oldest first. */
  list(orderId: number): TimelineEntry[] {
    return this.#list.all(orderId, orderId).map((row) => toEntry(row, this.#names))
  }

  /** The number of the last entry; 0 when there is none. */
  lastSeq(orderId: number): number {
    return this.#newestSeq.get({ order_id: orderId }) ?? 0
  }

  /** The last entry; null when there is none. */
  last(orderId: number): TimelineEntry | null {
    const row = this.#entryAt.get(orderId, orderId, this.lastSeq(orderId))
    return row === undefined ? null : toEntry(row, this.#names)
  }
}

function toEntry(row: EntryRow, names: FactNames): TimelineEntry {
  const changes = row.changes === null ? [] : fromJson(storedChanges, row.changes)
  return {
    seq: row.seq,
    atMs: row.at_ms,
    kind: row.kind,
    actor: row.actor,
    place:
      row.os_user === null || row.host === null || row.app_version === null
        ? null
        : { osUser: row.os_user, host: row.host, appVersion: row.app_version },
    exchangeId: row.exchange_id === null ? null : String(row.exchange_id),
    serialNumber: row.serial_number,
    changes: changes.map((change) => ({ ...change, fact: factOfStatus(names, change.name) })),
    text: row.text,
    repeat: row.count === 1 ? null : { count: row.count, lastAtMs: row.last_at_ms },
  }
}

function isCheckWithoutNews(entry: NewTimelineEntry): boolean {
  return (entry.kind === 'status-unchanged' || entry.kind === 'check-failed') && entry.changes.length === 0
}

function continues(run: RunRow | undefined, entry: NewTimelineEntry): boolean {
  return (
    run !== undefined &&
    run.kind === entry.kind &&
    run.actor === (entry.actor?.name ?? null) &&
    run.text === entry.text
  )
}
