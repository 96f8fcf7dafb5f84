import type { AppState, Settings } from '../../../src-shared/domain/app-state'
import { AppError } from '../../../src-shared/errors/app-error'
import type { AppStateService } from '../announcing/app-state-service'
import type { OpenStorage } from '../common/storage-session'
import { isTimeZone } from '../common/time-zone'

/** The settings of the operator; they contain no secrets. */
export class SettingsService {
  readonly #storage: OpenStorage
  readonly #appState: AppStateService

  constructor(storage: OpenStorage, appState: AppStateService) {
    this.#storage = storage
    this.#appState = appState
  }

  /** Errors: `validation-failed` for a time zone that this machine does not know. */
  async save(settings: Settings): Promise<AppState> {
    if (settings.timeZone !== 'system' && !isTimeZone(settings.timeZone))
      throw new AppError('validation-failed', { fields: { timeZone: 'not-a-time-zone' } })
    await this.#storage.writer.saveSettings(settings)
    return this.#appState.refresh()
  }
}
