import { defineStore } from 'pinia'
import { computed, ref, shallowReactive } from 'vue'
import {
  everyExchange,
  type ExchangeQuery,
  type ExchangeSummary,
  type ExchangeView,
} from '../../src-shared/domain/exchange'
import type { CommandOutput } from '../../src-shared/ipc/contract-types'
import { call } from '../ipc/desk-client'
import { pagedList } from './paged-list'

/** The choices of the time filter in hours; null = any time. The query gets its moment at each load. */
export const sinceHours = { hour: 1, day: 24, week: 7 * 24, month: 30 * 24 } as const
export type Since = keyof typeof sinceHours

const hourMs = 3_600_000

export const useExchangesStore = defineStore('exchanges', () => {
  const filter = ref<Omit<ExchangeQuery, 'sinceMs'>>({ ...everyExchange })
  const since = ref<Since | null>(null)
  let sinceMs: number | null = null
  const views = shallowReactive(new Map<string, ExchangeView>())
  /** True if there are requests that the list does not show yet: status checks that changed nothing. */
  const isOutdated = ref(false)
  /** Time of the oldest request that the filters have looked at; null = they have looked at all. */
  const searchedToMs = ref<number | null>(null)
  const isSearchingOn = ref(false)
  const list = pagedList<CommandOutput<'exchanges.list'>, ExchangeSummary>({
    ask: (cursor, limit) => {
      const { search, errorsOnly, outcome, operation } = filter.value
      const query = { search, errorsOnly, outcome, operation, sinceMs }
      return call('exchanges.list', { query, cursor, limit })
    },
    itemsOf: (page) => {
      searchedToMs.value = page.searchedToMs
      return page.rows
    },
    keyOf: ({ exchangeId }) => exchangeId,
  })

  const isFiltered = computed(() => {
    const { search, errorsOnly, outcome, operation } = filter.value
    return (
      search.trim() !== '' || errorsOnly || outcome !== null || operation !== null || since.value !== null
    )
  })
  /** The number of found requests, as far as it is known. */
  const found = computed(() => ({
    count: Math.max(list.total.value, list.items.value.length),
    isExact: list.isTotalExact.value || searchedToMs.value === null,
  }))

  function clearFilters(): void {
    filter.value = { ...everyExchange }
    since.value = null
  }

  function apply(exchange: ExchangeSummary): void {
    if (isFiltered.value || list.has(exchange.exchangeId)) return
    list.add(exchange)
  }

  function markOutdated(): void {
    if (list.isLoaded.value && !isFiltered.value) isOutdated.value = true
  }

  function loadList() {
    isOutdated.value = false
    isSearchingOn.value = false
    sinceMs = since.value === null ? null : Date.now() - sinceHours[since.value] * hourMs
    return list.load()
  }

  /** Looks at older requests until it has found some, reached the oldest one, or is stopped. */
  async function searchOn(): Promise<void> {
    const before = list.items.value.length
    isSearchingOn.value = true
    while (isSearchingOn.value && searchedToMs.value !== null && list.items.value.length === before) {
      const reached = searchedToMs.value
      await list.loadMore()
      // A failed call must not be repeated for ever.
      if (searchedToMs.value === reached && list.items.value.length === before) break
    }
    isSearchingOn.value = false
  }

  function stopSearching(): void {
    isSearchingOn.value = false
  }

  async function load(exchangeId: string) {
    const result = await call('exchanges.get', { exchangeId })
    if (result.ok) views.set(exchangeId, result.value)
    return result
  }

  return {
    filter,
    since,
    rows: list.items,
    waiting: list.waiting,
    found,
    isLoaded: list.isLoaded,
    isListHeld: list.isHeld,
    views,
    isFiltered,
    isOutdated,
    searchedToMs,
    isSearchingOn,
    clearFilters,
    apply,
    markOutdated,
    showWaiting: list.showWaiting,
    loadList,
    loadMore: list.loadMore,
    searchOn,
    stopSearching,
    load,
  }
})
