import type { TimelineEntry } from '../../../src-shared/domain/order'
import { checkFailedTitle, failureText } from './failures'
import { later } from './later'
import { status } from './status'
import { threeDs } from './three-ds'

type Title = (actor: string | null, text: string, status: string | null) => string

const capital = (word: string) => word.charAt(0).toUpperCase() + word.slice(1)

const titles: Record<TimelineEntry['kind'], Title> = {
  drafted: (actor) => (actor === null ? 'Draft written down' : `Drafted by ${actor}`),
  confirmed: (actor) => (actor === null ? 'Confirmed after review' : `Confirmed by ${actor} after review`),
  sent: () => 'Sending to the gateway, once',
  accepted: () => 'The gateway accepted the charge',
  'not-sent': () => 'Not sent: the gateway was never reached',
  refused: () => 'The gateway refused the request',
  'outcome-unknown': () => 'Sent, but no readable response came back',
  'late-answer': () => 'The gateway responded late; only a check settles the charge',
  'swept-at-start': () => 'Found unfinished at the start of the app',
  cancelled: (actor) =>
    actor === null ? 'Cancelled before sending' : `Cancelled by ${actor} before sending`,
  adopted: (actor) => (actor === null ? 'Added by its ID' : `Added by ${actor} by its ID`),
  'status-changed': (_actor, _text, word) =>
    word === null ? 'The gateway reported new details' : `Gateway status: ${status.word(word)}`,
  'status-unchanged': () => 'No change',
  'check-failed': (_actor, text) => checkFailedTitle(text),
  'not-found-yet': () => 'The gateway does not know the order yet',
  mismatch: () => 'The response contradicts what is known',
  final: (_actor, _text, word) => (word === null ? 'Final status' : capital(status.word(word))),
  'refund-started': () => 'Refund started',
  'refund-approved': () => 'Refund approved',
  'refund-refused': () => 'Refund declined, the payment stays approved',
  'cancel-started': () => 'Cancellation started',
  'cancel-approved': () => 'Cancelled',
  'cancel-refused': () => 'Cancellation declined, the payment stays as it was',
  'refund-contradicted': () => 'The gateway’s total of refunds was not used',
  retrieval: () => 'Retrieval request: the issuer asks for documents',
  dispute: () => 'Dispute: the issuer questions the payment',
  fraud: () => 'Fraud report: the issuer reports the payment as fraud',
  chargeback: () => 'Chargeback: the issuer took money back',
  'needs-review': () => 'Needs review: the gateway did not settle it',
  resolved: (actor) => (actor === null ? 'Settled by a person' : `Settled by ${actor}`),
  'card-registered': (actor) => (actor === null ? 'Card registered' : `Card registered by ${actor}`),
  'step-awaited': () => 'The issuer asks for a step of 3-D Secure',
  'step-opened': (actor) =>
    actor === null ? 'The issuer page was opened' : `The issuer page was opened by ${actor}`,
  'step-closed': (actor) =>
    actor === null
      ? 'The issuer page was closed without a response'
      : `The issuer page was closed by ${actor}`,
  'step-answered': () => 'The issuer responded; its response is written down',
  'step-timed-out': () => 'The issuer page did not finish in time',
  'step-failed': () => 'The issuer page failed',
  'step-sending': (actor) =>
    actor === null
      ? 'The issuer’s response is sent to the gateway, once'
      : `The issuer’s response is sent by ${actor}, once`,
  'step-sent': () => 'The gateway took the issuer’s response',
  'step-not-sent': () => 'The issuer’s response was not sent: the gateway was never reached',
  'step-refused': () => 'The gateway refused the issuer’s response',
  'step-unknown': () => 'The issuer’s response was sent, but no readable response of the gateway came back',
  callback: (actor) => (actor === null ? 'A callback was stored' : `A callback was stored by ${actor}`),
  note: (actor) => (actor === null ? 'Note' : `Note by ${actor}`),
}

/** `accepted 6684100`, `refused 12 Limit exceeded`, `not-sent ECONNREFUSED`. */
function lateAnswer(text: string): string {
  const [kind = '', ...rest] = text.split(' ')
  const what = rest.join(' ')
  switch (kind) {
    case 'accepted':
      return `it accepted the charge as order ${what}`
    case 'refused':
      return `it refused the charge: ${codeLast(what)}`
    case 'not-sent':
      return `the charge was not sent: ${failureText(what)}`
    default:
      return failureText(what)
  }
}

/** Main writes the text as: basis, amount of this refund, total refunded, remaining amount, currency. */
function refundText(text: string): string {
  const [basis, now, all, left, currency] = text.split(' ')
  if (now === undefined || all === undefined || left === undefined || currency === undefined) return text
  const sums = later.timeline.approved(now, all, left, currency)
  if (basis === 'assumed-full') return `${later.timeline.assumed} ${sums}`
  return basis === 'at-least' ? later.timeline.atLeast : sums
}

/** `6 Order not found` becomes `Order not found (6)`, as errors are written elsewhere. */
function codeLast(text: string): string {
  const [, code, message] = /^([0-9]{1,9}) (.+)$/s.exec(text) ?? []
  return code === undefined || message === undefined ? failureText(text) : `${message} (${code})`
}

const checked = (count: number) => (count === 1 ? 'checked once' : `checked ${count} times`)

function problemText(text: string): string {
  const problems: Record<string, string> = later.problems
  return problems[text] ?? text
}

export const timeline = {
  text: (kind: TimelineEntry['kind'], text: string) => {
    if (kind === 'note') return text
    if (kind === 'late-answer') return lateAnswer(text)
    if (kind === 'refund-approved' || kind === 'cancel-approved') return refundText(text)
    if (kind === 'refund-contradicted') return problemText(text)
    if (kind === 'refused' || kind === 'not-found-yet' || kind === 'status-unchanged') return codeLast(text)
    if (text === 'told-by-later-transaction') return later.timeline.toldByLater
    return kind.startsWith('step-') ? threeDs.entry(text) : failureText(text)
  },
  title: (
    kind: TimelineEntry['kind'],
    actor: string | null,
    text: string | null = null,
    status: string | null = null,
  ) => titles[kind](actor, text ?? '', status),
  /** `Still unknown, checked 10 times` */
  unchanged: (word: string, count: number) => `Still ${status.word(word).toLowerCase()}, ${checked(count)}`,
  label: 'Timeline',
  empty: 'Nothing has happened to this order yet.',
  repeat: checked,
  over: (span: string) => `over ${span}`,
  serial: 'Serial number',
  lookUp: (serialNumber: string) => `Look up request, serial number ${serialNumber}`,
  emptyValue: 'empty',
  moreFields: (n: number) => (n === 1 ? '1 more field' : `${n} more fields`),
  becomes: 'becomes',
}
