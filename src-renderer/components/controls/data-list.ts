import type { InjectionKey, Ref } from 'vue'

/** Height of a row in px. It depends on the density. */
export const rowHeightKey: InjectionKey<Readonly<Ref<number>>> = Symbol('row height')

/** A column of a DataList. */
export interface ListColumn {
  readonly key: string
  readonly title: string
  /** CSS grid track, such as `96px` or `minmax(120px, 1fr)`. */
  readonly width: string
  /** The column grows until no text is cut, for money and status. `width` is then the minimum, in px. */
  readonly fits?: boolean
  readonly align?: 'start' | 'end'
  readonly sortable?: boolean
  /** Width that a person chose, in px. A fitting column is never narrower than its content. */
  readonly chosenPx?: number | null
  /** Minimum width of the list in px; below it the column is hidden. */
  readonly fromWidthPx?: number
}

/** A cell, or a whole row, for which a menu is asked. */
export interface MenuRequest<Row> {
  readonly row: Row
  /** Null = the menu was asked for by keyboard, on the row. */
  readonly columnKey: string | null
  /** The place in the window, in px. */
  readonly x: number
  readonly y: number
}

/** Limits of a width that a person chooses, in px. */
export interface WidthLimits {
  readonly minPx: number
  readonly maxPx: number
}

/** The CSS grid track of a column whose widest content so far is `neededPx`. */
export function trackOf({ width, fits, chosenPx = null }: ListColumn, neededPx: number): string {
  if (fits === true) return `max(${chosenPx === null ? width : `${chosenPx}px`}, ${neededPx}px)`
  return chosenPx === null ? width : `${chosenPx}px`
}

/** The least width of the columns in px. In a narrower pane the list scrolls sideways. */
export function leastWidthPx(columns: readonly ListColumn[], neededPx: ReadonlyMap<string, number>): number {
  return columns.reduce((sum, { key, width, chosenPx = null, fits }) => {
    const ownPx = chosenPx ?? Number.parseInt(width.replace('minmax(', ''), 10)
    return sum + (fits === true ? Math.max(ownPx, neededPx.get(key) ?? 0) : ownPx)
  }, 0)
}

export interface ListSort {
  readonly key: string
  readonly direction: 'asc' | 'desc'
}

/** Index of the active row after a key press; null if the list does not handle the key. */
export function nextIndex(
  key: string,
  current: number,
  list: { readonly count: number; readonly pageSize: number },
): number | null {
  const last = list.count - 1
  const clamp = (index: number) => Math.min(Math.max(index, 0), last)
  if (last < 0) return null
  switch (key) {
    case 'j':
    case 'ArrowDown':
      return clamp(current + 1)
    case 'k':
    case 'ArrowUp':
      return clamp(current < 0 ? last : current - 1)
    case 'PageDown':
      return clamp(current + list.pageSize)
    case 'PageUp':
      return clamp(current - list.pageSize)
    case 'Home':
      return 0
    case 'End':
      return last
    default:
      return null
  }
}
