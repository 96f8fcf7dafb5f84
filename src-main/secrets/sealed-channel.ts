import { createECDH, createHash } from 'node:crypto'
import { sealText, unsealText } from './sealed-text'

/**
 * One end of the encrypted channel between main and the keychain process. Messages stay in shared memory that neither
 * side can wipe. So secrets are encrypted with a key that both ends agree on (ECDH over P-256) and that is never
 * sent. Main makes a new end for each call; afterwards main cannot decrypt the message any more.
 */
export class ChannelEnd {
  readonly #pair = createECDH('prime256v1')
  /** The public key for the other end, in base64. */
  readonly publicKey = this.#pair.generateKeys('base64')

  /** Encrypts a text for the other end, in base64. Throws when the other end’s key is invalid. */
  async seal(otherKey: string, account: string, text: string): Promise<string> {
    const key = this.#keyWith(otherKey)
    const sealed = await sealText(key, account, text)
    key.fill(0)
    return Buffer.from(sealed).toString('base64')
  }

  /** Decrypts a text of the other end. Throws when it was not encrypted for this end and account. */
  async open(otherKey: string, account: string, sealed: string): Promise<string> {
    const key = this.#keyWith(otherKey)
    const unsealed = await unsealText(key, account, Buffer.from(sealed, 'base64'))
    key.fill(0)
    if (unsealed.kind !== 'opened') throw new Error(`a message of the keychain channel is ${unsealed.kind}`)
    return unsealed.text
  }

  #keyWith(otherKey: string): Buffer {
    const agreed = this.#pair.computeSecret(otherKey, 'base64')
    const key = createHash('sha256').update(agreed).digest()
    agreed.fill(0)
    return key
  }
}
