import { AppError } from '../../../src-shared/errors/app-error'
import type { KeychainState, LockState, Prompting } from '../../../src-main/ports/secret-store'
import type { ChainAnchor } from '../../../src-main/ports/storage'
import type { SecretOwner, SecretVault, VaultMode } from '../../../src-main/ports/secret-vault'

/**
 * A vault in memory with the rules of the real one: a key is bound to login and address, and a locked keychain
 * refuses.
 */
export class FakeVault implements SecretVault {
  keychain: KeychainState = { kind: 'available', backend: 'fake' }
  databaseKey: Uint8Array | null = null
  chainAnchor: ChainAnchor | null = null
  /** True for a keychain that is open, but takes no anchor. */
  refusesAnchors = false
  readonly controlKeys = new Map<string, { key: string; login: string; baseUrl: string | null }>()
  /** Profiles whose wrapping key is in the keychain. */
  readonly wrappingKeys = new Set<string>()
  readCount = 0
  /**
   * Number of system prompts so far. A read of a locked keychain that may prompt opens one, and nobody answers it.
   */
  promptCount = 0
  /** False for a system without a lock state: there every read may prompt. */
  tellsLockState = true
  #mode: VaultMode = 'os'

  mode(): VaultMode {
    return this.#mode
  }

  async probe(): Promise<KeychainState> {
    await Promise.resolve()
    this.#mode = this.keychain.kind === 'unavailable' ? 'session-only' : 'os'
    return this.keychain
  }

  async lockState(): Promise<LockState> {
    await Promise.resolve()
    if (!this.tellsLockState) return 'unknown'
    return this.keychain.kind === 'locked' ? 'locked' : 'unlocked'
  }

  async readDatabaseKey(): Promise<Uint8Array | null> {
    await this.#unlocked()
    // A copy, because the reader wipes it.
    return this.databaseKey === null ? null : Uint8Array.from(this.databaseKey)
  }

  async saveDatabaseKey(key: Uint8Array): Promise<void> {
    await this.#unlocked()
    this.databaseKey = Uint8Array.from(key)
  }

  async readChainAnchor(): Promise<ChainAnchor | null> {
    await this.#unlocked()
    return this.chainAnchor
  }

  async saveChainAnchor(anchor: ChainAnchor): Promise<void> {
    await this.#unlocked()
    if (this.refusesAnchors) throw new AppError('secret-store-unavailable', { reason: 'no-keychain' })
    this.chainAnchor = anchor
  }

  async readControlKey(owner: SecretOwner, prompting: Prompting = 'may-prompt'): Promise<string> {
    await this.#unlocked(prompting)
    this.readCount += 1
    const item = this.controlKeys.get(owner.profileId)
    if (item === undefined) throw missing(owner, owner.hasSecret ? 'gone-from-keychain' : 'never-set')
    if (item.login !== owner.login || item.baseUrl !== owner.baseUrl)
      throw missing(owner, 'bound-to-other-address')
    return item.key
  }

  async saveControlKey(owner: Omit<SecretOwner, 'hasSecret'>, controlKey: string): Promise<void> {
    await this.#unlocked()
    this.controlKeys.set(owner.profileId, { key: controlKey, login: owner.login, baseUrl: owner.baseUrl })
  }

  async sealSigningKey(owner: Omit<SecretOwner, 'hasSecret'>, privateKey: string): Promise<Uint8Array> {
    await this.#unlocked()
    this.wrappingKeys.add(owner.profileId)
    return veiled(Buffer.from(JSON.stringify([bindingOf(owner), privateKey])))
  }

  async openSigningKey(
    owner: Omit<SecretOwner, 'hasSecret'>,
    sealed: Uint8Array,
    prompting: Prompting = 'may-prompt',
  ): Promise<string> {
    await this.#unlocked(prompting)
    if (!this.wrappingKeys.has(owner.profileId)) throw missing(owner, 'gone-from-keychain')
    const [binding, privateKey] = opened(owner, sealed)
    if (binding !== bindingOf(owner)) throw missing(owner, 'bound-to-other-address')
    return privateKey
  }

  async deleteSigningKey(profileId: string): Promise<void> {
    await this.#unlocked()
    this.wrappingKeys.delete(profileId)
  }

  async deleteProfileSecrets(profileId: string): Promise<void> {
    await this.deleteSigningKey(profileId)
    this.controlKeys.delete(profileId)
  }

  async #unlocked(prompting: Prompting = 'may-prompt'): Promise<void> {
    await Promise.resolve()
    if (this.keychain.kind !== 'locked') return
    if (prompting === 'may-prompt' || !this.tellsLockState) this.promptCount += 1
    throw new AppError('secret-store-locked')
  }
}

function bindingOf({ profileId, login, baseUrl }: Omit<SecretOwner, 'hasSecret'>): string {
  return JSON.stringify([profileId, login, baseUrl])
}

function opened(owner: Omit<SecretOwner, 'hasSecret'>, sealed: Uint8Array): [string, string] {
  try {
    return JSON.parse(Buffer.from(veiled(sealed)).toString('utf8')) as [string, string]
  } catch {
    throw missing(owner, 'damaged')
  }
}

/** Fake encryption: the stored text is unreadable, and a second call restores it. */
function veiled(bytes: Uint8Array): Uint8Array {
  return Uint8Array.from(bytes, (byte) => byte ^ 0xa5)
}

function missing(owner: Pick<SecretOwner, 'name'>, reason: string): AppError {
  return new AppError('secret-missing', { profileName: owner.name, reason })
}
