import { parse } from 'csv-parse'
import { statSync } from 'node:fs'
import { Readable } from 'node:stream'
import { containsCardNumber } from '../../src-shared/domain/card-number-guard'
import type { CsvSeparator } from '../../src-shared/domain/order-export'
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
} from '../../src-shared/domain/order-import'
import type { FileMark, ImportedRow, PreviewResult, ReadResult } from '../ports/order-import'
import { encodingOf, textOf, UnusableFile } from './file-text'
import { decimalOf, importedRow } from './imported-row'
import { separatorOf } from './pasted-table'

const sampleLength = 64 * 1024
const sampleRows = 200
const rowsAtOnce = 200
const longestShownCell = 80

interface Parsed {
  readonly line: number
  readonly cells: readonly string[]
}

/** What a file holds, read to its end with the choices of the person, or with what is found out from it. Never throws. */
export async function previewOrders(
  file: string,
  given: ImportChoices | null,
  isCancelled: () => boolean,
): Promise<PreviewResult> {
  try {
    const mark = markOf(file)
    let choices = given ?? (await choicesOf(file, isCancelled))
    let titles: readonly string[] | null = null
    const rows: { line: number; cells: string[] }[] = []
    const problems: LineProblem[] = []
    let [usable, refused, lastMs, isNewestFirst] = [0, 0, Infinity, true]
    for await (const { line, cells } of recordsOf(file, choices)) {
      if (isCancelled()) return { kind: 'cancelled' }
      if (titles === null) {
        titles = cells
        // Another separator makes other columns.
        if (cells.length !== choices.columns.length) choices = { ...choices, columns: targetsOf(cells) }
        continue
      }
      if (rows.length < shownRows) rows.push({ line, cells: cells.map(shown) })
      const row = importedRow(cells, choices)
      if ('problem' in row) {
        refused += 1
        if (problems.length < shownProblems) problems.push({ line, ...row })
        continue
      }
      usable += 1
      if (row.createdAtMs === null) continue
      isNewestFirst &&= row.createdAtMs <= lastMs
      lastMs = row.createdAtMs
    }
    if (titles === null) throw new UnusableFile('empty')
    const preview = { bytes: mark.bytes, choices, titles: titles.map(shown), rows, usable, refused, problems }
    return { kind: 'preview', preview, mark, isNewestFirst }
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
    for await (const { line, cells } of recordsOf(file, choices)) {
      if (isTitle) {
        isTitle = false
        continue
      }
      const row = importedRow(cells, choices)
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

async function choicesOf(file: string, isCancelled: () => boolean): Promise<ImportChoices> {
  const encoding = encodingOf(file, isCancelled)
  const separator = separatorOf(sampleOf(file, encoding)) ?? ','
  let titles: readonly string[] | null = null
  const amounts: string[] = []
  let money: readonly number[] = []
  let read = 0
  for await (const { cells } of recordsOf(file, { encoding, separator })) {
    if (titles === null) {
      titles = cells
      const columns = targetsOf(cells)
      money = columns.flatMap((name, at) =>
        fileColumns.some((each) => each.name === name && each.kind === 'money') ? at : [],
      )
    } else amounts.push(...money.map((at) => cells[at] ?? ''))
    if (++read > sampleRows) break
  }
  return { encoding, separator, decimal: decimalOf(amounts), columns: targetsOf(titles ?? []) }
}

/** The first lines of a file. A line that the sample cuts off is left out, because it has fewer columns. */
function sampleOf(file: string, encoding: FileEncoding): string {
  const [text = ''] = textOf(file, encoding)
  const end = text.length < sampleLength / 2 ? text.length : text.lastIndexOf('\n') + 1
  return text.slice(0, end === 0 ? text.length : end)
}

async function* recordsOf(
  file: string,
  { encoding, separator }: { readonly encoding: FileEncoding; readonly separator: CsvSeparator },
): AsyncGenerator<Parsed> {
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
  let count = 0
  for await (const parsed of parser) {
    const { record, info } = parsed as unknown as {
      record: readonly string[]
      info: { readonly lines: number }
    }
    if (record.length > importLimits.columns) throw new UnusableFile('too-many-columns')
    if (++count > importLimits.rows + 1) throw new UnusableFile('too-many-rows')
    yield { line: info.lines, cells: record.map(withoutGuard) }
  }
}

/** A cell as a preview shows it: never a card number. */
function shown(cell: string): string {
  return containsCardNumber(cell) ? '' : cell.slice(0, longestShownCell)
}

function refusal(error: unknown): Extract<PreviewResult, { kind: 'refused' }> {
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
