import { z } from 'zod'
import { containsCardNumber, isTypedCardNumber } from './card-number-guard'
import { currencyExponent } from './money'
import { hiddenProblem } from './pasted-text'

/**
 * Lengths from the interface's limits table. `64k` counts bytes of UTF-8; the others count characters.
 * Values are trimmed before limits and signing, since the interface ignores surrounding white space.
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

/** Bytes of a text once it is encoded as UTF-8. */
export function utf8Length(text: string): number {
  let bytes = 0
  for (const char of text) {
    const code = char.codePointAt(0) ?? 0
    bytes += code < 0x80 ? 1 : code < 0x800 ? 2 : code < 0x10000 ? 3 : 4
  }
  return bytes
}

/** True when a text has half a surrogate pair, which no encoding can carry. */
export function hasLoneSurrogate(text: string): boolean {
  return /[\ud800-\udbff](?![\udc00-\udfff])|(?<![\ud800-\udbff])[\udc00-\udfff]/.test(text)
}

/** A trimmed string that has no problem; the problem is a message key, the value never appears in it. */
function checked(problemOf: (trimmed: string) => string | null) {
  return z.string().transform((value, context) => {
    const trimmed = value.trim()
    const problem = problemOf(trimmed)
    if (problem !== null) {
      context.addIssue({ code: 'custom', message: problem })
      return z.NEVER
    }
    return trimmed
  })
}

interface TextLimits {
  readonly maxChars?: number
  readonly maxBytes?: number
  readonly required: boolean
  readonly lines?: boolean
}

function text(limits: TextLimits) {
  return checked((value) => textProblem(value, limits))
}

function textProblem(value: string, limits: TextLimits): string | null {
  return formProblem(value, limits) ?? cardNumberProblem(value)
}

function formProblem(value: string, limits: TextLimits): string | null {
  if (value === '') return limits.required ? 'required' : null
  if (hasLoneSurrogate(value)) return 'unreadable-character'
  if (/[\u0000-\u0008\u000b\u000c\u000e-\u001f\u007f-\u009f]/.test(value)) return 'control-character'
  if (limits.lines !== true && /[\r\n\t\u2028\u2029]/.test(value)) return 'one-line'
  if (limits.maxChars !== undefined && [...value].length > limits.maxChars) return 'too-long'
  if (limits.maxBytes !== undefined && utf8Length(value) > limits.maxBytes) return 'too-long'
  return null
}

function cardNumberProblem(value: string): string | null {
  return containsCardNumber(value) ? 'card-number' : null
}

/** What keeps a trimmed text from being an id on the wire, or null: visible ASCII, no spaces, up to a length. */
export function identifierProblem(value: string, maxChars: number): string | null {
  if (value === '') return 'required'
  if (value.length > maxChars) return 'too-long'
  return hiddenProblem(value) ?? (/^[\x21-\x7e]+$/.test(value) ? null : 'not-an-id')
}

function identifier(maxChars: number) {
  // The card number comes first: "4111 1111 1111 1111" is not only a bad id.
  return checked((value) => cardNumberProblem(value) ?? identifierProblem(value, maxChars))
}

/** What keeps a trimmed text from being a merchant's order id, or null: other systems write theirs in any script. */
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
  if (value.length > fieldLimits.url) return 'too-long'
  // Plain ASCII only: a host in another script is given in its xn-- form, anything else percent-encoded.
  const match = /^https?:\/\/([^/?#]+)(?:[/?#][\x21-\x7e]*)?$/i.exec(value)
  const authority = match?.[1]
  if (authority === undefined) return 'not-a-url'
  if (authority.includes('@')) return 'url-with-login'
  if (!/^(?:[a-z0-9](?:[a-z0-9.-]*[a-z0-9])?|\[[0-9a-f:.]+\])(?::[0-9]{1,5})?$/i.test(authority))
    return 'not-a-url'
  return cardNumberProblem(value)
}

/** One schema per field a person can fill; messages are keys of the renderer's message file. */
export const fields = {
  clientOrderId: checked(
    (value) => cardNumberProblem(value) ?? hiddenProblem(value) ?? clientOrderIdProblem(value),
  ),
  gatewayOrderId: identifier(fieldLimits.gatewayOrderId),
  login: identifier(fieldLimits.login),
  cardRefId: identifier(fieldLimits.cardRefId),
  serialNumber: identifier(fieldLimits.serialNumber),
  routeId: checked((value) => {
    if (value === '') return 'required'
    if (/^[0-9]{1,20}$/.test(value)) return cardNumberProblem(value)
    return hiddenProblem(value) ?? 'not-a-route-id'
  }),
  orderDescription: text({ maxBytes: fieldLimits.orderDescBytes, required: true, lines: true }),
  /** The decimal form alone; whether it fits the currency is decided by `parseAmount`. */
  amountText: checked((value) =>
    value === '' ? 'required' : (cardNumberProblem(value) ?? (value.length > 64 ? 'too-long' : null)),
  ),
  currency: z
    .string()
    .trim()
    .refine((code) => currencyExponent(code) !== null, 'unknown-currency'),
  ipAddress: checked(ipAddressProblem),
  comment: text({ maxChars: fieldLimits.comment, required: false }),
  purpose: text({ maxChars: fieldLimits.purpose, required: false }),
  merchantData: text({ maxBytes: fieldLimits.merchantDataBytes, required: false, lines: true }),
  url: checked(urlProblem),
  /** Security code of the card; lives in memory with the confirm only. */
  cvv2: z
    .string()
    .trim()
    .regex(/^(?:[0-9]{3,4})?$/, 'not-a-security-code'),
  /** Card number as typed, grouping removed; exists in the sale form and in the one request only. */
  cardNumber: z
    .string()
    .transform((value) => value.replace(/[\s-]/g, ''))
    .refine(isTypedCardNumber, 'not-a-card-number'),
  email: checked((value) =>
    value === '' || /^[^\s@,;]+@[^\s@,;]+$/.test(value)
      ? textProblem(value, { maxChars: 128, required: false })
      : 'not-an-email',
  ),
  phone: checked((value) =>
    /^(?:\+?[0-9 ()./-]{3,30})?$/.test(value) ? cardNumberProblem(value) : 'not-a-phone-number',
  ),
  countryCode: checked((value) => (/^(?:[A-Z]{2})?$/.test(value) ? null : 'not-a-country-code')),
  zipCode: text({ maxChars: 20, required: false }),
  /** A private key in any shape people paste; what it is, main finds out. */
  privateKey: checked((value) =>
    value.length > 20_000 ? 'too-long' : textProblem(value, { required: true, lines: true }),
  ),
  name: text({ maxChars: 80, required: true }),
  optionalName: text({ maxChars: 80, required: false }),
  note: text({ maxChars: 2000, required: true, lines: true }),
  reason: text({ maxChars: 500, required: true, lines: true }),
  controlKey: identifier(128),
  searchText: checked((value) => (value.length > 200 ? 'too-long' : cardNumberProblem(value))),
} as const
