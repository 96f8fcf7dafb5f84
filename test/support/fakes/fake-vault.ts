import { AppError } from '../../../src-shared/errors/app-error'
import type { KeychainState } from '../../../src-main/ports/secret-store'
import type { SecretOwner, SecretVault, VaultMode } from '../../../src-main/ports/secret-vault'

/** A vault in memory with the real one's rules: a key is bound to login and address, a locked keychain refuses. */
export class FakeVault implements SecretVault {
  keychain: KeychainState = { kind: 'available', backend: 'fake' }
  databaseKey: Uint8Array | null = null
  readonly controlKeys = new Map<string, { key: string; login: string; baseUrl: string | null }>()
  readCount = 0
  #mode: VaultMode = 'os'

  mode(): VaultMode {
    return this.#mode
  }

  async probe(): Promise<KeychainState> {
    await Promise.resolve()
    this.#mode = this.keychain.kind === 'unavailable' ? 'session-only' : 'os'
    return this.keychain
  }

  async readDatabaseKey(): Promise<Uint8Array | null> {
    await this.#unlocked()
    return this.databaseKey
  }

  async saveDatabaseKey(key: Uint8Array): Promise<void> {
    await this.#unlocked()
    this.databaseKey = Uint8Array.from(key)
  }

  async readControlKey(owner: SecretOwner): Promise<string> {
    await this.#unlocked()
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

  async deleteProfileSecrets(profileId: string): Promise<void> {
    await this.#unlocked()
    this.controlKeys.delete(profileId)
  }

  async #unlocked(): Promise<void> {
    await Promise.resolve()
    if (this.keychain.kind === 'locked') throw new AppError('secret-store-locked')
  }
}

function missing(owner: SecretOwner, reason: string): AppError {
  return new AppError('secret-missing', { profileName: owner.name, reason })
}
