import { groupThousands } from '../../src-shared/domain/money'
import type { TimelineEntry } from '../../src-shared/domain/order'
import { messages } from '.'
import { checkFailedTitle, failureText } from './failure-text'
import { statusWord } from './status-text'
import { stepEntry } from './three-ds-text'

type Kind = TimelineEntry['kind']

/** The title of an entry. `actor` is the person who did it, `status` the status that it reports; null = none. */
export function timelineTitle(
  kind: Kind,
  actor: string | null,
  text: string | null = null,
  status: string | null = null,
): string {
  if (kind === 'check-failed') return checkFailedTitle(text ?? '')
  return messages.timeline.titles[kind]({
    actor: actor ?? '',
    hasActor: actor !== null,
    status: status === null ? '' : statusWord(status),
    hasStatus: status !== null,
  })
}

/** The text of an entry, from the text that main wrote. */
export function timelineText(kind: Kind, text: string): string {
  if (kind === 'note') return text
  if (kind === 'late-answer') return lateAnswer(text)
  if (kind === 'refund-approved' || kind === 'cancel-approved') return refundText(text)
  if (kind === 'refund-case-asked') return askedText(text)
  if (kind === 'refund-case-proven') return provenText(text)
  if (kind === 'refund-case-handed-over' || kind === 'refund-case-refused') return text
  if (kind === 'refund-contradicted') return problemText(text)
  if (kind === 'refused' || kind === 'not-found-yet' || kind === 'status-unchanged') return codeLast(text)
  if (text === 'told-by-later-transaction') return messages.later.timeline.toldByLater
  return kind.startsWith('step-') ? stepEntry(text) : failureText(text)
}

/** `accepted 6684100`, `refused 12 Limit exceeded`, `not-sent ECONNREFUSED`. */
function lateAnswer(text: string): string {
  const { late } = messages.timeline
  const [kind = '', ...rest] = text.split(' ')
  const what = rest.join(' ')
  switch (kind) {
    case 'accepted':
      return late.accepted({ orderId: what })
    case 'refused':
      return late.refused({ reason: codeLast(what) })
    case 'not-sent':
      return late.notSent({ reason: failureText(what) })
    default:
      return failureText(what)
  }
}

/** Main writes the text as: basis, amount of this refund, total refunded, remaining amount, currency. */
function refundText(text: string): string {
  const [basis, now, all, left, currency] = text.split(' ')
  if (now === undefined || all === undefined || left === undefined || currency === undefined) return text
  const { assumed, atLeast, first, further } = messages.later.timeline
  if (basis === 'at-least') return atLeast
  const sums = now === all ? first({ all, left, currency }) : further({ now, all, left, currency })
  return basis === 'assumed-full' ? assumed({ sums }) : sums
}

/** Main writes the text as: amount, currency, due day, reason. */
function askedText(text: string): string {
  const [amount, currency, due, ...reason] = text.split(' ')
  if (amount === undefined || currency === undefined || due === undefined) return text
  return messages.refunds.timeline.asked({
    amount: groupThousands(amount),
    currency,
    due,
    reason: reason.join(' '),
  })
}

/** Main writes the amount and the currency, or nothing when the gateway named no amount. */
function provenText(text: string): string {
  const { proven, provenWithoutSum } = messages.refunds.timeline
  const [amount, currency] = text.split(' ')
  return amount === undefined || currency === undefined
    ? provenWithoutSum
    : proven({ amount: groupThousands(amount), currency })
}

/** `6 Order not found` becomes `Order not found (6)`, as errors are written elsewhere. */
function codeLast(text: string): string {
  const [, code, message] = /^([0-9]{1,9}) (.+)$/s.exec(text) ?? []
  if (code === undefined || message === undefined) return failureText(text)
  return messages.errors.failures.withCode({ text: message, code })
}

function problemText(text: string): string {
  const problems: Record<string, string> = messages.later.problems
  return problems[text] ?? text
}
