import { inject, type InjectionKey } from 'vue'

/** Copies a text and says so in the status bar, by default that it was copied. False when it could not be copied. */
export type Copy = (text: string, said?: string) => Promise<boolean>

export const copyKey: InjectionKey<Copy> = Symbol('copy')

/** Copying for components, which know no store. To be called in a setup function. */
export function useClipboard(): { readonly copy: Copy } {
  const copy = inject(copyKey)
  if (copy === undefined) throw new Error('copying was not provided to the components')
  return { copy }
}
