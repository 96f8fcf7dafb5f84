import { defineStore } from 'pinia'
import type { CommandInput } from '../../src-shared/ipc/contract-types'
import { call } from '../ipc/desk-client'
import { useOrdersStore } from './orders'

export const usePeopleStore = defineStore('people', () => {
  const orders = useOrdersStore()

  /** The person of a card or an order. The rows of its orders are kept up to date by the orders store. */
  async function load(start: CommandInput<'people.get'>) {
    const result = await call('people.get', start)
    if (result.ok) for (const { order } of result.value.orders) orders.applySummary(order)
    return result
  }

  return { load }
})
