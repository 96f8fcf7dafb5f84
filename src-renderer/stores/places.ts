import { defineStore } from 'pinia'
import { shallowReactive } from 'vue'

/** One more than the command bar shows, because it leaves out the open order. */
const keptOrders = 6

/** The last path of each screen, so that its link leads back to the same order, card or tab. */
export const usePlacesStore = defineStore('places', () => {
  /** Last path by screen, such as `/orders` -> `/orders/12`. */
  const paths = shallowReactive(new Map<string, string>())

  /** The orders that were opened, the last one first. */
  const recentOrderIds = shallowReactive<string[]>([])

  function remember(path: string): void {
    const [, screen, id] = path.split('/')
    paths.set(screenOf(path), path)
    if (screen === 'orders' && id !== undefined) recall(id)
  }

  function recall(orderId: string): void {
    const at = recentOrderIds.indexOf(orderId)
    if (at >= 0) recentOrderIds.splice(at, 1)
    recentOrderIds.unshift(orderId)
    recentOrderIds.splice(keptOrders)
  }

  function pathOf(screen: string): string {
    return paths.get(screen) ?? screen
  }

  /** Call it after a switch of profile: what was open belongs to another merchant account. */
  function forgetAllBut(path: string): void {
    paths.clear()
    recentOrderIds.splice(0)
    remember(path)
  }

  return { recentOrderIds, remember, pathOf, forgetAllBut }
})

function screenOf(path: string): string {
  return `/${path.split('/')[1] ?? ''}`
}
