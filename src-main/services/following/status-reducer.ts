import type { ChargeState } from '../../../src-shared/domain/charge'
import type { FactName } from '../../../src-shared/domain/facts'
import type { FieldChange } from '../../../src-shared/domain/order'
import { isFinalStatus } from '../../../src-shared/domain/order-status'
import { assertNever } from '../../../src-shared/util/assert-never'
import type { StatusAnswer, StatusOutcome } from '../../ports/gateway-client'
import type { NewTimelineEntry, OrderChange, OrderColumns, OrderRecord } from '../../ports/storage'
import { saysOrderIsAbsent } from './absent-order'
import { originalAmount, paymentAnswer, withLaterTransactions } from './later-transactions'
import { identify, type Contradiction } from './order-identity'
import { withRefundCase } from './refund-case'
import { stepsAfterAnswer } from '../browser-steps/three-ds-changes'

/** The changes of an order from one check. The time of the next check is decided elsewhere (`follow-plan.ts`). */
export interface StatusReduction {
  readonly set: Partial<OrderColumns>
  readonly charge: OrderChange['charge']
  readonly facts: readonly { readonly name: string; readonly value: string }[]
  readonly entries: readonly NewTimelineEntry[]
  readonly step?: OrderChange['step']
  readonly refundCase?: OrderChange['refundCase']
  /** True when the gateway said in a known form that it has no such order. Only that counts towards a refusal. */
  readonly isAbsent: boolean
}

/** Facts that differ in every answer and say nothing about the order. */
const noise: ReadonlySet<FactName | undefined> = new Set<FactName>([
  'responseType',
  'serialNumber',
  'requestSerialNumber',
  'stepPage',
  // Values of one browser step can change while the step stays the same.
  'stepValue',
])

/**
 * Turns the outcome of a status request into changes of the order. Only a matching answer changes the state of money.
 */
export function reduceStatus(order: OrderRecord, outcome: StatusOutcome, atMs: number): StatusReduction {
  switch (outcome.kind) {
    case 'answered':
      return reduceAnswer(order, outcome.answer, atMs)
    case 'refused':
      return outcome.isWrongControl ? checkFailed('wrong-control', atMs) : reduceRefusal(order, outcome, atMs)
    case 'no-answer':
      return checkFailed(
        outcome.failure,
        atMs,
        // The right value of a decisive field that is given twice or unreadable cannot be known, so nothing is
        // settled.
        /^(?:duplicate|unreadable)-field:/.test(outcome.failure) ? raiseAlert(order, 'protocol') : {},
      )
    default:
      return assertNever(outcome)
  }
}

/** A check without a readable answer: the last known state stays, with a low-key hint. */
export function checkFailed(failure: string, atMs: number, set: Partial<OrderColumns> = {}): StatusReduction {
  return nothingNew([entry('check-failed', atMs, { text: failure })], { ...set, lastCheckFailure: failure })
}

/** A refused lookup proves neither absence nor failure, because the order may be found later. */
function reduceRefusal(
  order: OrderRecord,
  { code, message }: { readonly code: string; readonly message: string },
  atMs: number,
): StatusReduction {
  const { summary } = order
  const text = `${code} ${message}`.trim()
  // An error that does not concern the order is not an answer about it.
  if (!saysOrderIsAbsent(message))
    return nothingNew([entry('check-failed', atMs, { text })], { lastCheckFailure: 'error-answer' })
  const isSameAsBefore =
    order.checks > 0 && summary.answeredAtMs === null && summary.lastCheckFailure === null
  const told = entry(isSameAsBefore ? 'status-unchanged' : 'not-found-yet', atMs, { text })
  return { ...nothingNew([told], { lastCheckFailure: null }), isAbsent: true }
}

function reduceAnswer(order: OrderRecord, answer: StatusAnswer, atMs: number): StatusReduction {
  const identity = identify(order, answer)
  switch (identity.kind) {
    case 'same': {
      const reduce = isFinalStatus(order.summary.status) ? reduceAfterFinal : reduceOpen
      const reduction = reduce(order, paymentAnswer(answer), atMs)
      return withRefundCase(order, withLaterTransactions(order, answer, reduction, atMs), atMs)
    }
    case 'nameless':
      return checkFailed('answer-without-order-id', atMs, raiseAlert(order, 'protocol'))
    case 'other':
      return reduceMismatch(order, identity.contradictions, atMs)
    default:
      return assertNever(identity)
  }
}

function reduceMismatch(
  order: OrderRecord,
  contradictions: readonly [Contradiction, ...Contradiction[]],
  atMs: number,
): StatusReduction {
  const failure = `mismatch:${contradictions[0].fact}`
  if (order.summary.alert === 'mismatch') return checkFailed(failure, atMs)
  return nothingNew([entry('mismatch', atMs, { changes: contradictions, text: failure })], {
    ...raiseAlert(order, 'mismatch'),
    lastCheckFailure: failure,
  })
}

function reduceOpen(order: OrderRecord, answer: StatusAnswer, atMs: number): StatusReduction {
  const { summary } = order
  const changes = changesOf(order, answer)
  const isFinal = isFinalStatus(answer.status)
  const charge = chargeAfterAnswer(order, isFinal)
  const isFound = charge !== undefined && charge.from !== 'accepted'
  const steps = stepsAfterAnswer(order, answer, atMs)
  const changeEntry = entry(
    isFinal ? 'final' : changes.length > 0 ? 'status-changed' : 'status-unchanged',
    atMs,
    {
      changes,
    },
  )
  return {
    set: {
      ...factColumns(order, answer, atMs),
      ...(answer.status !== null
        ? { status: answer.status, errorCode: answer.errorCode, errorMessage: answer.errorMessage }
        : {}),
      gatewayOrderId: summary.gatewayOrderId ?? answer.gatewayOrderId,
      // An answer that matches in every part ends an earlier doubt. The timeline keeps the history.
      alert: isFoundAfterDenial(order) ? 'changed-after-final' : keptAfterFinal(summary.alert),
      ...steps.set,
    },
    charge,
    facts: changedFacts(changes),
    entries: [
      ...(isFound
        ? [
            entry('accepted', atMs, {
              text: isFoundAfterDenial(order) ? 'found-after-denial' : 'found-by-lookup',
            }),
          ]
        : []),
      changeEntry,
      ...steps.entries,
    ],
    ...(steps.step === undefined ? {} : { step: steps.step }),
    isAbsent: false,
  }
}

/**
 * A final outcome does not change, because a later contradiction proves nothing. A contradicting answer is stored
 * only in the timeline and its exchange, so that facts, word and alert agree.
 */
function reduceAfterFinal(order: OrderRecord, answer: StatusAnswer, atMs: number): StatusReduction {
  const { summary } = order
  const changes = changesOf(order, answer)
  const isContradiction = answer.status !== null && answer.status !== summary.status
  const text = !isContradiction
    ? null
    : isFinalStatus(answer.status)
      ? 'changed-after-final'
      : 'open-after-final'
  return {
    set: isContradiction
      ? { answeredAtMs: atMs, lastCheckFailure: null, alert: 'changed-after-final' }
      : { ...factColumns(order, answer, atMs), alert: keptAfterFinal(summary.alert) },
    charge: chargeAfterAnswer(order, true),
    facts: isContradiction ? [] : changedFacts(changes),
    entries: [entry(changes.length > 0 ? 'status-changed' : 'status-unchanged', atMs, { changes, text })],
    isAbsent: false,
  }
}

function keptAfterFinal(alert: OrderColumns['alert']): OrderColumns['alert'] {
  return alert === 'changed-after-final' ? alert : null
}

/** True for a charge that was shown as not charged. An order of it contradicts that and stays visible. */
function isFoundAfterDenial(order: OrderRecord): boolean {
  return order.charge?.state === 'rejected' || order.charge?.state === 'resolved-absent'
}

function raiseAlert(order: OrderRecord, alert: 'mismatch' | 'protocol'): Partial<OrderColumns> {
  return order.summary.alert === 'changed-after-final' ? {} : { alert }
}

/** The next state of the charge after a matching answer; undefined = no change. */
function chargeAfterAnswer(order: OrderRecord, isFinal: boolean): OrderChange['charge'] {
  const { charge } = order
  if (charge === null) return undefined
  const to = stateAfterAnswer(charge.state, isFinal, order.summary.gatewayOrderId !== null)
  return to === null ? undefined : { from: charge.state, expectedVersion: charge.stateVersion, to }
}

function stateAfterAnswer(state: ChargeState, isFinal: boolean, wasKnown: boolean): ChargeState | null {
  switch (state) {
    case 'accepted':
      return isFinal ? 'final' : null
    case 'needs-review':
      // An order that was already known and is still open brings no news.
      return isFinal ? 'final' : wasKnown ? null : 'accepted'
    case 'outcome-unknown':
    case 'rejected-unverified':
    case 'rejected':
    case 'resolved-present':
    case 'resolved-absent':
      return isFinal ? 'final' : 'accepted'
    case 'draft':
    case 'recorded':
    case 'sending':
    case 'not-sent':
    case 'cancelled':
    case 'final':
      return null
    default:
      return assertNever(state)
  }
}

function factColumns(order: OrderRecord, answer: StatusAnswer, atMs: number): Partial<OrderColumns> {
  const { summary } = order
  return {
    ...(summary.amountMinor === null ? adoptedMoney(answer) : {}),
    orderStage: answer.orderStage ?? summary.orderStage,
    // The card digits of the order stay. Digits that the gateway reports are among the facts.
    bin: summary.bin ?? answer.bin,
    lastFour: summary.lastFour ?? answer.lastFour,
    cardholderName: answer.cardholderName ?? summary.cardholderName,
    transactionType: answer.transactionType ?? summary.transactionType,
    answeredAtMs: atMs,
    lastCheckFailure: null,
    ...countryOf(answer),
  }
}

/** The country of the card's issuer, when the answer names one. */
function countryOf(answer: StatusAnswer): Partial<OrderColumns> {
  const field = answer.fields.find(({ fact, isUnreadable }) => fact === 'cardCountry' && !isUnreadable)
  return field !== undefined && /^[A-Z]{3}$/.test(field.value) ? { cardCountry: field.value } : {}
}

/** Amount and currency of an order that was adopted by its ids alone. */
function adoptedMoney(answer: StatusAnswer): Partial<OrderColumns> {
  const amountMinor = originalAmount(answer)
  return amountMinor === null ? {} : { amountMinor, currency: answer.currency }
}

function changesOf(order: OrderRecord, answer: StatusAnswer): FieldChange[] {
  const known = new Map(order.facts.map((fact) => [fact.name, fact.value]))
  // An unreadable or empty value is not news: the last value stays, and the exchange has the original.
  const readable = answer.fields.filter(
    ({ isUnreadable, value, fact }) => !isUnreadable && value !== '' && !noise.has(fact),
  )
  const reported = new Map(readable.map((field) => [field.name, field.value]))
  return [...reported]
    .filter(([name, value]) => known.get(name) !== value)
    .map(([name, value]) => ({ name, before: known.get(name) ?? null, after: value }))
}

function changedFacts(changes: readonly FieldChange[]): { name: string; value: string }[] {
  return changes.map((change) => ({ name: change.name, value: change.after ?? '' }))
}

function nothingNew(entries: readonly NewTimelineEntry[], set: Partial<OrderColumns>): StatusReduction {
  return { set, charge: undefined, facts: [], entries, isAbsent: false }
}

function entry(
  kind: NewTimelineEntry['kind'],
  atMs: number,
  parts: { readonly changes?: readonly FieldChange[]; readonly text?: string | null },
): NewTimelineEntry {
  return { atMs, kind, actor: null, changes: [...(parts.changes ?? [])], text: parts.text ?? null }
}
