import { isFinalStatus } from '../../../src-shared/domain/order-status'
import type { AwaitedStep, StepState } from '../../../src-shared/domain/three-ds'
import { hostOf } from '../../platform/issuer-address'
import type { IssuerStep } from '../../ports/cardholder-browser'
import type { StatusAnswer, UploadOutcome } from '../../ports/gateway-client'
import type {
  NewExchange,
  NewTimelineEntry,
  OrderChange,
  OrderColumns,
  OrderRecord,
  StepChange,
  StepRecord,
} from '../../ports/storage'
import { stepKeyOf } from './three-ds-answer'

const pendingStates: ReadonlySet<StepState> = new Set(['awaited', 'open', 'answered', 'not-sent'])

/** The one step that is neither uploaded nor given up. */
export function pendingStep(order: OrderRecord): StepRecord | null {
  return order.steps.find((step) => pendingStates.has(step.state)) ?? null
}

/** The step with these values, whatever became of it. */
export function stepWith(order: OrderRecord, step: IssuerStep): StepRecord | null {
  const key = stepKeyOf(step)
  return order.steps.find(({ stepKey }) => stepKey === key) ?? null
}

/** What a status answer changes of an order's steps. */
export interface StepsAfterAnswer {
  readonly step?: StepChange
  readonly set: Partial<OrderColumns>
  readonly entries: readonly NewTimelineEntry[]
}

const nothing: StepsAfterAnswer = { set: {}, entries: [] }

/**
 * A step is written down when the gateway first asks for it; asking again changes nothing, so a stale or repeated step
 * never leads to a second upload. A caught answer is given up only for a final order or another step. One change at a
 * time: a step that takes the place of another is written down by the next answer.
 */
export function stepsAfterAnswer(order: OrderRecord, answer: StatusAnswer, atMs: number): StepsAfterAnswer {
  if (order.summary.kind !== 'sale') return nothing
  const pending = pendingStep(order)
  const asked = isFinalStatus(answer.status) ? null : answer.step
  if (asked !== null) {
    const stepKey = stepKeyOf(asked)
    if (order.steps.some((step) => step.stepKey === stepKey)) return nothing
    if (pending !== null) return abandoned(pending)
    return {
      step: { kind: 'await', stepKind: asked.kind, stepKey, host: hostOf(asked.url) },
      set: { awaitedStep: asked.kind },
      entries: [stepEntry('step-awaited', atMs, asked.kind)],
    }
  }
  if (pending === null) return nothing
  const isLeftBehind = pending.state === 'awaited' || pending.state === 'open'
  return isFinalStatus(answer.status) || (isLeftBehind && answer.status !== null)
    ? abandoned(pending)
    : nothing
}

function abandoned(step: StepRecord): StepsAfterAnswer {
  return {
    step: { kind: 'move', seq: step.seq, from: step.state, to: 'abandoned' },
    set: { awaitedStep: null },
    entries: [],
  }
}

/** One move of a step with its line in the timeline. */
export function stepMove(
  order: OrderRecord,
  step: StepRecord,
  to: StepState,
  parts: {
    readonly atMs: number
    readonly entry: NewTimelineEntry['kind']
    readonly awaitedStep: AwaitedStep | null
    readonly actor?: string | null
    readonly text?: string | null
    readonly more?: Partial<Extract<StepChange, { kind: 'move' }>>
    readonly exchange?: NewExchange | null
  },
): OrderChange {
  return {
    orderId: order.summary.orderId,
    expectedRevision: order.summary.revision,
    atMs: parts.atMs,
    set: { awaitedStep: parts.awaitedStep },
    entries: [{ ...stepEntry(parts.entry, parts.atMs, parts.text ?? step.kind), actor: parts.actor ?? null }],
    step: { kind: 'move', seq: step.seq, from: step.state, to, ...parts.more },
    ...(parts.exchange === undefined || parts.exchange === null ? {} : { exchange: parts.exchange }),
  }
}

/** The change that stores what became of an upload. */
export function uploadSettled(
  order: OrderRecord,
  step: StepRecord,
  outcome: UploadOutcome,
  exchange: NewExchange | null,
  atMs: number,
): OrderChange {
  const settled = (to: StepState, entry: NewTimelineEntry['kind'], failure: string | null) =>
    stepMove(order, step, to, {
      atMs,
      entry,
      awaitedStep: to === 'not-sent' ? 'unsent-answer' : null,
      text: failure === null ? step.kind : `${step.kind} ${failure}`,
      more: { failure },
      exchange,
    })
  switch (outcome.kind) {
    case 'accepted':
      return settled('sent', 'step-sent', null)
    case 'refused':
      return settled('refused', 'step-refused', `${outcome.code} ${outcome.message}`.trim())
    case 'not-sent':
      return settled('not-sent', 'step-not-sent', outcome.failure)
    case 'unknown':
      return settled('outcome-unknown', 'step-unknown', outcome.failure)
  }
}

function stepEntry(kind: NewTimelineEntry['kind'], atMs: number, text: string): NewTimelineEntry {
  return { atMs, kind, actor: null, changes: [], text }
}
