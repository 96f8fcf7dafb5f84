import { refAutoReset } from '@vueuse/core'
import type { Ref } from 'vue'

const shownForMs = 6000

/** The text of a `DoneNote`. It becomes null again after some seconds. */
export function useDoneText(): Ref<string | null> {
  return refAutoReset<string | null>(null, shownForMs)
}
