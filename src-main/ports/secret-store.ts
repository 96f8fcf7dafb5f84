/** State of the OS keychain, found by writing, reading and deleting a random test value. */
export type KeychainState =
  | { readonly kind: 'available'; readonly backend: string }
  | { readonly kind: 'locked' }
  | { readonly kind: 'unavailable'; readonly reason: string }

/** Whether the keychain is locked. `unknown` on macOS and Windows, where it cannot be found out without a prompt. */
export type LockState = 'locked' | 'unlocked' | 'unknown'

/**
 * Whether a read may open the system's unlock prompt. `may-prompt` for actions of a person, `no-prompt` for background
 * work. When the lock state is `unknown`, both may prompt.
 */
export type Prompting = 'may-prompt' | 'no-prompt'

/**
 * Stores small secrets by account name. Errors: `secret-store-locked`, `secret-store-unavailable`.
 * `get` returns null only when the store is open and has no such item.
 */
export interface SecretStore {
  probe(): Promise<KeychainState>
  /** Never prompts, never rejects. */
  lockState(): Promise<LockState>
  get(account: string, prompting?: Prompting): Promise<string | null>
  set(account: string, secret: string): Promise<void>
  delete(account: string): Promise<void>
}

/** A small file beside the database with the database key, encrypted by a recovery code. */
export interface RecoveryFile {
  /** True when the file exists and is complete. Only `open` shows whether a code fits. */
  isUsable(): Promise<boolean>
  /** Encrypts the key with a new code, writes the file durably and returns the code in groups. */
  create(key: Uint8Array): Promise<string>
  /** The key, or null when the code is wrong. */
  open(code: string): Promise<Uint8Array | null>
}
