import { onBeforeUnmount, shallowReactive, watch } from 'vue'

const flashMs = 1200

/** Keys of visible rows whose version changed a moment ago. A row that appears for the first time does not flash. */
export function useRowFlash<Row>(
  rows: () => readonly Row[],
  keyOf: (row: Row) => string,
  versionOf: (row: Row) => number | string,
): ReadonlySet<string> {
  const flashing = shallowReactive(new Set<string>())
  const timers = new Map<string, ReturnType<typeof setTimeout>>()
  let seen = new Map<string, number | string>()

  watch(
    rows,
    (current) => {
      const next = new Map<string, number | string>()
      for (const row of current) {
        const key = keyOf(row)
        const version = versionOf(row)
        if ((seen.get(key) ?? version) !== version) flash(key)
        next.set(key, version)
      }
      seen = next
    },
    { immediate: true },
  )

  function flash(key: string): void {
    clearTimeout(timers.get(key))
    flashing.add(key)
    timers.set(
      key,
      setTimeout(() => {
        flashing.delete(key)
        timers.delete(key)
      }, flashMs),
    )
  }

  onBeforeUnmount(() => timers.forEach((timer) => clearTimeout(timer)))
  return flashing
}
