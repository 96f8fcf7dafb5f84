import type { ExportProblem } from '../../../src-shared/domain/order-export'
import { icu } from './icu'

const problems: Record<ExportProblem, string> = {
  'disk-full': 'The disk is full. Free some space or choose another disk, then export again.',
  'folder-missing': 'The folder is no longer there. Choose another folder, then export again.',
  'folder-read-only': 'The folder cannot be written. Choose another folder, then export again.',
  'file-in-use':
    'The file is open in another program. Close it there or choose another name, then export again.',
  'file-too-large': 'The disk cannot hold a file of this size. Choose another disk, then export again.',
  'history-unreadable': 'The history could not be read. Check the banner at the top, then export again.',
  unknown: 'The file could not be written. The log in the data folder says more.',
}

export const exports = {
  title: 'Export orders',
  button: 'Export',
  lead: icu<{ count: number }>(
    '{count, plural, one {The one order of the list is exported.} other {All # orders of the list are exported.}}',
  ),
  leadFiltered: icu<{ count: number }>(
    '{count, plural, one {# order matches} other {# orders match}} the search and the filters. All of them are exported, not only the rows on the screen.',
  ),
  leadChosen: icu<{ count: number; hidden: number }>(
    '{count, plural, one {The one selected order is exported} other {The # selected orders are exported}}{hidden, plural, =0 {.} one {, also # that is not in the rows shown.} other {, also # that are not in the rows shown.}}',
  ),
  format: 'Format',
  formats: {
    xlsx: {
      text: 'Excel workbook (XLSX)',
      hint: 'IDs stay text and amounts are numbers. A second sheet says which filter and which moment the file shows.',
    },
    csv: {
      text: 'CSV',
      hint: 'One record for each order, for other programs. Excel changes long IDs when it opens a CSV file.',
    },
  },
  separator: 'Separator',
  separators: { ',': 'Comma', ';': 'Semicolon', '\t': 'Tab' },
  separatorHint: 'Semicolon for Excel where the decimal sign is a comma, as in German or French.',
  encoding: 'Encoding',
  encodings: { mark: 'UTF-8 with byte order mark, for Excel', plain: 'UTF-8, for other programs' },
  guard: 'A text that a spreadsheet would run as a formula gets an apostrophe in front.',
  privacy: 'The file holds names and masked cards and is not encrypted. Store it where only you can read it.',
  nothing: 'No order matches, so there is nothing to export.',
  running: 'An export is running. Wait for it or cancel it.',
  save: 'Choose file and export…',
  strip: {
    label: 'Export',
    starting: icu<{ file: string }>('Reading the orders for {file}'),
    running: icu<{ file: string }>('Exporting to {file}'),
    count: icu<{ written: number; total: number }>(
      '{written, number} of {total, plural, one {# order} other {# orders}}',
    ),
    done: icu<{ count: number; file: string }>(
      '{count, plural, one {# order} other {# orders}} exported to {file}',
    ),
    snapshot: icu<{ time: string; size: string }>('as of {time}, {size}'),
    cut: icu<{ count: number }>(
      '{count, plural, one {# text was longer than a cell of Excel can be and was cut.} other {# texts were longer than a cell of Excel can be and were cut.}}',
    ),
    cancelled: icu<{ file: string }>('Export cancelled. {file} was not written.'),
    failed: icu<{ file: string; problem: string }>('{file} was not written. {problem}'),
    cancel: 'Cancel export',
    show: 'Show in folder',
    close: 'Close',
  },
  problems,
}
