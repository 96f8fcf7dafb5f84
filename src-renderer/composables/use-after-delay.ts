import { useTimeoutFn } from '@vueuse/core'
import { shallowRef, watch, type Ref } from 'vue'

const skeletonDelayMs = 150

/** True once a flag has been true for a moment: a quick answer shows no skeleton at all. */
export function useAfterDelay(flag: () => boolean): Readonly<Ref<boolean>> {
  const isLate = shallowRef(false)
  const { start, stop } = useTimeoutFn(() => (isLate.value = true), skeletonDelayMs, { immediate: false })
  watch(
    flag,
    (isOn) => {
      if (isOn) {
        start()
        return
      }
      stop()
      isLate.value = false
    },
    { immediate: true },
  )
  return isLate
}
