import type { Clock } from '../../platform/clock'
import type { LockState } from '../../ports/secret-store'
import type { SecretVault } from '../../ports/secret-vault'
import type { AppStateService } from '../announcing/app-state-service'
import type { GatewayAccess } from '../access/gateway-access'
import type { PollingStops } from '../access/polling-stops'
import type { ProfileDirectory } from '../access/profile-directory'
import type { ErrorReporter } from '../common/error-reporter'

const lookEveryMs = 10_000

/**
 * Notices that the keychain was unlocked while profiles wait for it. Reads the lock state every ten seconds, which
 * never prompts. After an unlock all secrets are checked and the profiles are tried at once. Where the lock state is
 * `unknown` (macOS, Windows), only the retry delay or the operator starts a new try.
 */
export class KeychainWatch {
  readonly #parts: KeychainWatchParts
  #isLooking = false

  constructor(parts: KeychainWatchParts) {
    this.#parts = parts
    parts.stops.onChange(() => {
      if (this.#isLooking || !parts.stops.isWaitingForKeychain()) return
      this.#isLooking = true
      this.#lookLater(null)
    })
  }

  #lookLater(seen: LockState | null): void {
    const { clock, stops, report } = this.#parts
    clock.schedule(lookEveryMs, () => {
      if (!stops.isWaitingForKeychain()) {
        this.#isLooking = false
        return
      }
      void this.#look(seen)
        .catch((error: unknown) => {
          report('keychain-watch', error)
          return seen
        })
        .then((now) => {
          this.#lookLater(now)
        })
    })
  }

  /**
   * Acts once per unlock: a secret that is refused although the keychain says `unlocked` waits for the retry delay.
   */
  async #look(seen: LockState | null): Promise<LockState> {
    const { vault, access, profiles, stops, appState } = this.#parts
    const now = await vault.lockState()
    if (now !== 'unlocked' || seen === 'unlocked') return now
    await access.checkSecrets(await profiles.listStored())
    stops.noteKeychainOpened()
    appState.refreshSoon()
    return now
  }
}

interface KeychainWatchParts {
  readonly vault: Pick<SecretVault, 'lockState'>
  readonly access: GatewayAccess
  readonly profiles: ProfileDirectory
  readonly stops: PollingStops
  readonly appState: AppStateService
  readonly clock: Clock
  readonly report: ErrorReporter
}
