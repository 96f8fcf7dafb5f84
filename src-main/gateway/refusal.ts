import { refusalTypes } from '../../src-shared/domain/exchange'
import { identifierProblem } from '../../src-shared/domain/fields'
import type { WireAnswer } from './wire-format'

const wrongControlCode = '2'

/** Fields that a complete refusal has, by its type; see `wholeWith` of `Operation`. */
export const wholeRefusal = { 'validation-error': ['error-code'], error: ['error-code'] } as const

/** A well-formed refusal, as part of an outcome. */
export interface Refusal {
  readonly kind: 'refused'
  readonly code: string
  readonly message: string
  readonly isWrongControl: boolean
}

/** True for a type with which the gateway refuses a request. */
export function isRefusalType(type: string | null): boolean {
  return type !== null && refusalTypes.includes(type)
}

/** Code and message, unchanged. Code 2 means a wrong control only in a validation error (interface, Errors 3). */
export function refusalOf(answer: WireAnswer): Refusal {
  const code = answer.get('error-code') ?? ''
  return {
    kind: 'refused',
    code,
    message: answer.get('error-message') ?? '',
    isWrongControl: answer.get('type') === 'validation-error' && code === wrongControlCode,
  }
}

/** The failure for an answer of an unexpected type. */
export function typeFailure(answer: WireAnswer): string {
  return answer.get('type') === null || answer.get('type') === '' ? 'no-type' : 'unexpected-type'
}

/** A field of the answer when it is a valid id, else null. */
export function idIn(answer: WireAnswer, name: string, maxChars: number): string | null {
  const value = answer.get(name)
  return value === null || identifierProblem(value, maxChars) !== null ? null : value
}
