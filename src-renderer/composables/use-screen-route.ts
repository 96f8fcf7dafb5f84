import { computed, type ComputedRef } from 'vue'
import { useRoute } from 'vue-router'

/**
 * The selected id from the path of the calling screen; null = nothing is selected. It keeps its value while another
 * screen is shown, so that the detail does not change in the background.
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

/** A query parameter of the calling screen; null if it is missing or another screen is shown. */
export function useScreenQuery(name: string): ComputedRef<string | null> {
  const route = useRoute()
  const [screen] = route.matched
  return computed(() => {
    const text = route.query[name]
    return route.matched[0] === screen && typeof text === 'string' ? text : null
  })
}
