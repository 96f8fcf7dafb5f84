import type { CallbackReading, CallbackSource, CallbackView } from '../../../src-shared/domain/callback'
import type { NewCallback } from '../../ports/storage'
import type { Sqlite } from '../file/connection'
import { pack, unpack } from './packing'
import { decodeCursor, encodeCursor, toPage, type Page } from '../queries/paging'
import { notAllowed, notFound, rowNumber } from './row-ids'

interface CallbackRow {
  readonly callback_id: number
  readonly profile_id: string | null
  readonly order_id: number | null
  readonly source: CallbackSource
  readonly received_at_ms: number
  readonly last_seen_at_ms: number
  readonly times_seen: number
  readonly reading: Buffer
}

/** What stands in the packed column: all that was read but the order, which may be found later. */
type PackedReading = Omit<CallbackReading, 'orderId'>

const list = 'callbacks'

/** Callbacks that were kept. They stand beside orders and change none. */
export class Callbacks {
  readonly #keep
  readonly #attach
  readonly #get
  readonly #ofOrder
  readonly #page
  readonly #count

  constructor(db: Sqlite) {
    this.#keep = db
      .prepare<[Record<string, string | number | null | Buffer>], number>(
        `
        INSERT INTO callbacks (
          profile_key, order_id, source, same_key, received_at_ms, last_seen_at_ms, times_seen, reading
        )
        VALUES (@profile_key, @order_id, @source, @same_key, @at_ms, @at_ms, 1, @reading)
        ON CONFLICT (coalesce(profile_key, 0), same_key) DO UPDATE SET
          order_id = coalesce(order_id, excluded.order_id), times_seen = times_seen + 1,
          last_seen_at_ms = excluded.last_seen_at_ms
        RETURNING callback_id
        `,
      )
      .pluck()
    this.#attach = db.prepare<[number, number]>('UPDATE callbacks SET order_id = ? WHERE callback_id = ?')
    const select = `
      SELECT callback_id, profile_id, order_id, source, received_at_ms, last_seen_at_ms, times_seen, reading
      FROM callbacks LEFT JOIN profiles USING (profile_key)
    `
    this.#get = db.prepare<[number], CallbackRow>(`${select} WHERE callback_id = ?`)
    this.#ofOrder = db.prepare<[number], CallbackRow>(
      `${select} WHERE order_id = ? ORDER BY callback_id DESC`,
    )
    this.#page = db.prepare<[number, number], CallbackRow>(
      `${select} WHERE callback_id < ? ORDER BY callback_id DESC LIMIT ?`,
    )
    this.#count = db.prepare<[], number>('SELECT count(*) FROM callbacks').pluck()
  }

  /** Keeps a callback, or counts one that is known; one without an order takes that of its repetition. */
  keep(callback: NewCallback, keys: { profileKey: number | null; orderRow: number | null }): CallbackView {
    const { profileId: _profileId, orderId: _orderId, source, atMs, sameKey, ...reading } = callback
    const callbackId = this.#keep.get({
      profile_key: keys.profileKey,
      order_id: keys.orderRow,
      source,
      same_key: sameKey,
      at_ms: atMs,
      reading: pack(reading satisfies PackedReading),
    })
    return this.#require(callbackId ?? null)
  }

  /** Throws `not-found`; `not-allowed-now`, reason `attached`, when it is beside another order. */
  attach(callbackId: string, orderRow: number): CallbackView {
    const known = this.#require(rowNumber(callbackId))
    if (known.orderId !== null && known.orderId !== String(orderRow)) throw notAllowed('attached')
    this.#attach.run(orderRow, Number(known.callbackId))
    return { ...known, orderId: String(orderRow) }
  }

  /** Callbacks beside an order, newest first. */
  ofOrder(orderId: number): CallbackView[] {
    return this.#ofOrder.all(orderId).map(toView)
  }

  /** Every kept callback, newest first by when it was first seen. */
  page(cursor: string | null, limit: number): Page<CallbackView> {
    const after = cursor === null ? Number.MAX_SAFE_INTEGER : decodeCursor(list, cursor).id
    return toPage(this.#page.all(after, limit + 1), limit, this.#count.get() ?? 0, {
      cursorOf: (row) => encodeCursor(list, { value: 0, id: row.callback_id }),
      view: toView,
    })
  }

  #require(callbackId: number | null): CallbackView {
    const row = callbackId === null ? undefined : this.#get.get(callbackId)
    if (row === undefined) throw notFound('callback')
    return toView(row)
  }
}

function toView(row: CallbackRow): CallbackView {
  return {
    ...unpack<PackedReading>(row.reading),
    callbackId: String(row.callback_id),
    profileId: row.profile_id,
    orderId: row.order_id === null ? null : String(row.order_id),
    source: row.source,
    receivedAtMs: row.received_at_ms,
    timesSeen: row.times_seen,
    lastSeenAtMs: row.last_seen_at_ms,
  }
}
