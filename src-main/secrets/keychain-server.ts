import { randomBytes } from 'node:crypto'
import type { LockState } from '../ports/secret-store'
import { keychainRequest, type KeychainReply, type KeychainRequest } from './keychain-protocol'
import { ChannelEnd } from './sealed-channel'

/** The three safe calls of keytar. Its `find…` functions crash the process on a locked keyring. */
export interface KeychainLibrary {
  getPassword(service: string, account: string): Promise<string | null>
  setPassword(service: string, account: string, password: string): Promise<void>
  deletePassword(service: string, account: string): Promise<boolean>
}

interface Surroundings {
  readonly platform: NodeJS.Platform
  /** Name of the keychain program, for display. Read only after the keychain has worked. */
  readonly describeBackend: () => Promise<string>
  /** Reads the lock state without a prompt; never rejects. */
  readonly lockState: () => Promise<LockState>
}

/** The result of an operation: the reply without its id. */
type Finding =
  | { readonly kind: 'done'; readonly value: string | null }
  | { readonly kind: 'locked' }
  | { readonly kind: 'unavailable'; readonly reason: string }

/** Answers requests one after the other, because concurrent calls into libsecret can abort the process. */
export class KeychainServer {
  readonly #library: KeychainLibrary
  readonly #surroundings: Surroundings
  readonly #channel = new ChannelEnd()
  #tail: Promise<unknown> = Promise.resolve()

  constructor(library: KeychainLibrary, surroundings: Surroundings) {
    this.#library = library
    this.#surroundings = surroundings
  }

  /** Null for a message that is not a request. Never rejects. */
  answer(message: unknown): Promise<KeychainReply | null> {
    const request = keychainRequest.safeParse(message)
    if (!request.success) return Promise.resolve(null)
    const reply = this.#tail.then(async () => ({ ...(await this.#run(request.data)), id: request.data.id }))
    this.#tail = reply
    return reply
  }

  async #run(request: KeychainRequest): Promise<Finding> {
    try {
      switch (request.kind) {
        case 'probe':
          return await this.#probe(request.service)
        case 'lock-state':
          return { kind: 'done', value: await this.#surroundings.lockState() }
        case 'public-key':
          return { kind: 'done', value: this.#channel.publicKey }
        case 'get': {
          // Reading an item of a locked keyring makes libsecret open a prompt.
          if (request.prompting === 'no-prompt' && (await this.#surroundings.lockState()) === 'locked')
            return { kind: 'locked' }
          const found = await this.#get(request.service, request.account)
          if (found.kind !== 'done' || found.value === null) return found
          const value = await this.#channel.seal(request.publicKey, request.account, found.value)
          return { kind: 'done', value }
        }
        case 'set': {
          const secret = await this.#channel.open(request.publicKey, request.account, request.sealedSecret)
          return await this.#set(request.service, request.account, secret)
        }
        case 'delete':
          return await this.#delete(request.service, request.account)
      }
    } catch (error) {
      return { kind: 'unavailable', reason: reasonOf(error) }
    }
  }

  async #probe(service: string): Promise<Finding> {
    const found = await this.#writeCanary(service)
    return found.kind === 'done' ? { kind: 'done', value: await this.#surroundings.describeBackend() } : found
  }

  async #get(service: string, account: string): Promise<Finding> {
    const read = await this.#read(service, account)
    if (read.kind !== 'done' || read.value !== null) return read
    // Null can also mean "locked" or "just restarted". Only a keychain that accepts a test item really has no such
    // item.
    const canary = await this.#writeCanary(service)
    return canary.kind === 'done' ? this.#read(service, account) : canary
  }

  async #set(service: string, account: string, secret: string): Promise<Finding> {
    const before = await this.#read(service, account)
    if (before.kind !== 'done') return before
    try {
      await this.#library.setPassword(service, account, secret)
    } catch {
      return { kind: 'locked' }
    }
    return { kind: 'done', value: null }
  }

  async #delete(service: string, account: string): Promise<Finding> {
    const isDeleted = await this.#library.deletePassword(service, account)
    if (isDeleted) return { kind: 'done', value: null }
    const canary = await this.#writeCanary(service)
    return canary.kind === 'done' ? { kind: 'done', value: null } : canary
  }

  /**
   * Reading shows whether there is a keychain, in every language of the system: it fails without one and returns null
   * while it is locked. macOS always has a keychain, so a failing read there is a refusal.
   */
  async #read(service: string, account: string): Promise<Finding> {
    try {
      return { kind: 'done', value: await this.#library.getPassword(service, account) }
    } catch (error) {
      if (this.#surroundings.platform === 'darwin') return { kind: 'locked' }
      return { kind: 'unavailable', reason: reasonOf(error) }
    }
  }

  async #writeCanary(service: string): Promise<Finding> {
    const account = `canary-${randomBytes(12).toString('hex')}`
    const secret = randomBytes(24).toString('base64')
    const written = await this.#set(service, account, secret)
    if (written.kind !== 'done') return written
    const read = await this.#read(service, account)
    await this.#library.deletePassword(service, account).catch(() => false)
    if (read.kind !== 'done') return read
    return read.value === secret ? read : { kind: 'unavailable', reason: 'canary-lost' }
  }
}

function reasonOf(error: unknown): string {
  return (error instanceof Error ? error.message : String(error)).slice(0, 200)
}
