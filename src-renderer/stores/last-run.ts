import { computed, shallowRef, type ShallowRef } from 'vue'
import type { AppErrorDescription } from '../../src-shared/errors/app-error'
import type { Result } from '../../src-shared/util/result'

const needsSomeone = new Set(['running', 'paused', 'failed'])

/**
 * The last run of long work, as main tells it, and whether the person has closed its strip. For a store. `read` asks main for
 * the run that is under way.
 */
export function useLastRun<View extends { readonly revision: number; readonly state: string }>(
  read: () => Promise<Result<{ readonly last: View | null }, AppErrorDescription>>,
) {
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

  /** For a window that was loaded anew. Work that has come to its end needs nobody. */
  async function load(): Promise<void> {
    const result = await read()
    const found = result.ok ? result.value.last : null
    if (found !== null && needsSomeone.has(found.state)) apply(found)
  }

  function close(): void {
    closedRevision.value = last.value?.revision ?? -1
  }

  return { last, shown, apply, load, close }
}
