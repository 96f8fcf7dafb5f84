import { createPublicKey, verify } from 'node:crypto'
import { AccessDenied } from '../server/refusal'
import type { UsedNonce } from '../orders/state'
import type { WireField } from '../server/wire'

/** What a request signed by OAuth 1.0a brings to be checked. */
export interface SignedRequest {
  /** Text of the Authorization header, empty when there is none. */
  authorization: string
  /** Address that the request was sent to, as the client names it; without a query. */
  url: string
  /** Every pair of the body as it was sent: spaces that the gateway trims later are signed, too. */
  pairs: readonly WireField[]
}

/** What the gateway knows of the merchant that signs. */
export interface Signer {
  login: string
  /** PEM; empty when the merchant has registered none. */
  publicKey: string
  /** Grows by the nonce of a right request, and loses those that are too old to come again. */
  usedNonces: UsedNonce[]
}

/** How far a request's clock may be off, in seconds. */
const toleranceSeconds = 300
const leastModulusBits = 2048

/** Checks an RSA-SHA256 signature and uses up its nonce. Throws what is wrong, which the caller never gets to read. */
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
  // Written so that a time that is no number fails, too.
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

/** The reason why a text is no public key that the gateway takes; undefined when it is one. */
export function publicKeyProblem(pem: string): string | undefined {
  // A private key would be read as one, too; it has no business here.
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

/** The parameters of the header; names and values are percent-encoded there. */
function readHeader(authorization: string): Map<string, string> {
  const given = new Map<string, string>()
  const [, list] = /^OAuth\s+(.*)$/i.exec(authorization.trim()) ?? []
  if (list === undefined) throw new AccessDenied('there is no OAuth header')
  for (const part of list.split(',')) {
    const [, name, text] = /^\s*([^=\s]+)="([^"]*)"\s*$/.exec(part) ?? []
    const value = text === undefined ? undefined : decode(text)
    if (name === undefined || value === undefined) throw new AccessDenied('the OAuth header cannot be read')
    if (given.has(name)) throw new AccessDenied(`${name} stands twice in the OAuth header`)
    given.set(name, value)
  }
  return given
}

/** Method, address and all parameters, as OAuth 1.0a puts them together. */
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
  // Only the strict alphabet: Node would also decode a signature with marks lost or added.
  if (!/^[A-Za-z0-9+/]+={0,2}$/.test(signature)) return false
  return verify('RSA-SHA256', Buffer.from(text, 'utf8'), publicKey, Buffer.from(signature, 'base64'))
}

/** Percent-encoding of RFC 3986: everything but letters, digits and four marks. */
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
