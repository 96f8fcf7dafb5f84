import type { TimelineEntry } from '../../../src-shared/domain/order'
import { checkFailedTitle, failureText } from './failures'
import { threeDs } from './three-ds'

const titles: Record<TimelineEntry['kind'], (actor: string | null, text: string) => string> = {
  drafted: (actor) => (actor === null ? 'Draft written down' : `Drafted by ${actor}`),
  confirmed: (actor) => (actor === null ? 'Confirmed after review' : `Confirmed by ${actor} after review`),
  sent: () => 'Sending to the gateway, once',
  accepted: () => 'The gateway accepted the charge',
  'not-sent': () => 'Not sent: the gateway was never reached',
  refused: () => 'The gateway refused the request',
  'outcome-unknown': () => 'Sent, but no readable answer came back',
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

export const timeline = {
  text: (kind: TimelineEntry['kind'], text: string) => {
    if (kind === 'note') return text
    return kind.startsWith('step-') ? threeDs.entry(text) : failureText(text)
  },
  title: (kind: TimelineEntry['kind'], actor: string | null, text: string | null = null) =>
    titles[kind](actor, text ?? ''),
  label: 'Timeline',
  empty: 'Nothing has happened to this order yet.',
  repeat: (count: number) => (count === 1 ? 'asked once' : `asked ${count} times`),
  over: (span: string) => `over ${span}`,
  serial: 'serial number',
  ask: 'Ask what became of it',
  askOf: (serialNumber: string) => `Ask what became of it, request ${serialNumber}`,
  emptyValue: 'empty',
  moreFields: (n: number) => (n === 1 ? '1 more field' : `${n} more fields`),
  becomes: 'becomes',
}
