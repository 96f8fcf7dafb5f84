import type { AppErrorCode } from '../../../src-shared/errors/app-error'

const provenUnsent: ReadonlySet<AppErrorCode> = new Set([
  'validation-failed',
  'not-allowed-now',
  'secret-missing',
  'secret-store-locked',
  'secret-store-unavailable',
  'offline',
  'cancelled',
])

/** True if it is certain that a failed confirm sent nothing, so the button can stay enabled. */
export function mayTryAgain(code: AppErrorCode): boolean {
  return provenUnsent.has(code)
}
