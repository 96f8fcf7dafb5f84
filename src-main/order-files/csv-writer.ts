import { stringify } from 'csv-stringify/sync'
import type { CsvSeparator } from '../../src-shared/domain/order-export'
import { fileColumns, withGuard } from '../../src-shared/domain/order-file'

/** Writes rows of orders as a spreadsheet file, piece by piece. */
export interface SheetWriter {
  /** Number of texts that were cut, because a cell could not hold them. */
  readonly cutCells: number
  add(rows: readonly (readonly string[])[]): void
  /** Called once, after the last row. */
  end(): void
}

/**
 * CSV by RFC 4180: CRLF between records, cells quoted where they must be. It has a header and one record for each order
 * and nothing else, so that every program can read it; the facts about the export are shown in the app instead.
 */
export function csvWriter(
  write: (chunk: Uint8Array) => void,
  options: { readonly separator: CsvSeparator; readonly byteOrderMark: boolean },
): SheetWriter {
  const text = (rows: readonly (readonly string[])[]) =>
    Buffer.from(
      stringify(rows as string[][], { delimiter: options.separator, record_delimiter: '\r\n' }),
      'utf8',
    )
  if (options.byteOrderMark) write(Buffer.from([0xef, 0xbb, 0xbf]))
  write(text([fileColumns.map(({ title }) => title)]))
  return {
    cutCells: 0,
    add: (rows) => {
      write(text(rows.map((row) => row.map((cell, at) => withGuard(cell, fileColumns[at]?.kind ?? 'text')))))
    },
    end: () => undefined,
  }
}
