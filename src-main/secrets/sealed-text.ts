import { createHash, randomBytes, webcrypto } from 'node:crypto'

/** The result of opening an encrypted text. */
export type Unsealed =
  | { readonly kind: 'opened'; readonly text: string }
  /** Encrypted for another binding. */
  | { readonly kind: 'bound-elsewhere' }
  /** Another format, changed, or encrypted with another key. */
  | { readonly kind: 'damaged' }

const form = Buffer.of(1)
const nonceBytes = 12
const tagBytes = 16
const digestBytes = 32
const headBytes = form.length + digestBytes + nonceBytes + tagBytes

// Web Crypto wipes its own copies of the text. Node’s older ciphers leave them in freed memory.
const { subtle } = webcrypto

/**
 * Encrypts a text with a key of 32 bytes: AES-256-GCM with the binding as associated data. The header has a digest of
 * the binding, because the cipher alone cannot distinguish another binding from damage.
 */
export async function sealText(key: Uint8Array, binding: string, text: string): Promise<Uint8Array> {
  const nonce = randomBytes(nonceBytes)
  const cipherKey = await subtle.importKey('raw', key, 'AES-GCM', false, ['encrypt'])
  const plain = Buffer.from(text, 'utf8')
  const sealed = Buffer.from(await subtle.encrypt(cipherOf(nonce, binding), cipherKey, plain))
  plain.fill(0)
  const tag = sealed.subarray(plain.length)
  const body = sealed.subarray(0, plain.length)
  return Uint8Array.from(Buffer.concat([form, digestOf(binding), nonce, tag, body]))
}

/** Decrypts the result of `sealText`. */
export async function unsealText(key: Uint8Array, binding: string, sealed: Uint8Array): Promise<Unsealed> {
  const bytes = Buffer.from(sealed)
  if (bytes.length < headBytes || bytes[0] !== form[0]) return { kind: 'damaged' }
  const part = reader(bytes.subarray(form.length))
  if (!part(digestBytes).equals(digestOf(binding))) return { kind: 'bound-elsewhere' }
  const cipher = cipherOf(part(nonceBytes), binding)
  const tag = part(tagBytes)
  const cipherKey = await subtle.importKey('raw', key, 'AES-GCM', false, ['decrypt'])
  try {
    const bodyAndTag = Buffer.concat([bytes.subarray(headBytes), tag])
    const plain = Buffer.from(await subtle.decrypt(cipher, cipherKey, bodyAndTag))
    const text = plain.toString('utf8')
    plain.fill(0)
    return { kind: 'opened', text }
  } catch {
    return { kind: 'damaged' }
  }
}

function cipherOf(nonce: Uint8Array, binding: string) {
  return { name: 'AES-GCM', iv: nonce, additionalData: Buffer.from(binding, 'utf8'), tagLength: 8 * tagBytes }
}

function digestOf(binding: string): Buffer {
  return createHash('sha256').update(binding, 'utf8').digest()
}

/** Cuts parts from the front, one after the other. */
function reader(bytes: Buffer): (length: number) => Buffer {
  let at = 0
  return (length) => bytes.subarray(at, (at += length))
}
