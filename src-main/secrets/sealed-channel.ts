import { createECDH, createHash } from 'node:crypto'
import { sealText, unsealText } from './sealed-text'

/**
 * One end of the way between main and the keychain process. What passes there stays in memory that the system shares
 * between the two and that neither can wipe, so secrets pass it sealed, under a key that both ends agree on (ECDH over
 * P-256) and that never passes itself. Main makes an end for each call: afterwards nothing in main opens the message.
 */
export class ChannelEnd {
  readonly #pair = createECDH('prime256v1')
  /** What the other end has to know, in base64. */
  readonly publicKey = this.#pair.generateKeys('base64')

  /** The text sealed for the other end, in base64. Throws when the other end's key is none. */
  async seal(otherKey: string, account: string, text: string): Promise<string> {
    const key = this.#keyWith(otherKey)
    const sealed = await sealText(key, account, text)
    key.fill(0)
    return Buffer.from(sealed).toString('base64')
  }

  /** The text that the other end sealed. Throws when it was not sealed for this end and account. */
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
