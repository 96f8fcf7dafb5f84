import { inject, type InjectionKey } from 'vue'

/** Copies a text and shows a notice in the status bar. False if the text could not be copied. */
export type Copy = (text: string, said?: string) => Promise<boolean>

export const copyKey: InjectionKey<Copy> = Symbol('copy')

/** The copy function for components, which do not use stores. Call it in a setup function. */
export function useClipboard(): { readonly copy: Copy } {
  const copy = inject(copyKey)
  if (copy === undefined) throw new Error('copying was not provided to the components')
  return { copy }
}
