import type { OrderFilter } from '../../src-shared/domain/order-query'

/** As many filters as main accepts. */
export const mostFilters = 20

/**
 * The filters with a new one. An order has one value of a field, so a new value replaces the old one and the excluded
 * ones; only labels add up. There is one filter of amount and one of time.
 */
export function withFilter(filters: readonly OrderFilter[], added: OrderFilter): OrderFilter[] {
  const kept = filters.filter((each) => !isReplaced(each, added))
  const place = filters.findIndex((each) => isReplaced(each, added))
  const before = filters[place]
  const filter =
    added.by === 'created' && before?.by === 'created'
      ? { ...added, fromMs: added.fromMs ?? before.fromMs, untilMs: added.untilMs ?? before.untilMs }
      : added
  return place < 0 ? [...kept, filter] : kept.toSpliced(place, 0, filter)
}

function isReplaced(old: OrderFilter, added: OrderFilter): boolean {
  if (old.by !== 'is' || added.by !== 'is') return old.by === added.by
  if (old.field !== added.field) return false
  const isSame = old.value === added.value
  if (added.field === 'label' || added.not) return isSame || (added.field !== 'label' && !old.not)
  return true
}
