// Texts from the gateway, callbacks and pasted pages must not change how a log or a support bundle reads (S21).
import { describe, expect, it } from 'vitest'
import { visibleJson } from '../../../src-main/platform/visible-json'
import { createLogger } from '../../../src-main/platform/logger'
import { SecretFingerprints } from '../../../src-main/platform/secret-fingerprints'

const invisible: readonly string[] = [
  ...Array.from({ length: 32 }, (_, code) => String.fromCharCode(code)),
  ...['\u007f', '\u0085', '\u009b', '\u009d', '\u00ad', '\u061c', '\u180e'],
  ...['\u200b', '\u200c', '\u200d', '\u200e', '\u200f', '\u2028', '\u2029'],
  ...['\u202a', '\u202b', '\u202c', '\u202d', '\u202e', '\u2060', '\u2066'],
  ...['\u2067', '\u2068', '\u2069', '\ufeff', '\ufff9', '\u{e0001}', '\u{e0041}'],
  ...['\u034f', '\u115f', '\u1160', '\u2800', '\u3164', '\uffa0', '\ufe0f', '\u{e0100}'],
]
const corpus = [
  ...invisible.map((char) => `Anna${char}Nord`),
  '\u001b[2J\u001b[H\u001b[31mapproved\u001b[0m',
  '\u009b2Japproved',
  '\u001b]0;title\u0007',
  'declined\r\n{"at":"2026-01-01T00:00:00.000Z","level":"info","event":"charge.approved"}',
  'declined\u2028{"event":"charge.approved"}',
  '\u202edevorppa\u202c',
]
/** The escapes and the names around them need nothing else. */
const onlySeen = /^[ -~]*$/

describe('S21: a text from outside in a log or a bundle', () => {
  it.each(corpus.map((text) => [visibleJson(text), text]))(
    'is written as %s and read as it was',
    (json, text) => {
      expect(json).toMatch(onlySeen)
      expect(json).not.toMatch(/\p{Cc}|\p{Cf}|\p{Zl}|\p{Zp}/u)
      expect(JSON.parse(json)).toBe(text)
    },
  )

  it('is one line of the log, whatever it holds, as a value and as a name', () => {
    const lines: string[] = []
    const logger = createLogger({
      sink: { write: (line) => void lines.push(line) },
      clock: { nowMs: () => 0 },
      secrets: new SecretFingerprints(),
      minLevel: 'info',
    })
    for (const text of corpus) logger.info('order.changed', { text, [text]: 1 })
    expect(lines).toHaveLength(corpus.length)
    expect(lines.filter((line) => /\p{Cc}|\p{Cf}|\p{Zl}|\p{Zp}/u.test(line))).toEqual([])
    expect(lines.map((line) => (JSON.parse(line) as { text: string }).text)).toEqual(corpus)
  })

  it('keeps letters of every script, emoji and indentation', () => {
    const value = { name: 'Zoë Ångström 李 مريم 🙂' }
    expect(visibleJson(value)).toBe(JSON.stringify(value))
    expect(visibleJson(value, 2)).toBe(JSON.stringify(value, null, 2))
  })
})
