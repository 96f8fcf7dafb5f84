import { defineStore } from 'pinia'
import { computed, shallowRef } from 'vue'
import { isUnresolved } from '../../src-shared/domain/charge'
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
  /** Orders that need a person: unknown outcomes, then contradictions, then steps that wait; the oldest first. */
  const queue = computed(() => {
    const all = [...(view.value?.attention ?? []), ...(view.value?.inFlight ?? []).filter(isWaiting)]
    return current([...new Map(all.map((row) => [row.orderId, row])).values()]).sort(
      (a, b) => rankOf(a) - rankOf(b) || a.createdAtMs - b.createdAtMs,
    )
  })
  const inFlight = computed(() => current(view.value?.inFlight ?? []).filter((row) => !isWaiting(row)))
  const declines = computed(() => current(view.value?.declines ?? []))

  // A charge with an unknown outcome stays an unknown outcome, whatever else the order waits for.
  function isWaiting(row: OrderSummary): boolean {
    return row.awaitedStep !== null && row.family === 'open'
  }

  function rankOf(row: OrderSummary): number {
    if (isWaiting(row)) return 2
    const isDoubtful = row.chargeState !== null && isUnresolved(row.chargeState)
    return isDoubtful || row.followState === 'needs-review' ? 0 : 1
  }

  function current(list: readonly OrderSummary[]): OrderSummary[] {
    return list.map((row) => orders.summaries.get(row.orderId) ?? row)
  }

  async function load() {
    const mine = ++latestCall
    const result = await call('home.get', {})
    if (mine !== latestCall || !result.ok) return result
    const { attention, inFlight: moving, declines: declined } = result.value
    for (const row of [...attention, ...moving, ...declined]) orders.applySummary(row)
    view.value = result.value
    loadedAtMs.value = Date.now()
    return result
  }

  return { view, loadedAtMs, queue, inFlight, declines, load }
})
