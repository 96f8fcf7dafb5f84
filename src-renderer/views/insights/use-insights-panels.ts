import { computed, type ComputedRef } from 'vue'
import type { CurrencyInsights, InsightsView } from '../../../src-shared/domain/insights'
import { formatAmount } from '../../../src-shared/domain/money'
import { span, useTimeFormat } from '../../composables/use-time-format'
import { messages } from '../../messages'
import { insightReason, rateText } from '../../messages/insights-text'
import type { InsightsRow } from './insights-rows'

interface Ended {
  readonly approved: number
  readonly failed: number
}

const longestBound = 86_400

/** Charts and tables of a currency. */
export function useInsightsPanels(
  shown: ComputedRef<CurrencyInsights | null>,
  days: ComputedRef<InsightsView['days']>,
) {
  const words = messages.insights
  const time = useTimeFormat()
  const number = (count: number) => messages.common.count({ count })

  function endedCells({ approved, failed }: Ended): string[] {
    return [number(approved), number(failed), rateText(approved, approved + failed) ?? '–']
  }

  /** A chart of what was approved and what was not, over named places. */
  function endedChart(title: string, places: readonly Ended[], names: readonly string[]) {
    const sum = (key: keyof Ended) => places.reduce((all, place) => all + place[key], 0)
    return {
      label: words.chartLabel({ title, approved: sum('approved'), failed: sum('failed') }),
      categories: names,
      series: [
        {
          name: words.approved,
          tone: 'approved' as const,
          values: places.map(({ approved }) => approved),
          hasPattern: false,
        },
        {
          name: words.failed,
          tone: 'declined' as const,
          values: places.map(({ failed }) => failed),
          hasPattern: true,
        },
      ],
      tips: places.map((place, at) => words.tip({ title: names[at] ?? '', ...place })),
    }
  }

  const byDay = computed(() => {
    const figures = shown.value
    const places = figures?.days ?? []
    const names = days.value.map(({ fromMs }) => time.dayOfYear(fromMs))
    return {
      title: words.byDay,
      hint: words.byDayHint,
      none: '',
      columns: [words.day, words.approved, words.failed, words.rate, words.amount],
      // The newest day is read first.
      rows: days.value
        .map(({ day, fromMs }, at): InsightsRow => {
          const place = places[at] ?? { approved: 0, failed: 0, approvedMinor: 0 }
          const amount = { amountMinor: place.approvedMinor, currency: figures?.currency ?? '' }
          return {
            key: day,
            title: time.date(fromMs),
            cells: [...endedCells(place), `${formatAmount(amount)} ${amount.currency}`],
            canOpen: place.approved + place.failed > 0,
          }
        })
        .reverse(),
      chart: { ...endedChart(words.byDay, places, names), keys: days.value.map(({ day }) => day) },
    }
  })

  const byHour = computed(() => {
    const places = shown.value?.hours ?? []
    const clock = (hour: number) => `${String(hour).padStart(2, '0')}:00`
    const names = places.map((_, hour) => words.hourSpan({ from: clock(hour), to: clock((hour + 1) % 24) }))
    const chart = endedChart(words.byHour, places, names)
    return {
      title: words.byHour,
      hint: words.byHourHint,
      none: '',
      columns: [words.hour, words.approved, words.failed, words.rate],
      rows: places.map((place, hour): InsightsRow => ({
        key: String(hour),
        title: names[hour] ?? '',
        cells: endedCells(place),
        canOpen: place.approved + place.failed > 0,
      })),
      chart: {
        ...chart,
        keys: places.map((_, hour) => String(hour)),
        categories: places.map((_, hour) => String(hour).padStart(2, '0')),
      },
    }
  })

  const byTime = computed(() => {
    const times = shown.value?.times ?? []
    const total = times.reduce((all, { count }) => all + count, 0)
    const names = times.map(({ upToSeconds }) =>
      upToSeconds === null
        ? words.timeLonger({ text: span(longestBound * 1000) })
        : words.timeMedian({ text: span(upToSeconds * 1000) }),
    )
    return {
      title: words.times,
      hint: words.timesHint,
      none: words.timesNone,
      columns: [words.within, words.charges, words.share],
      rows: times.map(({ upToSeconds, count }, at): InsightsRow => ({
        key: String(upToSeconds),
        title: names[at] ?? '',
        cells: [number(count), rateText(count, total) ?? '–'],
        canOpen: count > 0,
      })),
      chart: {
        label: words.timesLabel({ title: words.times, count: total }),
        keys: times.map(({ upToSeconds }) => String(upToSeconds)),
        categories: names,
        series: [
          {
            name: words.charges,
            tone: 'accent' as const,
            values: times.map(({ count }) => count),
            hasPattern: false,
          },
        ],
        tips: times.map(({ count }, at) => words.timesTip({ title: names[at] ?? '', count })),
      },
    }
  })

  const byReason = computed(() => {
    const reasons = shown.value?.reasons ?? []
    const total = reasons.reduce((all, { count }) => all + count, 0)
    const most = reasons[0]?.count ?? 1
    return {
      title: words.reasons,
      hint: words.reasonsHint,
      none: words.reasonsNone,
      columns: [words.reason, words.orders, words.share],
      rows: reasons.map((reason): InsightsRow => ({
        key: `${reason.family} ${reason.bankCode}`,
        title: insightReason(reason),
        note: reason.bankCode === '' ? messages.status.families[reason.family] : reason.bankCode,
        cells: [number(reason.count), rateText(reason.count, total) ?? '–'],
        bar: { share: reason.count / most, tone: 'declined' },
        canOpen: true,
      })),
    }
  })

  const byCountry = computed(() => {
    const countries = shown.value?.countries ?? []
    return {
      title: words.countries,
      hint: words.countriesHint,
      none: words.countriesNone,
      columns: [words.country, words.approved, words.failed, words.rate],
      rows: countries.map((place): InsightsRow => ({
        key: place.country,
        title: place.country === '' ? words.countryUnknown : place.country,
        cells: endedCells(place),
        bar: { share: place.approved / Math.max(place.approved + place.failed, 1), tone: 'approved' },
        canOpen: true,
      })),
    }
  })

  return { byDay, byHour, byTime, byReason, byCountry }
}
