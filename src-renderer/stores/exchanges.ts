import { defineStore } from 'pinia'
import { computed, ref, shallowReactive, shallowRef } from 'vue'
import type { ExchangeSummary, ExchangeView } from '../../src-shared/domain/exchange'
import { call } from '../ipc/desk-client'

const pageSize = 100

export const useExchangesStore = defineStore('exchanges', () => {
  const search = ref('')
  const rows = shallowRef<readonly ExchangeSummary[]>([])
  const waiting = shallowRef<readonly ExchangeSummary[]>([])
  const nextCursor = shallowRef<string | null>(null)
  const total = ref(0)
  const isLoaded = ref(false)
  const isListHeld = ref(false)
  const views = shallowReactive(new Map<string, ExchangeView>())
  let listCall = 0

  const isFiltered = computed(() => search.value.trim() !== '')

  function apply(exchange: ExchangeSummary): void {
    if (!isLoaded.value || isFiltered.value) return
    if ([...waiting.value, ...rows.value].some((row) => row.exchangeId === exchange.exchangeId)) return
    if (isListHeld.value) waiting.value = [exchange, ...waiting.value]
    else rows.value = [exchange, ...rows.value]
    total.value += 1
  }

  function showWaiting(): void {
    rows.value = [...waiting.value, ...rows.value]
    waiting.value = []
  }

  async function loadList() {
    const mine = ++listCall
    const result = await call('exchanges.list', { search: search.value, cursor: null, limit: pageSize })
    if (mine !== listCall || !result.ok) return result
    rows.value = result.value.rows
    waiting.value = []
    nextCursor.value = result.value.nextCursor
    total.value = result.value.total
    isLoaded.value = true
    return result
  }

  let isLoadingMore = false

  async function loadMore(): Promise<void> {
    const cursor = nextCursor.value
    if (cursor === null || isLoadingMore) return
    isLoadingMore = true
    const mine = listCall
    const result = await call('exchanges.list', { search: search.value, cursor, limit: pageSize })
    isLoadingMore = false
    if (mine !== listCall || !result.ok) return
    const known = new Set(rows.value.map((row) => row.exchangeId))
    rows.value = [...rows.value, ...result.value.rows.filter((row) => !known.has(row.exchangeId))]
    nextCursor.value = result.value.nextCursor
  }

  async function load(exchangeId: string) {
    const result = await call('exchanges.get', { exchangeId })
    if (result.ok) views.set(exchangeId, result.value)
    return result
  }

  return {
    search,
    rows,
    waiting,
    nextCursor,
    total,
    isLoaded,
    isListHeld,
    views,
    isFiltered,
    apply,
    showWaiting,
    loadList,
    loadMore,
    load,
  }
})
