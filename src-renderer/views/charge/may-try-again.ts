import type { AppErrorCode } from '../../../src-shared/errors/app-error'

const provenUnsent: ReadonlySet<AppErrorCode> = new Set([
  'validation-failed',
  'not-allowed-now',
  'secret-missing',
  'secret-store-locked',
  'secret-store-unavailable',
  'offline',
  'locked',
  'cancelled',
])

/** True for a failed confirm after which nothing was sent for certain, so that the button may stay. */
export function mayTryAgain(code: AppErrorCode): boolean {
  return provenUnsent.has(code)
}
