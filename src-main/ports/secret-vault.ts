import type { KeychainState, LockState, Prompting } from './secret-store'
import type { ProfileRecord } from './storage'

/** What a profile's key is bound to; a stored `ProfileRecord` fits. */
export type SecretOwner = Pick<
  ProfileRecord,
  'profileId' | 'name' | 'environment' | 'login' | 'baseUrl' | 'hasSecret'
>

/** Where secrets are kept: in the OS keychain, or in memory until the app ends because there is no keychain. */
export type VaultMode = 'os' | 'session-only'

/**
 * The app's secrets by their meaning. Errors of every method that touches the keychain: `secret-store-locked`,
 * `secret-store-unavailable`.
 */
export interface SecretVault {
  /** The mode that the last probe chose; `os` before the first one. */
  mode(): VaultMode
  /**
   * Probes the keychain and chooses the mode: without a keychain secrets are kept for this session only, a locked one
   * stays chosen. Secrets of the session move into a keychain that has come back.
   */
  probe(): Promise<KeychainState>
  /** Whether the store in use is locked; never prompts, never rejects. */
  lockState(): Promise<LockState>
  /** 32 bytes, or null when none is stored. Errors: `secret-missing` (reason `damaged`). */
  readDatabaseKey(): Promise<Uint8Array | null>
  /** Stores the 32 bytes and reads them back before it resolves. */
  saveDatabaseKey(key: Uint8Array): Promise<void>
  /**
   * The merchant control key, for one signing. Errors: `secret-missing` with the profile's name and a reason:
   * `never-set`, `gone-from-keychain` (the record says that it must exist), `damaged`, or `bound-to-other-address`
   * (login or base URL are no longer those it was entered for: C13).
   */
  readControlKey(owner: SecretOwner, prompting?: Prompting): Promise<string>
  /** Binds the key to the owner's login and base URL and stores it. */
  saveControlKey(owner: Omit<SecretOwner, 'hasSecret'>, controlKey: string): Promise<void>
  /**
   * Seals a private key with the profile's wrapping key from the keychain, bound to profile, login and base URL:
   * AES-256-GCM. The wrapping key is made at the first use.
   */
  sealSigningKey(owner: Omit<SecretOwner, 'hasSecret'>, privateKey: string): Promise<Uint8Array>
  /** The PEM, for one signing. Errors: `secret-missing` with `gone-from-keychain`, `damaged` or `bound-to-other-address`. */
  openSigningKey(
    owner: Omit<SecretOwner, 'hasSecret'>,
    sealed: Uint8Array,
    prompting?: Prompting,
  ): Promise<string>
  /** Forgets the wrapping key in the store that is in use: whatever was sealed with it opens no more. None is no error. */
  deleteSigningKey(profileId: string): Promise<void>
  /** Forgets everything stored for a profile; nothing stored is no error. */
  deleteProfileSecrets(profileId: string): Promise<void>
}
