import { stopReasonOf, type StepKind, type ThreeDsStep } from '../../src-shared/domain/three-ds'
import type { AwaitedFrom, StageKey, StageState } from '../../src-shared/domain/three-ds-progress'
import { messages } from '.'
import { failureText } from './failure-text'

const words = messages.threeDs

/** The name of a stage. */
export function stageName(key: StageKey, isPareq: boolean): string {
  return (isPareq ? words.pareqStages[key] : undefined) ?? words.stages[key]
}

/** What the payment waits for, and from whom. */
export function awaitedText(
  current: {
    readonly key: StageKey
    readonly state: StageState
    readonly awaitedFrom: AwaitedFrom | null
  },
  isPareq: boolean,
): string {
  const { key, state, awaitedFrom } = current
  const { sale, method, challenge, result, final } = words.awaited
  const ofRequest = (texts: typeof sale) => {
    if (awaitedFrom === 'operator') return texts.operator
    return state === 'running' ? texts.running : texts.waiting
  }
  switch (key) {
    case 'sale':
      return ofRequest(sale)
    case 'method':
      if (awaitedFrom === 'issuer') return method.issuer
      return awaitedFrom === 'gateway' ? method.gateway : method.operator
    case 'challenge':
      if (awaitedFrom === 'cardholder') return challenge.cardholder({ isPareq })
      return awaitedFrom === 'gateway' ? challenge.gateway : challenge.operator({ isPareq })
    case 'method-result':
    case 'challenge-result':
      return ofRequest(result)
    case 'final':
      return awaitedFrom === 'operator' ? final.operator : final.gateway
  }
}

/** One stage as a sentence, for screen readers. */
export function stageSentence(
  name: string,
  state: StageState,
  elapsed: string,
  awaitedFrom: AwaitedFrom | null,
): string {
  const isOver = state === 'done' || state === 'failed'
  return words.sentence({
    name,
    state: words.states[state],
    timing: elapsed === '' ? 'none' : isOver ? 'after' : 'for',
    elapsed,
    isAwaited: awaitedFrom !== null,
    from: awaitedFrom === null ? '' : words.from[awaitedFrom],
  })
}

/** The outcome of a payment, with the time since it was sent; that is empty if it is not known. */
export function outcomeText(isApproved: boolean, word: string, span: string): string {
  const { approved, approvedAfter, notApproved, notApprovedAfter } = words.over
  if (isApproved) return span === '' ? approved : approvedAfter({ span })
  return span === '' ? notApproved({ word }) : notApprovedAfter({ word, span })
}

/** A step that the gateway waits for, by the gateway's name of it. */
export function foreignStep(status: string): string {
  return words.foreign.steps[status] ?? words.foreign.unlistedStep({ status })
}

/** The state of a step. */
export function stepStateText(step: Pick<ThreeDsStep, 'state' | 'kind' | 'failure'>): string {
  const reason = stopReasonOf(step)
  if (reason !== null) return words.stopped[reason].state
  return step.state === 'open' && step.kind === 'method' ? words.methodRunning : words.stepStates[step.state]
}

/** What is safe to do after a step that did not succeed; null if there is nothing to say. */
export function stepSafeNow(step: Pick<ThreeDsStep, 'state' | 'failure'>): string | null {
  const reason = stopReasonOf(step)
  return reason === null ? (words.safeNow[step.state] ?? null) : words.stopped[reason].safeNow
}

/** The text of a failed step. The first word of the failure is its code, the rest are details. */
export function stepFailure(failure: string): string {
  const text = words.failures[failure.split(' ')[0] ?? '']
  return text === undefined
    ? failureText(failure)
    : messages.errors.failures.withCode({ text, code: failure })
}

/** The text of a timeline entry: the kind of step, then its host or the failure. */
export function stepEntry(text: string): string {
  const [kind = '', ...rest] = text.split(' ')
  const step = Object.hasOwn(words.steps, kind) ? words.steps[kind as StepKind] : kind
  return rest.length === 0 ? step : words.entry({ step, detail: stepFailure(rest.join(' ')) })
}

/** How the issuer's method page ended. */
export function completionText(value: 'Y' | 'N' | 'U'): string {
  return words.explained({ value, meaning: words.completion[value] })
}

/** The issuer's verdict. */
export function transStatusText(value: string): string {
  return words.explained({ value, meaning: words.transStatus[value] ?? words.unlistedTransStatus })
}

/** The gateway's 3-D Secure result; an unknown value stays as it is. */
export function verifiedText(value: string): string {
  const meaning = words.verified[value]
  return meaning === undefined ? value : words.explained({ value, meaning })
}
