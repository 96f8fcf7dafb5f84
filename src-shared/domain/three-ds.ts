import { z } from 'zod'
import { assertNever } from '../util/assert-never'

/** A browser step of 3-D Secure: the issuer's method page, its challenge (2.x), or its PaReq page (1.0.2). */
export const stepKind = z.enum(['method', 'challenge', 'pareq'])
export type StepKind = z.infer<typeof stepKind>

/**
 * Where a step stands. `answered` = the issuer's answer is on disk and has not been uploaded; `outcome-unknown` = the
 * upload left without a readable answer and is never sent again; `abandoned` = the gateway went on without it.
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
 * Why this app itself gave a step up, the first word of its `failure`: the address of the issuer's page is not one that
 * is opened, or the issuer's answer is one that the gateway's interface does not take.
 */
export const stopReasons = ['issuer-address-refused', 'answer-not-sendable'] as const
export type StopReason = (typeof stopReasons)[number]

/** The states that may follow; the schema's trigger holds the same table, and a test compares them. */
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

/** What an order waits for: a step of the cardholder, or a person who sends an answer that was caught and not sent. */
export const awaitedStep = z.enum([...stepKind.options, 'unsent-answer'])
export type AwaitedStep = z.infer<typeof awaitedStep>

/** One step with its moments; the issuer's values themselves are not in it. */
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
  /** When the upload was written down as being sent. */
  sentAtMs: z.number().int().nullable(),
  /** When the upload's answer came, or the gateway went on without the step. */
  settledAtMs: z.number().int().nullable(),
  /** Host of the issuer's page in ASCII. */
  host: z.string().nullable(),
  /** `threeDSCompInd` of a method step: Y = the issuer's page finished, N = it did not within ten seconds. */
  completion: z.enum(['Y', 'N', 'U']).nullable(),
  /** `transStatus` inside a challenge response; null when it has none or cannot be read. */
  transStatus: z.string().nullable(),
  /** Length and SHA-256 of the uploaded value: proves which bytes went out without keeping them. */
  answerDigest: z.string().nullable(),
  /** Short technical reason of the last thing that went wrong. */
  failure: z.string().nullable(),
})
export type ThreeDsStep = z.infer<typeof threeDsStep>

/** Why this app gave the step up; null when it did not. */
export function stopReasonOf({ state, failure }: Pick<ThreeDsStep, 'state' | 'failure'>): StopReason | null {
  if (state !== 'abandoned') return null
  return stopReasons.find((reason) => failure?.split(' ')[0] === reason) ?? null
}

/** The issuer's method page has this long; then `threeDSCompInd` is N (EMV 3-D Secure). */
export const methodTimeoutMs = 10_000
/** No issuer page stays open longer (C9). */
export const challengeTimeoutMs = 600_000
