import { constants, createPrivateKey, sign, type KeyObject } from 'node:crypto'
import { AppError } from '../../src-shared/errors/app-error'
import type { NamedValue } from '../ports/gateway-client'

/** The OAuth values that a signature covers in addition to the request. */
export interface OAuthIdentity {
  readonly consumerKey: string
  /** Random, never used twice. */
  readonly nonce: string
  readonly timestampSeconds: number
}

/**
 * The Authorization header of a v4 call (interface, section Authentication): OAuth 1.0a with RSA-SHA256. The gateway
 * verifies the complete OAuth base string, not only the parameters. The `oauth_*` values are sent in the header only.
 * Errors: `secret-missing` (reason `damaged`) when the key cannot be used.
 */
export function oauthHeader(
  request: { readonly url: URL; readonly parameters: readonly NamedValue[] },
  identity: OAuthIdentity,
  privateKey: string,
): { readonly authorization: string; readonly signature: string } {
  const protocol = protocolParameters(identity)
  const text = baseString('POST', request.url, [...request.parameters, ...protocol])
  const signature = sign('RSA-SHA256', Buffer.from(text, 'utf8'), {
    key: requireKey(privateKey),
    padding: constants.RSA_PKCS1_PADDING,
  }).toString('base64')
  const parts = [...protocol, { name: 'oauth_signature', value: signature }]
  const authorization = `OAuth ${parts.map(({ name, value }) => `${name}="${encodeRfc3986(value)}"`).join(', ')}`
  return { authorization, signature }
}

/** The signature base string (RFC 5849, section 3.4.1). */
export function baseString(method: string, url: URL, parameters: readonly NamedValue[]): string {
  const encoded = parameters.map(({ name, value }) => [encodeRfc3986(name), encodeRfc3986(value)] as const)
  const sorted = encoded.sort(([name, value], [otherName, otherValue]) =>
    name === otherName ? compare(value, otherValue) : compare(name, otherName),
  )
  const joined = sorted.map(([name, value]) => `${name}=${value}`).join('&')
  // URL gives scheme and host in lower case and without the default port, as the RFC requires.
  const address = `${url.protocol}//${url.host}${url.pathname}`
  return [method, address, joined].map(encodeRfc3986).join('&')
}

/** Percent-encodes as RFC 3986 requires. `encodeURIComponent` leaves some characters that OAuth encodes. */
export function encodeRfc3986(text: string): string {
  return encodeURIComponent(text).replace(
    /[!'()*]/g,
    (char) => `%${char.charCodeAt(0).toString(16).toUpperCase()}`,
  )
}

function protocolParameters({ consumerKey, nonce, timestampSeconds }: OAuthIdentity): NamedValue[] {
  return [
    { name: 'oauth_consumer_key', value: consumerKey },
    { name: 'oauth_nonce', value: nonce },
    { name: 'oauth_signature_method', value: 'RSA-SHA256' },
    { name: 'oauth_timestamp', value: String(timestampSeconds) },
    { name: 'oauth_version', value: '1.0' },
  ]
}

/** Compares by bytes. Encoded text is ASCII, so code units are bytes. */
function compare(left: string, right: string): number {
  return left < right ? -1 : left > right ? 1 : 0
}

function requireKey(privateKey: string): KeyObject {
  try {
    return createPrivateKey(privateKey)
  } catch {
    // Node's message is not used, because it may contain a part of the key.
    throw new AppError('secret-missing', { reason: 'damaged' })
  }
}
