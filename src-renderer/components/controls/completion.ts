/** A text that completes what is typed in a search box. */
export interface Completion {
  /** The whole text of the box after it was chosen. */
  readonly key: string
  readonly text: string
  readonly hint: string
}
