import type { KeychainState, LockState, Prompting } from './secret-store'
import type { ChainAnchor, ProfileRecord } from './storage'

/** The part of a profile that its key is bound to. */
export type SecretOwner = Pick<
  ProfileRecord,
  'profileId' | 'name' | 'environment' | 'login' | 'baseUrl' | 'hasSecret'
>

/** Where secrets are stored: in the OS keychain, or without one in memory until the app ends. */
export type VaultMode = 'os' | 'session-only'

/**
 * The secrets of the app. Errors of every method that uses the keychain: `secret-store-locked`, `secret-store-unavailable`.
 */
export interface SecretVault {
  /** The mode from the last `probe`; `os` before the first one. */
  mode(): VaultMode
  /**
   * Probes the keychain and sets the mode: `session-only` without a keychain, `os` for an open or a locked one. When a
   * keychain becomes available again, secrets of the session are moved into it.
   */
  probe(): Promise<KeychainState>
  /** Whether the store in use is locked; never prompts, never rejects. */
  lockState(): Promise<LockState>
  /** 32 bytes, or null when none is stored. Errors: `secret-missing` (reason `damaged`). */
  readDatabaseKey(): Promise<Uint8Array | null>
  /** Stores the 32 bytes and reads them back before it resolves. */
  saveDatabaseKey(key: Uint8Array): Promise<void>
  /**
   * What the keychain knows of the newest entry of this history's audit chain; null when nothing, or nothing readable,
   * is stored. Without a keychain it is kept for the session only.
   */
  readChainAnchor(): Promise<ChainAnchor | null>
  saveChainAnchor(anchor: ChainAnchor): Promise<void>
  /**
   * The merchant control key, for one signing. Errors: `secret-missing` with the profile's name and a reason:
   * `never-set`, `gone-from-keychain` (the record says that it must exist), `damaged`, or `bound-to-other-address`
   * (login or base URL have changed since the key was entered).
   */
  readControlKey(owner: SecretOwner, prompting?: Prompting): Promise<string>
  /** Binds the key to the owner's login and base URL and stores it. */
  saveControlKey(owner: Omit<SecretOwner, 'hasSecret'>, controlKey: string): Promise<void>
  /**
   * Encrypts a private key (AES-256-GCM) with the profile's wrapping key from the keychain, bound to profile, login and
   * base URL. The wrapping key is created at the first use.
   */
  sealSigningKey(owner: Omit<SecretOwner, 'hasSecret'>, privateKey: string): Promise<Uint8Array>
  /**
   * The PEM, for one signing. Errors: `secret-missing` with `gone-from-keychain`, `damaged` or
   * `bound-to-other-address`.
   */
  openSigningKey(
    owner: Omit<SecretOwner, 'hasSecret'>,
    sealed: Uint8Array,
    prompting?: Prompting,
  ): Promise<string>
  /**
   * Deletes the wrapping key in the current store. What was encrypted with it cannot be opened any more. A missing key
   * is no error.
   */
  deleteSigningKey(profileId: string): Promise<void>
  /** Deletes all secrets of a profile. It is no error when there are none. */
  deleteProfileSecrets(profileId: string): Promise<void>
}
