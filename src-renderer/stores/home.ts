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
  const attention = computed(() => ofAttention().filter((row) => !isContradicted(row)))
  /** The outcome is known, but a response does not fit it. */
  const contradicted = computed(() => ofAttention().filter(isContradicted))
  const waiting = computed(() => {
    const rows = [...(view.value?.attention ?? []), ...(view.value?.inFlight ?? [])]
    return current([...new Map(rows.map((row) => [row.orderId, row])).values()]).filter(isWaiting)
  })
  const inFlight = computed(() => current(view.value?.inFlight ?? []).filter((row) => !isWaiting(row)))

  // A charge with an unknown outcome stays in its section, whatever else the order waits for.
  function isWaiting(row: OrderSummary): boolean {
    return row.awaitedStep !== null && row.family === 'open'
  }

  function ofAttention(): OrderSummary[] {
    return current(view.value?.attention ?? []).filter((row) => !isWaiting(row))
  }

  function isContradicted(row: OrderSummary): boolean {
    const isDoubtful = row.chargeState !== null && isUnresolved(row.chargeState)
    if (isDoubtful || row.followState === 'needs-review') return false
    return row.alert !== null || row.later.refundProblem !== null
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

  return { view, loadedAtMs, attention, contradicted, waiting, inFlight, load }
})
