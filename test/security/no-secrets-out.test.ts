// Secrets are one-way: they go in and are afterwards only "present" or "missing". A field that could carry one out of
// main must not exist, because every declared field is sent.
import { z } from 'zod'
import { describe, expect, it } from 'vitest'
import { appErrorDescription } from '../../src-shared/errors/app-error'
import { commands, events } from '../../src-shared/ipc/contract'
import { placesIn, plainKinds, type SchemaPlace } from './schema-walk'

const secretName =
  /control|secret|passw|passphrase|cvv|cvc|cvn|security|^pin$|^pan$|cardnumber|(?:^|[a-z])key$|^key|private|authori[sz]ation|oauth|nonce|token$|recovery|credential|^code$|wrapping|signature$/i

/** Shown once, to be printed or written down; see the contract. */
const theOneExit = 'commands.recovery.create.code'

const outputs: readonly SchemaPlace[] = [
  ...Object.entries(commands).flatMap(([name, { output }]) => placesIn(output, `commands.${name}`)),
  ...Object.entries(events).flatMap(([name, payload]) => placesIn(payload, `events.${name}`)),
  ...placesIn(appErrorDescription, 'errors'),
]

/** A closed list of values cannot carry a secret: `secret: 'present' | 'missing'`. */
function isClosedList(schema: z.core.$ZodType): boolean {
  if (schema instanceof z.ZodArray) return isClosedList(schema.element)
  return schema instanceof z.ZodEnum || schema instanceof z.ZodLiteral || schema instanceof z.ZodBoolean
}

/** What only holds parts: each part is looked at by its own name. */
function isContainer(schema: z.core.$ZodType): boolean {
  if (schema instanceof z.ZodNullable) return isContainer(schema.unwrap())
  return schema instanceof z.ZodObject || schema instanceof z.ZodUnion
}

function looksLikeSecret(place: SchemaPlace): boolean {
  const name = /([^.]+?)(?:\[\]|\{\})*$/.exec(place.path)?.[1] ?? ''
  const isPublic = name === 'publicKey'
  return secretName.test(name) && !isPublic && !isClosedList(place.schema) && !isContainer(place.schema)
}

describe('what leaves main', () => {
  it('has no field that looks like a secret, but for the recovery code when it is made', () => {
    const suspicious = outputs.filter(looksLikeSecret).map(({ path }) => path)
    expect([...new Set(suspicious)]).toEqual([theOneExit])
  })

  it('would be caught: a control key, a security code or a card number added to a view', () => {
    const leaky = z.object({
      profile: z.object({ controlKey: z.string().nullable() }),
      cards: z.array(z.object({ cvv2: z.string(), cardNumber: z.string() })),
      secret: z.enum(['present', 'missing']),
    })
    const found = placesIn(leaky, 'view').filter(looksLikeSecret)
    expect([...new Set(found.map(({ path }) => path))]).toEqual([
      'view.profile.controlKey',
      'view.cards[].cvv2',
      'view.cards[].cardNumber',
    ])
  })

  it('declares every part: nothing is let through unseen', () => {
    const unseen = outputs.filter(
      ({ schema }) => !(plainKinds as readonly string[]).includes(schema._zod.def.type),
    )
    expect(unseen.map(({ path, schema }) => `${path}: ${schema._zod.def.type}`)).toEqual([])
    const open = outputs.filter(
      ({ schema }) =>
        schema instanceof z.ZodObject &&
        schema._zod.def.catchall !== undefined &&
        schema._zod.def.catchall._zod.def.type !== 'never',
    )
    expect(open.map(({ path }) => path)).toEqual([])
  })
})
