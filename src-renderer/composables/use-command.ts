import { computed, shallowRef } from 'vue'
import type { AppErrorDescription } from '../../src-shared/errors/app-error'
import type { Result } from '../../src-shared/util/result'

/**
 * Tracks the running flag and the last error of one call. A second run during the first one gets the same result. With
 * `joins` off, it makes a new call, and only the newest run sets the flag and the error.
 */
export function useCommand<A extends unknown[], T>(
  run: (...args: A) => Promise<Result<T, AppErrorDescription>>,
  { joins = true } = {},
) {
  const running = shallowRef<Promise<Result<T, AppErrorDescription>> | null>(null)
  const error = shallowRef<AppErrorDescription | null>(null)
  const isRunning = computed(() => running.value !== null)

  function start(...args: A): Promise<Result<T, AppErrorDescription>> {
    if (joins && running.value !== null) return running.value
    error.value = null
    const started = run(...args).then((result) => {
      if (running.value !== started) return result
      running.value = null
      error.value = result.ok ? null : result.error
      return result
    })
    running.value = started
    return started
  }

  return { run: start, isRunning, error, clear: () => (error.value = null) }
}
