import { timingSafeEqual } from 'node:crypto'
import { statusNameOf } from '../../src-shared/domain/callback-comparison'
import type { AnswerField } from '../../src-shared/domain/exchange'
import { SecretFingerprints } from '../platform/secret-fingerprints'
import type { CallbackMeaning, CallbackReader, RawCallback } from '../ports/callback-listener'
import { controlOf } from './control'
import { maskAnswer } from './mask'
import { asByteText, readField, wireAnswer } from './wire-format'

const maxFields = 200

/**
 * Reads callbacks that a merchant's server received. The interface document does not describe their format. Public
 * clients of the gateway family get a GET with a query string, underscores in some names, and a control that is SHA-1
 * over status, order id, client order id and key.
 */
export const callbackReader: CallbackReader = {
  read(text) {
    // In a pasted gateway body there is a line feed before each separator.
    const lines = text
      .replace(/\r?\n&/g, '&')
      .split(/\r?\n/)
      .filter((line) => line.trim() !== '')
    const callbacks = lines.map(callbackIn)
    const readable = callbacks.filter((callback) => callback !== null)
    return { callbacks: readable, unreadableLines: lines.length - readable.length }
  },
  meaning: meaningOf,
  isControlRight(callback, controlKey) {
    const { status, gatewayOrderId, clientOrderId } = meaningOf(callback)
    const isSigned = ({ name, isUnreadable }: AnswerField) =>
      isUnreadable && signedNames.has(statusNameOf(name))
    if (callback.fields.some(isSigned)) return false
    const given = valueOf(callback, 'control')?.toLowerCase() ?? ''
    const expected = controlOf([status ?? '', gatewayOrderId ?? '', clientOrderId ?? ''], controlKey)
    return given.length === expected.length && timingSafeEqual(Buffer.from(given), Buffer.from(expected))
  },
  masked(callback, secrets) {
    return maskAnswer(wireAnswer(callback.fields), new SecretFingerprints(secrets)).fields
  },
}

/** The fields that the control of a callback covers. */
const signedNames: ReadonlySet<string> = new Set(['status', 'paynet-order-id', 'merchant-order-id'])

function meaningOf(callback: RawCallback): CallbackMeaning {
  const asStatusFields = new Map<string, string>()
  for (const { name, value, isUnreadable } of callback.fields) {
    const statusName = statusNameOf(name)
    if (value !== '' && !isUnreadable && !asStatusFields.has(statusName))
      asStatusFields.set(statusName, value)
  }
  const get = (name: string) => asStatusFields.get(name) ?? null
  return {
    status: get('status'),
    type: get('transaction-type'),
    gatewayOrderId: get('paynet-order-id'),
    clientOrderId: get('merchant-order-id'),
    amount: get('amount'),
    currency: get('currency'),
    hasControl: get('control') !== null,
    asStatusFields,
  }
}

/** Finds the callback in a line: a query string, a form body, a URL, or a log line that contains one of these. */
function callbackIn(line: string): RawCallback | null {
  const query = /\?([^\s"'<>#]+)/.exec(line)?.[1] ?? /(?:^|[\s"'])([^\s"'=&?]+=[^\s"']*)/.exec(line)?.[1]
  const segments = (query ?? '').split('&').filter((segment) => segment !== '')
  if (segments.length > maxFields) return null
  const callback = { fields: segments.map((segment) => readField(asByteText(Buffer.from(segment, 'utf8')))) }
  const { status, gatewayOrderId, clientOrderId } = meaningOf(callback)
  const isCallback = gatewayOrderId !== null || clientOrderId !== null
  return isCallback && (status !== null || valueOf(callback, 'control') !== null) ? callback : null
}

function valueOf(callback: RawCallback, name: string): string | null {
  return (
    callback.fields.find((field) => statusNameOf(field.name) === name && !field.isUnreadable)?.value ?? null
  )
}
