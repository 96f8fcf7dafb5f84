import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { dataProblem, maxMessageSize } from '../../../src-shared/ipc/plain-data'

class Custom {
  readonly a = 1
}

function cyclic(): unknown {
  const value: Record<string, unknown> = {}
  value.self = value
  return value
}

function nested(depth: number): unknown {
  let value: unknown = 1
  for (let i = 0; i < depth; i++) value = [value]
  return value
}

describe('dataProblem', () => {
  it('accepts everything that JSON can carry', () => {
    const json = fc.jsonValue({ maxDepth: 5, stringUnit: 'grapheme' })
    fc.assert(
      fc.property(json, (value) => {
        const isOrdinary = !/"(?:__proto__|constructor|prototype)":|-0(?![.\d])/.test(JSON.stringify(value))
        fc.pre(isOrdinary && !hasNegativeZero(value))
        expect(dataProblem(value)).toBeNull()
      }),
    )
  })

  it.each<[string, unknown]>([
    ['undefined', undefined],
    ['a field that is undefined', { a: undefined }],
    ['NaN', { a: Number.NaN }],
    ['infinity', [Number.POSITIVE_INFINITY]],
    ['1e309', Number('1e309')],
    ['-0', { a: -0 }],
    ['a big integer', { a: 1n }],
    ['a symbol', { a: Symbol('a') }],
    ['a function', { a: () => undefined }],
    ['a date', { a: new Date(0) }],
    ['a map', new Map()],
    ['a set', { a: new Set([1]) }],
    ['a regular expression', /a/],
    ['an error', new Error('a')],
    ['a buffer', { a: new ArrayBuffer(4) }],
    ['a typed array', new Uint8Array(4)],
    ['a boxed text', Object('text')],
    ['an instance of a class', new Custom()],
    ['a cycle', cyclic()],
    ['a list with a hole', [1, , 2]],
    ['a deep nest', nested(40)],
    ['an own __proto__', JSON.parse('{"a":{"__proto__":{"isAdmin":true}}}')],
    ['an own constructor', JSON.parse('{"constructor":{"prototype":{}}}')],
  ])('refuses %s', (_case, value) => {
    expect(dataProblem(value)).toBe('not-plain-data')
  })

  it.each(['\ud800', 'a\udc00b', '\udc00\ud800', 'x\ud83d'])('refuses half a surrogate pair', (text) => {
    expect(dataProblem({ a: text })).toBe('unreadable-character')
    expect(dataProblem({ [text]: 1 })).toBe('unreadable-character')
  })

  it('refuses a message over one MiB, in one text or in many parts', () => {
    expect(dataProblem('x'.repeat(10_000_000))).toBe('too-large')
    expect(dataProblem({ a: 'x'.repeat(maxMessageSize / 2), b: 'y'.repeat(maxMessageSize / 2) })).toBe(
      'too-large',
    )
    expect(dataProblem(Array(200_000).fill(0))).toBe('too-large')
    expect(dataProblem({ ['k'.repeat(maxMessageSize)]: 1 })).toBe('too-large')
    expect(dataProblem('x'.repeat(maxMessageSize - 8))).toBeNull()
    expect(dataProblem('x'.repeat(maxMessageSize - 7))).toBe('too-large')
  })
})

function hasNegativeZero(value: unknown): boolean {
  if (typeof value !== 'object' || value === null) return Object.is(value, -0)
  return Object.values(value).some(hasNegativeZero)
}
