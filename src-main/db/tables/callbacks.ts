import { z } from 'zod'
import {
  callbackComparison,
  callbackReading,
  matchOf,
  type CallbackSource,
  type CallbackView,
} from '../../../src-shared/domain/callback'
import { answerField } from '../../../src-shared/domain/exchange'
import { factOfCallback, type FactNames } from '../../ports/fact-names'
import type { NewCallback } from '../../ports/storage'
import type { Sqlite } from '../file/connection'
import { notAllowed, notFound, rowNumber } from './row-ids'
import { fromJsonOr } from './stored-json'

/** A row of the table with the id of its profile, as `callbackSelect` reads it. */
export interface CallbackRow {
  readonly callback_id: number
  readonly profile_id: string | null
  readonly order_id: number | null
  readonly source: CallbackSource
  readonly received_at_ms: number
  readonly last_seen_at_ms: number
  readonly times_seen: number
  /** JSON text. */
  readonly reading: string
}

/**
 * The stored reading without the order, which may be found later, and without the meaning of its fields, which is looked
 * up when it is read.
 */
const storedReading = callbackReading.omit({ orderId: true }).extend({
  fields: z.array(answerField),
  comparison: z.array(callbackComparison.omit({ fact: true })),
})
type StoredReading = z.infer<typeof storedReading>

/** Replaces an unreadable reading, so that the row stays visible. */
const unreadableReading: StoredReading = {
  ...{ fields: [], status: null, type: null, gatewayOrderId: null, clientOrderId: null, amount: null },
  ...{ currency: null, control: 'no-key', comparison: [], problems: ['unreadable-row'] },
}

/** SQL that reads `CallbackRow`; see `toCallbackView`. */
export const callbackSelect = `
  SELECT callback_id, profile_id, order_id, source, received_at_ms, last_seen_at_ms, times_seen, reading
  FROM callbacks LEFT JOIN profiles USING (profile_key)
`

/** Stored callbacks. They are attached to orders and never change them. */
export class Callbacks {
  readonly #keep
  readonly #attach
  readonly #get
  readonly #ofOrder
  readonly #setMatch
  readonly #notCompared
  readonly #names

  constructor(db: Sqlite, names: FactNames) {
    this.#names = names
    this.#keep = db
      .prepare<[Record<string, string | number | null>], number>(
        `
        INSERT INTO callbacks (
          profile_key, order_id, source, same_key, received_at_ms, last_seen_at_ms, times_seen, reading, control,
          gateway_match
        )
        VALUES (
          @profile_key, @order_id, @source, @same_key, @at_ms, @at_ms, 1, @reading, @control, 'not-compared'
        )
        ON CONFLICT (coalesce(profile_key, 0), same_key) DO UPDATE SET
          order_id = coalesce(order_id, excluded.order_id), times_seen = times_seen + 1,
          last_seen_at_ms = excluded.last_seen_at_ms
        RETURNING callback_id
        `,
      )
      .pluck()
    this.#attach = db.prepare<[number, number]>('UPDATE callbacks SET order_id = ? WHERE callback_id = ?')
    this.#get = db.prepare<[number], CallbackRow>(`${callbackSelect} WHERE callback_id = ?`)
    this.#ofOrder = db.prepare<[number], CallbackRow>(
      `${callbackSelect} WHERE order_id = ? ORDER BY callback_id DESC`,
    )
    this.#setMatch = db.prepare<[string, number, string]>(
      'UPDATE callbacks SET gateway_match = ? WHERE callback_id = ? AND gateway_match IS NOT ?',
    )
    this.#notCompared = db.prepare<[number], CallbackRow>(
      `${callbackSelect} WHERE gateway_match IS NULL LIMIT ?`,
    )
  }

  /** Stores a callback, or counts a known one. A callback without an order takes the order of its repetition. */
  keep(callback: NewCallback, keys: { profileKey: number | null; orderRow: number | null }): CallbackView {
    const { profileId: _profileId, orderId: _orderId, source, atMs, sameKey, ...reading } = callback
    const callbackId = this.#keep.get({
      profile_key: keys.profileKey,
      order_id: keys.orderRow,
      source,
      same_key: sameKey,
      at_ms: atMs,
      reading: JSON.stringify(storedReading.parse(reading)),
      control: reading.control,
    })
    return this.#require(callbackId ?? null)
  }

  /** Throws `not-found`; `not-allowed-now`, reason `attached`, when it is attached to another order. */
  attach(callbackId: string, orderRow: number): CallbackView {
    const known = this.get(callbackId)
    if (known.orderId !== null && known.orderId !== String(orderRow)) throw notAllowed('attached')
    this.#attach.run(orderRow, Number(known.callbackId))
    return { ...known, orderId: String(orderRow) }
  }

  /** Stores the result of a comparison, so that lists can filter by it. */
  setMatch({ callbackId, comparison }: Pick<CallbackView, 'callbackId' | 'comparison'>): void {
    const match = matchOf(comparison)
    this.#setMatch.run(match, Number(callbackId), match)
  }

  /** Callbacks of an earlier version of the app, whose comparison was not stored. */
  notCompared(limit: number): CallbackView[] {
    return this.#notCompared.all(limit).map((row) => toCallbackView(row, this.#names))
  }

  /** Throws `not-found`. */
  get(callbackId: string): CallbackView {
    return this.#require(rowNumber(callbackId))
  }

  /** Callbacks of an order, newest first. */
  ofOrder(orderId: number): CallbackView[] {
    return this.#ofOrder.all(orderId).map((row) => toCallbackView(row, this.#names))
  }

  #require(callbackId: number | null): CallbackView {
    const row = callbackId === null ? undefined : this.#get.get(callbackId)
    if (row === undefined) throw notFound('callback')
    return toCallbackView(row, this.#names)
  }
}

/** The view of a row. */
export function toCallbackView(row: CallbackRow, names: FactNames): CallbackView {
  const reading = fromJsonOr(storedReading, row.reading, unreadableReading)
  const withFact = <T extends { readonly name: string }>(field: T) => ({
    ...field,
    fact: factOfCallback(names, field.name),
  })
  return {
    ...reading,
    fields: reading.fields.map(withFact),
    comparison: reading.comparison.map(withFact),
    callbackId: String(row.callback_id),
    profileId: row.profile_id,
    orderId: row.order_id === null ? null : String(row.order_id),
    source: row.source,
    receivedAtMs: row.received_at_ms,
    timesSeen: row.times_seen,
    lastSeenAtMs: row.last_seen_at_ms,
  }
}
