/** State of the OS keychain as probed by writing, reading back and deleting a random canary. */
export type KeychainState =
  | { readonly kind: 'available'; readonly backend: string }
  | { readonly kind: 'locked' }
  | { readonly kind: 'unavailable'; readonly reason: string }

/** Whether the keychain is locked. `unknown` where no way is known to tell without a prompt: macOS and Windows. */
export type LockState = 'locked' | 'unlocked' | 'unknown'

/**
 * Whether a reading may open the system's unlock prompt: `may-prompt` for what a person does, `no-prompt` for what the
 * app does by itself. Where the lock state is `unknown`, both may prompt.
 */
export type Prompting = 'may-prompt' | 'no-prompt'

/**
 * Small secrets under an account name. Errors: `secret-store-locked`, `secret-store-unavailable`.
 * `get` answers null only when the store is open and has no such item.
 */
export interface SecretStore {
  probe(): Promise<KeychainState>
  /** Never prompts, never rejects. */
  lockState(): Promise<LockState>
  get(account: string, prompting?: Prompting): Promise<string | null>
  set(account: string, secret: string): Promise<void>
  delete(account: string): Promise<void>
}

/** The database key wrapped by a recovery code, in a small file beside the database. */
export interface RecoveryFile {
  /** True when the file is there and complete; only its code tells whether it fits. */
  isUsable(): Promise<boolean>
  /** Wraps the key with a new code, writes the file durably and returns the code, grouped for people. */
  create(key: Uint8Array): Promise<string>
  /** The key, or null when the code does not fit. */
  open(code: string): Promise<Uint8Array | null>
}
