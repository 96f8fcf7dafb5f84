import { computed, ref, type Ref, type WritableComputedRef } from 'vue'
import { filledLines } from '../../src-shared/domain/pasted-text'
import { refuseCardNumber } from '../../src-shared/domain/card-number-guard'

interface SearchText {
  /** For `v-model`, which waits until an input method has finished the text. Never contains a card number. */
  readonly text: WritableComputedRef<string>
  /** True if the last input contained a card number, which was removed. */
  readonly isRefused: Ref<boolean>
  /** If several lines are pasted, the first line that is not empty becomes the search text. */
  readonly onPaste: (event: ClipboardEvent) => void
}

/** The text of a search input. `input` is its element. `get` and `set` read and write the search text. */
export function useSearchText(
  input: Readonly<Ref<HTMLInputElement | null>>,
  get: () => string,
  set: (text: string) => void,
): SearchText {
  const isRefused = ref(false)
  const text = computed({
    get,
    set: (typed) => {
      const cleaned = refuseCardNumber(typed)
      isRefused.value = cleaned !== null
      // Vue does not render again when the text stays the same, so the number is removed from the element here.
      if (cleaned !== null && input.value !== null) input.value.value = cleaned
      set(cleaned ?? typed)
    },
  })

  function onPaste(event: ClipboardEvent): void {
    const [first, second] = filledLines(event.clipboardData?.getData('text') ?? '')
    const element = input.value
    if (element === null || first === undefined || second === undefined) return
    event.preventDefault()
    element.setRangeText(first, element.selectionStart ?? 0, element.selectionEnd ?? 0, 'end')
    text.value = element.value
  }

  return { text, isRefused, onPaste }
}
