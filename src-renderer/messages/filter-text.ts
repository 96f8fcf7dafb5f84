import { timeBounds } from '../../src-shared/domain/insights'
import { disputeKind, type DisputeKind } from '../../src-shared/domain/later-transactions'
import { groupThousands } from '../../src-shared/domain/money'
import type { OrderKind } from '../../src-shared/domain/order'
import type { FilterField, OrderFilter } from '../../src-shared/domain/order-query'
import type { Environment } from '../../src-shared/domain/gateway-address'
import type { Period } from '../../src-shared/util/day-range'
import { amountOfStrictLimit } from '../../src-shared/util/strict-limit'
import { messages } from '.'
import { statusReason, statusWord } from './status-text'

const words = messages.orderFilters

/** A value of a filter in plain words; a value without words stays as it is. */
export function filterValueText(field: FilterField, value: string): string {
  switch (field) {
    case 'status': {
      const reason = statusReason(value)
      return reason === null ? statusWord(value) : `${statusWord(value)} (${reason})`
    }
    case 'kind':
      return Object.hasOwn(messages.orders.kinds, value) ? messages.orders.kinds[value as OrderKind] : value
    case 'environment': {
      const names = messages.frame.environmentName
      return Object.hasOwn(names, value) ? names[value as Environment] : value
    }
    case 'refund':
      return refundText(value)
    default:
      return value === '' ? words.none : value
  }
}

/** How a filter is written. */
export interface FilterWords {
  /** The moving period of the filter by time. */
  readonly period: Period | null
  readonly dateOf: (atMs: number) => string
  readonly spanOf: (ms: number) => string
}

/** A filter in words. */
export function filterText(filter: OrderFilter, { period, dateOf, spanOf }: FilterWords): string {
  switch (filter.by) {
    case 'is': {
      const text = filter.not ? words.isNot : words.is
      return text({ field: words.fields[filter.field], value: filterValueText(filter.field, filter.value) })
    }
    case 'amount':
      return amountFilterText(filter.from, filter.to)
    case 'created': {
      if (period !== null) return periodText(period)
      const { fromMs, untilMs } = filter
      const from = fromMs === null ? null : dateOf(fromMs)
      // The end is the first moment after the range.
      const to = untilMs === null ? null : dateOf(untilMs - 1)
      if (from !== null && to !== null) return from === to ? from : words.time.between({ from, to })
      return from === null ? words.time.until({ to: to ?? '' }) : words.time.since({ from })
    }
    case 'hour': {
      const clock = (hour: number) => `${String(hour % 24).padStart(2, '0')}:00`
      return words.hour({ from: clock(filter.hour), to: clock(filter.hour + 1), zone: filter.timeZone })
    }
    case 'took': {
      const place = timeBounds.findIndex((bound) => bound === filter.upToSeconds)
      const above = timeBounds.at(place - 1)
      const text = (seconds: number | undefined) => spanOf((seconds ?? 0) * 1000)
      if (place < 0) return words.took.over({ from: text(timeBounds.at(-1)) })
      return place === 0
        ? words.took.upTo({ to: text(timeBounds[0]) })
        : words.took.between({ from: text(above), to: text(timeBounds[place]) })
    }
  }
}

/** A moving period in words. */
export function periodText(period: Period): string {
  const { time } = words
  if (period === 'today' || period === 'yesterday' || period === 'month') return time[period]
  return time.days({ count: Number.parseInt(period, 10) })
}

function amountFilterText(from: string | null, to: string | null): string {
  const { amount } = words
  const shown = groupThousands
  if (from !== null && to !== null)
    return from === to
      ? amount.exactly({ amount: shown(from) })
      : amount.between({ from: shown(from), to: shown(to) })
  if (from !== null) {
    const above = amountOfStrictLimit(from, 'above')
    return above === null ? amount.from({ from: shown(from) }) : amount.above({ from: shown(above) })
  }
  if (to === null) return amount.any
  const below = amountOfStrictLimit(to, 'below')
  return below === null ? amount.to({ to: shown(to) }) : amount.below({ to: shown(below) })
}

function refundText(value: string): string {
  const { marks, disputes } = messages.later
  if (disputeKind.safeParse(value).success) return disputes[value as DisputeKind]
  return Object.hasOwn(marks.refund, value) ? marks.refund[value as keyof typeof marks.refund] : value
}
