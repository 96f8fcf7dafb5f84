/** One result in the command bar. */
export interface CommandChoice {
  readonly key: string
  /** Heading above the first result with this group. */
  readonly group: string
  readonly text: string
  readonly detail: string
  readonly disabledReason: string | null
  readonly run: () => unknown
}
