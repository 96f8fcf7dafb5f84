import type { AdoptionLine, AdoptionResult } from '../../../src-shared/domain/adoption'
import { icu } from './icu'

const verdicts: Record<AdoptionLine['verdict'], string> = {
  add: 'Will be added',
  known: 'Already in the history',
  repeated: 'Repeated, skipped',
  invalid: 'Not an ID, skipped',
}

const outcomes: Record<AdoptionResult['outcome'], string> = {
  added: 'Added',
  known: 'Already in the history',
  failed: 'Not added',
}

export const adoption = {
  open: 'Add many…',
  title: 'Add many orders',
  lead: 'Paste IDs, one on each line, or the cells of a spreadsheet or CSV file with a column of client order IDs. The app checks the gateway status of each order. Nothing is charged.',
  text: 'Client order IDs',
  placeholder: 'INV-2041\nINV-2042',
  route: 'Endpoint or group',
  client: 'Client order ID is in',
  gateway: 'Gateway order ID is in',
  none: 'No column',
  titles: 'First line',
  hasTitles: { yes: 'Titles', no: 'An order' },
  column: icu<{ number: number; title: string }>('Column {number, number}: {title}'),
  untitledColumn: icu<{ number: number }>('Column {number, number}'),
  separators: {
    ',': 'Cells are separated by a comma.',
    ';': 'Cells are separated by a semicolon.',
    '\t': 'Cells are separated by a tab.',
  },
  found: icu<{ count: number }>('{count, plural, one {# line read.} other {# lines read.}}'),
  cut: icu<{ limit: number }>(
    'Only the first {limit, number} lines are read. Add the rest as a second list.',
  ),
  /** Joined by commas; what does not occur is left out, but for the first. */
  counts: {
    add: icu<{ count: number }>(
      '{count, plural, one {# order will be added} other {# orders will be added}}',
    ),
    known: icu<{ count: number }>('{count, number} already in the history'),
    repeated: icu<{ count: number }>('{count, number} repeated'),
    invalid: icu<{ count: number }>('{count, number} without a usable ID'),
  },
  list: 'What each line does',
  columns: {
    line: 'Line',
    clientOrderId: 'Client order ID',
    gatewayOrderId: 'Gateway order ID',
    what: 'Result',
  },
  more: icu<{ count: number }>(
    '{count, plural, one {# more line is not shown here. It is treated in the same way.} other {# more lines are not shown here. They are treated in the same way.}}',
  ),
  verdicts,
  outcomes,
  waiting: 'Waiting',
  save: icu<{ count: number }>('{count, plural, =0 {Add orders} one {Add # order} other {Add # orders}}'),
  nothing: 'No line has an order to add.',
  close: 'Close',
  background: 'You can close this dialog. The orders are added in the background while the app is open.',
  again: 'After a restart, paste the list again to add the rest. Orders that were added are recognised.',
  strip: {
    label: 'Adding orders',
    running: 'Adding orders to the history',
    paused: 'Adding orders is paused',
    stopped: 'Adding orders was stopped',
    done: icu<{ count: number }>('{count, plural, one {# order added} other {# orders added}}'),
    count: icu<{ done: number; total: number }>('{done, number} of {total, number}'),
    known: icu<{ count: number }>('{count, number} already in the history'),
    failed: icu<{ count: number }>('{count, number} not added'),
    pause: 'Pause',
    resume: 'Continue',
    stop: 'Stop',
    details: 'Show list',
    close: 'Close',
  },
}
