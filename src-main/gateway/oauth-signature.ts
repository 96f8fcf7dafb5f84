import { constants, createPrivateKey, sign, type KeyObject } from 'node:crypto'
import { AppError } from '../../src-shared/errors/app-error'
import type { NamedValue } from '../ports/gateway-client'

/** What an OAuth 1.0a RSA-SHA256 signature covers beside the request itself. */
export interface OAuthIdentity {
  readonly consumerKey: string
  /** Random, never used twice. */
  readonly nonce: string
  readonly timestampSeconds: number
}

/**
 * The Authorization header of a v4 call (interface, Authentication). The signed text is the whole OAuth base string, not
 * the parameters alone (facts, section 6); the values of `oauth_*` go into the header only. Errors: `secret-missing`
 * (reason `damaged`) when the key cannot be used.
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

/** Method, address and parameters as RFC 5849 (3.4.1) joins them. */
export function baseString(method: string, url: URL, parameters: readonly NamedValue[]): string {
  const encoded = parameters.map(({ name, value }) => [encodeRfc3986(name), encodeRfc3986(value)] as const)
  const sorted = encoded.sort(([name, value], [otherName, otherValue]) =>
    name === otherName ? compare(value, otherValue) : compare(name, otherName),
  )
  const joined = sorted.map(([name, value]) => `${name}=${value}`).join('&')
  // Host and scheme come lower-case from URL, which also leaves the default port out.
  const address = `${url.protocol}//${url.host}${url.pathname}`
  return [method, address, joined].map(encodeRfc3986).join('&')
}

/** Percent-encodes as RFC 3986 wants it: what `encodeURIComponent` leaves and OAuth does not is added. */
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

/** By bytes, which for encoded text is by code units. */
function compare(left: string, right: string): number {
  return left < right ? -1 : left > right ? 1 : 0
}

function requireKey(privateKey: string): KeyObject {
  try {
    return createPrivateKey(privateKey)
  } catch {
    // Node's own message may quote the key's text.
    throw new AppError('secret-missing', { reason: 'damaged' })
  }
}
