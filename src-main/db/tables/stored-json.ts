import type { z } from 'zod'
import { AppError } from '../../../src-shared/errors/app-error'

const unreadable = 'unreadable-row'

/**
 * The value in a column of JSON text. Errors: `internal`, reason `unreadable-row`, when the text is no JSON or its value
 * does not have the shape. It is not `storage-failed`, since trying again does not help.
 */
export function fromJson<T>(shape: z.ZodType<T>, text: string): T {
  try {
    return shape.parse(JSON.parse(text))
  } catch (error) {
    throw new AppError('internal', { reason: unreadable }, { cause: error })
  }
}

/** The value in a column of JSON text, or `instead` when it cannot be read. */
export function fromJsonOr<T, I>(shape: z.ZodType<T>, text: string, instead: I): T | I {
  try {
    return fromJson(shape, text)
  } catch {
    return instead
  }
}

/** Reads rows one by one and leaves out those that cannot be read, so that they do not hide the others. */
export function readableOf<R, T>(rows: readonly R[], read: (row: R) => T): T[] {
  return rows.flatMap((row) => {
    try {
      return [read(row)]
    } catch (error) {
      if (error instanceof AppError && error.details.reason === unreadable) return []
      throw error
    }
  })
}
