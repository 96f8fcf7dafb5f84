import { parse } from 'csv-parse'
import { closeSync, openSync, readSync, statSync } from 'node:fs'
import { Readable } from 'node:stream'
import { containsCardNumber } from '../../src-shared/domain/card-number-guard'
import { fileColumns, withoutGuard } from '../../src-shared/domain/order-file'
import {
  importLimits,
  targetsOf,
  shownProblems,
  shownRows,
  type FileEncoding,
  type FileProblem,
  type ImportChoices,
  type LineProblem,
  type RowsPlace,
} from '../../src-shared/domain/order-import'
import type { FileMark, ImportedRow, OrderIds, PreviewResult, ReadResult } from '../ports/order-import'
import { encodingOf, textOf, UnusableFile } from './file-text'
import { decimalOf, importedRow } from './imported-row'
import { separatorOf } from './pasted-table'
import { ReadingEnded } from './workbook-parts'
import { sheetNames, sheetRows, type SheetRow } from './workbook-rows'

const sampleLength = 64 * 1024
const sampleRows = 200
const rowsAtOnce = 200
const idsAtOnce = 1000
const longestShownCell = 80

const startOfZip = Buffer.from('PK\x03\x04')

/** What a file holds, read to its end with the choices of the person, or with what is found out from it. Never throws. */
export async function previewOrders(
  file: string,
  given: ImportChoices | null,
  {
    isCancelled,
    onIds,
  }: {
    readonly isCancelled: () => boolean
    readonly onIds: (ids: readonly OrderIds[]) => Promise<boolean>
  },
): Promise<PreviewResult> {
  try {
    const mark = markOf(file)
    const sheets = isZip(file) ? await sheetNames(file, isCancelled) : []
    let choices = given ?? (await choicesOf(file, isCancelled))
    let titles: readonly string[] | null = null
    const rows: { line: number; cells: string[] }[] = []
    const problems: LineProblem[] = []
    let waiting: OrderIds[] = []
    let [usable, refused, lastMs, isNewestFirst] = [0, 0, Infinity, true]
    for await (const { line, cells, numbers } of recordsOf(file, choices.place, isCancelled)) {
      if (isCancelled()) return { kind: 'cancelled' }
      if (titles === null) {
        titles = cells
        // Another separator or sheet makes other columns.
        if (cells.length !== choices.columns.length) choices = { ...choices, columns: targetsOf(cells) }
        continue
      }
      if (rows.length < shownRows) rows.push({ line, cells: cells.map(shown) })
      const row = importedRow(cells, choices, numbers)
      if ('problem' in row) {
        refused += 1
        if (problems.length < shownProblems) problems.push({ line, ...row })
        continue
      }
      usable += 1
      waiting.push({ clientOrderId: row.clientOrderId, gatewayOrderId: row.gatewayOrderId })
      if (waiting.length === idsAtOnce) {
        if (!(await onIds(waiting))) return { kind: 'cancelled' }
        waiting = []
      }
      if (row.createdAtMs === null) continue
      isNewestFirst &&= row.createdAtMs <= lastMs
      lastMs = row.createdAtMs
    }
    if (titles === null) throw new UnusableFile('empty')
    if (waiting.length > 0 && !(await onIds(waiting))) return { kind: 'cancelled' }
    const found = { bytes: mark.bytes, choices, sheets: sheets.map(shown), titles: titles.map(shown) }
    return { kind: 'preview', preview: { ...found, rows, usable, refused, problems }, mark, isNewestFirst }
  } catch (error) {
    return refusal(error)
  }
}

/** Hands over the usable rows of a file in batches. Never throws. */
export async function readOrders(
  file: string,
  choices: ImportChoices,
  mark: FileMark,
  hooks: {
    readonly isCancelled: () => boolean
    readonly onRows: (rows: readonly ImportedRow[]) => Promise<boolean>
  },
): Promise<ReadResult> {
  try {
    const now = markOf(file)
    if (now.bytes !== mark.bytes || now.changedAtMs !== mark.changedAtMs) throw new UnusableFile('changed')
    let isTitle = true
    let index = 0
    let waiting: ImportedRow[] = []
    for await (const { line, cells, numbers } of recordsOf(file, choices.place, hooks.isCancelled)) {
      if (isTitle) {
        isTitle = false
        continue
      }
      const row = importedRow(cells, choices, numbers)
      if ('problem' in row) continue
      waiting.push({ ...row, line, index: index++ })
      if (waiting.length < rowsAtOnce) continue
      if (hooks.isCancelled() || !(await hooks.onRows(waiting))) return { kind: 'cancelled' }
      waiting = []
    }
    const isCancelled = hooks.isCancelled() || (waiting.length > 0 && !(await hooks.onRows(waiting)))
    return { kind: isCancelled ? 'cancelled' : 'done' }
  } catch (error) {
    return refusal(error)
  }
}

function markOf(file: string): FileMark {
  const { size, mtimeMs } = statSync(file)
  if (size > importLimits.bytes) throw new UnusableFile('too-large')
  return { bytes: size, changedAtMs: mtimeMs }
}

function isZip(file: string): boolean {
  const start = Buffer.alloc(startOfZip.length)
  const handle = openSync(file, 'r')
  try {
    return readSync(handle, start) === start.length && start.equals(startOfZip)
  } finally {
    closeSync(handle)
  }
}

async function choicesOf(file: string, isCancelled: () => boolean): Promise<ImportChoices> {
  const place: RowsPlace = isZip(file) ? { format: 'xlsx', sheet: 0 } : csvPlace(file, isCancelled)
  let titles: readonly string[] | null = null
  const amounts: string[] = []
  let money: readonly number[] = []
  let read = 0
  for await (const { cells, numbers } of recordsOf(file, place, isCancelled)) {
    if (titles === null) {
      titles = cells
      const columns = targetsOf(cells)
      money = columns.flatMap((name, at) =>
        fileColumns.some((each) => each.name === name && each.kind === 'money') ? at : [],
      )
    } else amounts.push(...money.map((at) => (numbers.has(at) ? '' : (cells[at] ?? ''))))
    if (++read > sampleRows) break
  }
  return { place, decimal: decimalOf(amounts), columns: targetsOf(titles ?? []) }
}

function csvPlace(file: string, isCancelled: () => boolean): RowsPlace {
  const encoding = encodingOf(file, isCancelled)
  return { format: 'csv', encoding, separator: separatorOf(sampleOf(file, encoding)) ?? ',' }
}

/** The first lines of a file. A line that the sample cuts off is left out, because it has fewer columns. */
function sampleOf(file: string, encoding: FileEncoding): string {
  const [text = ''] = textOf(file, encoding)
  const end = text.length < sampleLength / 2 ? text.length : text.lastIndexOf('\n') + 1
  return text.slice(0, end === 0 ? text.length : end)
}

/** The rows of a file that are not empty, with the titles. */
async function* recordsOf(
  file: string,
  place: RowsPlace,
  isCancelled: () => boolean,
): AsyncGenerator<SheetRow> {
  const rows = place.format === 'csv' ? csvRows(file, place) : sheetRows(file, place.sheet, isCancelled)
  let count = 0
  for await (const row of rows) {
    if (row.cells.length > importLimits.columns) throw new UnusableFile('too-many-columns')
    if (++count > importLimits.rows + 1) throw new UnusableFile('too-many-rows')
    yield row
  }
}

const noNumbers: SheetRow['numbers'] = new Map()

async function* csvRows(
  file: string,
  { encoding, separator }: Extract<RowsPlace, { format: 'csv' }>,
): AsyncGenerator<SheetRow> {
  const parser = Readable.from(textOf(file, encoding)).compose<
    NodeJS.ReadWriteStream & AsyncIterable<unknown>
  >(
    parse({
      delimiter: separator,
      record_delimiter: ['\r\n', '\n', '\r'],
      info: true,
      relax_quotes: true,
      relax_column_count: true,
      skip_empty_lines: true,
      max_record_size: importLimits.recordLength,
    }),
  )
  for await (const parsed of parser) {
    const { record, info } = parsed as unknown as {
      record: readonly string[]
      info: { readonly lines: number }
    }
    // Guards are only in CSV files.
    yield { line: info.lines, cells: record.map(withoutGuard), numbers: noNumbers }
  }
}

/** A cell as a preview shows it: never a card number. */
function shown(cell: string): string {
  return containsCardNumber(cell) ? '' : cell.slice(0, longestShownCell)
}

function refusal(error: unknown): Extract<PreviewResult, { kind: 'refused' | 'cancelled' }> {
  if (error instanceof ReadingEnded) return { kind: 'cancelled' }
  return { kind: 'refused', problem: problemOf(error), cause: causeOf(error) }
}

function problemOf(error: unknown): FileProblem {
  if (error instanceof UnusableFile) return error.problem
  switch (codeOf(error)) {
    case 'CSV_MAX_RECORD_SIZE':
      return 'record-too-long'
    case 'CSV_QUOTE_NOT_CLOSED':
      return 'unclosed-quote'
    case 'ENOENT':
    case 'EACCES':
    case 'EPERM':
    case 'EBUSY':
    case 'EISDIR':
    case 'EIO':
      return 'not-readable'
    default:
      return 'unknown'
  }
}

/** The errors of the parser quote the file, so only their code is used. */
function causeOf(error: unknown): string {
  return error instanceof UnusableFile ? error.message : (codeOf(error) ?? 'unexpected')
}

function codeOf(error: unknown): string | undefined {
  return error instanceof Error && 'code' in error && typeof error.code === 'string' ? error.code : undefined
}
