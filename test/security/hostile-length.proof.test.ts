// A quadratic pattern blocks the main process on a long text. The time limit here is far above the time of a linear
// pattern and far below the time of a quadratic one (E1).
import { runInNewContext } from 'node:vm'
import { describe, expect, it } from 'vitest'
import type { z } from 'zod'
import { containsCardNumber, maskCardNumbers } from '../../src-shared/domain/card-number-guard'
import { fields } from '../../src-shared/domain/fields'
import { commands } from '../../src-shared/ipc/contract'
import type { CommandName } from '../../src-shared/ipc/contract-types'
import { planSearch } from '../../src-main/db/queries/search-text'
import { callbackReader } from '../../src-main/gateway/callback-reader'
import { maskAnswer, maskParameters, maskUnreadable } from '../../src-main/gateway/mask'
import { parseAnswer } from '../../src-main/gateway/wire-format'
import { createLogger } from '../../src-main/platform/logger'
import * as redaction from '../../src-main/platform/redact'
import { SecretFingerprints } from '../../src-main/platform/secret-fingerprints'
import { readSigningKey } from '../../src-main/services/profiles/signing-key'
import { commandExamples } from './command-examples'

/**
 * A limit against hanging, not a performance budget: the texts need a small part of it, a quadratic pattern minutes.
 */
const hangGuardMs = 10_000

/** Parts that a hostile text repeats. Each is the beginning of a match of some pattern. */
const parts = [
  '1 ',
  '4 ',
  '4',
  '4-',
  '4111 1111 1111 111',
  '٤',
  '٤ ',
  '𝟒\u200b',
  '/',
  'a',
  'f',
  '=',
  '&',
  '?',
  '%',
  '%34',
  '%2534',
  '\\u0034',
  ' ',
  '\n',
  '\r',
  '\r\n&',
  '.a',
  '@',
  'a@',
  'a@a.',
  '%40',
  'oauth_',
  'OAuth a_',
  'Bearer ',
  'authorization',
  'control ',
  'control=',
  'cvv2',
  '0a1b-',
  '-----BEGIN ',
  '-----BEGIN A-----',
  '-----BEGIN PRIVATE KEY-----',
  '/home/',
  'status=a&orderid=1\n',
  '_',
  '[',
  '\u202e',
  'é',
]

const shapes = parts.flatMap((part) => ['', '!'].map((end) => ({ part, end })))

const secrets = new SecretFingerprints(['7E1F0C52-3B9A-4D6E-9A41-5C2D8B60F1A3'])

/** The maximum length of a message or an answer. */
const texts = shapes.map(({ part, end }) => part.repeat(Math.ceil(1e6 / part.length)).slice(0, 1e6) + end)

/** Runs work that V8 stops after the limit, also inside a pattern. */
function ends(work: () => unknown): boolean {
  try {
    runInNewContext('work()', { work: () => void work() }, { timeout: hangGuardMs })
    return true
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'ERR_SCRIPT_EXECUTION_TIMEOUT')
      return false
    throw error
  }
}

/** The beginnings of the texts that exceeded the limit. */
function unfinished(read: (text: string) => unknown): string[] {
  return texts.filter((text) => !ends(() => read(text))).map((text) => JSON.stringify(text.slice(0, 24)))
}

/** The example of a command with one of its texts replaced; one variant for each text. */
function withTextReplaced(example: unknown, text: string): unknown[] {
  if (typeof example === 'string') return [text]
  if (typeof example !== 'object' || example === null) return []
  return Object.entries(example).flatMap(([name, inner]) =>
    withTextReplaced(inner, text).map((replaced) => {
      const copy = structuredClone(example) as Record<string, unknown>
      copy[name] = replaced
      return copy
    }),
  )
}

describe('1,000,000 hostile characters', () => {
  it.each(Object.entries(fields))('are soon refused or accepted as %s (E1)', (_name, schema) => {
    expect(unfinished((text) => schema.safeParse(text))).toEqual([])
  })

  it.each(Object.keys(commandExamples) as CommandName[])(
    'are soon refused or taken in every text of %s (E1)',
    (name) => {
      const schema: z.ZodType = commands[name].input
      const read = (text: string) =>
        withTextReplaced(commandExamples[name], text).map((input) => schema.safeParse(input))
      expect(unfinished(read)).toEqual([])
    },
  )

  it('are soon planned as a search (E1)', () => {
    expect(unfinished(planSearch)).toEqual([])
  })

  it('are soon read as a private key (E1)', () => {
    const read = (text: string) => {
      try {
        readSigningKey(text)
      } catch {
        // The text is refused. Only the time matters here.
      }
    }
    expect(unfinished(read)).toEqual([])
  })

  const redactors = {
    redactSecurityCodes: redaction.redactSecurityCodes,
    redactControl: redaction.redactControl,
    redactHex40: redaction.redactHex40,
    redactAuthorization: redaction.redactAuthorization,
    redactPrivateKeys: redaction.redactPrivateKeys,
    redactEmails: redaction.redactEmails,
    redactHomePaths: redaction.redactHomePaths,
    maskCardNumbers,
    containsCardNumber,
  }

  it.each(Object.entries(redactors))('are soon read by %s (E1)', (_name, read) => {
    expect(unfinished(read)).toEqual([])
  })

  it('are soon written as a line of the log (E1)', () => {
    const logger = createLogger({
      sink: { write: () => undefined },
      clock: { nowMs: () => 0 },
      secrets,
      minLevel: 'debug',
    })
    expect(unfinished((text) => logger.error('x', { text, [text]: 1 }))).toEqual([])
  })

  it('are soon parsed and masked as an answer, as a value and as a name (E1)', () => {
    const read = (text: string) => {
      for (const body of [text, `type=error\n&error-message=${text}`, `${text}=1`]) {
        const bytes = new TextEncoder().encode(body)
        const answer = parseAnswer(bytes, true)
        if (answer.ok) maskAnswer(answer.value, secrets)
        else maskUnreadable(bytes, secrets)
      }
      maskParameters([{ name: 'comment', value: text }])
    }
    expect(unfinished(read)).toEqual([])
  })

  it('are soon read as callbacks (E1)', () => {
    expect(unfinished((text) => callbackReader.read(text))).toEqual([])
  })
})
