import {
  createHash,
  createPrivateKey,
  createPublicKey,
  generateKeyPair,
  sign,
  verify,
  X509Certificate,
  type KeyObject,
} from 'node:crypto'
import { AppError } from '../../../src-shared/errors/app-error'

/** An RSA key pair in the stored formats. */
export interface SigningKey {
  /** PKCS#8 PEM. */
  readonly privateKey: string
  /** SPKI PEM, for the operator of the gateway. */
  readonly publicKey: string
  readonly bits: number
  /** SHA-256 of the public part (SPKI DER), hex. */
  readonly fingerprint: string
}

/** Why a text is not accepted as a private key; each reason names what it is. */
type Refusal =
  | 'not-a-key'
  | 'public-key'
  | 'certificate'
  | 'openssh-key'
  | 'passphrase-protected'
  | 'several-keys'
  | 'not-rsa'
  | 'key-too-short'

// The gateway accepts keys of 2048 bits or more.
const minBits = 2048
const pemLine = /-----(BEGIN|END) ([A-Z0-9 ]{1,64})-----/g
const base64Text = /^[A-Za-z0-9+/]+={0,2}$/
const opensshMagic = 'openssh-key-v1'

/**
 * Reads an RSA private key: PKCS#1 or PKCS#8, with any line ends, on one line, quoted, or without its header. Errors:
 * `validation-failed` for `privateKey`, with what the text is instead.
 */
export function readSigningKey(text: string): SigningKey {
  return signingKeyOf(privateKeyIn(unescaped(text)))
}

/** Generates a key pair. It takes seconds and does not block the process. */
export async function createSigningKey(bits: number): Promise<SigningKey> {
  const privateKey = await new Promise<KeyObject>((resolve, reject) => {
    generateKeyPair('rsa', { modulusLength: bits, publicExponent: 0x10001 }, (error, _, key) => {
      if (error === null) resolve(key)
      else reject(error)
    })
  })
  return signingKeyOf(privateKey)
}

function signingKeyOf(key: KeyObject): SigningKey {
  if (key.asymmetricKeyType !== 'rsa') throw refused('not-rsa')
  const bits = key.asymmetricKeyDetails?.modulusLength ?? 0
  if (bits < minBits) throw refused('key-too-short')
  const publicKey = createPublicKey(key)
  if (!fitTogether(key, publicKey)) throw refused('not-a-key')
  return {
    privateKey: key.export({ type: 'pkcs8', format: 'pem' }).toString(),
    publicKey: publicKey.export({ type: 'spki', format: 'pem' }).toString(),
    bits,
    fingerprint: createHash('sha256')
      .update(publicKey.export({ type: 'spki', format: 'der' }))
      .digest('hex'),
  }
}

/** A key with a damaged part can be read, but its signatures are invalid. */
function fitTogether(key: KeyObject, publicKey: KeyObject): boolean {
  const probe = Buffer.from('probe')
  try {
    return verify('sha256', probe, publicKey, sign('sha256', probe, key))
  } catch {
    return false
  }
}

/**
 * Removes what settings files, JSON and chat programs add to a key: escaped line ends, quotes, invisible characters.
 */
function unescaped(text: string): string {
  return text
    .replace(/[\uFEFF\u200B\u2060]/g, '')
    .replace(/\u00A0/g, ' ')
    .replace(/\\r|\\n/g, '\n')
    .replace(/\\\//g, '/')
    .replace(/["'`\u201C\u201D\u2018\u2019]/g, ' ')
    .trim()
}

function privateKeyIn(text: string): KeyObject {
  const blocks = pemBlocksIn(text)
  if (blocks.length === 0) return bareKey(text)
  const keys = blocks.filter(({ label }) => label.endsWith('PRIVATE KEY'))
  if (keys.length > 1) throw refused('several-keys')
  const [block] = keys
  if (block === undefined) throw refused(nameOfBlocks(blocks.map(({ label }) => label)))
  if (block.label === 'OPENSSH PRIVATE KEY') throw refused('openssh-key')
  if (block.label === 'ENCRYPTED PRIVATE KEY' || block.body.includes(',ENCRYPTED'))
    throw refused('passphrase-protected')
  if (block.label === 'EC PRIVATE KEY' || block.label === 'DSA PRIVATE KEY') throw refused('not-rsa')
  return keyOfDer(derOf(block.body))
}

/** The text between a BEGIN line and the END line of the same label. Reads each line once. */
function pemBlocksIn(text: string): { label: string; body: string }[] {
  const blocks: { label: string; body: string }[] = []
  let open: { label: string; start: number } | null = null
  for (const { 0: line, 1: side, 2: label = '', index } of text.matchAll(pemLine)) {
    if (side === 'BEGIN') open = { label, start: index + line.length }
    else if (open?.label === label) {
      blocks.push({ label, body: text.slice(open.start, index) })
      open = null
    }
  }
  return blocks
}

function nameOfBlocks(labels: readonly string[]): Refusal {
  if (labels.some((label) => label.endsWith('PUBLIC KEY'))) return 'public-key'
  return labels.some((label) => label.includes('CERTIFICATE')) ? 'certificate' : 'not-a-key'
}

/** A key without its header. Some settings hold the whole PEM text as base64. */
function bareKey(text: string): KeyObject {
  if (/^(?:ssh-rsa|ssh-ed25519|ecdsa-sha2-\S+|---- BEGIN SSH2 PUBLIC KEY)\s/.test(text))
    throw refused('public-key')
  const der = derOf(text)
  const inner = der.toString('latin1')
  if (inner.includes('-----BEGIN ')) return privateKeyIn(unescaped(inner))
  if (inner.startsWith(opensshMagic)) throw refused('openssh-key')
  return keyOfDer(der)
}

function derOf(body: string): Buffer {
  const base64 = body.replace(/\s+/g, '')
  if (!base64Text.test(base64)) throw refused('not-a-key')
  return Buffer.from(base64, 'base64')
}

function keyOfDer(der: Buffer): KeyObject {
  const key = firstOf(
    () => createPrivateKey({ key: der, format: 'der', type: 'pkcs8' }),
    () => createPrivateKey({ key: der, format: 'der', type: 'pkcs1' }),
    () => createPrivateKey({ key: der, format: 'der', type: 'sec1' }),
  )
  if (key === null) throw refused(nameOfDer(der))
  return key
}

function nameOfDer(der: Buffer): Refusal {
  const isPublicKey = firstOf(
    () => createPublicKey({ key: der, format: 'der', type: 'spki' }),
    () => createPublicKey({ key: der, format: 'der', type: 'pkcs1' }),
  )
  if (isPublicKey !== null) return 'public-key'
  if (firstOf(() => new X509Certificate(der)) !== null) return 'certificate'
  return isEncryptedPkcs8(der) ? 'passphrase-protected' : 'not-a-key'
}

/** PKCS#8 with a passphrase begins with the algorithm's identifier, one of PKCS#5 or PKCS#12 (1.2.840.113549.1.5 and .12). */
function isEncryptedPkcs8(der: Buffer): boolean {
  const start = der.subarray(0, 32)
  return ['2a864886f70d0105', '2a864886f70d010c'].some((oid) => start.includes(Buffer.from(oid, 'hex')))
}

function firstOf<T>(...readers: readonly (() => T)[]): T | null {
  for (const read of readers)
    try {
      return read()
    } catch {
      // Try the next format.
    }
  return null
}

function refused(reason: Refusal): AppError {
  return new AppError('validation-failed', { fields: { privateKey: reason } })
}
