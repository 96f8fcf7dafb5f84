/** Maximum characters of texts and names in one message, including its structure. */
export const maxMessageSize = 1_048_576
const maxDepth = 16
const sizeOfValue = 8

/** Why a message is refused before its schema is checked. */
export type DataProblem = 'too-large' | 'not-plain-data' | 'unreadable-character'

/**
 * Checks that a message contains only what JSON can carry, and is not too large. Refused are cycles, maps, dates,
 * buffers, class instances, undefined, NaN, infinity, -0, keys that reach a prototype, and half of a surrogate pair.
 */
export function dataProblem(message: unknown): DataProblem | null {
  let size = 0
  let found: DataProblem | null = null
  const visit = (value: unknown, depth: number): boolean => {
    size += sizeOfValue + (typeof value === 'string' ? value.length : 0)
    found = size > maxMessageSize ? 'too-large' : ownProblem(value, depth)
    if (found !== null || typeof value !== 'object' || value === null) return found === null
    if (Array.isArray(value)) return value.every((item) => visit(item, depth + 1))
    return Object.entries(value).every(([name, item]) => visit(name, depth) && visit(item, depth + 1))
  }
  visit(message, 0)
  return found
}

function ownProblem(value: unknown, depth: number): DataProblem | null {
  switch (typeof value) {
    case 'string':
      return value.isWellFormed() ? null : 'unreadable-character'
    case 'number':
      return Number.isFinite(value) && !Object.is(value, -0) ? null : 'not-plain-data'
    case 'boolean':
      return null
    case 'object':
      if (value === null) return null
      return depth < maxDepth && isPlain(value) ? null : 'not-plain-data'
    default:
      return 'not-plain-data'
  }
}

function isPlain(value: object): boolean {
  // Array methods skip holes, so a hole would escape the check.
  if (Array.isArray(value)) return Object.keys(value).length === value.length
  const prototype: unknown = Object.getPrototypeOf(value)
  if (prototype !== Object.prototype && prototype !== null) return false
  if (Object.getOwnPropertySymbols(value).length > 0) return false
  return !['__proto__', 'constructor', 'prototype'].some((name) => Object.hasOwn(value, name))
}
