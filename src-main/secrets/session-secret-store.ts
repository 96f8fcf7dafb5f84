import type { KeychainState, LockState, SecretStore } from '../ports/secret-store'

/** Secrets on a machine without a keychain: in memory until the app ends, never on disk. */
export class SessionSecretStore implements SecretStore {
  readonly #secrets = new Map<string, string>()

  async probe(): Promise<KeychainState> {
    return Promise.resolve({ kind: 'available', backend: 'session' })
  }

  async lockState(): Promise<LockState> {
    return Promise.resolve('unlocked')
  }

  async get(account: string): Promise<string | null> {
    return Promise.resolve(this.#secrets.get(account) ?? null)
  }

  async set(account: string, secret: string): Promise<void> {
    this.#secrets.set(account, secret)
    return Promise.resolve()
  }

  async delete(account: string): Promise<void> {
    this.#secrets.delete(account)
    return Promise.resolve()
  }

  /** Account names of the stored secrets. */
  accounts(): string[] {
    return [...this.#secrets.keys()]
  }
}
