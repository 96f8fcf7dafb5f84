import { createHash, randomBytes } from 'node:crypto'
import { z } from 'zod'
import { AppError } from '../../src-shared/errors/app-error'
import { assertNever } from '../../src-shared/util/assert-never'
import type { KeychainState, LockState, Prompting, SecretStore } from '../ports/secret-store'
import type { SecretOwner, SecretVault, VaultMode } from '../ports/secret-vault'
import type { ChainAnchor } from '../ports/storage'
import { sealText, unsealText } from './sealed-text'
import type { SessionSecretStore } from './session-secret-store'

const databaseKeyAccount = 'database-key'
/** Bytes of the database key and of wrapping keys. */
const keyBytes = 32

const chainAnchorItem = z.object({
  history: z.string(),
  seq: z.number().int(),
  link: z.string(),
  atMs: z.number().int(),
})

const controlKeyItem = z.strictObject({
  version: z.literal(1),
  controlKey: z.string().min(1),
  login: z.string(),
  baseUrl: z.string(),
})

/** Stores the secrets of the app: names and formats in the keychain. */
export class KeychainVault implements SecretVault {
  readonly #keychain: SecretStore
  readonly #session: SessionSecretStore
  readonly #anchorAccount
  readonly #onWrappingKey: (profileId: string, key: string) => void
  #mode: VaultMode = 'os'

  /**
   * `historyFile` is the path of the database: each history has an anchor of its own. `onWrappingKey` receives each
   * wrapping key in its stored form, so that it can be kept out of the log.
   */
  constructor(
    keychain: SecretStore,
    session: SessionSecretStore,
    historyFile: string,
    onWrappingKey: (profileId: string, key: string) => void = () => undefined,
  ) {
    this.#keychain = keychain
    this.#session = session
    this.#anchorAccount = `chain-anchor-${createHash('sha256').update(historyFile).digest('hex').slice(0, 16)}`
    this.#onWrappingKey = onWrappingKey
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

  lockState(): Promise<LockState> {
    return this.#store().lockState()
  }

  async readDatabaseKey(): Promise<Uint8Array | null> {
    const text = await this.#store().get(databaseKeyAccount)
    if (text === null) return null
    const key = keyOrNull(text)
    if (key === null) throw new AppError('secret-missing', { reason: 'damaged' })
    return key
  }

  async saveDatabaseKey(key: Uint8Array): Promise<void> {
    if (key.length !== keyBytes) throw new AppError('internal', { reason: 'database-key-size' })
    const bytes = Buffer.from(key.buffer, key.byteOffset, key.length)
    await this.#keep(databaseKeyAccount, bytes.toString('base64'))
  }

  async readChainAnchor(): Promise<ChainAnchor | null> {
    const text = await this.#store().get(this.#anchorAccount)
    const anchor = chainAnchorItem.safeParse(text === null ? null : jsonOrNull(text))
    return anchor.success ? anchor.data : null
  }

  /** Not read back, because it is written before each charge: a keychain that loses it is noticed at the next start. */
  async saveChainAnchor(anchor: ChainAnchor): Promise<void> {
    await this.#store().set(this.#anchorAccount, JSON.stringify(anchor))
  }

  async readControlKey(owner: SecretOwner, prompting: Prompting = 'may-prompt'): Promise<string> {
    const text = await this.#store().get(controlKeyAccount(owner.profileId), prompting)
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

  async sealSigningKey(owner: Omit<SecretOwner, 'hasSecret'>, privateKey: string): Promise<Uint8Array> {
    const stored = await this.#store().get(wrappingKeyAccount(owner.profileId))
    // A damaged key opens nothing, so a new one may replace it.
    const text = stored !== null && keyOrNull(stored) !== null ? stored : await this.#makeWrappingKey(owner)
    this.#onWrappingKey(owner.profileId, text)
    const key = Buffer.from(text, 'base64')
    const sealed = await sealText(key, bindingOf(owner), privateKey)
    key.fill(0)
    return sealed
  }

  async openSigningKey(
    owner: Omit<SecretOwner, 'hasSecret'>,
    sealed: Uint8Array,
    prompting: Prompting = 'may-prompt',
  ): Promise<string> {
    const text = await this.#store().get(wrappingKeyAccount(owner.profileId), prompting)
    if (text === null) throw missing(owner, 'gone-from-keychain')
    this.#onWrappingKey(owner.profileId, text)
    const key = keyOrNull(text)
    if (key === null) throw missing(owner, 'damaged')
    const unsealed = await unsealText(key, bindingOf(owner), sealed)
    key.fill(0)
    switch (unsealed.kind) {
      case 'opened':
        return unsealed.text
      case 'bound-elsewhere':
        throw missing(owner, 'bound-to-other-address')
      case 'damaged':
        throw missing(owner, 'damaged')
      default:
        return assertNever(unsealed)
    }
  }

  async deleteSigningKey(profileId: string): Promise<void> {
    await this.#store().delete(wrappingKeyAccount(profileId))
  }

  async deleteProfileSecrets(profileId: string): Promise<void> {
    await this.#store().delete(controlKeyAccount(profileId))
    await this.deleteSigningKey(profileId)
  }

  async #makeWrappingKey(owner: Pick<SecretOwner, 'profileId'>): Promise<string> {
    const text = randomBytes(keyBytes).toString('base64')
    await this.#keep(wrappingKeyAccount(owner.profileId), text)
    return text
  }

  #store(): SecretStore {
    return this.#mode === 'os' ? this.#keychain : this.#session
  }

  async #keep(account: string, secret: string): Promise<void> {
    const store = this.#store()
    await store.set(account, secret)
    // Some keychains accept a value and lose it. It is better to fail now than at the next start.
    if ((await store.get(account)) !== secret) {
      throw new AppError('secret-store-unavailable', { reason: 'not-kept' })
    }
  }

  /** Existing items stay: an overwritten key cannot be restored. */
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

function wrappingKeyAccount(profileId: string): string {
  return `profile-${profileId}-wrapping-key`
}

/** The owner of a signing key, as JSON, so that two owners never give the same text. */
function bindingOf(owner: Omit<SecretOwner, 'hasSecret'>): string {
  return JSON.stringify([owner.profileId, owner.login, addressOf(owner)])
}

/** Decodes 32 bytes from canonical base64, whose last digit has no unused bits. */
function keyOrNull(text: string): Buffer | null {
  return /^[A-Za-z0-9+/]{42}[AEIMQUYcgkosw048]=$/.test(text) ? Buffer.from(text, 'base64') : null
}

/** The simulator’s address changes with each start, so its profile is bound to a fixed word. */
function addressOf(owner: Pick<SecretOwner, 'environment' | 'baseUrl'>): string {
  return owner.environment === 'simulator' ? 'simulator' : (owner.baseUrl ?? '')
}

function missing(owner: Pick<SecretOwner, 'name'>, reason: string): AppError {
  return new AppError('secret-missing', { profileName: owner.name, reason })
}

function jsonOrNull(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return null
  }
}
