import { beforeEach, describe, expect, it } from 'vitest'
import type { OrderRecord, RefundCaseChange } from '../../../../src-main/ports/storage'
import { memoryDatabase, refusalOf, TestDatabase } from '../builders'

let database: TestDatabase
let db: ReturnType<typeof memoryDatabase>['db']
let order: OrderRecord

beforeEach(() => {
  const open = memoryDatabase()
  db = open.db
  database = new TestDatabase(open)
  order = database.change(database.chargeIn('final'), { status: 'approved' })
})

const asked: RefundCaseChange = {
  ...{ kind: 'ask', amountMinor: 1000, dueOn: '2026-12-04', reason: 'returned', askedBy: 'Iva' },
  refundedBeforeMinor: 0,
}
const proven: RefundCaseChange = { kind: 'move', caseId: '1', to: 'proven', stateBy: null, stateReason: null }

function change(refundCase: RefundCaseChange, set: Parameters<TestDatabase['change']>[1] = {}): void {
  order = database.change(order, set, { refundCase })
}
const reasonOf = (step: () => void) => refusalOf(step)?.reason

function refunded(refundedMinor: number) {
  const later = { ...order.summary.later, refundedMinor, refundState: 'partial' as const }
  return { later }
}

describe('the database', () => {
  it('keeps a case with its order, and the open one in its record', () => {
    change(asked)
    expect(order.openCase).toMatchObject({ caseId: '1', state: 'asked', amountMinor: 1000 })
  })

  it('refuses a second open case, and an amount above what is left', () => {
    expect(reasonOf(() => change({ ...asked, amountMinor: 4901 }))).toBe('refund-above-amount')
    change(asked)
    expect(reasonOf(() => change(asked))).toBe('refund-case-open')
  })

  it('refuses a case of a payment that is not approved', () => {
    order = database.recorded({ chargeId: 'charge-2', clientOrderId: 'NS-2' })
    expect(reasonOf(() => change(asked))).toBe('order-not-approved')
  })

  it('refuses to call a case proven without a refund, with too small a refund, or by a person', () => {
    change(asked)
    expect(reasonOf(() => change(proven))).toBe('refund-not-proven')
    expect(reasonOf(() => change(proven, refunded(999)))).toBe('refund-not-proven')
    expect(reasonOf(() => change({ ...proven, stateBy: 'Iva' }, refunded(1000)))).toBe('refund-not-proven')
    change(proven, refunded(1000))
    expect(order.openCase).toBeNull()
  })

  it('refuses to move a closed case, to change what was asked, and to delete a case', () => {
    change(asked)
    change({ kind: 'move', caseId: '1', to: 'refused', stateBy: 'Iva', stateReason: 'no' })
    expect(reasonOf(() => change(proven, refunded(1000)))).toBe('refund-case-closed')
    for (const [sql, message] of [
      [`UPDATE refund_cases SET state = 'asked'`, 'refund-case-state'],
      ['DELETE FROM refund_cases', 'refund-case-is-fixed'],
    ] as const)
      expect(() => db.exec(sql)).toThrow(message)
    change(asked)
    expect(() =>
      db.exec(`UPDATE refund_cases SET state = 'refused', amount_minor = 1 WHERE case_id = 2`),
    ).toThrow('refund-case-is-fixed')
  })

  it('finds the open cases by an index', () => {
    const plan = db
      .prepare<[], { detail: string }>(
        `EXPLAIN QUERY PLAN SELECT * FROM refund_cases WHERE state IN ('asked', 'handed-over') ORDER BY due_on, case_id`,
      )
      .all()
    expect(plan.map(({ detail }) => detail)).toEqual(['SCAN refund_cases USING INDEX refund_cases_by_due'])
  })
})
