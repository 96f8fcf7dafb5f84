import { AppError } from '../../../src-shared/errors/app-error'

/**
 * A row number from the decimal string that leaves this folder; null for anything else, which no row can
 * have.
 */
export function rowNumber(id: string): number | null {
  return /^[1-9][0-9]{0,14}$/.test(id) ? Number(id) : null
}

/** A failure that names what was not found. */
export function notFound(reason: 'profile' | 'card' | 'charge' | 'order' | 'step' | 'callback'): AppError {
  return new AppError('not-found', { reason })
}

/** A refusal by the state that is on disk. */
export function notAllowed(reason: string): AppError {
  return AppError.from({ code: 'not-allowed-now', details: { reason } })
}
