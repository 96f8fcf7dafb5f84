import { AppError } from '../../../src-shared/errors/app-error'
import type { Clock } from '../../platform/clock'
import type { ErrorReporter } from './error-reporter'

// Long enough to free disk space, short enough that the row is stored soon afterwards.
const retryDelaysMs = [1000, 2000, 5000, 10_000, 30_000]

/** The wait in ms after a failed attempt to store something; the first attempt is 0. */
export function storeDelayMs(attempt: number): number {
  return retryDelaysMs[Math.min(attempt, retryDelaysMs.length - 1)] ?? 0
}

/**
 * Stores data that cannot be obtained again. While the disk refuses it, the data stays in memory and storing is tried
 * again. Errors: all except `storage-failed`.
 */
export async function retryUntilStored<T>(
  parts: { readonly clock: Clock; readonly report: ErrorReporter },
  write: () => Promise<T>,
): Promise<T> {
  for (let attempt = 0; ; attempt++) {
    try {
      return await write()
    } catch (error) {
      if (!(error instanceof AppError) || error.code !== 'storage-failed') throw error
      parts.report('retry-until-stored', error)
      await new Promise<void>((resolve) => {
        parts.clock.schedule(storeDelayMs(attempt), resolve)
      })
    }
  }
}
