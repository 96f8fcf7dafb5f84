import { createPublicKey, verify } from 'node:crypto'
import { AccessDenied } from '../server/refusal'
import type { UsedNonce } from '../orders/state'
import type { WireField } from '../server/wire'

/** A request that is signed by OAuth 1.0a (RFC 5849). */
export interface SignedRequest {
  /** Text of the Authorization header, empty when there is none. */
  authorization: string
  /** The address as the client wrote it, without a query. */
  url: string
  /** Every pair of the body as sent. The signature also covers spaces that the gateway trims later. */
  pairs: readonly WireField[]
}

/** The merchant that signs. */
export interface Signer {
  login: string
  /** PEM; empty when no key is registered. */
  publicKey: string
  /** Nonces of accepted requests. Those older than the allowed clock difference are removed. */
  usedNonces: UsedNonce[]
}

/** Allowed difference between the clocks of client and gateway, in seconds. */
const toleranceSeconds = 300
const leastModulusBits = 2048

/**
 * Checks an RSA-SHA256 signature and stores its nonce. Throws `AccessDenied`; its reason is logged and not sent to the
 * client.
 */
export function checkOAuth(request: SignedRequest, signer: Signer, nowMs: number): void {
  const given = readHeader(request.authorization)
  const value = (name: string) => given.get(name) ?? ''
  if (value('oauth_consumer_key') !== signer.login) throw new AccessDenied('oauth_consumer_key is unknown')
  if (value('oauth_signature_method') !== 'RSA-SHA256')
    throw new AccessDenied('oauth_signature_method is not RSA-SHA256')
  if (value('oauth_version') !== '1.0') throw new AccessDenied('oauth_version is not 1.0')
  if (signer.publicKey === '') throw new AccessDenied('no public key is registered')

  const seconds = /^\d{1,12}$/.test(value('oauth_timestamp')) ? Number(value('oauth_timestamp')) : NaN
  const nowSeconds = Math.floor(nowMs / 1_000)
  // Negated so that NaN fails as well.
  if (!(Math.abs(seconds - nowSeconds) <= toleranceSeconds))
    throw new AccessDenied(`oauth_timestamp is more than ${toleranceSeconds} s off`)

  if (!isSignedBy(signer.publicKey, textToSign(request, given), value('oauth_signature')))
    throw new AccessDenied('oauth_signature does not fit')

  const nonce = value('oauth_nonce')
  if (nonce === '' || signer.usedNonces.some((used) => used.nonce === nonce))
    throw new AccessDenied('oauth_nonce is missing or was used before')
  const remembered = signer.usedNonces.filter(({ atSeconds }) => atSeconds >= nowSeconds - toleranceSeconds)
  signer.usedNonces.splice(0, Infinity, ...remembered, { nonce, atSeconds: seconds })
}

/** The reason why a text is not an acceptable public key; undefined when it is one. */
export function publicKeyProblem(pem: string): string | undefined {
  // createPublicKey also accepts a private key, which must not be sent here.
  if (!/^-----BEGIN PUBLIC KEY-----/.test(pem.trim())) return 'publicKey is not a public key in PEM'
  try {
    const { asymmetricKeyType, asymmetricKeyDetails } = createPublicKey(pem)
    if (asymmetricKeyType !== 'rsa') return 'publicKey is not an RSA key'
    const bits = asymmetricKeyDetails?.modulusLength ?? 0
    return bits < leastModulusBits ? `publicKey has fewer than ${leastModulusBits} bits` : undefined
  } catch {
    return 'publicKey cannot be read'
  }
}

/** The decoded parameters of the Authorization header. */
function readHeader(authorization: string): Map<string, string> {
  const given = new Map<string, string>()
  const [, list] = /^OAuth\s+(.*)$/i.exec(authorization.trim()) ?? []
  if (list === undefined) throw new AccessDenied('there is no OAuth header')
  for (const part of list.split(',')) {
    const [, name, text] = /^\s*([^=\s]+)="([^"]*)"\s*$/.exec(part) ?? []
    const value = text === undefined ? undefined : decode(text)
    if (name === undefined || value === undefined) throw new AccessDenied('the OAuth header cannot be read')
    if (given.has(name)) throw new AccessDenied(`${name} is in the OAuth header twice`)
    given.set(name, value)
  }
  return given
}

/** The signature base string (RFC 5849, section 3.4.1). */
function textToSign({ url, pairs: sent }: SignedRequest, given: Map<string, string>): string {
  const signed = [...given].filter(([name]) => name !== 'oauth_signature' && name !== 'realm')
  const pairs = [...sent, ...signed]
    .map(([name, value]) => [encode(name), encode(value)] as const)
    .sort(([name, value], [otherName, otherValue]) => order(name, otherName) || order(value, otherValue))
    .map((pair) => pair.join('='))
  return `POST&${encode(url)}&${encode(pairs.join('&'))}`
}

function order(left: string, right: string): number {
  return Buffer.compare(Buffer.from(left), Buffer.from(right))
}

function isSignedBy(publicKey: string, text: string, signature: string): boolean {
  // Node ignores characters that are not base64, so the text is checked first.
  if (!/^[A-Za-z0-9+/]+={0,2}$/.test(signature)) return false
  return verify('RSA-SHA256', Buffer.from(text, 'utf8'), publicKey, Buffer.from(signature, 'base64'))
}

/** Percent-encodes everything except the unreserved characters of RFC 3986. */
function encode(text: string): string {
  return [...Buffer.from(text, 'utf8')]
    .map((byte) => {
      const char = String.fromCharCode(byte)
      return /[A-Za-z0-9\-._~]/.test(char) ? char : `%${byte.toString(16).toUpperCase().padStart(2, '0')}`
    })
    .join('')
}

function decode(text: string): string | undefined {
  try {
    return decodeURIComponent(text)
  } catch {
    return undefined
  }
}
