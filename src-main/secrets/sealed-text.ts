import { createCipheriv, createDecipheriv, createHash, randomBytes } from 'node:crypto'

/** What opening a sealed text came to. */
export type Unsealed =
  | { readonly kind: 'opened'; readonly text: string }
  /** Sealed for another binding. */
  | { readonly kind: 'bound-elsewhere' }
  /** Not in this form, changed, or sealed under another key. */
  | { readonly kind: 'damaged' }

const cipher = 'aes-256-gcm'
const form = Buffer.of(1)
const nonceBytes = 12
const tagBytes = 16
const digestBytes = 32
const headBytes = form.length + digestBytes + nonceBytes + tagBytes

/**
 * Seals a text under a key of 32 bytes: AES-256-GCM with the binding as associated data. The head carries the binding's
 * digest, since the cipher alone cannot tell another binding from damage.
 */
export function sealText(key: Uint8Array, binding: string, text: string): Uint8Array {
  const nonce = randomBytes(nonceBytes)
  const sealing = createCipheriv(cipher, key, nonce, { authTagLength: tagBytes })
  sealing.setAAD(Buffer.from(binding, 'utf8'))
  const body = Buffer.concat([sealing.update(text, 'utf8'), sealing.final()])
  return Uint8Array.from(Buffer.concat([form, digestOf(binding), nonce, sealing.getAuthTag(), body]))
}

/** Opens what `sealText` sealed. */
export function unsealText(key: Uint8Array, binding: string, sealed: Uint8Array): Unsealed {
  const bytes = Buffer.from(sealed)
  if (bytes.length < headBytes || bytes[0] !== form[0]) return { kind: 'damaged' }
  const part = reader(bytes.subarray(form.length))
  if (!part(digestBytes).equals(digestOf(binding))) return { kind: 'bound-elsewhere' }
  const opening = createDecipheriv(cipher, key, part(nonceBytes), { authTagLength: tagBytes })
  opening.setAAD(Buffer.from(binding, 'utf8'))
  opening.setAuthTag(part(tagBytes))
  try {
    const text = opening.update(bytes.subarray(headBytes), undefined, 'utf8') + opening.final('utf8')
    return { kind: 'opened', text }
  } catch {
    return { kind: 'damaged' }
  }
}

function digestOf(binding: string): Buffer {
  return createHash('sha256').update(binding, 'utf8').digest()
}

/** Takes one part after the other from the front. */
function reader(bytes: Buffer): (length: number) => Buffer {
  let at = 0
  return (length) => bytes.subarray(at, (at += length))
}
