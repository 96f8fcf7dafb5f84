import { icu } from './icu'
import type { ExchangeOutcome, GatewayOperation } from '../../../src-shared/domain/exchange'

const operations: Record<GatewayOperation, string> = {
  'create-card-ref': 'Register card',
  'create-card-ref-v4': 'Register card (v4)',
  'get-card-info': 'Card info',
  'make-rebill': 'Rebill sale',
  'make-rebill-preauth': 'Rebill authorization (hold)',
  status: 'Status',
  sale: 'Sale',
  'upload-method-url-result': '3DS method result',
  'upload-cres-result': '3DS challenge result',
  'upload-pares-result': '3DS PaRes result',
}

const outcomes: Record<ExchangeOutcome, string> = {
  answered: 'Response',
  'not-sent': 'Not sent',
  'no-readable-answer': 'No readable response',
}

export const log = {
  title: 'API log',
  list: 'Requests to the gateway',
  search: 'Search API log',
  searchHint: 'Serial number, order ID, path or operation',
  filters: 'Filters',
  filter: {
    errorsOnly: 'Errors only',
    outcome: 'Outcome',
    anyOutcome: 'Any outcome',
    operation: 'Operation',
    anyOperation: 'Any operation',
    since: 'Time',
    anyTime: 'Any time',
    sinces: { hour: 'Last hour', day: 'Last 24 hours', week: 'Last 7 days', month: 'Last 30 days' },
  },
  found: icu<{ count: number }>('{count, plural, one {# request} other {# requests}}'),
  foundMore: icu<{ count: number }>('{count, number}+ requests'),
  searchedTo: icu<{ when: string }>('Searched back to {when}.'),
  searchOn: 'Search older requests',
  stopSearching: 'Stop searching',
  columns: {
    time: 'Time',
    operation: 'Operation',
    outcome: 'Outcome',
    type: 'Response',
    duration: 'Took',
    order: 'Order',
    serial: 'Serial number',
  },
  newRows: icu<{ count: number }>('{count, plural, one {Show # new request} other {Show # new requests}}'),
  operations,
  outcomes,
  request: 'Request',
  answer: 'Response',
  masked: 'The control, security codes and card numbers are masked before anything is stored.',
  noAnswer: 'There was no readable response.',
  notSent: 'Nothing was sent, so there is no response.',
  unreadable: 'First part of the unreadable response',
  unreadableValue: 'cannot be read, shown as bytes',
  httpStatus: icu<{ status: number }>('HTTP {status}'),
  copyForSupport: 'Copy for support',
  copiedForSupport: 'Copied, without secrets',
  copies: 'Copy request',
  copyJson: 'Copy as JSON',
  copyCurl: 'Copy as cURL command',
  curlNote:
    'Masked copy of a request. It has no valid control value, so the gateway refuses it. Sending a charge again is a new charge.',
  openOrder: 'Open order',
  lookup: {
    button: 'Look up request',
    title: 'Look up request',
    lead: 'What the gateway reports about this request, found by its serial number. The response is stored in the API log and never changes the order.',
    asking: 'Checking the gateway',
  },
  empty: { title: 'No request yet', text: 'Every request to the gateway is stored here, masked.' },
  filtered: {
    title: 'No request found',
    text: 'No request in the API log matches the search and the filters.',
  },
  offline: {
    title: 'Nothing to show while offline',
    text: 'Requests appear here once the gateway can be reached.',
  },
  host: 'Host',
  path: 'Path',
  when: 'Time',
  failure: 'Reason',
  bundle: {
    heading: 'Rebill Desk, request for support',
  },
}
