import { defineStore } from 'pinia'
import { computed, shallowRef } from 'vue'
import type { OrderSummary } from '../../src-shared/domain/order'
import type { HomeView } from '../../src-shared/domain/home'
import { call } from '../ipc/desk-client'
import { useOrdersStore } from './orders'

export const useHomeStore = defineStore('home', () => {
  const orders = useOrdersStore()
  const view = shallowRef<HomeView | null>(null)
  const loadedAtMs = shallowRef<number | null>(null)
  let latestCall = 0

  // Rows come from the orders store, so that events update them before the next load.
  const attention = computed(() => current(view.value?.attention ?? []).filter((row) => !isWaiting(row)))
  const waiting = computed(() => {
    const rows = [...(view.value?.attention ?? []), ...(view.value?.inFlight ?? [])]
    return current([...new Map(rows.map((row) => [row.orderId, row])).values()]).filter(isWaiting)
  })
  const inFlight = computed(() => current(view.value?.inFlight ?? []).filter((row) => !isWaiting(row)))

  // A charge with an unknown outcome stays in its section, whatever else the order waits for.
  function isWaiting(row: OrderSummary): boolean {
    return row.awaitedStep !== null && row.family === 'open'
  }

  function current(list: readonly OrderSummary[]): OrderSummary[] {
    return list.map((row) => orders.summaries.get(row.orderId) ?? row)
  }

  async function load() {
    const mine = ++latestCall
    const result = await call('home.get', {})
    if (mine !== latestCall || !result.ok) return result
    for (const row of [...result.value.attention, ...result.value.inFlight]) orders.applySummary(row)
    view.value = result.value
    loadedAtMs.value = Date.now()
    return result
  }

  return { view, loadedAtMs, attention, waiting, inFlight, load }
})
