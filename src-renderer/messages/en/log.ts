import { failureText } from './failures'
import type { ExchangeOutcome, GatewayOperation } from '../../../src-shared/domain/exchange'

const operations: Record<GatewayOperation, string> = {
  'create-card-ref': 'Register card',
  'create-card-ref-v4': 'Register card (v4)',
  'get-card-info': 'Card info',
  'make-rebill': 'Rebill sale',
  'make-rebill-preauth': 'Rebill hold',
  status: 'Status',
  sale: 'Sale',
  'upload-method-url-result': '3DS method result',
  'upload-cres-result': '3DS challenge result',
  'upload-pares-result': '3DS PaRes result',
}

const outcomes: Record<ExchangeOutcome, string> = {
  answered: 'answered',
  'not-sent': 'not sent',
  'no-readable-answer': 'no readable answer',
}

export const log = {
  title: 'API log',
  list: 'Requests to the gateway',
  search: 'Search the log',
  searchHint: 'Serial number, order id, path or operation',
  columns: {
    time: 'Time',
    operation: 'Operation',
    outcome: 'Outcome',
    type: 'Answer',
    duration: 'Took',
    order: 'Order',
    serial: 'Serial number',
  },
  newRows: (n: number) => (n === 1 ? 'Show 1 new request' : `Show ${n} new requests`),
  operations,
  outcomes,
  request: 'Request',
  answer: 'Answer',
  masked: 'Control, security code and card numbers are masked before anything is kept.',
  noAnswer: 'No readable answer came back.',
  notSent: 'Nothing was sent, so there is no answer.',
  unreadable: 'The first part of what came back',
  unreadableValue: 'cannot be read; its bytes are shown',
  httpStatus: (status: number) => `HTTP ${status}`,
  copyForSupport: 'Copy for support',
  copiedForSupport: 'Copied, without secrets',
  openOrder: 'Open the order',
  lookup: {
    button: 'Look up this request',
    title: 'Result of one request',
    lead: 'The gateway’s answer about this request, found by its serial number. The answer is stored in the log and never changes the order.',
    asking: 'Asking the gateway',
  },
  pick: 'Choose a request to see both sides.',
  empty: { title: 'No request yet', text: 'Every request to the gateway is kept here, masked.' },
  filtered: { title: 'Nothing matches', text: 'No request in the log fits this search.' },
  offline: {
    title: 'Nothing to show while offline',
    text: 'Requests appear here once the gateway can be reached.',
  },
  clearSearch: 'Clear the search',
  failureText,
  host: 'Host',
  path: 'Path',
  when: 'When',
  failure: 'Reason',
  bundle: {
    heading: 'Rebill Desk, request for support',
  },
}
