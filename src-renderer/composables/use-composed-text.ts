import { computed, ref, type WritableComputedRef } from 'vue'

interface ComposedText {
  /** For `v-model:value` of an NInput: the text that an input method still composes, otherwise the value. */
  readonly shown: WritableComputedRef<string>
  /** Handlers for the NInput's `input-props`. */
  readonly composing: { readonly onCompositionstart: () => void; readonly onInput: (event: Event) => void }
}

/**
 * Keeps the text that an input method is still composing. Naive UI's NInput (2.45.3) writes its old value over it when it
 * is rendered again, for example because a check of the field has finished. `get` and `set` read and write the value.
 */
export function useComposedText(get: () => string, set: (value: string) => void): ComposedText {
  const composed = ref<string | null>(null)
  return {
    shown: computed({
      get: () => composed.value ?? get(),
      // NInput sets the value when the composition ends, and never before. Both changes must be in one render.
      set: (value) => {
        composed.value = null
        set(value)
      },
    }),
    composing: {
      onCompositionstart: () => (composed.value = get()),
      onInput: (event) => {
        if (composed.value !== null) composed.value = (event.target as HTMLInputElement).value
      },
    },
  }
}
