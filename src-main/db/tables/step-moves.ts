import { isFinalStatus } from '../../../src-shared/domain/order-status'
import type { StepKind, StepState } from '../../../src-shared/domain/three-ds'
import type { OrderChange, OrderRecord, StepChange, StepRecord } from '../../ports/storage'
import { notAllowed } from './row-ids'

type Moved = Extract<StepChange, { kind: 'move' }>

/** A row of a step, without the caught answer. */
export interface StepRow {
  readonly seq: number
  readonly kind: StepKind
  readonly step_key: string
  readonly host: string | null
  readonly state: StepState
  readonly transmissions: number
  readonly awaited_at_ms: number
  readonly opened_at_ms: number | null
  readonly answered_at_ms: number | null
  readonly sent_at_ms: number | null
  readonly settled_at_ms: number | null
  readonly completion: 'Y' | 'N' | 'U' | null
  readonly trans_status: string | null
  readonly answer_digest: string | null
  readonly failure: string | null
}

const keepsAnswer: ReadonlySet<StepState> = new Set(['answered', 'sending', 'not-sent'])
const wasTransmitted: ReadonlySet<StepState> = new Set(['sending', 'sent', 'refused', 'outcome-unknown'])
const isSettled: ReadonlySet<StepState> = new Set(['sent', 'refused', 'abandoned'])

/** The row after a move. The triggers of the schema decide whether it is allowed. Throws `not-allowed-now`. */
export function movedStep(row: StepRow, move: Moved, atMs: number): { next: StepRow; keepsAnswer: boolean } {
  const { to } = move
  if (row.state !== move.from) throw notAllowed('step-state')
  if (to === 'answered' && move.answer === undefined) throw notAllowed('answer-missing')
  const next: StepRow = {
    ...row,
    state: to,
    transmissions: wasTransmitted.has(to) ? 1 : 0,
    opened_at_ms: row.opened_at_ms ?? (to === 'open' ? atMs : null),
    answered_at_ms: to === 'answered' ? atMs : row.answered_at_ms,
    sent_at_ms: to === 'sending' ? atMs : row.sent_at_ms,
    settled_at_ms: isSettled.has(to) ? atMs : null,
    completion: move.completion ?? row.completion,
    trans_status: move.transStatus === undefined ? row.trans_status : move.transStatus,
    answer_digest: move.answerDigest ?? row.answer_digest,
    failure: move.failure === undefined ? row.failure : move.failure,
  }
  return { next, keepsAnswer: keepsAnswer.has(to) }
}

/**
 * Changes of unfinished steps at the start of the app. An open page is gone with its window, so the step is awaited
 * again. An upload may have arrived, so its outcome is unknown and the gateway is polled.
 */
export function stepSweep(order: OrderRecord, step: StepRecord, atMs: number): OrderChange {
  const { summary } = order
  const isOver = isFinalStatus(summary.status)
  const entry = { atMs, actor: null, changes: [], text: null }
  const change = { orderId: summary.orderId, expectedRevision: summary.revision, atMs } as const
  if (step.state === 'open')
    return {
      ...change,
      set: { awaitedStep: isOver ? null : step.kind },
      entries: [
        { ...entry, kind: 'swept-at-start' },
        { ...entry, kind: 'step-closed', text: step.kind },
      ],
      step: { kind: 'move', seq: step.seq, from: 'open', to: 'awaited' },
    }
  const asked = { followState: 'following', followedSinceMs: atMs, checks: 0, nextCheckAtMs: atMs } as const
  return {
    ...change,
    set: { awaitedStep: null, ...(isOver || summary.followState === 'needs-review' ? {} : asked) },
    entries: [
      { ...entry, kind: 'swept-at-start' },
      { ...entry, kind: 'step-unknown', text: step.kind },
    ],
    step: { kind: 'move', seq: step.seq, from: 'sending', to: 'outcome-unknown' },
  }
}
