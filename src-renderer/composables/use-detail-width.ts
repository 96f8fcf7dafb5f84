import { inject, type InjectionKey, type Ref } from 'vue'

/** The chosen width of the pane beside a list, in px; null = no choice. */
export interface DetailWidth {
  readonly px: Readonly<Ref<number | null>>
  choose(px: number | null): void
}

export const detailWidthKey: InjectionKey<DetailWidth> = Symbol('detail width')

/** The width for components, which do not use stores. Call it in a setup function. */
export function useDetailWidth(): DetailWidth {
  const width = inject(detailWidthKey)
  if (width === undefined) throw new Error('the width of the detail was not provided to the components')
  return width
}
