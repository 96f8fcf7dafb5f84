import { generateKeyPairSync } from 'node:crypto'

interface RsaKey {
  readonly privateKey: string
  readonly publicKey: string
}

const made = new Map<string, RsaKey>()

/** An RSA key as PEM texts (PKCS #8 and SPKI). Each is made once for a worker, because making one takes long. */
export function rsaKey(which: 'first' | 'second' = 'first'): RsaKey {
  const key = made.get(which) ?? newKey()
  made.set(which, key)
  return key
}

function newKey(): RsaKey {
  return generateKeyPairSync('rsa', {
    modulusLength: 2048,
    privateKeyEncoding: { type: 'pkcs8', format: 'pem' },
    publicKeyEncoding: { type: 'spki', format: 'pem' },
  })
}
