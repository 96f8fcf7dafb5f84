import type { ChargeState } from '../../../../src-shared/domain/charge'
import type { OrderView, TimelineEntry } from '../../../../src-shared/domain/order'
import type { StepState, ThreeDsStep } from '../../../../src-shared/domain/three-ds'
import type { OrderWithSteps } from '../../../../src-shared/domain/three-ds-progress'

/** The moments of an order's way, oldest first, made from the log alone. */
export interface Film {
  readonly startMs: number
  readonly endMs: number
  readonly moments: readonly TimelineEntry[]
}

const offScreen: ReadonlySet<TimelineEntry['kind']> = new Set([
  'drafted',
  'status-unchanged',
  'card-registered',
  'callback',
  'note',
])

/** Null where nothing has happened that could be replayed. */
export function filmOf(view: OrderView): Film | null {
  const moments = view.timeline.filter(({ kind }) => !offScreen.has(kind)).sort((a, b) => a.seq - b.seq)
  const [first, last] = [moments[0], moments.at(-1)]
  if (first === undefined || last === undefined || moments.length < 2) return null
  return { startMs: first.atMs, endMs: Math.max(first.atMs, last.atMs), moments }
}

/** The moment that a position shows: the last one that has begun. */
export function momentAt(film: Film, atMs: number): TimelineEntry | null {
  return film.moments.findLast((moment) => moment.atMs <= atMs) ?? film.moments[0] ?? null
}

/** The order as the log shows it at a moment; at the end of the film it is the order itself. */
export function orderAt(view: OrderView, film: Film, atMs: number): OrderWithSteps {
  if (atMs >= film.endMs) return view
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

// A page that closed, failed or ran out of time without an answer is awaited again.
const turns: ReadonlySet<TimelineEntry['kind']> = new Set([
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
  const turn = timeline.findLast(({ kind, atMs }) => atMs >= openedAtMs && turns.has(kind))
  return turn === undefined || turn.kind === 'step-opened' ? 'open' : 'awaited'
}
