import { isFinalStatus } from '../../../src-shared/domain/order-status'
import type { AwaitedStep, StepState } from '../../../src-shared/domain/three-ds'
import { hostOf } from '../../platform/issuer-address'
import type { IssuerStep } from '../../ports/cardholder-browser'
import type { StatusAnswer, UploadOutcome } from '../../ports/gateway-client'
import type {
  Actor,
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

/** The step that is neither uploaded nor abandoned; an order has at most one. */
export function pendingStep(order: OrderRecord): StepRecord | null {
  return order.steps.find((step) => pendingStates.has(step.state)) ?? null
}

/** The step with these issuer values, in any state. */
export function stepWith(order: OrderRecord, step: IssuerStep): StepRecord | null {
  const key = stepKeyOf(step)
  return order.steps.find(({ stepKey }) => stepKey === key) ?? null
}

/** The changes to the steps of an order from a status answer. */
export interface StepsAfterAnswer {
  readonly step?: StepChange
  readonly set: Partial<OrderColumns>
  readonly entries: readonly NewTimelineEntry[]
}

const nothing: StepsAfterAnswer = { set: {}, entries: [] }

/**
 * A step is stored when the gateway first asks for it. A repeated request changes nothing, so it cannot lead to a
 * second upload. A caught answer is abandoned only when the order is final or the gateway asks for another step. Each
 * answer makes one change: a step that replaces another is stored by the next answer.
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

/** One state change of a step with its timeline entry. */
export function stepMove(
  order: OrderRecord,
  step: StepRecord,
  to: StepState,
  parts: {
    readonly atMs: number
    readonly entry: NewTimelineEntry['kind']
    readonly awaitedStep: AwaitedStep | null
    readonly actor?: Actor | null
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

/** Builds the change that stores the outcome of an upload. */
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
