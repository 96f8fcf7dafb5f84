import type { TimelineEntry } from '../../../src-shared/domain/order'
import { checkFailedTitle, failureText } from './failures'
import { later } from './later'
import { threeDs } from './three-ds'

const titles: Record<TimelineEntry['kind'], (actor: string | null, text: string) => string> = {
  drafted: (actor) => (actor === null ? 'Draft written down' : `Drafted by ${actor}`),
  confirmed: (actor) => (actor === null ? 'Confirmed after review' : `Confirmed by ${actor} after review`),
  sent: () => 'Sending to the gateway, once',
  accepted: () => 'The gateway accepted the charge',
  'not-sent': () => 'Not sent: the gateway was never reached',
  refused: () => 'The gateway refused the request',
  'outcome-unknown': () => 'Sent, but no readable answer came back',
  'late-answer': () => 'The gateway answered late; only a lookup settles the charge',
  'swept-at-start': () => 'Found unfinished at the start of the app',
  cancelled: (actor) =>
    actor === null ? 'Cancelled before sending' : `Cancelled by ${actor} before sending`,
  adopted: (actor) => (actor === null ? 'Adopted by its id' : `Adopted by ${actor} by its id`),
  'status-changed': () => 'The gateway’s answer changed',
  'status-unchanged': () => 'No change',
  'check-failed': (_actor, text) => checkFailedTitle(text),
  'not-found-yet': () => 'The gateway does not know the order yet',
  mismatch: () => 'The answer contradicts what is known',
  final: () => 'Final',
  'refund-started': () => 'Refund started',
  'refund-approved': () => 'Refund approved',
  'refund-refused': () => 'Refund declined, the payment stays approved',
  'cancel-started': () => 'Cancellation started',
  'cancel-approved': () => 'Cancelled',
  'cancel-refused': () => 'Cancellation declined, the payment stays as it was',
  'refund-contradicted': () => 'The gateway’s total of refunds was not used',
  retrieval: () => 'Retrieval request: the cardholder’s bank asks for documents',
  dispute: () => 'Dispute: the cardholder’s bank questions the payment',
  fraud: () => 'Fraud report: the cardholder’s bank reports the payment as fraud',
  chargeback: () => 'Chargeback: the cardholder’s bank took money back',
  'needs-review': () => 'Needs review: the gateway did not settle it',
  resolved: (actor) => (actor === null ? 'Settled by a person' : `Settled by ${actor}`),
  'card-registered': (actor) => (actor === null ? 'Card registered' : `Card registered by ${actor}`),
  'step-awaited': () => 'The bank asks for a step of 3-D Secure',
  'step-opened': (actor) =>
    actor === null ? 'The bank’s page was opened' : `The bank’s page was opened by ${actor}`,
  'step-closed': (actor) =>
    actor === null ? 'The bank’s page was closed unanswered' : `The bank’s page was closed by ${actor}`,
  'step-answered': () => 'The bank answered; its answer is written down',
  'step-timed-out': () => 'The bank’s page did not finish in time',
  'step-failed': () => 'The bank’s page failed',
  'step-sending': (actor) =>
    actor === null
      ? 'The bank’s answer is sent to the gateway, once'
      : `The bank’s answer is sent by ${actor}, once`,
  'step-sent': () => 'The gateway took the bank’s answer',
  'step-not-sent': () => 'The bank’s answer was not sent: the gateway was never reached',
  'step-refused': () => 'The gateway refused the bank’s answer',
  'step-unknown': () => 'The bank’s answer was sent, but no readable reply came back',
  callback: (actor) => (actor === null ? 'A callback was kept' : `A callback was kept by ${actor}`),
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
      return `it refused the charge: ${what}`
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
    if (text === 'told-by-later-transaction') return later.timeline.toldByLater
    return kind.startsWith('step-') ? threeDs.entry(text) : failureText(text)
  },
  title: (kind: TimelineEntry['kind'], actor: string | null, text: string | null = null) =>
    titles[kind](actor, text ?? ''),
  label: 'Timeline',
  empty: 'Nothing has happened to this order yet.',
  repeat: (count: number) => (count === 1 ? 'asked once' : `asked ${count} times`),
  over: (span: string) => `over ${span}`,
  serial: 'serial number',
  lookUp: (serialNumber: string) => `Look up request, serial number ${serialNumber}`,
  emptyValue: 'empty',
  moreFields: (n: number) => (n === 1 ? '1 more field' : `${n} more fields`),
  becomes: 'becomes',
}
