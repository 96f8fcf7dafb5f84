import { describe, expect, it } from 'vitest'
import { chargeState, type ChargeState } from '../../../../src-shared/domain/charge'
import { isAskable, planCheck } from '../../../../src-main/services/following/follow-plan'
import { checkFailed, reduceStatus } from '../../../../src-main/services/following/status-reducer'
import { anAnswer, anOrder, noonMs } from '../../../support/builders'

const hourMs = 3_600_000
const dayMs = 24 * hourMs
const nowMs = noonMs + 60_000
const pace = { minMs: 4000, maxMs: 4000 }
const refused = { kind: 'refused', code: '6', message: 'Order not found', isWrongControl: false } as const

function plan(
  order: ReturnType<typeof anOrder>,
  what: 'refused' | 'no-answer' | { readonly status: string },
  ageMs = 60_000,
) {
  const reduction =
    what === 'no-answer'
      ? checkFailed('timeout', nowMs)
      : reduceStatus(
          order,
          what === 'refused' ? refused : { kind: 'answered', answer: anAnswer(what) },
          nowMs,
        )
  const moment = { nowMs, ageMs, pace, clockSkewMs: null, random: () => 0.5 }
  return planCheck(order, reduction, moment, null)
}

const lookup = (state: ChargeState, checks: number) =>
  anOrder({ chargeState: state, checks, summary: { gatewayOrderId: null } })

describe('an order that the gateway can be asked about', () => {
  it('is one that may exist there', () => {
    const askable = chargeState.options.filter((state) => isAskable(anOrder({ chargeState: state })))
    expect(askable).toEqual([
      ...['accepted', 'rejected-unverified', 'rejected', 'outcome-unknown'],
      ...['needs-review', 'resolved-present', 'resolved-absent', 'final'],
    ])
    expect(isAskable(anOrder({ chargeState: null }))).toBe(true)
  })
})

describe('after a check', () => {
  it('the order keeps how long it has been followed, so that no date is needed after a restart (B5)', () => {
    expect(plan(anOrder(), { status: 'processing' }, 90_000.4).set).toMatchObject({ followedForMs: 90_000 })
    expect(plan(lookup('outcome-unknown', 300), { status: 'processing' }, dayMs).set).toMatchObject({
      followedForMs: 0,
    })
  })

  it('an order is not asked about before the time that was named (D1)', () => {
    const moment = { nowMs, ageMs: 0, pace, clockSkewMs: null, random: () => 0.5 }
    const failed = checkFailed('wrong-control', nowMs)
    const later = planCheck(anOrder(), failed, { ...moment, notBeforeMs: nowMs + 60_000 }, null)
    expect(later.set.nextCheckAtMs).toBe(nowMs + 60_000)
    const sooner = planCheck(anOrder(), failed, { ...moment, notBeforeMs: nowMs + 1000 }, null)
    expect(sooner.set.nextCheckAtMs).toBe(nowMs + 4000)
  })

  it('an open order is asked about again at the pace of its profile', () => {
    expect(plan(anOrder({ checks: 3 }), { status: 'processing' })).toMatchObject({
      expectedRevision: 7,
      set: { checks: 4, nextCheckAtMs: nowMs + 4000 },
    })
  })

  it('a final order is followed no more', () => {
    expect(plan(anOrder(), { status: 'approved' }).set).toMatchObject({
      followState: 'stopped',
      nextCheckAtMs: null,
    })
  })

  it('an order that turned up after doubt is followed as if it were new', () => {
    const change = plan(lookup('outcome-unknown', 300), { status: 'processing' }, dayMs * 2)
    expect(change.set).toMatchObject({
      followState: 'following',
      followedSinceMs: nowMs,
      checks: 0,
      nextCheckAtMs: nowMs + 4000,
    })
    expect(change.charge?.to).toBe('accepted')
  })

  it.each([
    [0, nowMs + 30_000],
    [1, nowMs + 300_000],
  ])('a refusal with %d lookups behind it is looked up again', (checks, nextCheckAtMs) => {
    const change = plan(lookup('rejected-unverified', checks), 'refused')
    expect(change.set).toMatchObject({ checks: checks + 1, nextCheckAtMs })
    expect(change.charge).toBeUndefined()
  })

  it('a refusal is believed with its third lookup', () => {
    const change = plan(lookup('rejected-unverified', 2), 'refused')
    expect(change.set).toMatchObject({
      ...{ checks: 0, nextCheckAtMs: nowMs + hourMs, watchUntilMs: nowMs + 72 * hourMs },
    })
    expect(change.charge).toEqual({ from: 'rejected-unverified', expectedVersion: 4, to: 'rejected' })
    expect(change.entries.map((entry) => entry.kind)).toEqual(['status-unchanged', 'refused'])
  })

  it.each([60_000, dayMs - 1])('a refusal is never believed for want of an answer (age %d)', (ageMs) => {
    const change = plan(lookup('rejected-unverified', 2), 'no-answer', ageMs)
    expect(change.charge).toBeUndefined()
    expect(change.set.checks).toBe(2)
    expect(change.set.nextCheckAtMs).toBeGreaterThan(nowMs)
    expect(change.set).not.toHaveProperty('followState')
  })

  it('a refusal without a readable lookup goes to a person after a day (B1)', () => {
    const change = plan(lookup('rejected-unverified', 2), 'no-answer', dayMs)
    expect(change.charge).toMatchObject({ from: 'rejected-unverified', to: 'needs-review' })
    expect(change.set).toMatchObject({ followState: 'needs-review', nextCheckAtMs: null })
  })

  it('a recheck before a lookup is due does not count as one (B1)', () => {
    const early = { gatewayOrderId: null, nextCheckAtMs: nowMs + 1 }
    const refusal = anOrder({ chargeState: 'rejected-unverified', checks: 2, summary: early })
    const watched = anOrder({
      chargeState: 'rejected',
      checks: 4,
      summary: { ...early, watchUntilMs: nowMs + dayMs },
    })
    for (const order of [refusal, watched]) {
      const change = plan(order, 'refused')
      expect(change.set).toEqual({ checks: order.checks, followedForMs: 60_000, lastCheckFailure: null })
      expect(change.charge).toBeUndefined()
    }
  })

  it.each([
    [0, 5],
    [1, 18],
    [2, 24],
    [3, 24],
  ])(
    'a watched charge with %d lookups behind it is looked up again after %d hours (B1)',
    (checks, delayHours) => {
      const summary = { gatewayOrderId: null, watchUntilMs: nowMs + hourMs }
      const change = plan(anOrder({ chargeState: 'rejected', checks, summary }), 'refused')
      expect(change.set).toMatchObject({ checks: checks + 1, nextCheckAtMs: nowMs + delayHours * hourMs })
    },
  )

  it('a watched charge is let go by its last lookup, never for want of an answer (B1)', () => {
    const summary = { gatewayOrderId: null, watchUntilMs: nowMs - 1 }
    const order = anOrder({ chargeState: 'resolved-absent', checks: 4, summary })
    expect(plan(order, 'refused').set).toMatchObject({
      ...{ followState: 'stopped', nextCheckAtMs: null, watchUntilMs: null },
    })
    expect(plan(order, 'no-answer').set).toMatchObject({
      ...{ checks: 4, nextCheckAtMs: nowMs + hourMs, watchUntilMs: nowMs + hourMs },
    })
  })

  it.each(['accepted', 'outcome-unknown'] as const)('%s goes to a person after a day', (state) => {
    const change = plan(anOrder({ chargeState: state, checks: 400 }), 'no-answer', dayMs)
    expect(change.set).toMatchObject({ followState: 'needs-review', nextCheckAtMs: null })
    expect(change.charge).toMatchObject({ from: state, to: 'needs-review' })
  })

  it('an adopted order goes to a person after a day, without a charge to move', () => {
    const change = plan(anOrder({ chargeState: null, checks: 400 }), { status: 'processing' }, dayMs)
    expect(change.set.followState).toBe('needs-review')
    expect(change.charge).toBeUndefined()
  })

  it('an order that is only rechecked is not followed again', () => {
    const order = anOrder({ chargeState: 'needs-review', summary: { followState: 'needs-review' } })
    const change = plan(order, { status: 'processing' })
    expect(change.set).toMatchObject({ nextCheckAtMs: null })
    expect(change.set).not.toHaveProperty('followState')
  })
})
