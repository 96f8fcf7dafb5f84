import type { CsvSeparator, ExportProblem, ExportRequest } from '../../src-shared/domain/order-export'

/** An export with everything that its file says about it. */
export interface ExportJob extends ExportRequest {
  /** Path of the file, chosen by the person. */
  readonly file: string
  /** IANA name of the zone of the local times. */
  readonly timeZone: string
  /** The filter in words. */
  readonly filter: string
  readonly appVersion: string
}

/** How far an export is. */
export interface ExportProgress {
  readonly written: number
  readonly total: number
  readonly snapshotAtMs: number
}

export type ExportResult =
  | (ExportProgress & { readonly kind: 'done'; readonly bytes: number; readonly cutCells: number })
  | { readonly kind: 'cancelled' }
  /** `cause` is the technical reason, for the log. */
  | { readonly kind: 'failed'; readonly problem: ExportProblem; readonly cause: string }

/** A running export. `cancel` leaves no file. */
export interface RunningExport {
  readonly result: Promise<ExportResult>
  cancel(): void
}

/** Writes the orders of a query to a file, from one snapshot of the history. Never rejects. */
export interface OrderExporter {
  start(job: ExportJob, key: Uint8Array, onProgress: (progress: ExportProgress) => void): RunningExport
}

/** A pasted list of orders as a table. */
export interface PastedTable {
  /** Null = one column. */
  readonly separator: CsvSeparator | null
  readonly rows: readonly { readonly line: number; readonly cells: readonly string[] }[]
  /** There were more lines than asked for. */
  readonly isCut: boolean
}

/** Reads at most `maxLines` lines. Never throws. */
export type PastedTableReader = (text: string, maxLines: number) => PastedTable
