import { describe, expect, expectTypeOf, it } from 'vitest'
import type { z } from 'zod'
import { commandHandlers, type AnsweringServices } from '../../src-main/ipc/command-handlers'
import { commands, events } from '../../src-shared/ipc/contract'
import type { CommandHandlers, CommandName } from '../../src-shared/ipc/contract-types'
import { sampleOf } from '../security/schema-walk'
import { commandExamples } from '../security/command-examples'

/**
 * The shape of each entry is stated here and not by `satisfies` in the contract: each component that uses a command would
 * compare the whole contract with it, which doubled the time of ESLint.
 */
type Command = { kind: 'read' | 'write'; input: z.ZodType; output: z.ZodType }

const payloads: readonly (readonly [string, z.ZodType])[] = [
  ...Object.entries<Command>(commands).map(([name, { output }]) => [name, output] as const),
  ...Object.entries(events),
]

describe('the contract', () => {
  it('names commands feature.verb and events feature.pastTense', () => {
    for (const name of Object.keys(commands)) expect(name).toMatch(/^[a-z][A-Za-z]+\.[a-z][A-Za-z]+$/)
    for (const name of Object.keys(events)) expect(name).toMatch(/^[a-z][A-Za-z]+\.(?:[a-z]+ed|chosen|kept)$/)
  })

  it('gives every command a handler, and no handler without a command', () => {
    expectTypeOf<keyof CommandHandlers>().toEqualTypeOf<CommandName>()
    const handlers = commandHandlers({} as AnsweringServices)
    expect(Object.keys(handlers).sort()).toEqual(Object.keys(commands).sort())
  })

  it('has an example of every input, which its schema takes', () => {
    for (const [name, { input }] of Object.entries(commands)) {
      expect([name, input.safeParse(commandExamples[name as CommandName]).success]).toEqual([name, true])
    }
  })

  it('says of every command whether it only reads', () => {
    for (const [name, { kind }] of Object.entries(commands)) {
      const isReading = /\.(?:get|list|count|exchanges|read|related)$/.test(name)
      expect([name, kind]).toEqual([name, isReading ? 'read' : 'write'])
    }
  })
})

describe.each(payloads)('what %s sends', (_name, schema) => {
  it.each([0, 1, 2, 3, 4, 5, 6])('survives the way to the window whole (branch %i)', (n) => {
    const payload = schema.parse(sampleOf(schema, n))
    expect(structuredClone(payload)).toEqual(payload)
    expect(JSON.parse(JSON.stringify(payload))).toEqual(payload)
    expect(schema.parse(structuredClone(payload))).toEqual(payload)
  })

  it('loses what was not declared', () => {
    const payload = sampleOf(schema) as Record<string, unknown>
    expect(schema.parse({ ...payload, controlKey: 'slipped in' })).not.toHaveProperty('controlKey')
  })
})
