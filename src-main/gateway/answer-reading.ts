import type { NewExchange } from '../ports/storage'
import type { HttpResult } from './http-transport'
import { maskAnswer, maskUnreadable } from './mask'
import type { CallTarget, Operation } from './operation'
import { parseAnswer } from './wire-format'

/** What an exchange keeps of the answer, masked. */
export type AnswerFacts = Pick<
  NewExchange,
  'outcome' | 'httpStatus' | 'answerType' | 'serialNumber' | 'failure' | 'answer' | 'unreadableBody'
>

/** Turns what the transport brought into the operation's outcome; never throws, whatever the gateway wrote. */
export function readResult<C extends CallTarget, O>(
  operation: Operation<C, O>,
  call: C,
  result: HttpResult,
  secrets: readonly string[],
): { readonly outcome: O; readonly facts: AnswerFacts } {
  const head = result.kind === 'not-sent' ? null : result.head
  const lost = (failure: string, unreadableBody: string | null) => ({
    outcome: operation.readLoss({
      failure,
      wasSent: result.kind !== 'not-sent',
      httpStatus: head?.status ?? null,
    }),
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

  // Only 200 is an answer: any other status may come from a device in between and says nothing about the order.
  const httpFailure = head !== null && head.status !== 200 ? `http-${head.status}` : null
  if (result.kind !== 'answered') return lost(httpFailure ?? result.failure, null)
  if (httpFailure !== null) return lost(httpFailure, maskUnreadable(result.body, secrets))
  const parsed = parseAnswer(result.body, result.isLengthProven)
  if (!parsed.ok) return lost(parsed.error, maskUnreadable(result.body, secrets))

  const answer = maskAnswer(parsed.value, secrets)
  const { outcome, failure } = operation.readAnswer(answer, call, parsed.value)
  return {
    outcome,
    facts: {
      outcome: failure === null ? 'answered' : 'no-readable-answer',
      httpStatus: head?.status ?? null,
      answerType: answer.get('type'),
      serialNumber: answer.get('serial-number'),
      failure,
      answer: answer.fields,
      unreadableBody: null,
    },
  }
}
