import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { chargeState } from '../../../src-shared/domain/charge'
import { stepKind, stepState, type ThreeDsStep } from '../../../src-shared/domain/three-ds'
import {
  currentStage,
  stageKeys,
  threeDsProgress,
  type StageKey,
  type OrderWithSteps,
} from '../../../src-shared/domain/three-ds-progress'
import { entry, summary } from '../../support/view-orders'
import { stepOf } from '../../support/view-sales'

const startMs = 1_000_000

/** A step in a state, with one second between its times. */
function stepIn(seq: number, kind: ThreeDsStep['kind'], state: ThreeDsStep['state']): ThreeDsStep {
  const at = startMs + seq * 10_000
  const reached = ['awaited', 'open', 'answered', 'sending'].indexOf(state)
  const depth = reached < 0 ? (state === 'abandoned' ? 0 : 3) : reached
  return stepOf({
    seq,
    kind,
    state,
    awaitedAtMs: at,
    openedAtMs: depth >= 1 ? at + 1000 : null,
    answeredAtMs: depth >= 2 ? at + 2000 : null,
    sentAtMs: depth >= 3 ? at + 3000 : null,
    settledAtMs: reached < 0 ? at + 4000 : null,
  })
}

function order(
  steps: readonly ThreeDsStep[],
  change: Parameters<typeof summary>[1] = {},
  timeline: OrderWithSteps['timeline'] = [],
): OrderWithSteps {
  const open = { kind: 'sale', chargeState: 'accepted', status: 'processing' } as const
  return { summary: summary(1, { ...open, createdAtMs: startMs, ...change }), steps: [...steps], timeline }
}

function states(progressOf: OrderWithSteps): Record<StageKey, string> {
  const pairs = threeDsProgress(progressOf, startMs + 100_000).map(({ key, state, awaitedFrom }) => [
    key,
    awaitedFrom === null ? state : `${state} ${awaitedFrom}`,
  ])
  return Object.fromEntries(pairs) as Record<StageKey, string>
}

describe('the six stages of 3-D Secure', () => {
  it.each([
    ['accepted, the gateway decides', order([]), ['done', 'waiting gateway', 'idle', 'idle', 'idle', 'idle']],
    [
      'method page awaited',
      order([stepIn(1, 'method', 'awaited')]),
      ['done', 'waiting operator', 'idle', 'idle', 'idle', 'idle'],
    ],
    [
      'method page open',
      order([stepIn(1, 'method', 'open')]),
      ['done', 'running issuer', 'idle', 'idle', 'idle', 'idle'],
    ],
    [
      'method answer on disk',
      order([stepIn(1, 'method', 'answered')]),
      ['done', 'done', 'waiting operator', 'idle', 'idle', 'idle'],
    ],
    [
      'method upload under way',
      order([stepIn(1, 'method', 'sending')]),
      ['done', 'done', 'running gateway', 'idle', 'idle', 'idle'],
    ],
    [
      'method uploaded, challenge or not',
      order([stepIn(1, 'method', 'sent')]),
      ['done', 'done', 'done', 'waiting gateway', 'idle', 'idle'],
    ],
    [
      'frictionless to approved',
      order([stepIn(1, 'method', 'sent')], { chargeState: 'final', status: 'approved' }),
      ['done', 'done', 'done', 'skipped', 'skipped', 'done'],
    ],
    [
      'challenge before the cardholder',
      order([stepIn(1, 'method', 'sent'), stepIn(2, 'challenge', 'open')]),
      ['done', 'done', 'done', 'running cardholder', 'idle', 'idle'],
    ],
    [
      'challenge uploaded',
      order([stepIn(1, 'method', 'sent'), stepIn(2, 'challenge', 'sent')]),
      ['done', 'done', 'done', 'done', 'done', 'waiting gateway'],
    ],
    [
      'refused challenge to declined',
      order([stepIn(1, 'method', 'sent'), stepIn(2, 'challenge', 'sent')], {
        chargeState: 'final',
        status: 'declined',
      }),
      ['done', 'done', 'done', 'done', 'done', 'failed'],
    ],
    [
      '1.0.2 awaited',
      order([stepIn(1, 'pareq', 'awaited')]),
      ['done', 'skipped', 'skipped', 'waiting operator', 'idle', 'idle'],
    ],
    [
      '1.0.2 to approved',
      order([stepIn(1, 'pareq', 'sent')], { chargeState: 'final', status: 'approved' }),
      ['done', 'skipped', 'skipped', 'done', 'done', 'done'],
    ],
    [
      'answer proven not sent',
      order([stepIn(1, 'method', 'not-sent')]),
      ['done', 'done', 'waiting operator', 'idle', 'idle', 'idle'],
    ],
    [
      'upload without a readable answer',
      order([stepIn(1, 'method', 'outcome-unknown')]),
      ['done', 'done', 'waiting gateway', 'idle', 'idle', 'idle'],
    ],
    [
      'the same, and the gateway went on',
      order([stepIn(1, 'method', 'outcome-unknown'), stepIn(2, 'challenge', 'awaited')]),
      ['done', 'done', 'done', 'waiting operator', 'idle', 'idle'],
    ],
    [
      'upload refused',
      order([stepIn(1, 'method', 'refused')]),
      ['done', 'done', 'failed', 'idle', 'idle', 'waiting gateway'],
    ],
    [
      'gateway went on without the challenge',
      order([stepIn(1, 'challenge', 'abandoned')]),
      ['done', 'skipped', 'skipped', 'skipped', 'skipped', 'waiting gateway'],
    ],
    [
      'window left open until the order was final',
      order([stepIn(1, 'challenge', 'open')], { chargeState: 'final', status: 'error' }),
      ['done', 'skipped', 'skipped', 'skipped', 'skipped', 'failed'],
    ],
    [
      'a day without an answer',
      order([stepIn(1, 'method', 'sent')], { chargeState: 'needs-review' }),
      ['done', 'done', 'done', 'idle', 'idle', 'waiting operator'],
    ],
    [
      'written down, not sent',
      order([], { chargeState: 'recorded', status: null }),
      ['waiting operator', 'idle', 'idle', 'idle', 'idle', 'idle'],
    ],
    [
      'refused by the gateway',
      order([], { chargeState: 'rejected', status: null }),
      ['failed', 'skipped', 'skipped', 'skipped', 'skipped', 'skipped'],
    ],
    [
      'settled by hand after steps',
      order([stepIn(1, 'method', 'outcome-unknown')], { chargeState: 'resolved-absent' }),
      ['done', 'done', 'done', 'skipped', 'skipped', 'failed'],
    ],
    [
      'approved without any step',
      order([], { chargeState: 'final', status: 'approved' }),
      ['done', 'skipped', 'skipped', 'skipped', 'skipped', 'done'],
    ],
  ])('%s', (_case, lit, expected) => {
    expect(Object.values(states(lit))).toEqual(expected)
  })

  it('have the time that each took, and the time that the open one has been waiting', () => {
    const stages = threeDsProgress(
      order([stepIn(1, 'method', 'sent'), stepIn(2, 'challenge', 'open')], {}, [
        entry(1, 'sent', { atMs: startMs }),
        entry(2, 'accepted', { atMs: startMs + 400 }),
      ]),
      startMs + 51_000,
    )
    expect(stages.map(({ elapsedMs }) => elapsedMs)).toEqual([400, 1000, 1000, 30_000, null, null])
  })

  it('show the time since the sale was sent at the last stage of a final order', () => {
    const stages = threeDsProgress(
      order([], { chargeState: 'final', status: 'approved' }, [
        entry(1, 'sent', { atMs: startMs }),
        entry(2, 'final', { atMs: startMs + 43_000 }),
      ]),
      startMs + 999_000,
    )
    expect(stages.at(-1)).toMatchObject({ key: 'final', elapsedMs: 43_000 })
  })

  it('never show a negative time when the clock was set back', () => {
    const stages = threeDsProgress(order([stepIn(1, 'method', 'open')]), startMs - 5000)
    expect(currentStage(stages)?.elapsedMs).toBe(0)
  })

  it('have at most one open stage, for any order and steps', () => {
    const anyStep = fc.record({
      kind: fc.constantFrom(...stepKind.options),
      state: fc.constantFrom(...stepState.options),
    })
    const statuses = [
      null,
      'processing',
      'approved',
      'declined',
      'error',
      'filtered',
      'unknown',
      'chain_declined',
    ]
    fc.assert(
      fc.property(
        fc.array(anyStep, { maxLength: 4 }),
        fc.option(fc.constantFrom(...chargeState.options)),
        fc.constantFrom(...statuses),
        fc.integer({ min: 0, max: 2_000_000 }),
        (drawn, state, status, atMs) => {
          const steps = drawn.map(({ kind, state: of }, index) => stepIn(index + 1, kind, of))
          const stages = threeDsProgress(order(steps, { chargeState: state, status }), atMs)
          const open = stages.filter((stage) => stage.state === 'waiting' || stage.state === 'running')
          expect(stages.map(({ key }) => key)).toEqual(stageKeys)
          expect(open.length).toBeLessThanOrEqual(1)
          for (const stage of stages) expect(stage.awaitedFrom !== null).toBe(open.includes(stage))
          const isOver = ['approved', 'declined', 'error', 'filtered'].includes(status ?? '')
          const unfinished = stages.filter((stage) => stage.state === 'idle' || open.includes(stage))
          expect(isOver ? unfinished : []).toEqual([])
        },
      ),
      { numRuns: 2000 },
    )
  })

  it.each(
    chargeState.options.flatMap((charge) =>
      stepState.options.flatMap((of) => stepKind.options.map((kind) => [charge, kind, of] as const)),
    ),
  )('always say who must act next on an open order: %s, %s %s', (charge, kind, of) => {
    const stages = threeDsProgress(order([stepIn(1, kind, of)], { chargeState: charge }), startMs)
    const isSettled = charge === 'resolved-present' || charge === 'resolved-absent'
    expect(currentStage(stages) === null).toBe(isSettled)
  })
})
