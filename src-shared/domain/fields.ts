import { z } from 'zod'
import { containsCardNumber, isCardNumberSplitOver, isTypedCardNumber } from './card-number-guard'
import { currencyExponent } from './money'
import { hiddenProblem } from './pasted-text'

/**
 * Lengths from the table of limits in the interface document. `64k` counts bytes of UTF-8, the others count characters.
 * Values are trimmed before they are checked and signed, because the gateway ignores surrounding white space.
 */
export const fieldLimits = {
  clientOrderId: 128,
  gatewayOrderId: 128,
  login: 20,
  cardRefId: 20,
  orderDescBytes: 65_536,
  amount: 10,
  enumerateAmounts: 128,
  currency: 3,
  ipAddress: 45,
  comment: 50,
  purpose: 128,
  url: 1024,
  merchantDataBytes: 65_536,
  serialNumber: 64,
} as const

/** Length of a text in UTF-8 bytes. */
export function utf8Length(text: string): number {
  let bytes = 0
  for (const char of text) {
    const code = char.codePointAt(0) ?? 0
    bytes += code < 0x80 ? 1 : code < 0x800 ? 2 : code < 0x10000 ? 3 : 4
  }
  return bytes
}

/**
 * A schema for a trimmed string. `problemOf` returns a message key, which never contains the value, or null. A text of
 * more than `maxLength` characters is refused before any pattern reads it.
 */
export function checked(maxLength: number, problemOf: (trimmed: string) => string | null) {
  return z.string().transform((value, context) => {
    const trimmed = value.trim()
    const problem = trimmed.length > maxLength ? 'too-long' : problemOf(trimmed)
    if (problem !== null) {
      context.addIssue({ code: 'custom', message: problem })
      return z.NEVER
    }
    return trimmed
  })
}

/** Limit for short fields. Longer than any spelling of a card number, so that a card number gets its own message. */
const maxShortLength = 1024

interface TextLimits {
  readonly maxChars?: number
  readonly maxBytes?: number
  readonly required: boolean
  readonly lines?: boolean
}

function text(limits: TextLimits) {
  // A character has one or two UTF-16 units and at least one byte.
  const maxLength = limits.maxBytes ?? Math.max(2 * (limits.maxChars ?? 0), maxShortLength)
  return checked(maxLength, (value) => textProblem(value, limits))
}

function textProblem(value: string, limits: TextLimits): string | null {
  return formProblem(value, limits) ?? cardNumberProblem(value)
}

function formProblem(value: string, limits: TextLimits): string | null {
  if (value === '') return limits.required ? 'required' : null
  // Half of a surrogate pair cannot be encoded.
  if (!value.isWellFormed()) return 'unreadable-character'
  if (/[\u0000-\u0008\u000b\u000c\u000e-\u001f\u007f-\u009f]/.test(value)) return 'control-character'
  // A name of invisible characters only is not a name.
  if (!/[^\p{C}\p{Z}\p{M}\u115f\u1160\u2800\u3164\uffa0]/u.test(value))
    return limits.required ? 'required' : 'unreadable-character'
  // Bidirectional control characters (embeddings, overrides, isolates) show a text in another order than it is stored.
  if (/[\u202a-\u202e\u2066-\u2069]/.test(value)) return 'direction-character'
  if (limits.lines !== true && /[\r\n\t\u2028\u2029]/.test(value)) return 'one-line'
  if (limits.maxChars !== undefined && [...value].length > limits.maxChars) return 'too-long'
  if (limits.maxBytes !== undefined && utf8Length(value) > limits.maxBytes) return 'too-long'
  return null
}

function cardNumberProblem(value: string): string | null {
  return containsCardNumber(value) ? 'card-number' : null
}

/** Refuses an object when a card number is split over the named fields. The problem is reported for the last field. */
export function refuseSplitCardNumber<N extends string>(...names: readonly N[]) {
  return (value: Readonly<Record<N, string>>, context: z.core.$RefinementCtx): void => {
    if (isCardNumberSplitOver(names.map((name) => value[name])))
      context.addIssue({ code: 'custom', path: names.slice(-1), message: 'card-number' })
  }
}

/** The reason why a text is not an id, or null. An id is visible ASCII without spaces, up to `maxChars`. */
export function identifierProblem(value: string, maxChars: number): string | null {
  if (value === '') return 'required'
  if (value.length > maxChars) return 'too-long'
  return hiddenProblem(value) ?? (/^[\x21-\x7e]+$/.test(value) ? null : 'not-an-id')
}

function identifier(maxChars: number) {
  // Checked first, so that "4111 1111 1111 1111" is reported as a card number and not only as a bad id.
  return checked(maxShortLength, (value) => cardNumberProblem(value) ?? identifierProblem(value, maxChars))
}

/** The reason why a text is not a client order id, or null. Ids of other systems may have letters of any script. */
export function clientOrderIdProblem(value: string): string | null {
  if (/\p{Cf}/u.test(value)) return 'unreadable-character'
  return formProblem(value, { maxChars: fieldLimits.clientOrderId, required: true })
}

const ipAddressSchema = z.union([z.ipv4(), z.ipv6()])

function ipAddressProblem(value: string): string | null {
  if (value === '') return 'required'
  if (value.length > fieldLimits.ipAddress) return 'too-long'
  return ipAddressSchema.safeParse(value).success ? null : 'not-an-ip-address'
}

function urlProblem(value: string): string | null {
  if (value === '') return null
  // ASCII only: a host in another script must be in its xn-- form, other characters percent-encoded.
  const match = /^https?:\/\/([^/?#]+)(?:[/?#][\x21-\x7e]*)?$/i.exec(value)
  const authority = match?.[1]
  if (authority === undefined) return 'not-a-url'
  if (authority.includes('@')) return 'url-with-login'
  if (!/^(?:[a-z0-9](?:[a-z0-9.-]*[a-z0-9])?|\[[0-9a-f:.]+\])(?::[0-9]{1,5})?$/i.test(authority))
    return 'not-a-url'
  return cardNumberProblem(value)
}

/** One schema for each field that a person can fill. The messages are keys of the renderer's messages. */
export const fields = {
  clientOrderId: checked(
    maxShortLength,
    (value) => cardNumberProblem(value) ?? hiddenProblem(value) ?? clientOrderIdProblem(value),
  ),
  gatewayOrderId: identifier(fieldLimits.gatewayOrderId),
  login: identifier(fieldLimits.login),
  cardRefId: identifier(fieldLimits.cardRefId),
  serialNumber: identifier(fieldLimits.serialNumber),
  routeId: checked(maxShortLength, (value) => {
    if (value === '') return 'required'
    if (/^[0-9]{1,20}$/.test(value)) return cardNumberProblem(value)
    return hiddenProblem(value) ?? 'not-a-route-id'
  }),
  orderDescription: text({ maxBytes: fieldLimits.orderDescBytes, required: true, lines: true }),
  /** Checks the decimal form only. `parseAmount` checks it against the currency. */
  amountText: checked(maxShortLength, (value) =>
    value === '' ? 'required' : (cardNumberProblem(value) ?? (value.length > 64 ? 'too-long' : null)),
  ),
  currency: z
    .string()
    .trim()
    .refine((code) => currencyExponent(code) !== null, 'unknown-currency'),
  ipAddress: checked(maxShortLength, ipAddressProblem),
  comment: text({ maxChars: fieldLimits.comment, required: false }),
  purpose: text({ maxChars: fieldLimits.purpose, required: false }),
  merchantData: text({ maxBytes: fieldLimits.merchantDataBytes, required: false, lines: true }),
  url: checked(fieldLimits.url, urlProblem),
  /** Security code of the card. Only the confirmation contains it; it is never stored. */
  cvv2: z
    .string()
    .trim()
    .regex(/^(?:[0-9]{3,4})?$/, 'not-a-security-code'),
  /** Card number without grouping. Only the sale form and the one request contain it. */
  cardNumber: z
    .string()
    .transform((value) => value.replace(/[\s-]/g, ''))
    .refine(isTypedCardNumber, 'not-a-card-number'),
  email: checked(maxShortLength, (value) =>
    value === '' || /^[^\s@,;]+@[^\s@,;]+$/.test(value)
      ? textProblem(value, { maxChars: 128, required: false })
      : 'not-an-email',
  ),
  phone: checked(maxShortLength, (value) =>
    /^(?:\+?[0-9 ()./-]{3,30})?$/.test(value) ? cardNumberProblem(value) : 'not-a-phone-number',
  ),
  countryCode: checked(maxShortLength, (value) =>
    /^(?:[A-Z]{2})?$/.test(value) ? null : 'not-a-country-code',
  ),
  zipCode: text({ maxChars: 20, required: false }),
  /** A private key in any pasted format. Main finds out the format. */
  privateKey: checked(20_000, (value) => textProblem(value, { required: true, lines: true })),
  name: text({ maxChars: 80, required: true }),
  optionalName: text({ maxChars: 80, required: false }),
  label: text({ maxChars: 40, required: true }),
  note: text({ maxChars: 2000, required: true, lines: true }),
  reason: text({ maxChars: 500, required: true, lines: true }),
  controlKey: identifier(128),
  searchText: checked(200, cardNumberProblem),
} as const
