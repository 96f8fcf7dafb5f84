import { nextTick, type Ref } from 'vue'
import { useHotkeys, type HotkeyMap } from './use-hotkeys'

interface ListScreenParts {
  readonly list: Readonly<Ref<{ focusChosen(): boolean; focusTabStop(): void } | null>>
  /** Null for a screen that has no search. */
  readonly search: Readonly<Ref<{ focus(): void } | null>> | null
  readonly refresh: () => void
  /** Closes the detail. */
  readonly close: () => Promise<unknown>
  readonly more?: HotkeyMap
}

/**
 * The keys of a screen with a list and a detail. Esc leads from the detail to its row, and from there, or when the list
 * does not hold that row, closes the detail. It never chooses a row.
 */
export function useListHotkeys({ list, search, refresh, close, more = {} }: ListScreenParts): void {
  const onEscape = async () => {
    if (list.value?.focusChosen() === true) return
    await close()
    await nextTick()
    list.value?.focusTabStop()
  }
  const focusSearch = () => search?.value?.focus()
  useHotkeys({
    ...(search === null ? {} : { '/': focusSearch, 'mod+f': focusSearch }),
    f5: refresh,
    escape: () => void onEscape(),
    ...more,
  })
}
