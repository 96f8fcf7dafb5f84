import { z } from 'zod'
import { AppError } from '../../src-shared/errors/app-error'
import type { KeychainState, SecretStore } from '../ports/secret-store'
import type { SecretOwner, SecretVault, VaultMode } from '../ports/secret-vault'
import type { SessionSecretStore } from './session-secret-store'

const databaseKeyAccount = 'database-key'
const databaseKeyBytes = 32

const controlKeyItem = z.strictObject({
  version: z.literal(1),
  controlKey: z.string().min(1),
  login: z.string(),
  baseUrl: z.string(),
})

/** Knows under which name and in which form each secret of the app is kept. */
export class KeptSecretVault implements SecretVault {
  readonly #keychain: SecretStore
  readonly #session: SessionSecretStore
  #mode: VaultMode = 'os'

  constructor(keychain: SecretStore, session: SessionSecretStore) {
    this.#keychain = keychain
    this.#session = session
  }

  mode(): VaultMode {
    return this.#mode
  }

  async probe(): Promise<KeychainState> {
    const state = await this.#keychain.probe()
    if (state.kind === 'available') await this.#moveSessionSecrets()
    this.#mode = state.kind === 'unavailable' ? 'session-only' : 'os'
    return state
  }

  async readDatabaseKey(): Promise<Uint8Array | null> {
    const text = await this.#store().get(databaseKeyAccount)
    if (text === null) return null
    const key = Buffer.from(text, 'base64')
    if (key.length !== databaseKeyBytes || key.toString('base64') !== text) {
      throw new AppError('secret-missing', { reason: 'damaged' })
    }
    return key
  }

  async saveDatabaseKey(key: Uint8Array): Promise<void> {
    if (key.length !== databaseKeyBytes) throw new AppError('internal', { reason: 'database-key-size' })
    await this.#keep(databaseKeyAccount, Buffer.from(key).toString('base64'))
  }

  async readControlKey(owner: SecretOwner): Promise<string> {
    const text = await this.#store().get(controlKeyAccount(owner.profileId))
    if (text === null) throw missing(owner, owner.hasSecret ? 'gone-from-keychain' : 'never-set')
    const item = controlKeyItem.safeParse(jsonOrNull(text))
    if (!item.success) throw missing(owner, 'damaged')
    if (item.data.login !== owner.login || item.data.baseUrl !== addressOf(owner)) {
      throw missing(owner, 'bound-to-other-address')
    }
    return item.data.controlKey
  }

  async saveControlKey(owner: Omit<SecretOwner, 'hasSecret'>, controlKey: string): Promise<void> {
    const item = { version: 1, controlKey, login: owner.login, baseUrl: addressOf(owner) } as const
    await this.#keep(
      controlKeyAccount(owner.profileId),
      JSON.stringify(item satisfies z.infer<typeof controlKeyItem>),
    )
  }

  async deleteProfileSecrets(profileId: string): Promise<void> {
    await this.#store().delete(controlKeyAccount(profileId))
  }

  #store(): SecretStore {
    return this.#mode === 'os' ? this.#keychain : this.#session
  }

  async #keep(account: string, secret: string): Promise<void> {
    const store = this.#store()
    await store.set(account, secret)
    // Some keychains accept a value and lose it; better to fail now than at the next start.
    if ((await store.get(account)) !== secret) {
      throw new AppError('secret-store-unavailable', { reason: 'not-kept' })
    }
  }

  /** What the keychain already has stays: a key that is overwritten there cannot be brought back. */
  async #moveSessionSecrets(): Promise<void> {
    for (const account of this.#session.accounts()) {
      const secret = await this.#session.get(account)
      const kept = await this.#keychain.get(account)
      if (secret !== null && kept === null) await this.#keychain.set(account, secret)
      await this.#session.delete(account)
    }
  }
}

function controlKeyAccount(profileId: string): string {
  return `profile-${profileId}-control-key`
}

/** The simulator's address changes with each start; its profile is bound to the word instead. */
function addressOf(owner: Pick<SecretOwner, 'environment' | 'baseUrl'>): string {
  return owner.environment === 'simulator' ? 'simulator' : (owner.baseUrl ?? '')
}

function missing(owner: SecretOwner, reason: string): AppError {
  return new AppError('secret-missing', { profileName: owner.name, reason })
}

function jsonOrNull(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return null
  }
}
