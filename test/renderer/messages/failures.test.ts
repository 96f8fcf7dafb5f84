import { describe, expect, it } from 'vitest'
import { checkFailedTitle, failureText } from '../../../src-renderer/messages/failure-text'

/** Every word that a failed exchange or check can have, by what the person has to understand. */
const words = {
  'Could not reach the gateway': [
    'ECONNREFUSED',
    'ENOTFOUND',
    'EAI_AGAIN',
    'ENETUNREACH',
    'EHOSTUNREACH',
    'ETIMEDOUT',
    'ADDRESS_NOT_PUBLIC',
    'bad-port',
    'proxy-407',
    'proxy-403',
    'proxy-502',
    'proxy-closed',
    'proxy-protocol',
    'proxy-unsupported',
    'proxy-ECONNREFUSED',
    'proxy-timeout',
    'tls:UNABLE_TO_VERIFY_LEAF_SIGNATURE:Corporate CA',
    'tls:SELF_SIGNED_CERT_IN_CHAIN:Corporate CA',
    'tls:UNABLE_TO_GET_ISSUER_CERT_LOCALLY',
    'tls:DEPTH_ZERO_SELF_SIGNED_CERT:localhost',
    'tls:CERT_HAS_EXPIRED',
    'tls:CERT_NOT_YET_VALID',
    'tls:CERT_REVOKED',
    'tls:ERR_TLS_CERT_ALTNAME_INVALID',
    'tls:closed',
    'tls:ECONNRESET',
    'tls:ERR_SSL_TLSV1_ALERT_PROTOCOL_VERSION',
  ],
  'connection to the gateway was interrupted': ['ECONNRESET', 'EPIPE', 'closed', 'truncated', 'socket-error'],
  'did not respond in time': ['timeout'],
  'responded with an error': ['http-403', 'http-404', 'http-429', 'http-500', 'http-503'],
  'The gateway refused the control value': ['wrong-control'],
  'The response belongs to another order': ['foreign-answer'],
  'the control key could not be read': ['secret-missing', 'secret-store-locked', 'secret-store-unavailable'],
  'The gateway’s response could not be used': [
    'cancelled',
    'html-page',
    'xml',
    'json',
    'no-type',
    'unexpected-type',
    'error-answer',
    'empty-body',
    'too-large',
    'too-many-fields',
    'malformed-utf8',
    'malformed-percent',
    'control-character',
    'content-encoding',
    'upgrade',
    'HPE_INVALID_CONSTANT',
    'duplicate-field:status',
    'unreadable-field:status',
    'no-order-id',
    'no-status',
    'answer-without-order-id',
    'internal',
  ],
}

describe('a failure in the words of the screen', () => {
  it.each([
    ['mismatch:gatewayOrderId', 'the gateway order ID does not match this order'],
    ['mismatch:amount', 'the amount does not match this order'],
    ['mismatch:new-field', 'the field new-field does not match this order'],
  ])('names the field of %s without its code', (failure, text) => {
    expect(checkFailedTitle(failure)).toBe('The response belongs to another order')
    expect(failureText(failure)).toBe(text)
  })

  it.each(Object.entries(words).flatMap(([title, all]) => all.map((failure) => [title, failure])))(
    '"%s" heads %s, and a text of its own says why (A17)',
    (title, failure) => {
      expect(checkFailedTitle(failure)).toContain(title)
      expect(failureText(failure)).toMatch(/^\S+ .+ \(.+\)$/)
      expect(failureText(failure)).toContain(`(${failure})`)
    },
  )

  it('names the issuer of a certificate that is not trusted, and what to do (A17)', () => {
    const text = failureText('tls:UNABLE_TO_VERIFY_LEAF_SIGNATURE:Corporate CA')
    expect(text).toContain('Certificate authority: Corporate CA')
    expect(text).toContain('install its certificate')
  })

  it('names the sign-in that a proxy asks for (A17)', () => {
    expect(failureText('proxy-407')).toMatch(/proxy of this computer requires a sign-in/)
  })

  it('says of a stored exchange that cannot be read that its data is damaged', () => {
    expect(failureText('unreadable-row')).toBe(
      'the stored data of this exchange cannot be read (unreadable-row)',
    )
  })
})
