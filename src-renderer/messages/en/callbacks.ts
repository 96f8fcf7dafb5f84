import { icu } from './icu'
import type { CallbackControl, CallbackSource, GatewayMatch } from '../../../src-shared/domain/callback'

const control: Record<CallbackControl, string> = {
  right: 'Signature valid',
  wrong: 'Signature invalid',
  missing: 'Signature missing',
  'no-key': 'Signature not checked',
}

/** For the column "Signature". */
const controlShort: Record<CallbackControl, string> = {
  right: 'Valid',
  wrong: 'Invalid',
  missing: 'Missing',
  'no-key': 'Not checked',
}

const controlMeaning: Record<CallbackControl, { title: string; text: string }> = {
  right: {
    title: 'Signature valid, but only a hint',
    text: 'It was signed with the control key of a profile in this app. The signature covers the status and both order IDs, not the type and not the amount: a valid callback can be replayed as another type.',
  },
  wrong: {
    title: 'Signature invalid: do not rely on it',
    text: 'The signature does not match the control key of any profile in this app, so the callback is not attached to an order. Only the gateway status counts.',
  },
  missing: {
    title: 'Signature missing: do not rely on it',
    text: 'Nothing proves who sent it, so it is not attached to an order. Only the gateway status counts.',
  },
  'no-key': {
    title: 'Signature not checked: do not rely on it',
    text: 'A control key could not be read, so the callback is not attached to an order. Only the gateway status counts.',
  },
}

const matches: Record<GatewayMatch, string> = {
  same: 'Match',
  differs: 'Differences',
  'not-compared': 'Not compared',
}

const source: Record<CallbackSource, string> = {
  pasted: 'Pasted',
  imported: 'Imported',
  received: 'Received',
}

const problems: Record<string, string> = {
  'no-status': 'The status is missing.',
  'no-type': 'The type of the transaction is missing.',
  'no-client-order-id': 'The client order ID is missing.',
  'no-gateway-order-id': 'The gateway order ID is missing.',
  'ids-disagree': 'It has two different IDs for one order.',
  'field-unreadable': 'A decisive field cannot be read.',
  'field-given-twice': 'A decisive field occurs twice with different values.',
  'unreadable-row': 'Its stored data cannot be read. Other callbacks are not affected.',
}

export const callbacks = {
  title: 'Callbacks',
  list: 'Stored callbacks',
  search: 'Search callbacks',
  searchHint: 'Order ID, event or amount',
  filters: 'Filters',
  filter: {
    control: 'Signature',
    anyControl: 'Any signature',
    match: 'Gateway status',
    anyMatch: 'Any gateway status',
    matches,
    order: 'Order',
    anyOrder: 'With or without order',
    orders: { with: 'With order', without: 'Without order' },
  },
  found: icu<{ count: number }>('{count, plural, one {# callback} other {# callbacks}}'),
  foundMore: icu<{ count: number }>('{count, number}+ callbacks'),
  filtered: { title: 'No callback found', text: 'No stored callback matches the search and the filters.' },
  paste: 'Paste callbacks…',
  importFile: 'Import file…',
  columns: {
    time: 'Received',
    content: 'Event',
    order: 'Order',
    amount: 'Amount',
    control: 'Signature',
    compare: 'Gateway status',
  },
  control,
  controlShort,
  controlMeaning,
  source,
  /** `Received 5 s ago` */
  came: icu<{ source: CallbackSource; when: string }>(
    '{source, select, pasted {Pasted} imported {Imported} other {Received}} {when}',
  ),
  problems,
  same: 'Match',
  differs: icu<{ count: number }>('{count, plural, one {# difference} other {# differences}}'),
  noOrder: 'No order',
  notCompared: 'Not compared',
  times: icu<{ count: number }>('received {count, plural, one {once} other {# times}}'),
  heading: icu<{ content: string }>('Callback: {content}'),
  headingEmpty: 'Callback without type and status',
  empty: {
    title: 'No callback yet',
    text: 'Paste what your server received, import its log, or let the simulator or a relay call this computer. A callback never changes an order. The app only checks the gateway status.',
  },
  hint: 'A callback is a hint and never changes an order. After it is stored, the app checks the gateway status.',
  openOrder: 'Open order',
  compared: 'Callback compared with the gateway status',
  fieldsTitle: 'As received',
  sourceTitle: 'Source',
  firstSeen: 'First received',
  lastSeen: 'Last received',
  masked: 'The control and card numbers are masked before anything is stored.',
  pasteDialog: {
    title: 'Paste callbacks',
    lead: 'One per line: query strings, full URLs, form bodies, or lines of a web server’s log.',
    text: 'What your server received',
    placeholder: 'https://shop.example/callback?status=approved&type=sale&orderid=…',
    found: icu<{ count: number; unreadable: number }>(
      '{unreadable, plural, =0 {{count, plural, one {# callback} other {# callbacks}} found} one {{count, plural, one {# callback} other {# callbacks}} found, {unreadable, number} line without a callback} other {{count, plural, one {# callback} other {# callbacks}} found, {unreadable, number} lines without a callback}}',
    ),
    none: 'No callback found in this text.',
    keep: 'Store callbacks',
    tooLarge: 'The file is larger than 1 MB. Remove the lines that you do not need.',
  },
  attach: {
    title: 'Attach to order',
    none: 'No order in the history has this ID.',
    label: 'Client or gateway order ID',
    find: 'Find order',
    otherId: icu<{ named: string }>('Different ID: the callback has {named}.'),
    attachTo: icu<{ clientOrderId: string }>('Attach to {clientOrderId}'),
  },
  listener: {
    title: 'Listener on this computer',
    off: 'Off. When it is on, the simulator or your own relay can send callbacks to this computer. Other computers cannot.',
    on: 'Listening. Only programs on this computer that know the full address can reach it. The address changes at each start of the app.',
    failed: icu<{ reason: string }>(
      '{reason, select, EADDRINUSE {Another program uses this port. Choose another one.} other {The port could not be opened ({reason}).}}',
    ),
    port: 'Port',
    portHint: '0 = any free port',
    start: 'Start listener',
    stop: 'Stop listener',
    url: 'Listener address',
  },
}
