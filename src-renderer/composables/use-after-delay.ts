import { useTimeoutFn } from '@vueuse/core'
import { shallowRef, watch, type Ref } from 'vue'

const skeletonDelayMs = 150

/** True when a flag has been true for a short time, so that a fast answer shows no skeleton. */
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
