import type { AppState } from '../../../src-shared/domain/app-state'
import { isSameRecoveryText } from '../../../src-shared/domain/recovery-code'
import { AppError } from '../../../src-shared/errors/app-error'
import type { Clock } from '../../platform/clock'
import type { RecoveryFile } from '../../ports/secret-store'
import type { SecretVault } from '../../ports/secret-vault'
import type { AppStateService } from '../announcing/app-state-service'
import type { OpenStorage } from '../common/storage-session'
import type { ConsentGate } from '../consent/consent-gate'

/** A code that was shown and is not confirmed yet. */
interface ShownCode {
  readonly groups: readonly string[]
  readonly askGroups: readonly number[]
}

/** How long the window stays out of recordings for a code that nobody confirms. */
export const codeHiddenMs = 10 * 60_000

interface RecoveryServiceParts {
  readonly storage: OpenStorage
  readonly vault: SecretVault
  readonly recoveryFile: RecoveryFile
  readonly consent: Pick<ConsentGate, 'require'>
  readonly appState: AppStateService
  /** Keeps the window out of recordings and shared screens. */
  readonly capture: { setHidden(isHidden: boolean): void }
  readonly clock: Pick<Clock, 'schedule'>
  readonly random: () => number
}

/** Creates the recovery code of the database and checks that the operator has written it down. */
export class RecoveryService {
  readonly #parts: RecoveryServiceParts
  #shown: ShownCode | null = null
  #cancelTimer: () => void = () => undefined

  constructor(parts: RecoveryServiceParts) {
    this.#parts = parts
  }

  /**
   * Creates a new code, shown only once, to no recording of the screen. Older codes stop working, so a person releases it when there is one.
   * `askGroups` are the groups to retype, counted from 0.
   */
  async create(): Promise<{ code: string; askGroups: number[] }> {
    const { storage, vault, recoveryFile, consent } = this.#parts
    const { isRecoveryMade } = await storage.reader.getState()
    if (isRecoveryMade) await consent.require({ kind: 'recovery-code' })
    const key = await vault.readDatabaseKey()
    if (key === null) throw new AppError('secret-missing', { reason: 'database-key' })
    try {
      await storage.writer.setRecoveryMade(false)
      const code = await recoveryFile.create(key)
      const groups = code.split('-')
      const askGroups = this.#twoOf(groups.length)
      this.#shown = { groups, askGroups }
      this.#hideFromCapture()
      return { code, askGroups: [...askGroups] }
    } finally {
      key.fill(0)
    }
  }

  /** Errors: `validation-failed` for a wrong group, `not-allowed-now` when no code was shown. */
  async confirm(retyped: readonly { readonly index: number; readonly text: string }[]): Promise<AppState> {
    const shown = this.#shown
    if (shown === null) throw new AppError('not-allowed-now', { reason: 'no-code-shown' })
    const wrong = shown.askGroups.filter((index) => {
      const text = retyped.find((group) => group.index === index)?.text ?? ''
      return !isSameRecoveryText(text, shown.groups[index] ?? '')
    })
    if (wrong.length > 0)
      throw new AppError('validation-failed', {
        fields: Object.fromEntries(wrong.map((index) => [`groups.${index}`, 'not-this-group'])),
      })
    await this.#parts.storage.writer.setRecoveryMade(true)
    this.#shown = null
    this.#endHiding()
    return this.#parts.appState.refresh()
  }

  #hideFromCapture(): void {
    const { capture, clock } = this.#parts
    this.#cancelTimer()
    capture.setHidden(true)
    this.#cancelTimer = clock.schedule(codeHiddenMs, () => {
      this.#endHiding()
    })
  }

  #endHiding(): void {
    this.#cancelTimer()
    this.#cancelTimer = () => undefined
    this.#parts.capture.setHidden(false)
  }

  #twoOf(count: number): number[] {
    const first = Math.floor(this.#parts.random() * count)
    const second = (first + 1 + Math.floor(this.#parts.random() * (count - 1))) % count
    return [first, second].sort((a, b) => a - b)
  }
}
