import { ref, watch, type Ref } from 'vue'

const skeletonDelayMs = 150

/** True once a flag has been true for a moment: a quick answer shows no skeleton at all. */
export function useAfterDelay(flag: () => boolean, delayMs = skeletonDelayMs): Ref<boolean> {
  const isLate = ref(false)
  let timer: ReturnType<typeof setTimeout> | undefined
  watch(
    flag,
    (isOn) => {
      clearTimeout(timer)
      if (isOn) timer = setTimeout(() => (isLate.value = true), delayMs)
      else isLate.value = false
    },
    { immediate: true },
  )
  return isLate
}
