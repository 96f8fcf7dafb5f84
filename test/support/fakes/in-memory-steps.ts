import { isFinalStatus } from '../../../src-shared/domain/order-status'
import { nextStepStates, type StepState } from '../../../src-shared/domain/three-ds'
import { AppError } from '../../../src-shared/errors/app-error'
import type { OrderChange, OrderRecord, StepChange } from '../../../src-main/ports/storage'
import { notAllowed, type StoredStep } from './in-memory-tables'

type StepMove = Extract<StepChange, { kind: 'move' }>

const answerIsKept: ReadonlySet<StepState> = new Set(['answered', 'sending', 'not-sent'])
const wasTransmitted: ReadonlySet<StepState> = new Set(['sending', 'sent', 'refused', 'outcome-unknown'])

/** The steps after a change, with the rules of the schema's triggers; refuses without having changed anything. */
export function stepsAfter(
  steps: readonly StoredStep[],
  change: StepChange | undefined,
  atMs: number,
): readonly StoredStep[] {
  if (change === undefined) return steps
  if (change.kind === 'move') {
    if (steps.every(({ seq }) => seq !== change.seq)) throw new AppError('not-found', { reason: 'step' })
    return steps.map((step) => (step.seq === change.seq ? moved(step, change, atMs) : step))
  }
  if (steps.some(({ stepKey }) => stepKey === change.stepKey)) throw notAllowed('step-known')
  const { stepKind, stepKey, host } = change
  return [
    ...steps,
    {
      seq: steps.length + 1,
      kind: stepKind,
      stepKey,
      host,
      state: 'awaited',
      transmissions: 0,
      awaitedAtMs: atMs,
      openedAtMs: null,
      answeredAtMs: null,
      sentAtMs: null,
      settledAtMs: null,
      completion: null,
      transStatus: null,
      answerDigest: null,
      failure: null,
      answer: null,
    },
  ]
}

function moved(step: StoredStep, move: StepMove, atMs: number): StoredStep {
  const { from, to } = move
  if (step.state !== from) throw notAllowed('step-state')
  if (!nextStepStates(from).includes(to)) throw notAllowed('forbidden-transition')
  if (to === 'answered' && move.answer === undefined) throw notAllowed('answer-missing')
  const caught = to === 'answered' ? structuredClone(move.answer ?? null) : step.answer
  return {
    ...step,
    state: to,
    transmissions: wasTransmitted.has(to) ? 1 : 0,
    openedAtMs: step.openedAtMs ?? (to === 'open' ? atMs : null),
    answeredAtMs: to === 'answered' ? atMs : step.answeredAtMs,
    sentAtMs: to === 'sending' ? atMs : step.sentAtMs,
    settledAtMs: to === 'sent' || to === 'refused' || to === 'abandoned' ? atMs : null,
    completion: move.completion ?? step.completion,
    transStatus: move.transStatus === undefined ? step.transStatus : move.transStatus,
    answerDigest: move.answerDigest ?? step.answerDigest,
    failure: move.failure === undefined ? step.failure : move.failure,
    answer: answerIsKept.has(to) ? caught : null,
  }
}

/** What the start of the app changes about a step that an earlier run left in the middle of something; null = nothing. */
export function stepSweep(order: OrderRecord, seq: number, atMs: number): OrderChange | null {
  const step = order.steps.find((one) => one.seq === seq)
  if (step?.state !== 'open' && step?.state !== 'sending') return null
  const isOpen = step.state === 'open'
  const { summary } = order
  const isFollowed = !isFinalStatus(summary.status) && summary.followState !== 'needs-review'
  const asked = { followState: 'following', followedSinceMs: atMs, checks: 0, nextCheckAtMs: atMs } as const
  const entry = { atMs, actor: null, changes: [], text: null }
  return {
    orderId: summary.orderId,
    expectedRevision: summary.revision,
    atMs,
    set: isOpen
      ? { awaitedStep: isFinalStatus(summary.status) ? null : step.kind }
      : { awaitedStep: null, ...(isFollowed ? asked : {}) },
    entries: [
      { ...entry, kind: 'swept-at-start' },
      { ...entry, kind: isOpen ? 'step-closed' : 'step-unknown', text: step.kind },
    ],
    step: { kind: 'move', seq, from: step.state, to: isOpen ? 'awaited' : 'outcome-unknown' },
  }
}
