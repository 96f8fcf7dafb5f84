import { digitsFrom, receiptIdOf } from './book'
import { cardTypeOf, issuerOf } from './cards'
import { majorUnits } from './money'
import { isFinal } from './stages'
import { eciOf } from '../scenarios/three-ds'
import type { Step } from './stages'
import type { Order } from './state'
import type { WireField } from '../server/wire'

const millisecondsPerHour = 3_600_000
const gatewayZone = { name: 'MSK', offsetHours: 3 }

/** Everything that the gateway tells of an order at one step of its life, browser steps aside; in no special order. */
export function orderFields(order: Order, step: Step, nowMs: number): WireField[] {
  return [
    ...moneyFields(order, step),
    ...processingFields(order, step),
    ...cardFields(order),
    ...bankFields(order, nowMs),
    ...outcomeFields(order, step),
    ...given('merchantdata', order.details.merchantData),
    ...Object.entries(order.details.enabledFields ?? {}),
  ]
}

function moneyFields(order: Order, step: Step): WireField[] {
  return [
    ['amount', shownAmount(order, step.status)],
    ['currency', order.currency],
    ['initial-amount', majorUnits(order.amountMinor, order.currency)],
  ]
}

/** What `amount` says at a status: the first amount, or the enumerated one that went through. */
export function shownAmount(order: Order, status: Step['status']): string {
  const { amountMinor, approvedAmountMinor = amountMinor, currency } = order
  return majorUnits(status === 'approved' ? approvedAmountMinor : amountMinor, currency)
}

function processingFields(order: Order, step: Step): WireField[] {
  const { details, threeDs } = order
  return [
    ['original-gate-descriptor', 'NORDSHOP*ONLINE'],
    ['transaction-type', order.transactionType],
    ['order-stage', step.stage],
    ['gate-partial-reversal', order.partialReversal ?? 'enabled'],
    ['gate-partial-capture', order.transactionType === 'preauth' ? 'enabled' : 'disabled'],
    // The gateway leaves some unknown values out and sends others empty: both are shown here.
    ['phone', details.phone ?? ''],
    ['email', details.email ?? ''],
    ...given('first-name', details.firstName),
    ...given('last-name', details.lastName),
    ...given('verified-3d-status', threeDs?.verified),
    ...given('eci', threeDs?.verified === 'AUTHENTICATED' ? eciOf(cardTypeOf(order.card.bin)) : undefined),
  ]
}

function cardFields({ card }: Order): WireField[] {
  const issuer = issuerOf(card.bin)
  return [
    ['name', card.printedName],
    ['cardholder-name', card.printedName],
    ['card-exp-month', String(card.expireMonth)],
    ['card-exp-year', String(card.expireYear)],
    ['last-four-digits', card.lastFour],
    ['bin', card.bin],
    ['card-type', cardTypeOf(card.bin)],
    ['bank-name', issuer.bankName],
    ['card-country-alpha-three-code', issuer.countryAlpha3],
    ['card-hash-id', digitsFrom(card.fingerprint, 9)],
    ['ips-src-payment-product-code', 'C'],
    ['ips-src-payment-product-name', `${cardTypeOf(card.bin)} Classic`],
    ['ips-src-payment-type-code', 'CRD'],
    ['ips-src-payment-type-name', 'CREDIT'],
  ]
}

/** Fields that exist once the bank gateway has been asked; a filtered order never gets that far. */
function bankFields(order: Order, nowMs: number): WireField[] {
  const asked = order.steps.find((step) => step.stage.endsWith('_processing'))
  if (!asked || asked.atMs > nowMs) return []
  const seed = order.gatewayOrderId
  return [
    ['processor-tx-id', `PNTEST-${digitsFrom(`tx ${seed}`, 10)}`],
    ['processor-rrn', digitsFrom(`rrn ${seed}`, 12)],
    ['terminal-id', `T${order.endpointId}01`],
    ['paynet-processing-date', gatewayTime(asked.atMs)],
  ]
}

function outcomeFields(order: Order, step: Step): WireField[] {
  const approval: WireField[] =
    step.status === 'approved'
      ? [
          ['approval-code', digitsFrom(`approval ${order.gatewayOrderId}`, 6)],
          ['receipt-id', receiptIdOf(order)],
          ['descriptor', 'NORDSHOP*ONLINE STOCKHOLM'],
        ]
      : []
  return [
    ...approval,
    ...given('error-message', step.reason?.message),
    ...given('error-code', step.reason?.code),
    ...given('motivational-message', step.reason?.motivation),
    ...(isFinal(step.status) ? [['transaction-date', gatewayTime(step.atMs)] as const] : []),
  ]
}

/** The field, unless there is nothing to say. */
export function given(name: string, value: string | undefined): WireField[] {
  return value === undefined || value === '' ? [] : [[name, value]]
}

/** The gateway writes local time with a zone abbreviation in place of an offset. */
export function gatewayTime(atMs: number): string {
  const local = new Date(atMs + gatewayZone.offsetHours * millisecondsPerHour).toISOString()
  return `${local.slice(0, 10)} ${local.slice(11, 19)} ${gatewayZone.name}`
}
