import { defineStore } from 'pinia'
import { shallowReactive } from 'vue'

/** Where each screen was left, so that its link leads back to the same order, card or part. */
export const usePlacesStore = defineStore('places', () => {
  /** Path by screen, such as `/orders/12` by `/orders`. */
  const paths = shallowReactive(new Map<string, string>())

  function remember(path: string): void {
    paths.set(screenOf(path), path)
  }

  function pathOf(screen: string): string {
    return paths.get(screen) ?? screen
  }

  /** For a change of profile: what was open in the background belongs to another shop. */
  function forgetAllBut(path: string): void {
    paths.clear()
    remember(path)
  }

  return { remember, pathOf, forgetAllBut }
})

function screenOf(path: string): string {
  return `/${path.split('/')[1] ?? ''}`
}
