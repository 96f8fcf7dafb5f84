import { nextTick, onActivated, onMounted, type Ref } from 'vue'

/** Puts the focus into the first empty field when a form appears, unless it is in the form already. */
export function useFocusFirstEmpty(root: Ref<HTMLElement | null>): void {
  async function focusFirstEmpty(): Promise<void> {
    await nextTick()
    if (document.activeElement !== null && root.value?.contains(document.activeElement)) return
    const inputs = [...(root.value?.querySelectorAll<HTMLInputElement>('input[type="text"], textarea') ?? [])]
    inputs.find((input) => input.value === '' && !input.readOnly)?.focus()
  }

  onMounted(focusFirstEmpty)
  onActivated(focusFirstEmpty)
}
