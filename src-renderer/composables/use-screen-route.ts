import { computed, type ComputedRef } from 'vue'
import { useRoute } from 'vue-router'

/**
 * The id in the path of the screen that uses it; null = nothing is chosen. It keeps its value while another screen is
 * shown, so that the detail stays as it was left.
 */
export function useChosenId(param: string): ComputedRef<string | null> {
  const route = useRoute()
  const [screen] = route.matched
  return computed((before) => {
    if (route.matched[0] !== screen) return before ?? null
    const id = route.params[param]
    return typeof id === 'string' && id !== '' ? id : null
  })
}

/** A text in the query of the screen that uses it; null = none is there, or another screen is shown. */
export function useScreenQuery(name: string): ComputedRef<string | null> {
  const route = useRoute()
  const [screen] = route.matched
  return computed(() => {
    const text = route.query[name]
    return route.matched[0] === screen && typeof text === 'string' ? text : null
  })
}
