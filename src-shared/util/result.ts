/** A value or an error, for functions whose failure is a normal result. */
export type Result<T, E> =
  { readonly ok: true; readonly value: T } | { readonly ok: false; readonly error: E }

/** A success. */
export function ok<T>(value: T): Result<T, never> {
  return { ok: true, value }
}

/** A failure. */
export function fail<E>(error: E): Result<never, E> {
  return { ok: false, error }
}
