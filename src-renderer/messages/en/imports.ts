import type {
  DecimalSign,
  FileEncoding,
  FileProblem,
  RowProblem,
} from '../../../src-shared/domain/order-import'
import { icu } from './icu'

const encodings: Record<FileEncoding, string> = {
  'utf-8': 'UTF-8',
  'utf-16le': 'UTF-16, low byte first',
  'utf-16be': 'UTF-16, high byte first',
  'windows-1252': 'Windows-1252 (Western European)',
}

const decimals: Record<DecimalSign, string> = { '.': 'Point, as in 10.15', ',': 'Comma, as in 10,15' }

const rowProblems: Record<RowProblem, string> = {
  'card-number': 'A cell holds what may be a full card number. It is not shown and not stored.',
  'client-order-id': 'There is no usable client order ID.',
  'gateway-order-id': 'The gateway order ID is not an ID.',
  amount: 'The amount is not a number with this decimal sign.',
  card: 'The card has other digits than the first six and the last four.',
  time: 'The time cannot be read without doubt. Use a form such as 2026-05-28T20:26:40Z.',
  rounded:
    'The spreadsheet has rounded this long number, so its last digits are lost. Store it as text in the file.',
  'too-many-cells': 'The row has more cells than the first line has titles.',
}

const fileProblems: Record<FileProblem, string> = {
  'too-large': 'The file is larger than 1 GB. Split it, then import the parts.',
  'not-readable': 'The file cannot be read. Check that it is there and that you may open it.',
  empty: 'The file is empty.',
  'not-text':
    'The file is neither text in this encoding nor an XLSX workbook. Save a file of another kind as XLSX or CSV first.',
  'not-workbook':
    'The file is no workbook that can be read. Save it as XLSX or CSV again, without a password.',
  'workbook-too-large':
    'The workbook is too large when it is unpacked. Save its sheet as CSV, then import that, or split it.',
  'too-many-rows': 'The file has more than 2,000,000 rows. Split it, then import the parts.',
  'too-many-columns': 'A row has more than 200 columns. Check the separator and the file.',
  'record-too-long': 'A row is longer than 1 MB. A quotation mark may be missing, or the file is not CSV.',
  'unclosed-quote': 'A quotation mark is opened and never closed, so the end of a cell is not known.',
  changed: 'The file has changed since it was read. Choose it again.',
  'history-not-written':
    'The history could not be written. Check the banner at the top, then import the file again.',
  unknown: 'The file could not be read. The log in the data folder says more.',
}

export const imports = {
  title: 'Import orders',
  button: 'Import',
  lead: 'Choose a CSV or XLSX file that this app or another program wrote. You see first what it holds; nothing is stored before you import.',
  meaning:
    'An imported order is marked as imported and shows what the file says. Its status is not a response of the gateway, it counts in no sum, and nothing is sent for it. You can check each order at the gateway later.',
  choose: 'Choose file…',
  chooseOther: 'Choose another file…',
  running: 'An import is running. Wait for it or stop it.',
  found: icu<{ file: string; size: string }>('{file}, {size}'),
  counts: icu<{ usable: number; refused: number }>(
    '{usable, plural, =0 {No order can be imported} one {# order can be imported} other {# orders can be imported}}{refused, plural, =0 {.} one {, # row is left out.} other {, # rows are left out.}}',
  ),
  alreadyKnown: icu<{ count: number }>(
    '{count, plural, one {# of them is in the history already and stays as it is.} other {# of them are in the history already and stay as they are.}}',
  ),
  encoding: 'Encoding',
  sheet: 'Sheet',
  separator: 'Separator',
  decimal: 'Decimal sign',
  route: 'Endpoint or group',
  encodings,
  decimals,
  mapping: 'Columns',
  sample: icu<{ text: string }>('First row: {text}'),
  leftOut: 'Not imported',
  untitled: icu<{ number: number }>('Column {number, number}'),
  notImported: icu<{ count: number; titles: string }>(
    '{count, plural, one {This column is not imported: {titles}} other {These columns are not imported: {titles}}}',
  ),
  preview: 'First rows',
  problems: 'Rows that are left out',
  line: 'Line',
  column: 'Column',
  why: 'Reason',
  moreProblems: icu<{ count: number }>(
    '{count, plural, one {# more row is left out.} other {# more rows are left out.}}',
  ),
  rowProblems,
  fileProblems,
  refused: icu<{ file: string }>('{file} cannot be imported'),
  noId: 'Choose which column holds the client order ID.',
  nothing: 'No row can be imported.',
  save: icu<{ count: number }>(
    '{count, plural, =0 {Import orders} one {Import # order} other {Import # orders}}',
  ),
  result: 'Import result',
  known: icu<{ count: number }>(
    '{count, plural, one {# order is in the history already and was left as it is.} other {# orders are in the history already and were left as they are.}}',
  ),
  moreKnown: icu<{ count: number }>(
    '{count, plural, one {# more is not shown here.} other {# more are not shown here.}}',
  ),
  again: 'The orders that were added stay. Import the same file again to add the rest.',
  close: 'Close',
  strip: {
    label: 'Import',
    running: icu<{ file: string }>('Importing {file}'),
    done: icu<{ count: number; file: string }>(
      '{count, plural, =0 {No new order in {file}} one {# order imported from {file}} other {# orders imported from {file}}}',
    ),
    stopped: icu<{ count: number; file: string }>(
      'Import stopped. {count, plural, one {# order} other {# orders}} of {file} added.',
    ),
    failed: icu<{ file: string; problem: string }>('{file} was not imported to its end. {problem}'),
    count: icu<{ done: number; total: number }>('{done, number} of {total, number}'),
    known: icu<{ count: number }>('{count, number} already in the history'),
    refused: icu<{ count: number }>('{count, plural, one {# row left out} other {# rows left out}}'),
    stop: 'Stop import',
    details: 'Show result',
    close: 'Close',
  },
  /** On an imported order. */
  origin: {
    title: icu<{ file: string }>('Imported from {file}'),
    text: icu<{ line: number; stamp: string; actor: string; hasActor: boolean }>(
      'Line {line, number}, {stamp}{hasActor, select, true {, by {actor}} other {}}. What the file says is under Facts. It is not from the gateway.',
    ),
    unanswered: 'The gateway has not reported this order. Check it to get its status.',
    values: 'Values in the file',
    kind: 'From a file',
    says: icu<{ status: string }>('File: {status}'),
    amount: icu<{ amount: string }>('{amount} in the file'),
  },
}
