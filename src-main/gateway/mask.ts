import { createHash } from 'node:crypto'
import { isTypedCardNumber, maskCardNumbers } from '../../src-shared/domain/card-number-guard'
import type { AnswerField } from '../../src-shared/domain/exchange'
import { hiddenMark, redactHex40, redactSecurityCodes } from '../platform/redact'
import { SecretFingerprints } from '../platform/secret-fingerprints'
import type { NamedValue } from '../ports/gateway-client'
import { readField, wireAnswer, wireLimits, type WireAnswer } from './wire-format'

/** Parameters that may be stored unchanged. All others are masked, also control and security code. */
const storableParameters: ReadonlySet<string> = new Set([
  'login',
  'client_orderid',
  'orderid',
  'by-request-sn',
  'cardrefid',
  'order_desc',
  'amount',
  'enumerate_amounts',
  'currency',
  'ipaddress',
  'comment',
  'purpose',
  'redirect_url',
  'redirect_success_url',
  'redirect_fail_url',
  'server_callback_url',
  'merchant_data',
  'recurrent_scenario',
  'recurrent_initiator',
  'card_printed_name',
  'expire_month',
  'expire_year',
  'first_name',
  'last_name',
  'email',
  'phone',
  'country',
  'city',
  'zip_code',
  'address1',
  'client-order-id',
  'threeDSServerTransID',
  'threeDSCompInd',
  'notificationURL',
])

/** Names of the browser data in sales and uploads. */
const browserParameter = /^(?:customer_(?:browser_|user_agent|accept)|browser[A-Z])/

/**
 * Ids that the app compares or sends again. They stay unmasked, although an id of digits may look like a card number.
 */
const idNames: ReadonlySet<string> = new Set([
  'paynet-order-id',
  'merchant-order-id',
  'serial-number',
  'by-request-sn',
  'card-ref-id',
  'unq-card-ref-id',
  'recurring-payment-id',
  'dst-card-ref-id',
  'end-point-id',
  'tds-method-url-frame-3ds-server-trans-id',
])

/** Addresses for the browser. They are masked except the host, because they may contain the session of a payment. */
const stepAddress = /^redirect-to$|-(?:3ds-method|acs)-url$/
const pageOrChallenge = /(?:html|c-?req|c-?res|pa-?req|pa-?res|(?:^|[-_])md)$/i
const securityCode = /(?:cvv|cvc|cvn|security[-_]?code)2?$/i
const cardNumber = /(?:card[-_]?number|(?:^|[-_])pan)$/i
const control = /(?:^|[-_])control$/i
const bin = /(?:^|-)bin$/

const unreadableTextLength = 4096
/** Longer than a card number in any spelling. */
const maxSplitLength = 1024

const none = new SecretFingerprints()

/** Masks the parameters of a request for storing and showing. */
export function maskParameters(
  parameters: readonly NamedValue[],
  secrets: SecretFingerprints = none,
): NamedValue[] {
  return parameters.map(({ name, value }) => ({ name, value: maskParameter(name, value, secrets) }))
}

function maskParameter(name: string, value: string, secrets: SecretFingerprints): string {
  if (name === 'credit_card_number') return maskOwnCardNumber(value)
  return storableParameters.has(name) || browserParameter.test(name) ? secrets.hideIn(value) : hiddenMark
}

/**
 * Masks an answer for storing and showing: hides card numbers and secrets in every field, replaces pages and challenge
 * values by length and hash, cuts BINs to six digits. `secrets` are the control key and the control value of this call.
 */
export function maskAnswer(answer: WireAnswer, secrets: SecretFingerprints): WireAnswer {
  return wireAnswer(answer.fields.map((field) => maskField(field, secrets)))
}

function maskField(field: AnswerField, secrets: SecretFingerprints): AnswerField {
  const { name, value } = field
  const safeName = maskText(name, secrets)
  if (field.isUnreadable) return { ...field, name: safeName, value: maskBytes(name, value, secrets) }
  if (idNames.has(name) && /^[0-9]+$/.test(value)) return { name, value: secrets.hideIn(value) }
  if (value === '') return { name: safeName, value }
  if (pageOrChallenge.test(name)) return { name: safeName, value: fingerprint(value) }
  if (stepAddress.test(name)) return { name: safeName, value: maskAddress(value) }
  if (securityCode.test(name) || control.test(name)) return { name: safeName, value: hiddenMark }
  if (cardNumber.test(name)) return { name: safeName, value: maskNamedCardNumber(value, secrets) }
  if (bin.test(name)) return { name: safeName, value: value.slice(0, 6) }
  if (name === 'last-four-digits') return { name, value: value.slice(-4) }
  return { name: safeName, value: maskText(value, secrets) }
}

/** The bytes of an unreadable value, or a mark when the field or its bytes may contain something secret. */
function maskBytes(name: string, shown: string, secrets: SecretFingerprints): string {
  const mayShow = !mustHide.some((pattern) => pattern.test(name)) && !mayHideSecret(shown, secrets)
  if (!mayShow) return hiddenMark
  if (shown.length <= wireLimits.valueChars) return shown
  return cutNote(shown.slice(0, wireLimits.valueChars), shown.length)
}

const mustHide = [pageOrChallenge, stepAddress, securityCode, control, cardNumber]

/**
 * True when escaped bytes may contain a card number (12 digits or more, in any script), a security code or a secret, also
 * with invalid bytes between its characters.
 */
function mayHideSecret(escaped: string, secrets: SecretFingerprints): boolean {
  const printable = escaped.replace(/%[0-9a-f]{2}/gi, (escape) => {
    const code = parseInt(escape.slice(1), 16)
    return code >= 0x20 && code <= 0x7e ? String.fromCharCode(code) : ''
  })
  const bytes = escaped.replace(/%([0-9a-f]{2})/gi, (_, hex: string) =>
    String.fromCharCode(parseInt(hex, 16)),
  )
  const lenient = Buffer.from(bytes, 'latin1').toString('utf8')
  return (
    (lenient.match(/\p{Nd}/gu)?.length ?? 0) >= minCardDigits ||
    codeName.test(printable) ||
    redactHex40(secrets.hideIn(printable)) !== printable
  )
}

const minCardDigits = 12
const codeName = /cvv|cvc|cvn|cid|csc|security.?code/i

/** Masks the beginning of an unreadable answer for storing. */
export function maskUnreadable(body: Uint8Array, secrets: SecretFingerprints): string {
  const text = new TextDecoder('utf-8').decode(body.subarray(0, 2 * unreadableTextLength))
  const isPage = /^\s*[<{[]/.test(text)
  const masked = isPage
    ? text
    : text
        .split('&')
        .map((segment) => maskSegment(segment, secrets))
        .join('&')
  return redactHex40(maskText(masked, secrets)).slice(0, unreadableTextLength)
}

/** Masks one field of a body that cannot be decoded, by its name. */
function maskSegment(segment: string, secrets: SecretFingerprints): string {
  const equals = segment.indexOf('=')
  if (equals < 0) return segment
  const name = segment.slice(0, equals)
  const value = segment.slice(equals + 1)
  if (pageOrChallenge.test(name) || stepAddress.test(name)) return `${name}=${fingerprint(value)}`
  if (securityCode.test(name) || control.test(name)) return `${name}=${hiddenMark}`
  if (cardNumber.test(name)) return `${name}=${maskNamedCardNumber(value, secrets)}`
  if (bin.test(name)) return `${name}=${value.slice(0, 6)}`
  // With an invalid escape the text is not decoded, so the other masks cannot find a secret in its valid escapes.
  return isBrokenEscape(value) && mayHideSecret(value, secrets) ? `${name}=${hiddenMark}` : segment
}

function isBrokenEscape(value: string): boolean {
  return /%[0-9a-f]{2}/i.test(value) && readField(`=${value}`).isUnreadable === true
}

/**
 * Hides secrets and card numbers, and cuts a long text. The patterns also read a short part after the cut, which is
 * dropped afterwards, because the cut may split a card number.
 */
function maskText(text: string, secrets: SecretFingerprints): string {
  const open = secrets.hideIn(text)
  if (open.length <= wireLimits.valueChars) return maskPatterns(open)
  const masked = maskPatterns(open.slice(0, wireLimits.valueChars + maxSplitLength))
  const kept = masked.slice(0, Math.min(wireLimits.valueChars, masked.length - maxSplitLength))
  return cutNote(kept, text.length)
}

function cutNote(kept: string, length: number): string {
  return `${kept}… <cut, ${length} characters>`
}

function maskPatterns(text: string): string {
  return showDirectionMarks(redactSecurityCodes(maskCardNumbers(text)))
}

/** Shows bidirectional control characters as their code; otherwise a person would read another text than was sent. */
function showDirectionMarks(text: string): string {
  return text.replace(
    /[\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069]/g,
    (mark) => `<U+${mark.charCodeAt(0).toString(16).toUpperCase().padStart(4, '0')}>`,
  )
}

/** The masked card number for a preview or a stored request. */
export function maskedCardNumber(bin: string, lastFour: string): string {
  return `${bin}••••${lastFour}`
}

function maskOwnCardNumber(value: string): string {
  if (isTypedCardNumber(value)) return maskedCardNumber(value.slice(0, 6), value.slice(-4))
  return /^[0-9]{6}•{4}[0-9]{4}$/.test(value) ? value : hiddenMark
}

/**
 * Masks a field for card numbers, also with a wrong check digit. At most ten digits stay: the gateway has masked the
 * rest.
 */
function maskNamedCardNumber(value: string, secrets: SecretFingerprints): string {
  const digits = value.replace(/[^0-9]/g, '')
  return digits.length <= 10 ? maskText(value, secrets) : `${digits.slice(0, 6)}••••${digits.slice(-4)}`
}

/** Masks an address except its host, which shows the owner of the page. */
function maskAddress(value: string): string {
  const origin = URL.canParse(value) ? new URL(value).origin : 'null'
  return origin === 'null' ? fingerprint(value) : `${origin} ${fingerprint(value)}`
}

function fingerprint(value: string): string {
  const hash = createHash('sha256').update(value, 'utf8').digest('hex')
  return `<${value.length} characters, sha256 ${hash}>`
}
