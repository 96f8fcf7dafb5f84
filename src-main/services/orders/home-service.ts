import type { HomeView } from '../../../src-shared/domain/home'
import type { Clock } from '../../platform/clock'
import type { OpenStorage } from '../common/storage-session'
import { localDayOf } from '../common/time-zone'

const emptyHome: HomeView = {
  ...{ attention: [], inFlight: [], today: [], expiring: [], refundCases: [] },
  orderCount: 0,
}

/** Content of Home. "Today" is the day in the time zone of the settings. */
export class HomeService {
  readonly #storage: OpenStorage
  readonly #clock: Clock
  readonly #systemTimeZone: string

  constructor(parts: {
    readonly storage: OpenStorage
    readonly clock: Clock
    readonly systemTimeZone: string
  }) {
    this.#storage = parts.storage
    this.#clock = parts.clock
    this.#systemTimeZone = parts.systemTimeZone
  }

  async get(): Promise<HomeView> {
    const { activeProfileId, settings } = await this.#storage.reader.getState()
    if (activeProfileId === null) return emptyHome
    const timeZone = settings.timeZone === 'system' ? this.#systemTimeZone : settings.timeZone
    const { year, month, startMs } = localDayOf(this.#clock.nowMs(), timeZone)
    return this.#storage.reader.home(activeProfileId, startMs, { year, month })
  }
}
