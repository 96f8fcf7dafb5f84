import { describe, expect, it } from 'vitest'
import type { ChargeState } from '../../../../src-shared/domain/charge'
import { nextChargeStates } from '../../../../src-shared/domain/charge'
import type { StatusOutcome } from '../../../../src-main/ports/gateway-client'
import { reduceStatus } from '../../../../src-main/services/following/status-reducer'
import { anAnswer, anOrder, noonMs } from '../../../support/builders'
import { noAnswer, wrongControl } from '../../../support/fakes'

const atMs = noonMs + 4000
const answered = (...parts: Parameters<typeof anAnswer>): StatusOutcome => ({
  kind: 'answered',
  answer: anAnswer(...parts),
})
const refused: StatusOutcome = {
  kind: 'refused',
  code: '6',
  message: 'Order not found',
  isWrongControl: false,
}

describe('an answer about an open order', () => {
  it('sets the reported columns and tells every field that is new', () => {
    const reduction = reduceStatus(anOrder(), answered({ extra: { 'processor-rrn': '515' } }), atMs)
    expect(reduction).toEqual({
      set: {
        status: 'processing',
        orderStage: 'sale_processing',
        bin: '411111',
        lastFour: '1111',
        cardholderName: 'ANN LEE',
        transactionType: 'sale',
        errorCode: null,
        errorMessage: null,
        gatewayOrderId: '6684100',
        answeredAtMs: atMs,
        lastCheckFailure: null,
        alert: null,
      },
      charge: undefined,
      facts: [
        { name: 'status', value: 'processing' },
        { name: 'order-stage', value: 'sale_processing' },
        { name: 'amount', value: '25.00' },
        { name: 'processor-rrn', value: '515' },
      ],
      entries: [
        {
          atMs,
          kind: 'status-changed',
          actor: null,
          text: null,
          changes: [
            { name: 'status', before: null, after: 'processing' },
            { name: 'order-stage', before: null, after: 'sale_processing' },
            { name: 'amount', before: null, after: '25.00' },
            { name: 'processor-rrn', before: null, after: '515' },
          ],
        },
      ],
      isAbsent: false,
    })
  })

  it('reports only what differs from the stored values', () => {
    const order = anOrder({
      facts: { status: 'processing', 'order-stage': 'sale_filtering', amount: '25.00' },
    })
    const reduction = reduceStatus(order, answered(), atMs)
    expect(reduction.facts).toEqual([{ name: 'order-stage', value: 'sale_processing' }])
    expect(reduction.entries).toMatchObject([
      { kind: 'status-changed', changes: [{ name: 'order-stage', before: 'sale_filtering' }] },
    ])
  })

  it('calls an answer that differs only in its serial number and page unchanged', () => {
    const known = { status: 'processing', 'order-stage': 'sale_processing', amount: '25.00' }
    const reduction = reduceStatus(
      anOrder({ facts: known }),
      answered({ serialNumber: 'another', extra: { html: '<812 characters>', 'by-request-sn': '1' } }),
      atMs,
    )
    expect(reduction.entries).toEqual([
      { atMs, kind: 'status-unchanged', actor: null, text: null, changes: [] },
    ])
    expect(reduction.facts).toEqual([])
  })

  it.each(['approved', 'declined', 'filtered', 'error'])('ends with %s', (status) => {
    const reduction = reduceStatus(
      anOrder(),
      answered({ status, errorCode: '116', errorMessage: 'insufficient funds' }),
      atMs,
    )
    expect(reduction.set).toMatchObject({ status, errorCode: '116', errorMessage: 'insufficient funds' })
    expect(reduction.charge).toEqual({ from: 'accepted', expectedVersion: 4, to: 'final' })
    expect(reduction.entries.map((entry) => entry.kind)).toEqual(['final'])
  })

  it.each(['processing', 'chain_declined', 'unknown', 'APPROVED', 'Approved', 'approved ', '', 'reversed'])(
    'does not take %j for an outcome',
    (status) => {
      const reduction = reduceStatus(anOrder(), answered({ status }), atMs)
      expect(reduction.set.status).toBe(status)
      expect(reduction.charge).toBeUndefined()
      expect(reduction.entries.map((entry) => entry.kind)).toEqual(['status-changed'])
    },
  )

  it.each(['pending', 'APPROVED', 'approved ', 'unknown', 'processing', 'chain_declined'])(
    'shows %j raw without an alert (A3)',
    (status) => {
      const { set, charge } = reduceStatus(anOrder(), answered({ status }), atMs)
      expect(set).toMatchObject({ status, alert: null, lastCheckFailure: null })
      expect(charge).toBeUndefined()
    },
  )

  it('keeps the known status when an answer has none', () => {
    const order = anOrder({ summary: { status: 'processing' } })
    const reduction = reduceStatus(order, answered({ status: null }), atMs)
    expect(reduction.set).not.toHaveProperty('status')
    expect(reduction.set.alert).toBeNull()
  })

  it('keeps ids as the text they came as', () => {
    const order = anOrder({ summary: { gatewayOrderId: null } })
    const reduction = reduceStatus(order, answered({ gatewayOrderId: '1152735103331642317' }), atMs)
    expect(reduction.set.gatewayOrderId).toBe('1152735103331642317')
  })

  it('takes the money of an adopted order from its first answer', () => {
    const order = anOrder({
      chargeState: null,
      summary: { amountMinor: null, currency: null, lastFour: null, bin: null },
    })
    const reduction = reduceStatus(order, answered({ amount: '10000', currency: 'JPY' }), atMs)
    expect(reduction.set).toMatchObject({ amountMinor: 10_000, currency: 'JPY', lastFour: '1111' })
  })

  it('takes a refused reversal as proof that the charge was approved, never as its outcome (B9)', () => {
    const reduction = reduceStatus(
      anOrder(),
      answered({ status: 'declined', transactionType: 'reversal' }),
      atMs,
    )
    expect(reduction.set).toMatchObject({ status: 'approved', alert: null, errorCode: null })
    expect(reduction.charge?.to).toBe('final')
  })
})

describe('an answer that contradicts the order', () => {
  const contradictions = [
    ['another merchant order id', { clientOrderId: 'SHO-2' }, 'merchant-order-id', 'clientOrderId'],
    ['another gateway order id', { gatewayOrderId: '6684199' }, 'paynet-order-id', 'gatewayOrderId'],
    ['another amount', { amount: '25.01' }, 'amount', 'amount'],
    ['an amount a hundred times as high', { amount: '2500.00' }, 'amount', 'amount'],
    ['an amount that is none', { amount: '25,00' }, 'amount', 'amount'],
    ['another currency', { currency: 'USD' }, 'currency', 'currency'],
    ['another card', { lastFour: '4242' }, 'last-four-digits', 'lastFour'],
    ['another initial amount', { extra: { 'initial-amount': '26' } }, 'initial-amount', 'initialAmount'],
  ] as const

  it.each(contradictions)('%s changes nothing but the alert', (_, parts, name, fact) => {
    const reduction = reduceStatus(anOrder(), answered({ status: 'approved', ...parts }), atMs)
    expect(reduction.set).toEqual({ alert: 'mismatch', lastCheckFailure: `mismatch:${fact}` })
    expect(reduction.charge).toBeUndefined()
    expect(reduction.facts).toEqual([])
    expect(reduction.entries).toMatchObject([{ kind: 'mismatch', changes: [{ name, fact }] }])
  })

  it('shows the expected amount beside the reported one', () => {
    const reduction = reduceStatus(anOrder(), answered({ status: 'approved', amount: '25.01' }), atMs)
    expect(reduction.entries[0]?.changes).toMatchObject([{ name: 'amount', before: '25.00' }])
  })

  it('is recorded once and then counted, so that a wrong answer every four seconds does not fill the timeline', () => {
    const order = anOrder({ summary: { alert: 'mismatch' } })
    const reduction = reduceStatus(order, answered({ clientOrderId: 'SHO-2' }), atMs)
    expect(reduction.entries).toMatchObject([{ kind: 'check-failed', changes: [] }])
    expect(reduction.set).toEqual({ lastCheckFailure: 'mismatch:clientOrderId' })
  })

  it.each(['25', '25.0', '25.00', '25.000', '025.00'])('reads %s as the amount that was sent', (amount) => {
    expect(reduceStatus(anOrder(), answered({ status: 'approved', amount }), atMs).charge?.to).toBe('final')
  })

  it('accepts any candidate of an enumerate_amounts rebill as its amount', () => {
    const order = anOrder()
    const charge = order.charge
    if (charge === null) throw new Error('the order has a charge')
    const enumerated = {
      ...order,
      charge: { ...charge, draft: { ...charge.draft, enumerateAmounts: '20, 15.50' } },
    }
    expect(reduceStatus(enumerated, answered({ status: 'approved', amount: '15.5' }), atMs).charge?.to).toBe(
      'final',
    )
    expect(reduceStatus(enumerated, answered({ status: 'approved', amount: '15.6' }), atMs).set.alert).toBe(
      'mismatch',
    )
  })

  it('is settled by a later answer that fits', () => {
    const order = anOrder({ summary: { alert: 'mismatch', lastCheckFailure: 'mismatch:amount' } })
    expect(reduceStatus(order, answered({ status: 'approved' }), atMs).set).toMatchObject({
      status: 'approved',
      alert: null,
      lastCheckFailure: null,
    })
  })

  it('includes an answer that names no order at all', () => {
    const reduction = reduceStatus(
      anOrder(),
      answered({ status: 'approved', clientOrderId: null, gatewayOrderId: null }),
      atMs,
    )
    expect(reduction.set).toEqual({ alert: 'protocol', lastCheckFailure: 'answer-without-order-id' })
    expect(reduction.charge).toBeUndefined()
  })

  it('believes a lookup only when it names our order id', () => {
    const order = anOrder({ chargeState: 'outcome-unknown', summary: { gatewayOrderId: null } })
    const reduction = reduceStatus(order, answered({ status: 'approved', clientOrderId: null }), atMs)
    expect(reduction.charge).toBeUndefined()
  })
})

describe('a final order', () => {
  const facts = { status: 'approved', 'order-stage': 'sale_approved', amount: '25.00' }
  const final = anOrder({
    chargeState: 'final',
    summary: {
      status: 'approved',
      orderStage: 'sale_approved',
      transactionType: 'sale',
      followState: 'stopped',
    },
    facts,
  })

  it('is unchanged by the same answer', () => {
    const reduction = reduceStatus(final, answered({ status: 'approved', orderStage: 'sale_approved' }), atMs)
    expect(reduction.entries.map((entry) => entry.kind)).toEqual(['status-unchanged'])
    expect(reduction.charge).toBeUndefined()
    expect(reduction.set.alert).toBeNull()
  })

  it.each([
    ['declined', 'changed-after-final'],
    ['filtered', 'changed-after-final'],
    ['error', 'changed-after-final'],
    ['processing', 'open-after-final'],
    ['unknown', 'open-after-final'],
  ])('stays when %s follows, is flagged and keeps the other answer apart (A4)', (status, text) => {
    const reduction = reduceStatus(final, answered({ status, orderStage: 'sale_later' }), atMs)
    expect(reduction.set).toEqual({
      answeredAtMs: atMs,
      lastCheckFailure: null,
      alert: 'changed-after-final',
    })
    expect(reduction.charge).toBeUndefined()
    expect(reduction.facts, 'A4').toEqual([])
    expect(reduction.entries).toMatchObject([
      { kind: 'status-changed', text, changes: [{ name: 'status', before: 'approved', after: status }, {}] },
    ])
  })

  it('keeps its flag when the gateway goes back to the first answer', () => {
    const flagged = { ...final, summary: { ...final.summary, alert: 'changed-after-final' as const } }
    const back = reduceStatus(flagged, answered({ status: 'approved', orderStage: 'sale_approved' }), atMs)
    expect(back.set.alert).toBe('changed-after-final')
    const foreign = reduceStatus(flagged, answered({ clientOrderId: 'SHO-2' }), atMs)
    expect(foreign.set).not.toHaveProperty('alert')
  })

  it.each(['reversal', 'chargeback', 'capture', 'cancel'])(
    'shows a later %s without doubt about its own outcome',
    (type) => {
      const reduction = reduceStatus(final, answered({ status: 'declined', transactionType: type }), atMs)
      expect(reduction.set).toMatchObject({ transactionType: type, alert: null })
      expect(reduction.set).not.toHaveProperty('status')
    },
  )

  it('may be declined first and approved later: both are kept and the first stays', () => {
    const declined = { ...final, summary: { ...final.summary, status: 'declined' } }
    const reduction = reduceStatus(declined, answered({ status: 'approved' }), atMs)
    expect(reduction.set).toMatchObject({ alert: 'changed-after-final' })
    expect(reduction.facts).toEqual([])
    expect(reduction.entries[0]?.changes).toContainEqual({
      name: 'order-stage',
      before: 'sale_approved',
      after: 'sale_processing',
    })
  })
})

describe('a check without an answer', () => {
  it.each(['ECONNRESET', 'http-502', 'html-page', 'timeout', 'truncated', 'ENOTFOUND'])(
    'keeps the last known truth after %s',
    (failure) => {
      const order = anOrder({ summary: { status: 'processing', alert: null } })
      expect(reduceStatus(order, noAnswer(failure), atMs)).toEqual({
        set: { lastCheckFailure: failure },
        charge: undefined,
        facts: [],
        entries: [{ atMs, kind: 'check-failed', actor: null, text: failure, changes: [] }],
        isAbsent: false,
      })
    },
  )

  it.each(['duplicate-field:status', 'unreadable-field:amount'])(
    'raises the flag for a decisive field given twice or unreadable: %s (B10)',
    (failure) => {
      expect(reduceStatus(anOrder(), noAnswer(failure), atMs).set).toEqual({
        alert: 'protocol',
        lastCheckFailure: failure,
      })
    },
  )

  it('is reported as a wrong key, not as news about the order', () => {
    expect(reduceStatus(anOrder(), wrongControl, atMs)).toMatchObject({
      set: { lastCheckFailure: 'wrong-control' },
      charge: undefined,
      entries: [{ kind: 'check-failed' }],
    })
  })
})

describe('a refused lookup', () => {
  const states: ChargeState[] = [
    'accepted',
    'outcome-unknown',
    'rejected-unverified',
    'rejected',
    'needs-review',
    'resolved-present',
    'resolved-absent',
    'final',
  ]

  it.each(states)('never moves a charge that is %s', (chargeState) => {
    const reduction = reduceStatus(anOrder({ chargeState }), refused, atMs)
    expect(reduction.charge).toBeUndefined()
    expect(reduction.set).toEqual({ lastCheckFailure: null })
    expect(reduction.entries).toMatchObject([{ kind: 'not-found-yet', text: '6 Order not found' }])
    expect(reduction.isAbsent).toBe(true)
  })

  it('is folded when it repeats', () => {
    const reduction = reduceStatus(anOrder({ chargeState: 'outcome-unknown', checks: 1 }), refused, atMs)
    expect(reduction.entries.map((entry) => entry.kind)).toEqual(['status-unchanged'])
  })
})

describe('a charge whose order is found', () => {
  const found: readonly (readonly [ChargeState, string | null])[] = [
    ['accepted', null],
    ['outcome-unknown', 'accepted'],
    ['rejected-unverified', 'accepted'],
    ['rejected', 'accepted'],
    ['needs-review', 'accepted'],
    ['resolved-present', 'accepted'],
    ['resolved-absent', 'accepted'],
    ['final', null],
    ['draft', null],
    ['recorded', null],
    ['sending', null],
    ['not-sent', null],
    ['cancelled', null],
  ]

  it.each(found)('open: from %s to %s', (chargeState, to) => {
    const order = anOrder({ chargeState, summary: { gatewayOrderId: null } })
    expect(reduceStatus(order, answered(), atMs).charge?.to ?? null).toBe(to)
  })

  it.each(found)('final: only along the table of allowed moves, from %s', (chargeState) => {
    const order = anOrder({ chargeState, summary: { gatewayOrderId: null } })
    const to = reduceStatus(order, answered({ status: 'approved' }), atMs).charge?.to
    const expected = nextChargeStates(chargeState).includes('final') ? 'final' : undefined
    expect(to).toBe(expected)
  })

  it('tells in the timeline that a lookup found it', () => {
    const order = anOrder({ chargeState: 'outcome-unknown', summary: { gatewayOrderId: null } })
    expect(reduceStatus(order, answered({ status: 'approved' }), atMs).entries).toMatchObject([
      { kind: 'accepted', text: 'found-by-lookup' },
      { kind: 'final' },
    ])
  })

  it('drops an earlier refusal', () => {
    const order = anOrder({
      chargeState: 'rejected-unverified',
      summary: { gatewayOrderId: null, errorCode: '1', errorMessage: 'REFUSED' },
    })
    expect(reduceStatus(order, answered(), atMs).set).toMatchObject({ errorCode: null, errorMessage: null })
  })

  it('stays in review while a known order is still open', () => {
    const order = anOrder({ chargeState: 'needs-review' })
    expect(reduceStatus(order, answered(), atMs).charge).toBeUndefined()
  })
})
