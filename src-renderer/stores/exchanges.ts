import { defineStore } from 'pinia'
import { computed, ref, shallowReactive } from 'vue'
import type { ExchangeSummary, ExchangeView } from '../../src-shared/domain/exchange'
import type { CommandOutput } from '../../src-shared/ipc/contract-types'
import { call } from '../ipc/desk-client'
import { pagedList } from './paged-list'

export const useExchangesStore = defineStore('exchanges', () => {
  const search = ref('')
  const views = shallowReactive(new Map<string, ExchangeView>())
  /** True if there are requests that the list does not show yet: status checks that changed nothing. */
  const isOutdated = ref(false)
  const list = pagedList<CommandOutput<'exchanges.list'>, ExchangeSummary>({
    ask: (cursor, limit) => call('exchanges.list', { search: search.value, cursor, limit }),
    itemsOf: ({ rows }) => rows,
    keyOf: ({ exchangeId }) => exchangeId,
  })

  const isFiltered = computed(() => search.value.trim() !== '')

  function apply(exchange: ExchangeSummary): void {
    if (isFiltered.value || list.has(exchange.exchangeId)) return
    list.add(exchange)
  }

  function markOutdated(): void {
    if (list.isLoaded.value && !isFiltered.value) isOutdated.value = true
  }

  function loadList() {
    isOutdated.value = false
    return list.load()
  }

  async function load(exchangeId: string) {
    const result = await call('exchanges.get', { exchangeId })
    if (result.ok) views.set(exchangeId, result.value)
    return result
  }

  return {
    search,
    rows: list.items,
    waiting: list.waiting,
    total: list.total,
    isLoaded: list.isLoaded,
    isListHeld: list.isHeld,
    views,
    isFiltered,
    isOutdated,
    apply,
    markOutdated,
    showWaiting: list.showWaiting,
    loadList,
    loadMore: list.loadMore,
    load,
  }
})
