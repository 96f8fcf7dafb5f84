import type { FileColumnName } from '../../src-shared/domain/order-file'
import type { FileProblem, ImportChoices, ImportPreview } from '../../src-shared/domain/order-import'

/** The cells of an order, by their columns. A column without a cell is not in it. */
export type ImportedCells = Partial<Record<FileColumnName, string>>

/** What tells whether an order is in the history. */
export interface OrderIds {
  readonly clientOrderId: string
  readonly gatewayOrderId: string | null
}

/** A row of a file that can be imported. */
export interface ImportedRow extends OrderIds {
  /** Line of the file, counted from 1. */
  readonly line: number
  /** Place among the rows that can be imported, counted from 0. */
  readonly index: number
  /** Null = the file does not say when the order was made. */
  readonly createdAtMs: number | null
  readonly cells: ImportedCells
}

/** A file as it was read for a preview. An import refuses it when size or time of change differ. */
export interface FileMark {
  readonly bytes: number
  readonly changedAtMs: number
}

export type PreviewResult =
  | {
      readonly kind: 'preview'
      readonly preview: Omit<ImportPreview, 'kind' | 'fileName' | 'known'>
      readonly mark: FileMark
      /** No row is newer than the row before it. */
      readonly isNewestFirst: boolean
    }
  | { readonly kind: 'refused'; readonly problem: FileProblem; readonly cause: string }
  | { readonly kind: 'cancelled' }

export type ReadResult =
  | { readonly kind: 'done' | 'cancelled' }
  | { readonly kind: 'refused'; readonly problem: FileProblem; readonly cause: string }

/** A running read. It ends soon after `cancel`. */
export interface RunningRead<Result> {
  readonly result: Promise<Result>
  cancel(): void
}

/** Reads files of orders in a thread of its own, with bounded memory. Never rejects. */
export interface OrderFileReader {
  /**
   * Reads the whole file. `choices` null = found out from the file. Hands over the ids of the rows that can be imported; the next
   * ones are read when the promise is fulfilled; false ends the read.
   */
  preview(
    file: string,
    choices: ImportChoices | null,
    onIds: (ids: readonly OrderIds[]) => Promise<boolean>,
  ): RunningRead<PreviewResult>
  /** Hands over the rows that can be imported. The next ones are read when the promise is fulfilled; false ends the read. */
  read(
    file: string,
    choices: ImportChoices,
    mark: FileMark,
    onRows: (rows: readonly ImportedRow[]) => Promise<boolean>,
  ): RunningRead<ReadResult>
}
