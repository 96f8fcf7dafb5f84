import { TextDecoder } from 'node:util'
import type { AnswerField } from '../../src-shared/domain/exchange'
import { fail, ok, type Result } from '../../src-shared/util/result'
import type { NamedValue } from '../ports/gateway-client'

/** Limits for answers: bytes of the body, characters of a value. */
export const wireLimits = { bodyBytes: 1_048_576, fields: 400, valueChars: 65_536 } as const

/** A readable answer: every field unchanged, with access by name. */
export interface WireAnswer {
  readonly fields: readonly AnswerField[]
  /** The first value of this name; null when the field is absent or unreadable. */
  get(name: string): string | null
  /** True when the field exists and its value cannot be read. */
  isUnreadable(name: string): boolean
}

/** Fields that decide an outcome. When one of them is repeated, the whole answer counts as unreadable. */
const decisiveNames: ReadonlySet<string> = new Set([
  'type',
  'status',
  'order-stage',
  'transaction-type',
  'paynet-order-id',
  'merchant-order-id',
  'serial-number',
  'by-request-sn',
  'amount',
  'initial-amount',
  'total-reversal-amount',
  'currency',
  'error-code',
  'card-ref-id',
  'unq-card-ref-id',
  'recurring-payment-id',
  'dst-card-ref-id',
  'expire-month',
  'expire-year',
  'bin',
  'last-four-digits',
])

/** Fields with values for the issuer. They are decisive too, because a wrong value must not reach an issuer. */
export const stepNames: readonly string[] = [
  'tds-status',
  'tds-method-url-frame-3ds-server-trans-id',
  'tds-method-url-frame-3ds-method-url',
  'tds-creq-form-acs-url',
  'tds-creq-form-creq',
  'tds-pareq-form-pareq',
  'tds-pareq-form-acs-url',
  'tds-pareq-form-md',
]

/** Encodes a form body in UTF-8, with `+` for spaces. */
export function encodeForm(parameters: readonly NamedValue[]): string {
  return new URLSearchParams(parameters.map(({ name, value }): [string, string] => [name, value])).toString()
}

/**
 * Reads a form-encoded answer. Never throws; the error is a short technical word without values. A value that cannot be
 * read is marked as unreadable and does not affect the others. The charset comes from `contentType`. `isLengthProven` is
 * false when only the end of the connection marks the end of the body.
 */
export function parseAnswer(
  body: Uint8Array,
  isLengthProven: boolean,
  contentType: string | null = null,
): Result<WireAnswer, string> {
  if (body.byteLength > wireLimits.bodyBytes) return fail('too-large')
  const text = asByteText(body).replace(/^\xef\xbb\xbf/, '')
  const shape = foreignShape(text)
  if (shape !== null) return fail(shape)
  const parts = text.split('&')
  const segments = parts.filter((segment) => withoutLineFeed(segment) !== '')
  if (segments.length > wireLimits.fields) return fail('too-many-fields')

  const decoder = decoderFor(contentType)
  const fields = segments.map((segment) => readField(segment, decoder))
  const seen = new Set<string>()
  for (const { name } of fields) {
    if (isDecisive(name) && seen.has(name)) return fail(`duplicate-field:${name}`)
    seen.add(name)
  }
  const isCut = segments.length < parts.length && withoutLineFeed(parts.at(-1) ?? '') === ''
  if (!isLengthProven && (isCut || mayBeCut(segments, fields.at(-1)))) return fail('truncated')
  return ok(wireAnswer(fields))
}

/** Makes an answer from fields. */
export function wireAnswer(fields: readonly AnswerField[]): WireAnswer {
  const first = new Map<string, AnswerField>()
  for (const field of fields) if (!first.has(field.name)) first.set(field.name, field)
  return {
    fields,
    get: (name) => {
      const field = first.get(name)
      return field === undefined || field.isUnreadable ? null : field.value
    },
    isUnreadable: (name) => first.get(name)?.isUnreadable === true,
  }
}

/** A text with one character for each byte, so that a form can be split before it is decoded with its charset. */
export function asByteText(bytes: Uint8Array): string {
  return Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength).toString('latin1')
}

/** Reads one `name=value` of a byte text. The value of an unreadable field is `shownBytes` of its bytes. */
export function readField(segment: string, decoder: TextDecoder = decoderFor(null)): AnswerField {
  const equals = segment.indexOf('=')
  const givenName = equals < 0 ? withoutLineFeed(segment) : segment.slice(0, equals)
  const givenValue = equals < 0 ? '' : segment.slice(equals + 1)
  const name = decoded(givenName, decoder)
  const value = decoded(givenValue, decoder)
  if (name === null || value === null || !isPlain(name, value, givenValue))
    return {
      name: name ?? shownBytes(unescaped(givenName)),
      value: shownBytes(withoutLineFeed(unescaped(givenValue))),
      isUnreadable: true,
    }
  // The gateway writes a line feed after each value. It belongs to the encoding, so exactly one is removed.
  return { name, value: withoutLineFeed(value) }
}

/** Shows bytes that are not valid text: printable ASCII unchanged, every other byte and the percent sign as `%XX`. */
export function shownBytes(bytes: string): string {
  return bytes.replace(/[^\x20-\x24\x26-\x7e]/g, escapedByte)
}

/** A byte of a byte text as `%XX`. */
export function escapedByte(byte: string): string {
  return `%${byte.charCodeAt(0).toString(16).toUpperCase().padStart(2, '0')}`
}

function isDecisive(name: string): boolean {
  return decisiveNames.has(name) || stepNames.includes(name)
}

/**
 * True for plain ASCII with valid escapes. Required for decisive values, except the client order id and values of
 * issuers, which may come from other systems.
 */
function isPlain(name: string, value: string, given: string): boolean {
  if (!isDecisive(name)) return true
  if (value.length > wireLimits.valueChars) return false
  if (name === 'merchant-order-id') return true
  if (strayPercent.test(given)) return false
  return stepNames.includes(name) || /^[\x20-\x7e]*$/.test(withoutLineFeed(value))
}

/** A percent sign without two hex digits after it. Many systems do not encode a percent sign in a text. */
const strayPercent = /%(?![0-9a-f]{2})/i

/**
 * True when the last value may have been cut off. The gateway ends each value with a line feed. In a body without line
 * feeds the last value is accepted only when it is not decisive.
 */
function mayBeCut(segments: readonly string[], last: AnswerField | undefined): boolean {
  const segment = segments.at(-1) ?? ''
  if (last === undefined || isTerminated(segment)) return false
  return segments.some(isTerminated) || !segment.includes('=') || isDecisive(last.name)
}

/**
 * Strict decoder for the charset in the header. UTF-8 for unknown charsets and those that are not supersets of ASCII.
 */
function decoderFor(contentType: string | null): TextDecoder {
  const label = /;\s{0,9}charset\s{0,9}=\s{0,9}["']?([\w.:-]{1,40})/i.exec(
    contentType?.slice(0, 400) ?? '',
  )?.[1]
  // A byte order mark inside a value is a part of the value.
  const options = { fatal: true, ignoreBOM: true }
  try {
    const decoder = new TextDecoder(label ?? 'utf-8', options)
    if (!/^(?:utf-16|iso-2022)/.test(decoder.encoding)) return decoder
  } catch {
    // An unknown charset.
  }
  return new TextDecoder('utf-8', options)
}

/** The decoded text; null for bytes that are invalid in the charset and for NUL. */
function decoded(text: string, decoder: TextDecoder): string | null {
  const bytes = unescaped(text)
  if (bytes.includes('\0')) return null
  try {
    return decoder.decode(Buffer.from(bytes, 'latin1'))
  } catch {
    return null
  }
}

/** Decodes the form encoding once, byte by byte. A stray percent sign stays. */
function unescaped(text: string): string {
  return text
    .replaceAll('+', ' ')
    .replace(/%([0-9a-f]{2})/gi, (_, hex: string) => String.fromCharCode(parseInt(hex, 16)))
}

function foreignShape(text: string): string | null {
  const start = text.trimStart()
  if (start === '') return 'empty-body'
  if (start.startsWith('<')) return /^<\?xml/i.test(start) ? 'xml' : 'html-page'
  return start.startsWith('{') || start.startsWith('[') ? 'json' : null
}

function withoutLineFeed(text: string): string {
  return text.replace(/\r?\n$/, '')
}

function isTerminated(segment: string): boolean {
  return /(?:\n|%0A)$/i.test(segment)
}
