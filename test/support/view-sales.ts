import type { OrderSummary, OrderView, TimelineEntry } from '../../src-shared/domain/order'
import type { StepState, ThreeDsStep } from '../../src-shared/domain/three-ds'
import { entry, orderView, summary } from './view-orders'

/** Time at which the sales were sent. */
export const saleStartMs = Date.UTC(2026, 10, 27, 14, 2, 0)

export function stepOf(change: Partial<ThreeDsStep> = {}): ThreeDsStep {
  return {
    seq: 1,
    kind: 'challenge',
    state: 'awaited',
    awaitedAtMs: saleStartMs + 3000,
    openedAtMs: null,
    answeredAtMs: null,
    sentAtMs: null,
    settledAtMs: null,
    host: 'acs.bank.example',
    completion: null,
    transStatus: null,
    answerDigest: null,
    failure: null,
    ...change,
  }
}

/** A sale with one step in a state. */
export function waitingSale(
  step: Partial<ThreeDsStep>,
  change: Partial<OrderSummary> = {},
  view: Partial<OrderView> = {},
): OrderView {
  const order = summary(0, {
    kind: 'sale',
    cardId: null,
    createdAtMs: saleStartMs,
    chargeState: 'accepted',
    status: 'processing',
    orderStage: 'sale_3d_validating',
    awaitedStep: awaitedOf(stepOf(step)),
    ...change,
  })
  return { ...orderView(order), presence: 'present', steps: [stepOf(step)], ...view }
}

function awaitedOf({ kind, state }: ThreeDsStep): OrderSummary['awaitedStep'] {
  const unsent: readonly StepState[] = ['answered', 'not-sent']
  if (unsent.includes(state)) return 'unsent-answer'
  if (state === 'open') return kind === 'method' ? null : kind
  return state === 'awaited' ? kind : null
}

const second = (n: number) => saleStartMs + n * 1000

/** A complete sale with method page and challenge: sent at second 0, final at second 40. */
export function challengeSale(options: {
  readonly ending: 'approved' | 'declined'
  readonly closedBetween?: {
    readonly fromS: number
    readonly untilS: number
    readonly kind?: TimelineEntry['kind']
  }
}): OrderView {
  const { ending, closedBetween } = options
  const steps: ThreeDsStep[] = [
    stepOf({
      seq: 1,
      kind: 'method',
      state: 'sent',
      awaitedAtMs: second(3),
      openedAtMs: second(4),
      answeredAtMs: second(5),
      sentAtMs: second(6),
      settledAtMs: second(7),
      completion: 'Y',
      answerDigest: '1 characters, sha256 08f271887ce94707',
    }),
    stepOf({
      seq: 2,
      state: 'sent',
      answerDigest: '278 characters, sha256 9f86d081884c7d65',
      awaitedAtMs: second(10),
      openedAtMs: second(12),
      answeredAtMs: second(30),
      sentAtMs: second(31),
      settledAtMs: second(32),
      transStatus: ending === 'approved' ? 'Y' : 'N',
    }),
  ]
  const reopened: [number, TimelineEntry['kind']][] =
    closedBetween === undefined
      ? []
      : [
          [closedBetween.fromS, closedBetween.kind ?? 'step-closed'],
          [closedBetween.untilS, 'step-opened'],
        ]
  const story: [number, TimelineEntry['kind'], Partial<TimelineEntry>?][] = [
    [-42, 'drafted'],
    [-1, 'confirmed'],
    [0, 'sent'],
    [1, 'accepted', { serialNumber: '00000000-0000-0000-0000-0000000000a1' }],
    [2, 'status-changed', { changes: [{ name: 'status', before: null, after: 'processing' }] }],
    [3, 'step-awaited'],
    [4, 'step-opened'],
    [5, 'step-answered'],
    [6, 'step-sending'],
    [7, 'step-sent', { serialNumber: '00000000-0000-0000-0000-0000000000a2' }],
    [8, 'status-unchanged', { repeat: { count: 1, lastAtMs: second(8) } }],
    [10, 'step-awaited'],
    [12, 'step-opened'],
    ...reopened,
    [30, 'step-answered'],
    [31, 'step-sending'],
    [32, 'step-sent'],
    [40, 'final', { changes: [{ name: 'status', before: 'processing', after: ending }] }],
    [90, 'note', { actor: 'A. Berg', text: 'Receipt handed over.' }],
  ]
  const order = summary(0, {
    kind: 'sale',
    cardId: null,
    createdAtMs: saleStartMs,
    chargeState: 'final',
    status: ending,
    orderStage: `sale_${ending}`,
    followState: 'stopped',
  })
  return {
    ...orderView(order),
    presence: 'present',
    steps,
    timeline: story.map(([at, kind, change], index) =>
      entry(index + 1, kind, { atMs: second(at), ...change }),
    ),
  }
}
