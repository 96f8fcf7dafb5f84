import type { ExportProblem } from '../../src-shared/domain/order-export'
import { openForReading } from '../db/file/open-database'
import type { DatabaseOptions, Sqlite } from '../db/file/connection'
import { OrderList } from '../db/queries/order-list'
import { noFactNames } from '../ports/fact-names'
import type { ExportJob, ExportProgress, ExportResult } from '../ports/order-export'
import { csvWriter, type SheetWriter } from './csv-writer'
import { DraftFile, exportProblemOf } from './draft-file'
import { OrderCells } from './order-cells'
import { xlsxWriter } from './xlsx-writer'

/** Rows between two looks at whether the export was cancelled. */
const rowsAtOnce = 500

/** How the caller follows and ends an export. */
export interface ExportHooks {
  readonly onProgress: (progress: ExportProgress) => void
  readonly isCancelled: () => boolean
  readonly nowMs: () => number
}

/**
 * Opens its own connection for reading, wipes the key, writes the file of a job and closes the connection. Never throws.
 */
export function exportFromDatabase(
  options: DatabaseOptions,
  key: Uint8Array,
  job: ExportJob,
  hooks: ExportHooks,
): ExportResult {
  let db: Sqlite
  try {
    db = openForReading(options, key, (opened) => opened)
  } catch (error) {
    return failed('history-unreadable', error)
  } finally {
    key.fill(0)
  }
  try {
    return exportOrders(db, options, job, hooks)
  } finally {
    db.close()
  }
}

/**
 * Writes every order of the job's query. All rows are of one read transaction, so later changes are not in the file, and
 * nobody waits for it. On cancel and on failure nothing stays of the file.
 */
export function exportOrders(
  db: Sqlite,
  { factNames = noFactNames }: Pick<DatabaseOptions, 'factNames'>,
  job: ExportJob,
  hooks: ExportHooks,
): ExportResult {
  let draft: DraftFile | null = null
  try {
    const file = new DraftFile(job.file)
    draft = file
    const cells = new OrderCells(job.timeZone, factNames)
    const written = db.transaction(() => writeRows(db, file, cells, job, hooks)).deferred()
    if (written === null) return { kind: 'cancelled' }
    file.publish()
    draft = null
    return { kind: 'done', ...written, bytes: file.bytes }
  } catch (error) {
    return failed(isDatabaseError(error) ? 'history-unreadable' : exportProblemOf(error), error)
  } finally {
    draft?.discard()
  }
}

/** Returns null when the export was cancelled. */
function writeRows(
  db: Sqlite,
  file: DraftFile,
  cells: OrderCells,
  job: ExportJob,
  hooks: ExportHooks,
): (ExportProgress & { readonly cutCells: number }) | null {
  const list = new OrderList(db)
  const { total, rows } =
    job.orderIds === undefined ? list.everyOrder(job.query) : list.theseOrders(job.query, job.orderIds)
  const snapshotAtMs = hooks.nowMs()
  let written = 0
  const write = (chunk: Uint8Array) => {
    file.write(chunk)
  }
  const sheet: SheetWriter =
    job.format === 'csv'
      ? csvWriter(write, job)
      : xlsxWriter(write, () => aboutExport(job, written, snapshotAtMs, sheet.cutCells))
  hooks.onProgress({ written, total, snapshotAtMs })
  let waiting: string[][] = []
  const flush = () => {
    sheet.add(waiting)
    written += waiting.length
    waiting = []
    hooks.onProgress({ written, total, snapshotAtMs })
  }
  for (const row of rows) {
    waiting.push(cells.of(row))
    if (waiting.length < rowsAtOnce) continue
    flush()
    // Leaving the loop closes the statement.
    if (hooks.isCancelled()) return null
  }
  if (waiting.length > 0) flush()
  if (hooks.isCancelled()) return null
  sheet.end()
  return { written, total, snapshotAtMs, cutCells: sheet.cutCells }
}

/** The second sheet of an XLSX file. */
function aboutExport(
  job: ExportJob,
  written: number,
  snapshotAtMs: number,
  cutCells: number,
): [string, string][] {
  return [
    ['Orders in this file', String(written)],
    ['Filter', job.filter],
    ['Snapshot taken at (UTC)', new Date(snapshotAtMs).toISOString()],
    ['Time zone of local times', job.timeZone],
    ['Texts cut to fit a cell', String(cutCells)],
    ['Made by', `Rebill Desk ${job.appVersion}`],
  ]
}

function failed(problem: ExportProblem, error: unknown): ExportResult {
  return { kind: 'failed', problem, cause: String(error) }
}

function isDatabaseError(error: unknown): boolean {
  return error instanceof Error && error.name === 'SqliteError'
}
