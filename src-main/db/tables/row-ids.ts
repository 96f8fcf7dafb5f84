import { AppError } from '../../../src-shared/errors/app-error'

/** Parses the decimal string that is used outside of this folder; null for a text that cannot be a row number. */
export function rowNumber(id: string): number | null {
  return /^[1-9][0-9]{0,14}$/.test(id) ? Number(id) : null
}

/** An error `not-found` with the kind of record. */
export function notFound(reason: 'profile' | 'card' | 'charge' | 'order' | 'step' | 'callback'): AppError {
  return new AppError('not-found', { reason })
}

/** An error `not-allowed-now` because of stored state. */
export function notAllowed(reason: string): AppError {
  return AppError.from({ code: 'not-allowed-now', details: { reason } })
}
