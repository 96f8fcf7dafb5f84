import { z } from 'zod'
import { AppError } from '../../../src-shared/errors/app-error'

/** One page of rows and the cursor of the next. */
export interface Page<T> {
  readonly rows: T[]
  /** Null on the last page. */
  readonly nextCursor: string | null
  /** Number of rows on all pages; at least that many when it is not exact. */
  readonly total: number
  readonly isTotalExact: boolean
}

/** A number of rows; at least that many when it is not exact. */
interface Count {
  readonly count: number
  readonly isExact: boolean
}

/** Counting stops here, because nobody needs the exact number of a longer list. */
const mostCounted = 1000

/** Counts the rows of a `SELECT`, which gets the limit as its last bound value. */
export function countUpTo(count: (limit: number) => number): Count {
  const found = count(mostCounted + 1)
  return { count: Math.min(found, mostCounted), isExact: found <= mostCounted }
}

/** The position after a row: the sort value, then the row number as tie-break. */
export interface Place {
  readonly value: number | string
  readonly id: number
}

const cursorShape = z.tuple([z.string(), z.union([z.int(), z.string()]), z.int()])

/** Encodes a position as an opaque text. `list` names the sort, so that a cursor of another list is refused. */
export function encodeCursor(list: string, place: Place): string {
  return Buffer.from(JSON.stringify([list, place.value, place.id])).toString('base64url')
}

/** Decodes a cursor. Throws `validation-failed` for a text that is not a cursor of this list. */
export function decodeCursor(list: string, cursor: string): Place {
  const parsed = cursorShape.safeParse(parseJson(Buffer.from(cursor, 'base64url').toString('utf8')))
  if (!parsed.success || parsed.data[0] !== list)
    throw new AppError('validation-failed', { fields: { cursor: 'not-a-cursor' } })
  return { value: parsed.data[1], id: parsed.data[2] }
}

/** Removes the extra row that was read only to see whether there is a next page. */
export function toPage<R, T>(
  found: readonly R[],
  limit: number,
  total: Count,
  shape: { readonly cursorOf: (row: R) => string; readonly view: (row: R) => T },
): Page<T> {
  const shown = found.slice(0, limit)
  const last = shown.at(-1)
  return {
    rows: shown.map(shape.view),
    nextCursor: found.length > limit && last !== undefined ? shape.cursorOf(last) : null,
    total: total.count,
    isTotalExact: total.isExact,
  }
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return null
  }
}
