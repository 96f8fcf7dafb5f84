import { assertNever } from '../util/assert-never'
import type { OrderView } from './order'
import { isFinalStatus } from './order-status'
import { stopReasonOf, type ThreeDsStep } from './three-ds'

/**
 * The six stages of a sale with 3-D Secure, in order. With version 1.0.2 the challenge stages are the PaReq page and
 * its result.
 */
export const stageKeys = [
  'sale',
  'method',
  'method-result',
  'challenge',
  'challenge-result',
  'final',
] as const
export type StageKey = (typeof stageKeys)[number]

/** `waiting` = nobody has started it yet; `running` = it has started and has not ended. */
export type StageState = 'idle' | 'waiting' | 'running' | 'done' | 'skipped' | 'failed'

/** Who must act or answer next. `operator` is the person who uses this app. */
export type AwaitedFrom = 'gateway' | 'issuer' | 'cardholder' | 'operator'

/** One stage. Times are ms since the epoch, or null where the timeline has none. */
export interface Stage {
  readonly key: StageKey
  readonly state: StageState
  readonly sinceMs: number | null
  /** Null until the stage ends. */
  readonly untilMs: number | null
  /**
   * From `sinceMs` to `untilMs`, or to the time asked for while the stage is open. For the final stage: since the sale
   * was sent.
   */
  readonly elapsedMs: number | null
  /** Set only for `waiting` and `running`. */
  readonly awaitedFrom: AwaitedFrom | null
  /** The newest 3-D Secure step of this stage. */
  readonly step: ThreeDsStep | null
}

/** The parts of an order that its 3-D Secure progress depends on. */
export type OrderWithSteps = Pick<OrderView, 'summary' | 'steps' | 'timeline'>
type StageData = Omit<Stage, 'key' | 'elapsedMs'>
type StageGroup = 'method' | 'challenge'

/** The six stages of an order at the time `atMs`; at most one of them is waiting or running. */
export function threeDsProgress(order: OrderWithSteps, atMs: number): Stage[] {
  const stages = stageData(order)
  return stageKeys.map((key) => {
    const stage = stages[key]
    const isOpen = stage.state === 'waiting' || stage.state === 'running'
    const endMs = stage.untilMs ?? (isOpen ? atMs : null)
    const elapsedMs = stage.sinceMs === null || endMs === null ? null : Math.max(0, endMs - stage.sinceMs)
    return { key, ...stage, elapsedMs }
  })
}

/** The stage that is waiting or running; null when there is none. */
export function currentStage(stages: readonly Stage[]): Stage | null {
  return stages.find(({ state }) => state === 'waiting' || state === 'running') ?? null
}

/** The newest step of an order. */
export function newestStep(steps: readonly ThreeDsStep[]): ThreeDsStep | null {
  return steps.reduce<ThreeDsStep | null>(
    (newest, step) => (newest === null || step.seq > newest.seq ? step : newest),
    null,
  )
}

function stageData(order: OrderWithSteps): Record<StageKey, StageData> {
  const sale = saleStage(order)
  const isSaleDone = sale.state === 'done'
  const end = isSaleDone ? finalStage(order) : null
  const isOver = end !== null
  const newest = newestStep(order.steps)
  const stagesOf = (group: StageGroup) => groupStages(newestOf(order.steps, group), newest, isOver)
  const method = stagesOf('method')
  const challenge = stagesOf('challenge')
  const stages: Record<StageKey, StageData> = {
    sale,
    method: method.page,
    'method-result': method.result,
    challenge: challenge.page,
    'challenge-result': challenge.result,
    final: end ?? idle,
  }
  if (sale.state === 'failed' || isOver) return withIdleSkipped(stages)
  return isSaleDone ? withCurrentStage(stages, order, newest) : stages
}

const idle: StageData = { state: 'idle', sinceMs: null, untilMs: null, awaitedFrom: null, step: null }
const skipped: StageData = { ...idle, state: 'skipped' }

// Stages that were not reached before the order ended were not needed.
function withIdleSkipped(stages: Record<StageKey, StageData>): Record<StageKey, StageData> {
  const settled = { ...stages }
  for (const key of stageKeys)
    if (settled[key].state === 'idle') settled[key] = { ...settled[key], state: 'skipped' }
  return settled
}

function newestOf(steps: readonly ThreeDsStep[], group: StageGroup): ThreeDsStep | null {
  return newestStep(steps.filter(({ kind }) => (kind === 'method') === (group === 'method')))
}

function saleStage({ summary, steps, timeline }: OrderWithSteps): StageData {
  const sinceMs = timeline.find(({ kind }) => kind === 'sent')?.atMs ?? summary.createdAtMs
  const acceptedAtMs = timeline.find(({ kind }) => kind === 'accepted')?.atMs ?? steps[0]?.awaitedAtMs ?? null
  const stage = { sinceMs, untilMs: null, step: null }
  const done: StageData = { ...stage, state: 'done', untilMs: acceptedAtMs, awaitedFrom: null }
  const failed: StageData = { ...stage, state: 'failed', awaitedFrom: null }
  const waiting = (awaitedFrom: AwaitedFrom): StageData => ({ ...stage, state: 'waiting', awaitedFrom })
  // A step or a status proves that the gateway has the sale, even if the answer to the sale was lost.
  if (steps.length > 0 || summary.status !== null) return done
  switch (summary.chargeState) {
    case 'draft':
    case 'recorded':
    case 'not-sent':
    case 'needs-review':
      return waiting('operator')
    case 'sending':
      return { ...stage, state: 'running', awaitedFrom: 'gateway' }
    case 'outcome-unknown':
    case 'rejected-unverified':
    case null:
      return waiting('gateway')
    case 'rejected':
    case 'cancelled':
    case 'resolved-absent':
      return failed
    case 'accepted':
    case 'final':
    case 'resolved-present':
      return done
    default:
      return assertNever(summary.chargeState)
  }
}

/** The final stage of an order that has a final status or was resolved by a person; null for other orders. */
function finalStage({ summary, timeline }: OrderWithSteps): StageData | null {
  const isSettledByHand =
    summary.chargeState === 'resolved-present' || summary.chargeState === 'resolved-absent'
  if (!isFinalStatus(summary.status) && !isSettledByHand) return null
  const isGood = isFinalStatus(summary.status)
    ? summary.status === 'approved'
    : summary.chargeState === 'resolved-present'
  const endKind = isFinalStatus(summary.status) ? 'final' : 'resolved'
  const untilMs = timeline.findLast(({ kind }) => kind === endKind)?.atMs ?? summary.changedAtMs
  const sinceMs = timeline.find(({ kind }) => kind === 'sent')?.atMs ?? summary.createdAtMs
  return { state: isGood ? 'done' : 'failed', sinceMs, untilMs, awaitedFrom: null, step: null }
}

/** The page stage and the result stage of the newest step of one group. */
function groupStages(
  step: ThreeDsStep | null,
  newest: ThreeDsStep | null,
  isOver: boolean,
): { readonly page: StageData; readonly result: StageData } {
  if (step === null) {
    // Version 1.0.2 has no method page, and a method step that was skipped does not come later.
    const isSuperseded = newest !== null && newest.kind !== 'method'
    return isSuperseded ? { page: skipped, result: skipped } : { page: idle, result: idle }
  }
  const isSuperseded = isOver || step.seq !== newest?.seq
  return { page: pageStage(step, isSuperseded), result: resultStage(step, isSuperseded) }
}

function pageStage(step: ThreeDsStep, isSuperseded: boolean): StageData {
  const stage = { sinceMs: step.openedAtMs ?? step.awaitedAtMs, untilMs: step.answeredAtMs, step }
  switch (step.state) {
    case 'awaited':
      return isSuperseded
        ? { ...stage, state: 'skipped', awaitedFrom: null }
        : { ...stage, sinceMs: step.awaitedAtMs, untilMs: null, state: 'waiting', awaitedFrom: 'operator' }
    case 'open':
      return isSuperseded
        ? { ...stage, state: 'skipped', awaitedFrom: null }
        : {
            ...stage,
            untilMs: null,
            state: 'running',
            awaitedFrom: step.kind === 'method' ? 'issuer' : 'cardholder',
          }
    case 'abandoned':
      return {
        ...stage,
        untilMs: step.answeredAtMs ?? step.settledAtMs,
        state: step.answeredAtMs !== null ? 'done' : stopReasonOf(step) === null ? 'skipped' : 'failed',
        awaitedFrom: null,
      }
    case 'answered':
    case 'sending':
    case 'sent':
    case 'not-sent':
    case 'refused':
    case 'outcome-unknown':
      return { ...stage, state: 'done', awaitedFrom: null }
    default:
      return assertNever(step.state)
  }
}

function resultStage(step: ThreeDsStep, isSuperseded: boolean): StageData {
  const stage = { sinceMs: step.sentAtMs ?? step.answeredAtMs, untilMs: step.settledAtMs, step }
  const open = (state: 'waiting' | 'running', awaitedFrom: AwaitedFrom): StageData =>
    isSuperseded
      ? { ...stage, state: step.state === 'answered' ? 'skipped' : 'done', awaitedFrom: null }
      : { ...stage, untilMs: null, state, awaitedFrom }
  switch (step.state) {
    case 'awaited':
    case 'open':
      return { ...idle, state: isSuperseded ? 'skipped' : 'idle', step }
    case 'answered':
      return open('waiting', 'operator')
    case 'not-sent':
      return isSuperseded ? { ...stage, state: 'skipped', awaitedFrom: null } : open('waiting', 'operator')
    case 'sending':
      return open('running', 'gateway')
    case 'outcome-unknown':
      return open('waiting', 'gateway')
    case 'sent':
      return { ...stage, state: 'done', awaitedFrom: null }
    case 'refused':
      return { ...stage, state: 'failed', awaitedFrom: null }
    case 'abandoned':
      return {
        ...stage,
        state: stopReasonOf(step) === 'answer-not-sendable' ? 'failed' : 'skipped',
        awaitedFrom: null,
      }
    default:
      return assertNever(step.state)
  }
}

/**
 * Marks the stage that is current: the gateway must act when no step is open; only the operator can act on an order in
 * review.
 */
function withCurrentStage(
  stages: Record<StageKey, StageData>,
  { summary }: OrderWithSteps,
  newest: ThreeDsStep | null,
): Record<StageKey, StageData> {
  const isInReview = summary.chargeState === 'needs-review'
  const nextParty: AwaitedFrom = isInReview ? 'operator' : 'gateway'
  const open = stageKeys.find((key) => stages[key].awaitedFrom !== null)
  if (open !== undefined) {
    const stage = stages[open]
    return stage.awaitedFrom === 'gateway'
      ? { ...stages, [open]: { ...stage, awaitedFrom: nextParty } }
      : stages
  }
  const sinceMs = newest?.settledAtMs ?? newest?.sentAtMs ?? stages.sale.untilMs
  const next: StageData = { ...idle, state: 'waiting', sinceMs, awaitedFrom: nextParty }
  if (isInReview) return { ...stages, final: next }
  if (newest === null) return { ...stages, method: next }
  // The next status answer tells whether the issuer wants a challenge. After a refused upload no challenge follows.
  const isDeciding =
    newest.kind === 'method' && newest.state !== 'refused' && stages.challenge.state === 'idle'
  return isDeciding ? { ...stages, challenge: next } : { ...stages, final: next }
}
