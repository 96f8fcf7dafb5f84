import { defineStore } from 'pinia'
import { shallowRef } from 'vue'
import type { ErasureEntry } from '../../src-shared/domain/erasure'
import type { CommandInput } from '../../src-shared/ipc/contract-types'
import { call } from '../ipc/desk-client'
import { useOrderViewsStore } from './order-views'

/** Erasing of personal data, and its log. */
export const useErasuresStore = defineStore('erasures', () => {
  const orderViews = useOrderViewsStore()
  /** Null until it was read. */
  const log = shallowRef<readonly ErasureEntry[] | null>(null)

  async function load() {
    const result = await call('erasures.list', {})
    if (result.ok) log.value = result.value.erasures
    return result
  }

  /** Saved views that searched for the person are gone too. */
  async function erasePerson(input: CommandInput<'erasures.erasePerson'>) {
    const result = await call('erasures.erasePerson', input)
    if (result.ok) await orderViews.load()
    return result
  }

  return {
    log,
    load,
    erasePerson,
    preview: (person: CommandInput<'erasureScope.get'>) => call('erasureScope.get', person),
    countExpired: (months: number) => call('expiredOrders.count', { months }),
    saveRetention: (input: CommandInput<'erasures.saveRetention'>) => call('erasures.saveRetention', input),
  }
})
