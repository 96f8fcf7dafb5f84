/** The values of one kind over all categories. */
export interface BarSeries {
  readonly name: string
  /** The colour's name in the theme. */
  readonly tone: 'approved' | 'declined' | 'accent'
  readonly values: readonly number[]
  /** Stripes, so that colour is not the only sign. */
  readonly hasPattern: boolean
}
