import {
  dayAfter,
  daysBetween,
  type InsightsRequest,
  type InsightsView,
} from '../../../src-shared/domain/insights'
import type { Clock } from '../../platform/clock'
import type { OpenStorage } from '../common/storage-session'
import { dayStartMs, localDate, offsetsBetween } from '../common/time-zone'

/** Rates, amounts and times of the active profile. Days are those of the time zone of the settings. */
export class InsightsService {
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

  async get({ period, withAdopted }: InsightsRequest): Promise<InsightsView> {
    const { activeProfileId, settings } = await this.#storage.reader.getState()
    const timeZone = settings.timeZone === 'system' ? this.#systemTimeZone : settings.timeZone
    const today = localDate(this.#clock.nowMs(), timeZone)
    const { from, to } =
      period.kind === 'range' ? period : { from: dayAfter(today, 1 - period.days), to: today }
    const days = daysOf(from, to, timeZone)
    const nothing = { adopted: 0, withoutCurrency: 0, currencies: [] }
    if (activeProfileId === null) return { timeZone, days, ...nothing }
    const offsets = offsetsBetween(days[0]?.fromMs ?? 0, days.at(-1)?.untilMs ?? 0, timeZone)
    const found = await this.#storage.reader.insights({
      profileId: activeProfileId,
      withAdopted,
      days,
      offsets,
    })
    return { timeZone, days, ...found }
  }
}

function daysOf(from: string, to: string, timeZone: string): InsightsView['days'] {
  const starts = Array.from({ length: daysBetween(from, to) + 1 }, (_, at) => {
    const day = dayAfter(from, at)
    return { day, fromMs: dayStartMs(day, timeZone) }
  })
  return starts
    .slice(0, -1)
    .map(({ day, fromMs }, at) => ({ day, fromMs, untilMs: starts[at + 1]?.fromMs ?? fromMs }))
}
