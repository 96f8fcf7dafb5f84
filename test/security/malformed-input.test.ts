// S4: a page under foreign control can send anything over the channel. Only declared input may reach a handler.
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { CommandName } from '../../src-shared/ipc/contract-types'
import { startEdge } from '../main/ipc/fake-edge'
import { commandExamples } from './command-examples'

type Path = readonly (string | number)[]

const names = Object.keys(commandExamples) as CommandName[]

class Instance {
  readonly text = 'x'
}

function cyclic(): unknown {
  const value: Record<string, unknown> = {}
  value.self = value
  return value
}

function nested(depth: number): unknown {
  let value: unknown = 'x'
  for (let i = 0; i < depth; i++) value = { value }
  return value
}

/** Values that are wrong at every position of every input. */
const alwaysWrong: readonly (readonly [string, () => unknown])[] = [
  ['undefined', () => undefined],
  ['NaN', () => Number.NaN],
  ['infinity', () => Number.POSITIVE_INFINITY],
  ['1e309', () => Number('1e309')],
  ['-0', () => -0],
  ['half a pair', () => '\ud800'],
  ['half a pair inside', () => 'INV\udc00-2041'],
  ['10 MB', () => 'x'.repeat(10_000_000)],
  ['a big integer', () => 10n],
  ['a symbol', () => Symbol('x')],
  ['a function', () => () => 'x'],
  ['a date', () => new Date(0)],
  ['a map', () => new Map([['a', 1]])],
  ['a set', () => new Set(['a'])],
  ['a buffer', () => new Uint8Array([1, 2])],
  ['an expression', () => /x/],
  ['an error', () => new Error('x')],
  ['a boxed text', () => Object('INV-2041')],
  ['an instance', () => new Instance()],
  ['a cycle', cyclic],
  ['a deep nest', () => nested(100)],
  ['a planted prototype', () => JSON.parse('{"__proto__":{"isAdmin":true}}')],
  ['a planted constructor', () => JSON.parse('{"constructor":{"prototype":{}}}')],
  ['a toString of its own', () => ({ toString: 'x' })],
  ['a list of lists', () => [[['x']]]],
]

/** Values with another type than the example at the same position. */
function wrongTypes(example: unknown): unknown[] {
  if (typeof example === 'string') return [5, true, [example], { value: example }, [example, example]]
  if (typeof example === 'number') return [String(example), true, example + 0.5, [example]]
  if (typeof example === 'boolean') return [String(example), 1, null, [example], { value: example }]
  if (Array.isArray(example)) return ['x', 5, false, { 0: example[0], length: 1 }, null]
  return ['{}', 5, true, [], [example], null]
}

function placesOf(value: unknown, path: Path = []): Path[] {
  if (typeof value !== 'object' || value === null) return [path]
  return [
    path,
    ...Object.entries(value).flatMap(([name, item]) => placesOf(item, [...path, keyOf(value, name)])),
  ]
}

function keyOf(parent: object, name: string): string | number {
  return Array.isArray(parent) ? Number(name) : name
}

function at(value: unknown, path: Path): unknown {
  return path.reduce<unknown>((inner, key) => (inner as Record<string | number, unknown>)[key], value)
}

function replaced(value: unknown, path: Path, replacement: unknown): unknown {
  const [key, ...rest] = path
  if (key === undefined) return replacement
  const copy = (Array.isArray(value) ? [...(value as unknown[])] : { ...(value as object) }) as Record<
    string | number,
    unknown
  >
  copy[key] = replaced(copy[key], rest, replacement)
  return copy
}

function without(value: unknown, path: Path, name: string): unknown {
  const { [name]: _left, ...rest } = at(value, path) as Record<string, unknown>
  return replaced(value, path, rest)
}

function badInputsOf(example: unknown): { what: string; input: unknown }[] {
  return placesOf(example).flatMap((path) => {
    const here = at(example, path)
    const place = path.join('.')
    const isObject = typeof here === 'object' && here !== null && !Array.isArray(here)
    const fieldNames = isObject ? Object.keys(here) : []
    return [
      ...alwaysWrong.map(([what, make]) => ({
        what: `${what} at "${place}"`,
        input: replaced(example, path, make()),
      })),
      ...wrongTypes(here).map((wrong) => ({
        what: `${JSON.stringify(wrong)} at "${place}"`,
        input: replaced(example, path, wrong),
      })),
      ...(isObject
        ? ['extra', 'merchantControl', '__proto_', 'length'].map((name) => ({
            what: `an undeclared ${name} at "${place}"`,
            input: replaced(example, path, { ...here, [name]: 'x' }),
          }))
        : []),
      ...fieldNames.map((name) => ({
        what: `no ${name} at "${place}"`,
        input: without(example, path, name),
      })),
    ]
  })
}

describe('S4: bad input', () => {
  it.each(names)(
    '%s takes its example, which shows that the refusals below are for the fault alone',
    async (name) => {
      const edge = startEdge(undefined, 250)
      await edge.call(name, structuredClone(commandExamples[name]))
      expect(edge.handled.map((handled) => handled.name)).toEqual([name])
    },
  )

  it.each(names)('%s refuses every fault at every position before its handler', async (name) => {
    const edge = startEdge(undefined, 250)
    const bad = badInputsOf(commandExamples[name])
    const accepted: string[] = []
    for (const { what, input } of bad) {
      const reply = await edge.call(name, input)
      if (reply.ok || reply.error.code !== 'validation-failed' || edge.handled.length > 0) accepted.push(what)
      edge.handled.length = 0
    }
    expect(accepted).toEqual([])
    expect(bad.length).toBeGreaterThanOrEqual(35)
  })

  it.each(names)('%s answers every input, and passes on only declared plain input', async (name) => {
    const anything = fc.anything({
      withBigInt: true,
      withBoxedValues: true,
      withDate: true,
      withMap: true,
      withSet: true,
      withNullPrototype: true,
      withObjectString: true,
      withSparseArray: true,
      withTypedArray: true,
    })
    await fc.assert(
      fc.asyncProperty(anything, async (input) => {
        const edge = startEdge(undefined, 250)
        const reply = await edge.call(name, input)
        const isTaken = edge.handled.length > 0
        expect(isTaken ? JSON.stringify(input) === '{}' : !reply.ok).toBe(true)
      }),
      { numRuns: 60 },
    )
  })

  it('repeats neither a refused value nor the name of an undeclared field', async () => {
    const secret = '7E1F0C52'
    for (const name of names) {
      for (const path of placesOf(commandExamples[name])) {
        const edge = startEdge(undefined, 250)
        const inputs = [
          replaced(commandExamples[name], path, { [secret]: secret }),
          replaced(commandExamples[name], path, `${secret}\ud800`),
          replaced(commandExamples[name], path, [secret]),
        ]
        for (const input of inputs) {
          const reply = await edge.call(name, input)
          expect(JSON.stringify(reply)).not.toContain(secret)
        }
        expect(JSON.stringify(edge.logger.lines)).not.toContain(secret)
      }
    }
  })

  it('does not change the prototypes of objects', async () => {
    const edge = startEdge(undefined, 250)
    for (const name of names) {
      for (const text of [
        '{"__proto__":{"isAdmin":true}}',
        '{"constructor":{"prototype":{"isAdmin":true}}}',
      ]) {
        await edge.call(name, JSON.parse(text))
      }
    }
    expect(({} as Record<string, unknown>).isAdmin).toBeUndefined()
  })
})

/** Limits of the interface; characters unless the name says bytes. */
const draftLimits = [
  ['description', 65_536],
  ['amount', 10],
  ['enumerateAmounts', 128],
  ['currency', 3],
  ['ipAddress', 45],
  ['reference', 50],
  ['purpose', 128],
  ['merchantData', 65_536],
  ['redirectUrl', 1024],
  ['redirectSuccessUrl', 1024],
  ['redirectFailUrl', 1024],
  ['serverCallbackUrl', 1024],
] as const

describe('S4: lengths of the interface', () => {
  it.each(draftLimits)('%s of a charge is refused beyond %i', async (field, limit) => {
    const edge = startEdge(undefined, 250)
    const { draft } = commandExamples['charges.prepare']
    const reply = await edge.call('charges.prepare', { draft: { ...draft, [field]: overlong(field, limit) } })
    expect(edge.handled).toEqual([])
    expect(reply).toMatchObject({
      ok: false,
      error: { details: { fields: { [`draft.${field}`]: expect.any(String) as string } } },
    })
  })
})

function overlong(field: string, limit: number): string {
  if (field === 'amount') return '1'.repeat(limit + 1)
  if (field.endsWith('Url')) return `https://shop.example.com/${'x'.repeat(limit)}`
  if (field === 'enumerateAmounts') return '1.00,'.repeat(30)
  return 'x'.repeat(limit + 1)
}
