import { useMediaQuery } from '@vueuse/core'
import type { Ref } from 'vue'

/** True when the window has no room for a list and a detail beside it, so that only one of them is shown. */
export function useSinglePane(): Readonly<Ref<boolean>> {
  return useMediaQuery('(max-width: 891px)')
}
