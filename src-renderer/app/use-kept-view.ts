import { nextTick, onBeforeUnmount } from 'vue'
import { isNavigationFailure, useRoute, useRouter } from 'vue-router'

/**
 * Gives a screen its focus and its scroll positions back when it is shown again: an element that is taken out of the
 * document loses both. The handlers belong on the element around the screens, `onScroll` in the capture phase.
 */
export function useKeptView() {
  const route = useRoute()
  const router = useRouter()
  // By the route record of the screen.
  const leftAt = new Map<unknown, string>()
  const focused = new Map<unknown, HTMLElement>()
  const scrolled = new Map<unknown, Map<HTMLElement, number>>()

  function onFocus({ target }: FocusEvent): void {
    if (target instanceof HTMLElement) focused.set(route.matched[0], target)
  }

  function onScroll({ target }: Event): void {
    if (!(target instanceof HTMLElement)) return
    const tops = scrolled.get(route.matched[0]) ?? new Map<HTMLElement, number>()
    scrolled.set(route.matched[0], tops.set(target, target.scrollTop))
  }

  const stop = router.afterEach((to, from, failure) => {
    const [screen] = to.matched
    // A link to the screen that is shown fails as a duplicate: it took the focus all the same.
    if (screen === from.matched[0] && !isNavigationFailure(failure)) return
    leftAt.set(from.matched[0], from.path)
    // After the screen is back in the document, and before a list scrolls to a row that was chosen elsewhere.
    void nextTick(() => {
      const tops = scrolled.get(screen) ?? new Map<HTMLElement, number>()
      for (const [element, top] of tops) {
        if (element.isConnected) element.scrollTop = top
        else tops.delete(element)
      }
      // Something else was opened: the place that had the focus then says nothing about it.
      if (leftAt.get(screen) !== to.path) return
      const element = focused.get(screen)
      if (element?.isConnected === true) element.focus({ preventScroll: true })
    })
  })
  onBeforeUnmount(stop)

  return { onFocus, onScroll }
}
