import { beforeEach, describe, expect, it } from 'vitest'
import { insightsPeriod } from '../../../../src-shared/domain/insights'
import { readyEnvironment, startApp, type TestApp, type TestEnvironment } from '../../../support/fakes'

let env: TestEnvironment
let app: TestApp

beforeEach(async () => {
  env = await readyEnvironment()
  app = await startApp(env)
})

const iso = (ms: number | undefined) => new Date(ms ?? 0).toISOString()

describe('Insights of a period', () => {
  it('ends with today in the time zone of the settings', async () => {
    await app.settings.save({
      theme: 'dark',
      density: 'compact',
      detailPx: null,
      timeZone: 'Pacific/Kiritimati',
      operatorName: '',
    })
    const { days, timeZone } = await app.insights.get({
      period: { kind: 'last', days: 7 },
      withAdopted: true,
    })
    expect(timeZone).toBe('Pacific/Kiritimati')
    expect(days.map(({ day }) => day)).toEqual(
      ['10', '11', '12', '13', '14', '15', '16'].map((day) => `2026-06-${day}`),
    )
    expect(iso(days[0]?.fromMs)).toBe('2026-06-09T10:00:00.000Z')
  })

  it('has days of 23 and 25 hours, each from the end of the one before', async () => {
    const year = await app.insights.get({
      period: { kind: 'range', from: '2026-01-01', to: '2026-12-31' },
      withAdopted: true,
    })
    const hours = year.days.map(({ fromMs, untilMs }) => (untilMs - fromMs) / 3_600_000)
    expect(hours.filter((each) => each !== 24)).toEqual([23, 25])
    expect(year.days).toHaveLength(365)
    const gaps = year.days.filter(({ fromMs }, at) => at > 0 && fromMs !== year.days[at - 1]?.untilMs)
    expect(gaps).toEqual([])
  })

  it('counts charges of the app on their day', async () => {
    const { summary } = await app.charge()
    const { days, currencies } = await app.insights.get({
      period: { kind: 'last', days: 7 },
      withAdopted: false,
    })
    expect(currencies).toHaveLength(1)
    expect(currencies[0]?.currency).toBe(summary.currency)
    expect(days.at(-1)?.day).toBe('2026-06-15')
  })

  it('is empty without a profile', async () => {
    await app.charge()
    env.storage.writer.setActiveProfile(null)
    const view = await app.insights.get({ period: { kind: 'last', days: 30 }, withAdopted: true })
    expect(view.currencies).toEqual([])
    expect(view.days).toHaveLength(30)
  })
})

describe('a chosen period', () => {
  const isRange = (from: string, to: string) => insightsPeriod.safeParse({ kind: 'range', from, to }).success

  it.each([
    ['2026-03-29', '2026-03-29', true],
    ['2024-02-29', '2025-02-28', true],
    ['2026-01-01', '2027-01-02', false],
    ['2026-03-29', '2026-03-28', false],
    ['2026-02-30', '2026-03-28', false],
    ['1999-01-01', '1999-01-02', false],
    ['2026-3-1', '2026-03-02', false],
  ])('from %s to %s is valid: %s', (from, to, isValid) => {
    expect(isRange(from, to)).toBe(isValid)
  })
})
