import type { ChargeState } from '../../../../src-shared/domain/charge'
import type { OrderView, TimelineEntry } from '../../../../src-shared/domain/order'
import type { StepState, ThreeDsStep } from '../../../../src-shared/domain/three-ds'
import type { OrderWithSteps } from '../../../../src-shared/domain/three-ds-progress'

/** The timeline entries that a replay shows, oldest first. */
export interface OrderReplay {
  readonly startMs: number
  readonly endMs: number
  readonly moments: readonly TimelineEntry[]
}

const notShown: ReadonlySet<TimelineEntry['kind']> = new Set([
  'drafted',
  'status-unchanged',
  'card-registered',
  'callback',
  'note',
])

/** The replay of an order; null if there are fewer than two entries to show. */
export function orderReplay(view: OrderView): OrderReplay | null {
  const moments = view.timeline.filter(({ kind }) => !notShown.has(kind)).sort((a, b) => a.seq - b.seq)
  const [first, last] = [moments[0], moments.at(-1)]
  if (first === undefined || last === undefined || moments.length < 2) return null
  return { startMs: first.atMs, endMs: Math.max(first.atMs, last.atMs), moments }
}

/** The newest entry at the time `atMs`, or the first one before that. */
export function momentAt(replay: OrderReplay, atMs: number): TimelineEntry | null {
  return replay.moments.findLast((moment) => moment.atMs <= atMs) ?? replay.moments[0] ?? null
}

/** The order as its timeline shows it at the time `atMs`. From the last entry on, it is the order itself. */
export function orderAt(view: OrderView, replay: OrderReplay, atMs: number): OrderWithSteps {
  if (atMs >= replay.endMs) return view
  const timeline = view.timeline.filter((entry) => entry.atMs <= atMs)
  return {
    summary: {
      ...view.summary,
      status: statusAt(timeline),
      chargeState: timeline.reduce<ChargeState | null>(chargeStateAfter, null),
    },
    steps: view.steps.filter((step) => step.awaitedAtMs <= atMs).map((step) => stepAt(step, timeline, atMs)),
    timeline,
  }
}

function statusAt(timeline: readonly TimelineEntry[]): string | null {
  const changes = timeline.flatMap((entry) => entry.changes)
  return changes.findLast(({ name }) => name === 'status')?.after ?? null
}

function chargeStateAfter(state: ChargeState | null, entry: TimelineEntry): ChargeState | null {
  switch (entry.kind) {
    case 'drafted':
      return 'draft'
    case 'confirmed':
      return 'recorded'
    case 'sent':
    case 'restored':
      return 'sending'
    case 'swept-at-start':
      return state === 'sending' ? 'outcome-unknown' : state
    case 'refused':
      return 'rejected-unverified'
    case 'accepted':
    case 'not-sent':
    case 'outcome-unknown':
    case 'cancelled':
    case 'needs-review':
    case 'final':
      return entry.kind
    default:
      return state
  }
}

// A page that closed, failed or timed out without an answer is awaited again.
const pageEvents: ReadonlySet<TimelineEntry['kind']> = new Set([
  'step-opened',
  'step-closed',
  'step-timed-out',
  'step-failed',
])

function stepAt(step: ThreeDsStep, timeline: readonly TimelineEntry[], atMs: number): ThreeDsStep {
  const past = (momentMs: number | null) => (momentMs !== null && momentMs <= atMs ? momentMs : null)
  const moments = {
    openedAtMs: past(step.openedAtMs),
    answeredAtMs: past(step.answeredAtMs),
    sentAtMs: past(step.sentAtMs),
    settledAtMs: past(step.settledAtMs),
  }
  return { ...step, ...moments, state: stateAt({ ...step, ...moments }, timeline) }
}

function stateAt(step: ThreeDsStep, timeline: readonly TimelineEntry[]): StepState {
  if (step.settledAtMs !== null) return step.state
  if (step.sentAtMs !== null) return 'sending'
  if (step.answeredAtMs !== null) return 'answered'
  if (step.openedAtMs === null) return 'awaited'
  const openedAtMs = step.openedAtMs
  const newest = timeline.findLast(({ kind, atMs }) => atMs >= openedAtMs && pageEvents.has(kind))
  return newest === undefined || newest.kind === 'step-opened' ? 'open' : 'awaited'
}
