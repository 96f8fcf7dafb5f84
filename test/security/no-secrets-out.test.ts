// The window can set secrets and never read them: it only gets "present" or "missing". Every declared field is sent, so no
// output may declare a field for a secret.
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

/** A closed list of values cannot contain a secret: `secret: 'present' | 'missing'`. */
function isClosedList(schema: z.core.$ZodType): boolean {
  if (schema instanceof z.ZodArray) return isClosedList(schema.element)
  return schema instanceof z.ZodEnum || schema instanceof z.ZodLiteral || schema instanceof z.ZodBoolean
}

/** Containers are not checked by name; each of their parts is. */
function isContainer(schema: z.core.$ZodType): boolean {
  if (schema instanceof z.ZodNullable) return isContainer(schema.unwrap())
  return schema instanceof z.ZodObject || schema instanceof z.ZodUnion
}

function looksLikeSecret(place: SchemaPlace): boolean {
  const name = /([^.]+?)(?:\[\]|\{\})*$/.exec(place.path)?.[1] ?? ''
  const isPublic = name === 'publicKey'
  return secretName.test(name) && !isPublic && !isClosedList(place.schema) && !isContainer(place.schema)
}

describe('S1: the data that main sends', () => {
  it('has no field with the name of a secret, except the new recovery code', () => {
    const suspicious = outputs.filter(looksLikeSecret).map(({ path }) => path)
    expect([...new Set(suspicious)]).toEqual([theOneExit])
  })

  it('would fail with a control key, a security code or a card number in a view', () => {
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

  it('declares every part', () => {
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
