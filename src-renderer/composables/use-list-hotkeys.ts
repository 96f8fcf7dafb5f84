import { nextTick, type Ref } from 'vue'
import { useHotkeys, type HotkeyMap } from './use-hotkeys'

interface ListScreenParts {
  readonly list: Readonly<Ref<{ focusChosen(): boolean; focusTabStop(): void } | null>>
  /** Null if the screen has no search. */
  readonly search: Readonly<Ref<{ focus(): void } | null>> | null
  readonly refresh: () => void
  /** Closes the detail. */
  readonly close: () => Promise<unknown>
  readonly more?: HotkeyMap
}

/**
 * The keys of a screen with a list and a detail. Esc moves from the detail to its row. On that row, or if the list does
 * not contain it, Esc closes the detail. Esc never selects a row. Returns the function that closes the detail.
 */
export function useListHotkeys({ list, search, refresh, close, more = {} }: ListScreenParts) {
  const closeDetail = async () => {
    await close()
    await nextTick()
    list.value?.focusTabStop()
  }
  const onEscape = async () => {
    if (list.value?.focusChosen() !== true) await closeDetail()
  }
  const focusSearch = () => search?.value?.focus()
  useHotkeys({
    ...(search === null ? {} : { '/': focusSearch, 'mod+f': focusSearch }),
    f5: refresh,
    escape: () => void onEscape(),
    ...more,
  })
  return { closeDetail }
}
