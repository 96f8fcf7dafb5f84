import { assertNever } from '../util/assert-never'
import type { OrderView } from './order'
import { isFinalStatus } from './order-status'
import { stopReasonOf, type ThreeDsStep } from './three-ds'

/** The six stations of a sale on its way through 3-D Secure; a PaReq page (1.0.2) stands where the challenge stands. */
export const lightKeys = [
  'sale',
  'method',
  'method-result',
  'challenge',
  'challenge-result',
  'final',
] as const
export type LightKey = (typeof lightKeys)[number]

/** `waiting` = nothing happens until somebody acts or answers; `running` = somebody is at it now. */
export type LightState = 'idle' | 'waiting' | 'running' | 'done' | 'skipped' | 'failed'

/** Who has the next move. `desk` is the person in front of this app. */
export type AwaitedFrom = 'gateway' | 'issuer' | 'cardholder' | 'desk'

/** One station. Times are ms since the epoch, null where the log does not know them. */
export interface Light {
  readonly key: LightKey
  readonly state: LightState
  readonly sinceMs: number | null
  /** Null while it is under way. */
  readonly untilMs: number | null
  /** From `sinceMs` to `untilMs` or to the moment asked for; for the final light the whole way of the order. */
  readonly elapsedMs: number | null
  /** Set for `waiting` and `running` only. */
  readonly awaitedFrom: AwaitedFrom | null
  /** The step behind it: the newest of its kind. */
  readonly step: ThreeDsStep | null
}

export type LitOrder = Pick<OrderView, 'summary' | 'steps' | 'timeline'>
type Bare = Omit<Light, 'key' | 'elapsedMs'>
type Track = 'method' | 'challenge'

/** The six lights of an order at a moment; at most one of them is waiting or running. */
export function threeDsLights(order: LitOrder, atMs: number): Light[] {
  const lights = bareLights(order)
  return lightKeys.map((key) => {
    const light = lights[key]
    const isOpen = light.state === 'waiting' || light.state === 'running'
    const endMs = light.untilMs ?? (isOpen ? atMs : null)
    const elapsedMs = light.sinceMs === null || endMs === null ? null : Math.max(0, endMs - light.sinceMs)
    return { key, ...light, elapsedMs }
  })
}

/** The light that waits or runs, if any. */
export function frontierOf(lights: readonly Light[]): Light | null {
  return lights.find(({ state }) => state === 'waiting' || state === 'running') ?? null
}

/** The newest step of an order. */
export function newestStep(steps: readonly ThreeDsStep[]): ThreeDsStep | null {
  return steps.reduce<ThreeDsStep | null>(
    (newest, step) => (newest === null || step.seq > newest.seq ? step : newest),
    null,
  )
}

function bareLights(order: LitOrder): Record<LightKey, Bare> {
  const sale = saleLight(order)
  const isSaleDone = sale.state === 'done'
  const end = isSaleDone ? finalLight(order) : null
  const isOver = end !== null
  const newest = newestStep(order.steps)
  const track = (name: Track) => trackLights(newestOf(order.steps, name), newest, isOver)
  const method = track('method')
  const challenge = track('challenge')
  const lights: Record<LightKey, Bare> = {
    sale,
    method: method.page,
    'method-result': method.result,
    challenge: challenge.page,
    'challenge-result': challenge.result,
    final: end ?? idle,
  }
  if (sale.state === 'failed' || isOver) return withoutIdle(lights)
  return isSaleDone ? withFrontier(lights, order, newest) : lights
}

const idle: Bare = { state: 'idle', sinceMs: null, untilMs: null, awaitedFrom: null, step: null }
const skipped: Bare = { ...idle, state: 'skipped' }

// What was not reached when the order ended was not asked for.
function withoutIdle(lights: Record<LightKey, Bare>): Record<LightKey, Bare> {
  const settled = { ...lights }
  for (const key of lightKeys)
    if (settled[key].state === 'idle') settled[key] = { ...settled[key], state: 'skipped' }
  return settled
}

function newestOf(steps: readonly ThreeDsStep[], track: Track): ThreeDsStep | null {
  return newestStep(steps.filter(({ kind }) => (kind === 'method') === (track === 'method')))
}

function saleLight({ summary, steps, timeline }: LitOrder): Bare {
  const sinceMs = timeline.find(({ kind }) => kind === 'sent')?.atMs ?? summary.createdAtMs
  const acceptedAtMs = timeline.find(({ kind }) => kind === 'accepted')?.atMs ?? steps[0]?.awaitedAtMs ?? null
  const bare = { sinceMs, untilMs: null, step: null }
  const done: Bare = { ...bare, state: 'done', untilMs: acceptedAtMs, awaitedFrom: null }
  const failed: Bare = { ...bare, state: 'failed', awaitedFrom: null }
  const waiting = (awaitedFrom: AwaitedFrom): Bare => ({ ...bare, state: 'waiting', awaitedFrom })
  // A step or a status proves that the gateway has the sale, whatever became of its answer.
  if (steps.length > 0 || summary.status !== null) return done
  switch (summary.chargeState) {
    case 'draft':
    case 'recorded':
    case 'not-sent':
    case 'needs-review':
      return waiting('desk')
    case 'sending':
      return { ...bare, state: 'running', awaitedFrom: 'gateway' }
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

/** The final light once the order is over, by the gateway's word or by a person's; null before. */
function finalLight({ summary, timeline }: LitOrder): Bare | null {
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

/** Page and upload of the newest step of one track. */
function trackLights(
  step: ThreeDsStep | null,
  newest: ThreeDsStep | null,
  isOver: boolean,
): { readonly page: Bare; readonly result: Bare } {
  if (step === null) {
    // 1.0.2 has no method page, and a step that was passed over does not come later.
    const isPassed = newest !== null && newest.kind !== 'method'
    return isPassed ? { page: skipped, result: skipped } : { page: idle, result: idle }
  }
  const isPassed = isOver || step.seq !== newest?.seq
  return { page: pageLight(step, isPassed), result: resultLight(step, isPassed) }
}

function pageLight(step: ThreeDsStep, isPassed: boolean): Bare {
  const bare = { sinceMs: step.openedAtMs ?? step.awaitedAtMs, untilMs: step.answeredAtMs, step }
  switch (step.state) {
    case 'awaited':
      return isPassed
        ? { ...bare, state: 'skipped', awaitedFrom: null }
        : { ...bare, sinceMs: step.awaitedAtMs, untilMs: null, state: 'waiting', awaitedFrom: 'desk' }
    case 'open':
      return isPassed
        ? { ...bare, state: 'skipped', awaitedFrom: null }
        : {
            ...bare,
            untilMs: null,
            state: 'running',
            awaitedFrom: step.kind === 'method' ? 'issuer' : 'cardholder',
          }
    case 'abandoned':
      return {
        ...bare,
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
      return { ...bare, state: 'done', awaitedFrom: null }
    default:
      return assertNever(step.state)
  }
}

function resultLight(step: ThreeDsStep, isPassed: boolean): Bare {
  const bare = { sinceMs: step.sentAtMs ?? step.answeredAtMs, untilMs: step.settledAtMs, step }
  const open = (state: 'waiting' | 'running', awaitedFrom: AwaitedFrom): Bare =>
    isPassed
      ? { ...bare, state: step.state === 'answered' ? 'skipped' : 'done', awaitedFrom: null }
      : { ...bare, untilMs: null, state, awaitedFrom }
  switch (step.state) {
    case 'awaited':
    case 'open':
      return { ...idle, state: isPassed ? 'skipped' : 'idle', step }
    case 'answered':
      return open('waiting', 'desk')
    case 'not-sent':
      return isPassed ? { ...bare, state: 'skipped', awaitedFrom: null } : open('waiting', 'desk')
    case 'sending':
      return open('running', 'gateway')
    case 'outcome-unknown':
      return open('waiting', 'gateway')
    case 'sent':
      return { ...bare, state: 'done', awaitedFrom: null }
    case 'refused':
      return { ...bare, state: 'failed', awaitedFrom: null }
    case 'abandoned':
      return {
        ...bare,
        state: stopReasonOf(step) === 'answer-not-sendable' ? 'failed' : 'skipped',
        awaitedFrom: null,
      }
    default:
      return assertNever(step.state)
  }
}

/** The gateway has the move where no step is open; in review only a person has it. */
function withFrontier(
  lights: Record<LightKey, Bare>,
  { summary }: LitOrder,
  newest: ThreeDsStep | null,
): Record<LightKey, Bare> {
  const isInReview = summary.chargeState === 'needs-review'
  const gateway: AwaitedFrom = isInReview ? 'desk' : 'gateway'
  const open = lightKeys.find((key) => lights[key].awaitedFrom !== null)
  if (open !== undefined) {
    const light = lights[open]
    return light.awaitedFrom === 'gateway'
      ? { ...lights, [open]: { ...light, awaitedFrom: gateway } }
      : lights
  }
  const sinceMs = newest?.settledAtMs ?? newest?.sentAtMs ?? lights.sale.untilMs
  const next: Bare = { ...idle, state: 'waiting', sinceMs, awaitedFrom: gateway }
  if (isInReview) return { ...lights, final: next }
  if (newest === null) return { ...lights, method: next }
  // Only the next answer tells whether the issuer wants a challenge. A refused upload leads nowhere by itself.
  const isDeciding =
    newest.kind === 'method' && newest.state !== 'refused' && lights.challenge.state === 'idle'
  return isDeciding ? { ...lights, challenge: next } : { ...lights, final: next }
}
