/** One result in the command bar. */
export interface CommandChoice {
  readonly key: string
  /** Heading above the first result with this group. */
  readonly group: string
  readonly text: string
  readonly detail: string
  readonly disabledReason: string | null
  /** The parts that name a person or a card. */
  readonly personal: readonly ('group' | 'text' | 'detail')[]
  readonly run: () => unknown
}
