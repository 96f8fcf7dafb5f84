import { defineStore } from 'pinia'
import { ref } from 'vue'
import { call } from '../ipc/desk-client'

/** Links of other programs, each to one order. Main keeps the newest until it is taken. */
export const useOrderLinkStore = defineStore('order-link', () => {
  /** How many came while this page was there. */
  const count = ref(0)

  function note(): void {
    count.value += 1
  }

  return { count, note, take: () => call('orderLink.take', {}) }
})
