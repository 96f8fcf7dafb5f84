import type { SecretFingerprints } from '../platform/secret-fingerprints'
import type { NewExchange } from '../ports/storage'
import type { HttpResult } from './http-transport'
import { maskAnswer, maskUnreadable } from './mask'
import type { CallTarget, Operation } from './operation'
import { parseAnswer, type WireAnswer } from './wire-format'

/** The part of an exchange that describes the answer, masked. */
export type AnswerFacts = Pick<
  NewExchange,
  'outcome' | 'httpStatus' | 'answerType' | 'serialNumber' | 'failure' | 'answer' | 'unreadableBody'
>

/** Converts the result of the transport to the outcome of the operation. Never throws, for any answer. */
export function readResult<C extends CallTarget, O>(
  operation: Operation<C, O>,
  call: C,
  result: HttpResult,
  secrets: SecretFingerprints,
): { readonly outcome: O; readonly facts: AnswerFacts } {
  const head = result.kind === 'not-sent' ? null : result.head
  const loss = (failure: string) =>
    operation.readLoss({
      failure,
      wasSent: result.kind !== 'not-sent',
      httpStatus: head?.status ?? null,
    })
  const lost = (failure: string, unreadableBody: string | null) => ({
    outcome: loss(failure),
    facts: {
      outcome: result.kind === 'not-sent' ? ('not-sent' as const) : ('no-readable-answer' as const),
      httpStatus: head?.status ?? null,
      answerType: null,
      serialNumber: null,
      failure,
      answer: [],
      unreadableBody,
    },
  })

  // Only HTTP 200 is an answer. Any other status may come from a proxy and says nothing about the order.
  const httpFailure = head !== null && head.status !== 200 ? `http-${head.status}` : null
  if (result.kind !== 'answered') return lost(httpFailure ?? result.failure, null)
  if (httpFailure !== null) return lost(httpFailure, maskUnreadable(result.body, secrets))
  const parsed = parseAnswer(result.body, result.isLengthProven, result.head.contentType)
  if (!parsed.ok) return lost(parsed.error, maskUnreadable(result.body, secrets))

  const answer = maskAnswer(parsed.value, secrets)
  const unusable = whyUnusable(operation, parsed.value, result.isLengthProven)
  const { outcome, failure } =
    unusable === null
      ? operation.readAnswer(answer, call, parsed.value)
      : { outcome: loss(unusable), failure: unusable }
  return {
    outcome,
    facts: {
      outcome: failure === null ? 'answered' : 'no-readable-answer',
      httpStatus: result.head.status,
      answerType: answer.get('type'),
      serialNumber: answer.get('serial-number'),
      failure,
      answer: answer.fields,
      unreadableBody: null,
    },
  }
}

/** The reason why a well-formed answer must not be used, or null. Its fields are stored in the exchange in any case. */
function whyUnusable<C extends CallTarget, O>(
  { decisive, wholeWith }: Operation<C, O>,
  answer: WireAnswer,
  isLengthProven: boolean,
): string | null {
  const unreadable = decisive.find((name) => answer.isUnreadable(name))
  if (unreadable !== undefined) return `unreadable-field:${unreadable}`
  const needed = isLengthProven ? [] : (wholeWith[answer.get('type') ?? ''] ?? [])
  return needed.every((name) => (answer.get(name) ?? '') !== '') ? null : 'truncated'
}
