import { useRouter, type RouteLocationRaw } from 'vue-router'

/**
 * Leads from an action to its result. `startHere` is called when the action begins; the function that it returns opens
 * the next screen, unless the person has asked for another screen in the meantime.
 */
export function useNextScreen() {
  const router = useRouter()
  return function startHere(): (next: RouteLocationRaw) => Promise<void> {
    const { path } = router.currentRoute.value
    let hasLeft = false
    // A screen that is still being loaded is not the current route yet, so the request for it counts.
    const stop = router.beforeEach((to) => {
      if (to.path === path) return
      hasLeft = true
      stop()
    })
    return async (next) => {
      stop()
      if (!hasLeft) await router.push(next)
    }
  }
}
