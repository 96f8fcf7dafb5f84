import { nextTick, onBeforeUnmount } from 'vue'
import { isNavigationFailure, useRoute, useRouter } from 'vue-router'

/**
 * Restores the focus and the scroll positions of a screen when it is shown again. An element that is removed from the
 * document loses both. Put the handlers on the element around the screens, `onScroll` in the capture phase.
 */
export function useKeptView() {
  const route = useRoute()
  const router = useRouter()
  // Keyed by the route record of the screen.
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
    // A link to the current screen fails as a duplicate navigation, but the click has moved the focus to the link.
    if (screen === from.matched[0] && !isNavigationFailure(failure)) return
    leftAt.set(from.matched[0], from.path)
    // The screen must be in the document, and a list must not have scrolled to its selected row yet.
    void nextTick(() => {
      const tops = scrolled.get(screen) ?? new Map<HTMLElement, number>()
      for (const [element, top] of tops) {
        if (element.isConnected) element.scrollTop = top
        else tops.delete(element)
      }
      // Another detail is open now, so the old focus position does not apply.
      if (leftAt.get(screen) !== to.path) return
      const element = focused.get(screen)
      if (element?.isConnected === true) element.focus({ preventScroll: true })
    })
  })
  onBeforeUnmount(stop)

  return { onFocus, onScroll }
}
