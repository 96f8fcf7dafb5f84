import { defineStore } from 'pinia'
import { shallowReactive } from 'vue'

/** The last path of each screen, so that its link leads back to the same order, card or tab. */
export const usePlacesStore = defineStore('places', () => {
  /** Last path by screen, such as `/orders` -> `/orders/12`. */
  const paths = shallowReactive(new Map<string, string>())

  function remember(path: string): void {
    paths.set(screenOf(path), path)
  }

  function pathOf(screen: string): string {
    return paths.get(screen) ?? screen
  }

  /** Call it after a switch of profile: what was open belongs to another merchant account. */
  function forgetAllBut(path: string): void {
    paths.clear()
    remember(path)
  }

  return { remember, pathOf, forgetAllBut }
})

function screenOf(path: string): string {
  return `/${path.split('/')[1] ?? ''}`
}
