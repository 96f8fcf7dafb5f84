import { defineStore } from 'pinia'
import { computed, ref, shallowReactive, shallowRef } from 'vue'
import type { OrderSummary, OrderView } from '../../src-shared/domain/order'
import type { StatusFamily } from '../../src-shared/domain/order-status'
import type { OrderQuery } from '../../src-shared/domain/order-query'
import type { CommandInput } from '../../src-shared/ipc/contract-types'
import { call } from '../ipc/desk-client'
import { pagedList } from './paged-list'

const families: readonly StatusFamily[] = ['open', 'approved', 'declined', 'error', 'filtered', 'unknown']

export const useOrdersStore = defineStore('orders', () => {
  const summaries = shallowReactive(new Map<string, OrderSummary>())
  const views = shallowReactive(new Map<string, OrderView>())

  const query = ref<OrderQuery>({
    profileId: null,
    search: '',
    families: [],
    sortBy: 'created',
    direction: 'desc',
  })
  // The list keeps ids, since the same orders change under other screens too.
  const list = pagedList<OrderSummary, string>({
    ask: (cursor, limit) => call('orders.list', { query: { ...query.value }, cursor, limit }),
    itemsOf: (rows) => {
      for (const row of rows) applySummary(row)
      return rows.map(({ orderId }) => orderId)
    },
    keyOf: (orderId) => orderId,
  })
  const familyCounts = shallowRef<Partial<Record<StatusFamily | 'all', number>>>({})

  const rows = computed(() => list.items.value.flatMap((orderId) => summaries.get(orderId) ?? []))
  const isFiltered = computed(() => query.value.search.trim() !== '' || query.value.families.length > 0)

  // The one place where order data changes. False for a revision that was already passed.
  function apply(view: OrderView): boolean {
    if (!applySummary(view.summary)) return false
    views.set(view.summary.orderId, view)
    return true
  }

  function applySummary(summary: OrderSummary): boolean {
    const known = summaries.get(summary.orderId)
    if (known !== undefined && summary.revision < known.revision) return false
    if (known === undefined || summary.revision > known.revision) summaries.set(summary.orderId, summary)
    return true
  }

  /** An announced change: rows change in place; an order that is new to the list waits while the list is held. */
  function applyAnnounced(view: OrderView): void {
    const isNew = !summaries.has(view.summary.orderId)
    if (!apply(view) || !isNew || !belongsOnTop(view.summary)) return
    list.add(view.summary.orderId)
  }

  function belongsOnTop(summary: OrderSummary): boolean {
    const { profileId, families: chosen, search, sortBy, direction } = query.value
    const isWanted =
      (profileId === null || profileId === summary.profileId) &&
      (chosen.length === 0 || chosen.includes(summary.family)) &&
      search.trim() === ''
    return isWanted && sortBy === 'created' && direction === 'desc' && !list.has(summary.orderId)
  }

  async function loadFamilyCounts(): Promise<void> {
    const base = { ...query.value, families: [] }
    const counts: Partial<Record<StatusFamily | 'all', number>> = {}
    const asked = [null, ...families].map(async (family) => {
      const wanted = family === null ? [] : [family]
      const result = await call('orders.list', {
        query: { ...base, families: wanted },
        cursor: null,
        limit: 1,
      })
      if (result.ok) counts[family ?? 'all'] = result.value.total
    })
    await Promise.all(asked)
    familyCounts.value = counts
  }

  async function load(orderId: string) {
    const result = await call('orders.get', { orderId })
    if (result.ok) apply(result.value)
    return result
  }

  async function note(orderId: string, text: string) {
    const result = await call('orders.note', { orderId, text })
    if (result.ok) apply(result.value)
    return result
  }

  async function continueThreeDs(orderId: string) {
    const result = await call('threeDs.continue', { orderId, isCardholderPresent: true })
    if (result.ok) apply(result.value)
    return result
  }

  async function sendAnswer(orderId: string) {
    const result = await call('threeDs.sendAnswer', { orderId })
    if (result.ok) apply(result.value)
    return result
  }

  async function stopThreeDs(orderId: string) {
    const result = await call('threeDs.stop', { orderId })
    if (result.ok) apply(result.value)
    return result
  }

  async function adopt(input: CommandInput<'orders.adopt'>) {
    const result = await call('orders.adopt', input)
    if (result.ok) applyAnnounced(result.value)
    return result
  }

  /** The newest orders of any profile that fit a text. */
  function search(text: string, limit: number) {
    const wanted: OrderQuery = {
      profileId: null,
      search: text,
      families: [],
      sortBy: 'created',
      direction: 'desc',
    }
    return call('orders.list', { query: wanted, cursor: null, limit })
  }

  return {
    summaries,
    views,
    query,
    rowIds: list.items,
    waitingIds: list.waiting,
    total: list.total,
    isLoaded: list.isLoaded,
    familyCounts,
    isListHeld: list.isHeld,
    rows,
    isFiltered,
    apply,
    applySummary,
    applyAnnounced,
    showWaiting: list.showWaiting,
    loadList: list.load,
    loadMore: list.loadMore,
    loadFamilyCounts,
    load,
    note,
    continueThreeDs,
    sendAnswer,
    stopThreeDs,
    adopt,
    search,
    recheck: (orderId: string | null) => call('orders.recheck', { orderId }),
    loadExchanges: (orderId: string) => call('orders.exchanges', { orderId }),
    lookupRequest: (orderId: string, serialNumber: string) =>
      call('orders.lookupRequest', { orderId, serialNumber }),
  }
})
