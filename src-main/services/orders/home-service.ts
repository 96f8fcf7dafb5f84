import type { HomeView } from '../../../src-shared/domain/home'
import type { Clock } from '../../platform/clock'
import type { OpenStorage } from '../common/storage-session'
import { localDayOf } from '../common/time-zone'

const emptyHome: HomeView = {
  attention: [],
  inFlight: [],
  days: { today: [], yesterdayUntilNow: [], yesterday: [] },
  declines: [],
  expiring: [],
  refundCases: [],
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
    const nowMs = this.#clock.nowMs()
    const { year, month, startMs: todayMs } = localDayOf(nowMs, timeZone)
    const { startMs: yesterdayMs } = localDayOf(todayMs - 1, timeZone)
    // Where clocks change, the time of day differs by an hour; no part of a day is counted twice.
    const yesterdayNowMs = Math.min(yesterdayMs + (nowMs - todayMs), todayMs)
    return this.#storage.reader.home(
      activeProfileId,
      { todayMs, yesterdayMs, yesterdayNowMs },
      { year, month },
    )
  }
}
