/** A column of a DataList. */
export interface ListColumn {
  readonly key: string
  readonly title: string
  /** CSS grid track, such as `96px` or `minmax(120px, 1fr)`. */
  readonly width: string
  /** For money and status words: the column grows until nothing in it is cut. `width` is then its least one, in px. */
  readonly fits?: boolean
  readonly align?: 'start' | 'end'
  readonly sortable?: boolean
  /** Shown only when the list is at least this wide, in px. */
  readonly fromWidthPx?: number
}

export interface ListSort {
  readonly key: string
  readonly direction: 'asc' | 'desc'
}

/** Where a key moves the active row, or null when the key is not one of the list. */
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
