import { parse } from 'csv-parse/sync'
import { csvSeparator, type CsvSeparator } from '../../src-shared/domain/order-export'
import { withoutGuard } from '../../src-shared/domain/order-file'
import type { PastedTable } from '../ports/order-export'

const sampleLines = 20
const maxCellLength = 10_000

/** Reads pasted lines as a table: one column, or cells of CSV or of a spreadsheet. Never throws. */
export function readPastedTable(text: string, maxLines: number): PastedTable {
  const separator = separatorOf(text.split(/\r\n|\r|\n/, sampleLines).join('\n'))
  const rows = rowsOf(text, separator, maxLines + 1)
  return {
    separator,
    isCut: rows.length > maxLines,
    rows: rows.slice(0, maxLines).map(({ record, info }) => ({
      line: info.lines,
      cells: record.map((cell) => withoutGuard(cell.slice(0, maxCellLength)).trim()),
    })),
  }
}

interface ParsedRow {
  readonly record: readonly string[]
  readonly info: { readonly lines: number }
}

function rowsOf(text: string, separator: CsvSeparator | null, limit: number): readonly ParsedRow[] {
  return parse(text, {
    delimiter: separator ?? '\t',
    record_delimiter: ['\r\n', '\n', '\r'],
    bom: true,
    info: true,
    // A single quotation mark in an id must not swallow the rest of the text.
    quote: separator === null ? null : '"',
    relax_quotes: true,
    relax_column_count: true,
    skip_empty_lines: true,
    skip_records_with_empty_values: true,
    skip_records_with_error: true,
    to: limit,
  }) as unknown as readonly ParsedRow[]
}

/** The separator that splits the most lines into the same number of columns; null = there is one column. */
export function separatorOf(sample: string): CsvSeparator | null {
  const scored = csvSeparator.options.map((separator) => {
    const widths = rowsOf(sample, separator, sampleLines).map(({ record }) => record.length)
    const width = widths[0] ?? 1
    const same = widths.filter((each) => each === width).length
    return { separator, score: width > 1 && same === widths.length ? width : 0 }
  })
  const best = scored.reduce((left, right) => (right.score > left.score ? right : left))
  return best.score > 1 ? best.separator : null
}
