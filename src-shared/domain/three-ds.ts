import { z } from 'zod'
import { assertNever } from '../util/assert-never'

/** A browser step of 3-D Secure: the issuer's method page, its challenge (2.x), or its PaReq page (1.0.2). */
export const stepKind = z.enum(['method', 'challenge', 'pareq'])
export type StepKind = z.infer<typeof stepKind>

/**
 * State of a step. `answered` = the issuer's answer is on disk and was not uploaded. `outcome-unknown` = it was uploaded
 * without a readable answer and is never sent again. `abandoned` = the order continued without it.
 */
export const stepState = z.enum([
  'awaited',
  'open',
  'answered',
  'sending',
  'sent',
  'not-sent',
  'refused',
  'outcome-unknown',
  'abandoned',
])
export type StepState = z.infer<typeof stepState>

/**
 * Why this app stopped a step (the first word of `failure`): the address of the issuer's page is not allowed, or the
 * issuer's answer cannot be sent through the gateway's interface.
 */
export const stopReasons = ['issuer-address-refused', 'answer-not-sendable'] as const
export type StopReason = (typeof stopReasons)[number]

/** The states that may follow. A trigger of the database has the same table; a test compares both. */
export function nextStepStates(state: StepState): readonly StepState[] {
  switch (state) {
    case 'awaited':
      return ['open', 'abandoned']
    case 'open':
      return ['awaited', 'answered', 'abandoned']
    case 'answered':
      return ['sending', 'abandoned']
    case 'sending':
      return ['sent', 'not-sent', 'refused', 'outcome-unknown']
    case 'not-sent':
      return ['sending', 'abandoned']
    case 'sent':
    case 'refused':
    case 'outcome-unknown':
    case 'abandoned':
      return []
    default:
      return assertNever(state)
  }
}

/** What an order waits for: a browser step, or the operator who must send an answer that was caught and not sent. */
export const awaitedStep = z.enum([...stepKind.options, 'unsent-answer'])
export type AwaitedStep = z.infer<typeof awaitedStep>

/** One step with its times. Does not contain the issuer's values. */
export const threeDsStep = z.object({
  /** Counts from 1 in each order. */
  seq: z.number().int(),
  kind: stepKind,
  state: stepState,
  /** When the gateway first asked for it. */
  awaitedAtMs: z.number().int(),
  /** When the issuer's page was first opened. */
  openedAtMs: z.number().int().nullable(),
  /** When the issuer answered, or the ten seconds of a method page were over. */
  answeredAtMs: z.number().int().nullable(),
  /** When the upload was stored as `sending`, just before it was sent. */
  sentAtMs: z.number().int().nullable(),
  /** When the upload was answered, or the order continued without the step. */
  settledAtMs: z.number().int().nullable(),
  /** Host of the issuer's page in ASCII. */
  host: z.string().nullable(),
  /** `threeDSCompInd` of a method step: Y = the issuer's page finished, N = it did not within ten seconds. */
  completion: z.enum(['Y', 'N', 'U']).nullable(),
  /** `transStatus` inside a challenge response; null when it has none or cannot be read. */
  transStatus: z.string().nullable(),
  /** Length and SHA-256 of the uploaded value. Proves which bytes were sent without storing them. */
  answerDigest: z.string().nullable(),
  /** Short technical reason of the last failure. */
  failure: z.string().nullable(),
})
export type ThreeDsStep = z.infer<typeof threeDsStep>

/** Why this app stopped the step; null when it did not. */
export function stopReasonOf({ state, failure }: Pick<ThreeDsStep, 'state' | 'failure'>): StopReason | null {
  if (state !== 'abandoned') return null
  return stopReasons.find((reason) => failure?.split(' ')[0] === reason) ?? null
}

/** Time limit of the issuer's method page. After it `threeDSCompInd` is N (EMV 3-D Secure). */
export const methodTimeoutMs = 10_000
/** Time limit of every other issuer page. */
export const challengeTimeoutMs = 600_000
