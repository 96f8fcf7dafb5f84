import type { z } from 'zod'
import { AppError, isUnreadableRow, unreadableRow } from '../../../src-shared/errors/app-error'

/**
 * Reads a column of JSON text. Errors: `internal`, reason `unreadable-row`, when it is not JSON or has another shape.
 * The error is not `storage-failed`, because trying again does not help.
 */
export function fromJson<T>(shape: z.ZodType<T>, text: string): T {
  try {
    return shape.parse(JSON.parse(text))
  } catch (error) {
    throw new AppError('internal', { reason: unreadableRow }, { cause: error })
  }
}

/** Reads a column of JSON text; returns `instead` when it is unreadable. */
export function fromJsonOr<T, I>(shape: z.ZodType<T>, text: string, instead: I): T | I {
  try {
    return fromJson(shape, text)
  } catch {
    return instead
  }
}

/** Reads rows one by one and leaves out unreadable ones, so that they do not hide the others. */
export function readableOf<R, T>(rows: readonly R[], read: (row: R) => T): T[] {
  return rows.flatMap((row) => {
    try {
      return [read(row)]
    } catch (error) {
      if (isUnreadableRow(error)) return []
      throw error
    }
  })
}
