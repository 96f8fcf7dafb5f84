import type { RefundCase } from '../../../src-shared/domain/refund-case'
import type { RefundCaseChange } from '../../ports/storage'
import type { Sqlite } from '../file/connection'
import { notAllowed, rowNumber } from './row-ids'

interface RefundCaseRow {
  readonly case_id: number
  readonly order_id: number
  readonly state: RefundCase['state']
  readonly amount_minor: number
  readonly refunded_before_minor: number
  readonly due_on: string
  readonly asked_at_ms: number
  readonly asked_by: string
  readonly reason: string
  readonly state_at_ms: number
  readonly state_by: string | null
  readonly state_reason: string | null
}

const longestList = 200
const isOpen = `state IN ('asked', 'handed-over')`

/** The refund cases of each order. Triggers of the schema refuse a forbidden change. */
export class RefundCases {
  readonly #ofOrder
  readonly #openOf
  readonly #ask
  readonly #move
  readonly #due
  readonly #countOpen

  constructor(db: Sqlite) {
    this.#ofOrder = db.prepare<[number], RefundCaseRow>(
      'SELECT * FROM refund_cases WHERE order_id = ? ORDER BY case_id DESC',
    )
    this.#openOf = db.prepare<[number], RefundCaseRow>(
      `SELECT * FROM refund_cases WHERE order_id = ? AND ${isOpen}`,
    )
    this.#ask = db.prepare<[Record<string, string | number>]>(`
      INSERT INTO refund_cases (
        order_id, state, amount_minor, refunded_before_minor, due_on, asked_at_ms, asked_by, reason, state_at_ms,
        state_by, state_reason
      )
      VALUES (
        @order_id, 'asked', @amount_minor, @refunded_before_minor, @due_on, @at_ms, @asked_by, @reason, @at_ms,
        @asked_by, @reason
      )
    `)
    this.#move = db.prepare<[Record<string, string | number | null>]>(`
      UPDATE refund_cases
      SET state = @state, state_at_ms = @at_ms, state_by = @state_by, state_reason = @state_reason
      WHERE case_id = @case_id AND order_id = @order_id AND ${isOpen}
    `)
    this.#due = db.prepare<[], RefundCaseRow>(
      `SELECT * FROM refund_cases WHERE ${isOpen} ORDER BY due_on, case_id LIMIT ${String(longestList)}`,
    )
    this.#countOpen = db.prepare<[], number>(`SELECT count(*) FROM refund_cases WHERE ${isOpen}`).pluck()
  }

  /** The cases of an order, newest first. */
  of(orderId: number): RefundCase[] {
    return this.#ofOrder.all(orderId).map(toCase)
  }

  openOf(orderId: number): RefundCase | null {
    const row = this.#openOf.get(orderId)
    return row === undefined ? null : toCase(row)
  }

  /** Open cases with the row numbers of their orders, the first due first. */
  listDue(): { readonly orderId: number; readonly refundCase: RefundCase }[] {
    return this.#due.all().map((row) => ({ orderId: row.order_id, refundCase: toCase(row) }))
  }

  countOpen(): number {
    return this.#countOpen.get() ?? 0
  }

  change(orderId: number, change: RefundCaseChange, atMs: number): void {
    if (change.kind === 'ask') {
      this.#ask.run({
        order_id: orderId,
        amount_minor: change.amountMinor,
        refunded_before_minor: change.refundedBeforeMinor,
        due_on: change.dueOn,
        at_ms: atMs,
        asked_by: change.askedBy,
        reason: change.reason,
      })
      return
    }
    const { changes } = this.#move.run({
      order_id: orderId,
      case_id: rowNumber(change.caseId),
      state: change.to,
      at_ms: atMs,
      state_by: change.stateBy,
      state_reason: change.stateReason,
    })
    if (changes === 0) throw notAllowed('refund-case-closed')
  }
}

function toCase(row: RefundCaseRow): RefundCase {
  return {
    caseId: String(row.case_id),
    state: row.state,
    amountMinor: row.amount_minor,
    dueOn: row.due_on,
    askedAtMs: row.asked_at_ms,
    askedBy: row.asked_by,
    reason: row.reason,
    stateAtMs: row.state_at_ms,
    stateBy: row.state_by,
    stateReason: row.state_reason,
    refundedBeforeMinor: row.refunded_before_minor,
  }
}
