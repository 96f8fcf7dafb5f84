import { fail, ok, type Result } from '../../src-shared/util/result'
import type { NamedValue } from '../ports/gateway-client'

/** Limits of what is read of an answer. Bytes for the body, characters for a value. */
export const wireLimits = { bodyBytes: 1_048_576, fields: 400, valueChars: 65_536 } as const

/** A readable answer: every field as given, and each name once. */
export interface WireAnswer {
  readonly fields: readonly NamedValue[]
  get(name: string): string | null
}

/** Names whose values decide something: each at most once, or the whole answer is unreadable (N23). */
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

/** What an issuer is sent decides as well: given twice or cut, it must reach nobody. */
const stepNames: ReadonlySet<string> = new Set([
  'tds-status',
  'tds-method-url-frame-3ds-server-trans-id',
  'tds-method-url-frame-3ds-method-url',
  'tds-creq-form-acs-url',
  'tds-creq-form-creq',
  'tds-pareq-form-pareq',
  'tds-pareq-form-acs-url',
  'tds-pareq-form-md',
])

/** Writes a form body: UTF-8, space as `+`. */
export function encodeForm(parameters: readonly NamedValue[]): string {
  return new URLSearchParams(parameters.map(({ name, value }): [string, string] => [name, value])).toString()
}

/**
 * Reads a form-encoded answer; never throws, the error is a short technical word without values.
 * The real gateway ends each value with a line feed that belongs to the encoding: one is taken off, nothing else
 * (facts, section 1). `isLengthProven` is false when only the end of the connection ended the body.
 */
export function parseAnswer(body: Uint8Array, isLengthProven: boolean): Result<WireAnswer, string> {
  if (body.byteLength > wireLimits.bodyBytes) return fail('too-large')
  const text = decodeUtf8(body)
  if (text === null) return fail('malformed-utf8')
  const shape = foreignShape(text)
  if (shape !== null) return fail(shape)
  const segments = text.split('&').filter((segment) => withoutLineFeed(segment) !== '')
  if (segments.length > wireLimits.fields) return fail('too-many-fields')

  const fields: NamedValue[] = []
  const first = new Map<string, string>()
  for (const [index, segment] of segments.entries()) {
    const field = parseSegment(segment)
    if (!field.ok) return field
    const { name, value } = field.value
    if (decisiveNames.has(name) || stepNames.has(name)) {
      if (first.has(name)) return fail(`duplicate-field:${name}`)
      if (!isPlain(name, value)) return fail(`unreadable-field:${name}`)
      const isLast = index === segments.length - 1
      // Nothing but a line feed tells a whole last value from one that was cut (N11).
      if (isLast && !isLengthProven && !isTerminated(segment)) return fail('truncated')
    }
    fields.push({ name, value })
    if (!first.has(name)) first.set(name, value)
  }
  return ok({ fields, get: (name) => first.get(name) ?? null })
}

/** Decisive values are plain ASCII (N21); the merchant's own id and issuers' values may come from systems that write otherwise. */
function isPlain(name: string, value: string): boolean {
  if (value.length > wireLimits.valueChars) return false
  return name === 'merchant-order-id' || stepNames.has(name) || /^[\x20-\x7e]*$/.test(value)
}

/** Strict UTF-8 without a byte order mark in front; null when the bytes are not UTF-8. */
function decodeUtf8(bytes: Uint8Array): string | null {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes)
  } catch {
    return null
  }
}

function foreignShape(text: string): string | null {
  const start = text.trimStart()
  if (start === '') return 'empty-body'
  if (start.startsWith('<')) return /^<\?xml/i.test(start) ? 'xml' : 'html-page'
  return start.startsWith('{') || start.startsWith('[') ? 'json' : null
}

function parseSegment(segment: string): Result<NamedValue, string> {
  const equals = segment.indexOf('=')
  const name = decodeComponent(equals < 0 ? withoutLineFeed(segment) : segment.slice(0, equals))
  const value = decodeComponent(equals < 0 ? '' : segment.slice(equals + 1))
  if (!name.ok) return name
  if (!value.ok) return value
  if (`${name.value}${value.value}`.includes('\0')) return fail('control-character')
  return ok({ name: name.value, value: withoutLineFeed(value.value) })
}

function decodeComponent(text: string): Result<string, string> {
  if (/%(?![0-9a-f]{2})/i.test(text)) return fail('malformed-percent')
  try {
    return ok(decodeURIComponent(text.replace(/\+/g, ' ')))
  } catch {
    return fail('malformed-utf8')
  }
}

function withoutLineFeed(text: string): string {
  return text.replace(/\r?\n$/, '')
}

function isTerminated(segment: string): boolean {
  return /(?:\n|%0A)$/i.test(segment)
}
