/** A row of a table of Insights. */
export interface InsightsRow {
  readonly key: string
  /** Names the row. */
  readonly title: string
  /** Beside the title, such as a code. */
  readonly note?: string
  readonly cells: readonly string[]
  /** A part of the longest bar, from 0 to 1. */
  readonly bar?: { readonly share: number; readonly tone: 'approved' | 'declined' }
  readonly canOpen: boolean
}
