import type { OrderView } from '../../../src-shared/domain/order'
import { comparedNow } from '../../../src-shared/domain/callback-comparison'
import { splitAmounts } from '../../../src-shared/domain/charge-draft'
import type { ImportedCells } from '../../ports/order-import'
import type { NewOrder, OrderRecord } from '../../ports/storage'
import type { Callbacks } from './callbacks'
import { isOpenCharge, type Charges } from './charges'
import type { Sqlite } from '../file/connection'
import type { Facts } from './facts'
import {
  derive,
  initialState,
  orderSelect,
  toSummary,
  type DerivedRow,
  type OrderRow,
  type OrderStateRow,
} from './order-rows'
import type { ImportedOrders } from './imported-orders'
import type { OrderLabels } from './order-labels'
import type { OrderWords } from './order-words'
import type { RefundCases } from './refund-cases'
import { notFound, rowNumber } from './row-ids'
import { toStepView, type Steps } from './steps'
import { readableOf } from './stored-json'
import type { Timeline } from './timeline'

/** The tables of data that belong to an order. */
interface OrderParts {
  readonly charges: Charges
  readonly facts: Facts
  readonly timeline: Timeline
  readonly steps: Steps
  readonly callbacks: Callbacks
  readonly refundCases: RefundCases
  readonly labels: OrderLabels
  readonly words: OrderWords
  readonly imports: ImportedOrders
}

/** What a new order has beside its own columns. */
interface InsertParts {
  readonly chargeState: 'recorded' | null
  /** Of a sale, or of a file. */
  readonly email: string | null
  /** Null = the next free row number. */
  readonly orderId: number | null
  /** The row of the file that it comes from. */
  readonly imported: { readonly cells: ImportedCells; readonly atMs: number } | null
}

/** Single orders with their data. Lists are in `order-list.ts`. */
export class Orders {
  readonly #parts
  readonly #words
  readonly #insert
  readonly #update
  readonly #get
  readonly #find
  readonly #followed
  readonly #inReview
  readonly #lastConfirmed

  constructor(db: Sqlite, parts: OrderParts) {
    this.#parts = parts
    this.#words = parts.words
    this.#insert = db.prepare<[Record<string, string | number | null>]>(`
      INSERT INTO orders (
        order_id, revision, profile_key, environment, kind, route_kind, route_id, client_order_id, gateway_order_id,
        created_at_ms, changed_at_ms, family, word, home_section, status, order_stage, amount_minor, currency, amount_rank,
        card_id, bin, last_four, cardholder_name, description, reference, error_code, error_message,
        transaction_type, follow_state, followed_since_ms, followed_for_ms, checks, answered_at_ms,
        next_check_at_ms, watch_until_ms, last_check_failure, alert, awaited_step, control_refused
      )
      VALUES (
        @order_id, 1, @profile_key, @environment, @kind, @route_kind, @route_id, @client_order_id, @gateway_order_id,
        @created_at_ms, @changed_at_ms, @family, @word, @home_section, @status, @order_stage, @amount_minor, @currency,
        @amount_rank, @card_id, @bin, @last_four, @cardholder_name, @description, @reference, @error_code,
        @error_message, @transaction_type, @follow_state, @followed_since_ms, @followed_for_ms, @checks,
        @answered_at_ms, @next_check_at_ms, @watch_until_ms, @last_check_failure, @alert, @awaited_step,
        @control_refused
      )
    `)
    this.#update = db.prepare<[OrderStateRow & DerivedRow & { order_id: number; changed_at_ms: number }]>(`
      UPDATE orders SET
        revision = revision + 1, changed_at_ms = @changed_at_ms, family = @family, word = @word,
        home_section = @home_section, status = @status, order_stage = @order_stage, gateway_order_id = @gateway_order_id,
        amount_minor = @amount_minor, currency = @currency, amount_rank = @amount_rank, bin = @bin,
        last_four = @last_four, cardholder_name = @cardholder_name, error_code = @error_code,
        error_message = @error_message, transaction_type = @transaction_type, follow_state = @follow_state,
        followed_since_ms = @followed_since_ms, followed_for_ms = @followed_for_ms, confirmed_at_ms = @confirmed_at_ms,
        checks = @checks,
        answered_at_ms = @answered_at_ms, next_check_at_ms = @next_check_at_ms, watch_until_ms = @watch_until_ms,
        last_check_failure = @last_check_failure, alert = @alert, awaited_step = @awaited_step,
        control_refused = @control_refused, charged_minor = @charged_minor, refund_state = @refund_state,
        refund_kind = @refund_kind, refunded_minor = @refunded_minor, refund_basis = @refund_basis,
        refund_problem = @refund_problem, disputes = @disputes, bank_code = @bank_code, card_country = @card_country,
        final_at_ms = coalesce(
          final_at_ms, iif(@status IN ('approved', 'declined', 'error', 'filtered'), @changed_at_ms, NULL)
        )
      WHERE order_id = @order_id
    `)
    this.#get = db.prepare<[number], OrderRow>(`${orderSelect} WHERE orders.order_id = ?`)
    this.#find = db.prepare<[string, string, string | null], OrderRow>(`
      ${orderSelect} WHERE profiles.profile_id = ? AND orders.client_order_id = ?
      ORDER BY orders.gateway_order_id IS ? DESC, orders.order_id LIMIT 1
    `)
    // With the plus sign SQLite begins with the few orders of the section, not with all of the profile.
    this.#inReview = db.prepare<[string], OrderRow>(`
      ${orderSelect}
      WHERE orders.home_section = 'attention' AND orders.follow_state = 'needs-review' AND +profiles.profile_id = ?
      ORDER BY orders.order_id DESC
    `)
    // Row numbers rise with time, even when the clock was wrong. The plus sign makes SQLite read the newest rows
    // first, without sorting.
    this.#lastConfirmed = db
      .prepare<[string], number>(
        `
          SELECT coalesce(orders.confirmed_at_ms, orders.created_at_ms)
          FROM charges
          JOIN orders ON orders.order_id = charges.order_id
          WHERE charges.profile_key = (SELECT profile_key FROM profiles WHERE profile_id = ?)
            AND charges.state IN ('accepted', 'final')
          ORDER BY charges.order_id DESC LIMIT 1
        `,
      )
      .pluck()
    // An order with an unknown outcome is polled even if it has no next time. A UNION without ALL would read both tables
    // whole, to merge them in order.
    this.#followed = db.prepare<[], OrderRow>(`
      ${orderSelect}
      WHERE orders.order_id IN (
        SELECT order_id FROM orders WHERE next_check_at_ms IS NOT NULL
        UNION ALL SELECT order_id FROM charges WHERE ${isOpenCharge} AND state = 'outcome-unknown'
      )
      ORDER BY orders.next_check_at_ms NULLS FIRST, orders.order_id
    `)
  }

  /**
   * Stores a new order and returns its row number. Its shown status depends on whether a charge or a file made it.
   */
  insert(
    order: NewOrder,
    profileKey: number,
    { chargeState, email, orderId: wantedId, imported }: InsertParts,
  ): number {
    const state = initialState(order)
    const cells = imported === null ? null : JSON.stringify(imported.cells)
    const { lastInsertRowid } = this.#insert.run({
      ...state,
      ...derive(state, chargeState, cells),
      order_id: wantedId,
      profile_key: profileKey,
      environment: order.environment,
      kind: order.kind,
      route_kind: order.route.kind,
      route_id: order.route.id,
      client_order_id: order.clientOrderId,
      created_at_ms: order.createdAtMs,
      changed_at_ms: imported?.atMs ?? order.createdAtMs,
      card_id: order.cardId === null ? null : rowNumber(order.cardId),
      description: order.description,
      reference: order.reference,
    })
    const orderId = Number(lastInsertRowid)
    this.#words.add(orderId, {
      email,
      fixed: [order.reference, order.description],
      cardholderName: order.cardholderName,
    })
    return orderId
  }

  /** Writes the new state of a row and raises the revision by one. */
  update(
    { order_id: orderId, imported_cells: cells }: OrderRow,
    state: OrderStateRow,
    chargeState: OrderRow['charge_state'],
    atMs: number,
  ): void {
    this.#update.run({
      ...state,
      ...derive(state, chargeState, cells),
      order_id: orderId,
      changed_at_ms: atMs,
    })
  }

  /** Reads the row. Throws `not-found`. */
  requireRow(orderId: string): OrderRow {
    const number = rowNumber(orderId)
    const row = number === null ? undefined : this.#get.get(number)
    if (row === undefined) throw notFound('order')
    return row
  }

  /** Reads an order by row number. It must exist. */
  requireRecord(orderId: number): OrderRecord {
    const row = this.#get.get(orderId)
    if (row === undefined) throw notFound('order')
    return this.toRecord(row)
  }

  get(orderId: string): OrderRecord | null {
    const number = rowNumber(orderId)
    const row = number === null ? undefined : this.#get.get(number)
    return row === undefined ? null : this.toRecord(row)
  }

  view(orderId: string): OrderView | null {
    const number = rowNumber(orderId)
    const row = number === null ? undefined : this.#get.get(number)
    if (row === undefined) return null
    const { charges, facts, timeline, steps, callbacks, refundCases, labels, imports } = this.#parts
    const draft = charges.ofOrder(row.order_id)?.draft
    const polled = { summary: toSummary(row), facts: facts.of(row.order_id) }
    return {
      ...polled,
      timeline: timeline.list(row.order_id),
      sentParameters: charges.sentParametersOf(row.order_id),
      enumeratedAmounts:
        draft === undefined || draft.kind === 'sale' ? [] : splitAmounts(draft.enumerateAmounts),
      presence: draft?.kind === 'sale' ? draft.presence : null,
      steps: steps.of(row.order_id).map(toStepView),
      callbacks: callbacks.ofOrder(row.order_id).map((callback) => comparedNow(callback, polled)),
      labels: labels.of(row.order_id),
      refundCases: refundCases.of(row.order_id),
      imported: imports.originOf(row.order_id),
    }
  }

  /** Compares the callbacks of an order with its current state, so that lists can filter by the result. */
  compareCallbacks(orderId: number): void {
    const { facts, callbacks } = this.#parts
    const found = callbacks.ofOrder(orderId)
    const row = found.length === 0 ? undefined : this.#get.get(orderId)
    if (row === undefined) return
    // Facts that cannot be read are compared with nothing.
    const [polled] = readableOf([row], () => ({ summary: toSummary(row), facts: facts.of(orderId) }))
    for (const callback of found) callbacks.setMatch(comparedNow(callback, polled ?? null))
  }

  find(profileId: string, clientOrderId: string, gatewayOrderId: string | null): OrderRecord | null {
    const row = this.#find.get(profileId, clientOrderId, gatewayOrderId)
    return row === undefined ? null : this.toRecord(row)
  }

  listFollowed(): OrderRecord[] {
    return readableOf(this.#followed.all(), (row) => this.toRecord(row))
  }

  listInReview(profileId: string): OrderRecord[] {
    return readableOf(this.#inReview.all(profileId), (row) => this.toRecord(row))
  }

  lastConfirmedChargeMs(profileId: string): number | null {
    return this.#lastConfirmed.get(profileId) ?? null
  }

  /** The order of a row with its data. Errors: `internal`, reason `unreadable-row`. */
  toRecord(row: OrderRow): OrderRecord {
    return {
      summary: toSummary(row),
      route: { kind: row.route_kind, id: row.route_id },
      charge: row.charge_id === null ? null : this.#parts.charges.ofOrder(row.order_id),
      followedSinceMs: row.followed_since_ms,
      followedForMs: row.followed_for_ms,
      confirmedAtMs: row.confirmed_at_ms,
      checks: row.checks,
      steps: this.#parts.steps.of(row.order_id),
      facts: this.#parts.facts.of(row.order_id),
      openCase: this.#parts.refundCases.openOf(row.order_id),
    }
  }
}
