import { computed, shallowRef, type ShallowRef } from 'vue'

/** The last run of long work, as main tells it, and whether the person has closed its strip. For a store. */
export function useLastRun<View extends { readonly revision: number }>() {
  const last: ShallowRef<View | null> = shallowRef(null)
  const closedRevision = shallowRef(-1)
  /** What the strip shows; null when the person has closed it. */
  const shown = computed(() =>
    last.value === null || last.value.revision <= closedRevision.value ? null : last.value,
  )

  /** False for a view that is not newer than the last one. */
  function apply(view: View): boolean {
    if (last.value !== null && view.revision <= last.value.revision) return false
    last.value = view
    return true
  }

  function close(): void {
    closedRevision.value = last.value?.revision ?? -1
  }

  return { last, shown, apply, close }
}
