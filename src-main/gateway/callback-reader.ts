import { timingSafeEqual } from 'node:crypto'
import { inOneSpelling } from '../../src-shared/domain/callback-comparison'
import type { AnswerField, NamedField } from '../../src-shared/domain/exchange'
import type { FactName } from '../../src-shared/domain/facts'
import { SecretFingerprints } from '../platform/secret-fingerprints'
import type { CallbackMeaning, CallbackReader, RawCallback } from '../ports/callback-listener'
import { factOfCallback } from '../ports/fact-names'
import { controlOf } from './control'
import { factNames } from './fact-names'
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
    const isSigned = ({ fact, isUnreadable }: NamedField) => isUnreadable && signedFacts.has(fact)
    if (callback.fields.some(isSigned)) return false
    const given = controlIn(callback)?.toLowerCase() ?? ''
    const expected = controlOf([status ?? '', gatewayOrderId ?? '', clientOrderId ?? ''], controlKey)
    return given.length === expected.length && timingSafeEqual(Buffer.from(given), Buffer.from(expected))
  },
  masked(callback, secrets) {
    return maskAnswer(wireAnswer(callback.fields), new SecretFingerprints(secrets)).fields.map(named)
  },
}

/** The fields that the control of a callback covers. */
const signedFacts: ReadonlySet<FactName | undefined> = new Set<FactName>([
  'status',
  'gatewayOrderId',
  'clientOrderId',
])

function meaningOf({ fields }: RawCallback): CallbackMeaning {
  const get = (fact: FactName) =>
    fields.find((field) => field.fact === fact && field.value !== '' && !field.isUnreadable)?.value ?? null
  return {
    status: get('status'),
    type: get('transactionType'),
    gatewayOrderId: get('gatewayOrderId'),
    clientOrderId: get('clientOrderId'),
    amount: get('amount'),
    currency: get('currency'),
    hasControl: (controlIn({ fields }) ?? '') !== '',
  }
}

function named(field: AnswerField): NamedField {
  return { ...field, fact: factOfCallback(factNames, field.name) }
}

/** Finds the callback in a line: a query string, a form body, a URL, or a log line that contains one of these. */
function callbackIn(line: string): RawCallback | null {
  const query = /\?([^\s"'<>#]+)/.exec(line)?.[1] ?? /(?:^|[\s"'])([^\s"'=&?]+=[^\s"']*)/.exec(line)?.[1]
  const segments = (query ?? '').split('&').filter((segment) => segment !== '')
  if (segments.length > maxFields) return null
  const callback = {
    fields: segments.map((segment) => named(readField(asByteText(Buffer.from(segment, 'utf8'))))),
  }
  const { status, gatewayOrderId, clientOrderId } = meaningOf(callback)
  const isCallback = gatewayOrderId !== null || clientOrderId !== null
  return isCallback && (status !== null || controlIn(callback) !== null) ? callback : null
}

function controlIn({ fields }: RawCallback): string | null {
  return (
    fields.find(({ name, isUnreadable }) => inOneSpelling(name) === 'control' && !isUnreadable)?.value ?? null
  )
}
