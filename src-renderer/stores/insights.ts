import { defineStore } from 'pinia'
import { computed, ref, shallowRef } from 'vue'
import type { InsightsRequest, InsightsView } from '../../src-shared/domain/insights'
import { call } from '../ipc/desk-client'

export const useInsightsStore = defineStore('insights', () => {
  const request = ref<InsightsRequest>({ period: { kind: 'last', days: 90 }, withAdopted: true })
  const view = shallowRef<InsightsView | null>(null)
  /** The currency that the person chose; it is shown while the period has orders of it. */
  const chosenCurrency = ref('')
  let latestCall = 0

  const shown = computed(() => {
    const currencies = view.value?.currencies ?? []
    return currencies.find(({ currency }) => currency === chosenCurrency.value) ?? currencies[0] ?? null
  })

  async function load() {
    const mine = ++latestCall
    const result = await call('insights.get', { ...request.value })
    if (mine === latestCall && result.ok) view.value = result.value
    return result
  }

  return { request, view, chosenCurrency, shown, load }
})
