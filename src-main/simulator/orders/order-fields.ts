import { digitsFrom, receiptIdOf } from './order-store'
import { cardTypeOf, issuerOf } from './cards'
import { majorUnits } from './money'
import { isFinal } from './phases'
import { eciOf } from '../scenarios/three-ds'
import type { OrderPhase } from './phases'
import type { Order } from './state'
import type { WireField } from '../server/wire'

const millisecondsPerHour = 3_600_000
/** The zone of the times that the gateway writes. */
export const gatewayZone = { name: 'MSK', offsetHours: 3 }

/** The fields of an order in one phase, without those of browser steps; not sorted. */
export function orderFields(order: Order, phase: OrderPhase, nowMs: number): WireField[] {
  return [
    ...moneyFields(order, phase),
    ...processingFields(order, phase),
    ...cardFields(order),
    ...bankFields(order, nowMs),
    ...outcomeFields(order, phase),
    ...given('merchantdata', order.details.merchantData),
    ...Object.entries(order.details.enabledFields ?? {}),
  ]
}

function moneyFields(order: Order, phase: OrderPhase): WireField[] {
  return [
    ['amount', shownAmount(order, phase.status)],
    ['currency', order.currency],
    ['initial-amount', majorUnits(order.amountMinor, order.currency)],
  ]
}

/** Value of `amount` at a status: the first amount, or the enumerated amount that was approved. */
export function shownAmount(order: Order, status: OrderPhase['status']): string {
  const { amountMinor, approvedAmountMinor = amountMinor, currency } = order
  return majorUnits(status === 'approved' ? approvedAmountMinor : amountMinor, currency)
}

function processingFields(order: Order, phase: OrderPhase): WireField[] {
  const { details, threeDs } = order
  return [
    ['original-gate-descriptor', 'NORDSHOP*ONLINE'],
    ['transaction-type', order.transactionType],
    ['order-stage', phase.stage],
    ['gate-partial-reversal', order.partialReversal ?? 'enabled'],
    ['gate-partial-capture', order.transactionType === 'preauth' ? 'enabled' : 'disabled'],
    // The real gateway leaves out some unknown values and sends others empty. Here phone and email are sent empty.
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

/** Fields that exist after the bank gateway was asked. A filtered order never has them. */
function bankFields(order: Order, nowMs: number): WireField[] {
  const asked = order.phases.find((phase) => phase.stage.endsWith('_processing'))
  if (!asked || asked.atMs > nowMs) return []
  const seed = order.gatewayOrderId
  return [
    ['processor-tx-id', `PNTEST-${digitsFrom(`tx ${seed}`, 10)}`],
    ['processor-rrn', digitsFrom(`rrn ${seed}`, 12)],
    ['terminal-id', `T${order.endpointId}01`],
    ['paynet-processing-date', gatewayTime(asked.atMs)],
  ]
}

function outcomeFields(order: Order, phase: OrderPhase): WireField[] {
  const approval: WireField[] =
    phase.status === 'approved'
      ? [
          ['approval-code', digitsFrom(`approval ${order.gatewayOrderId}`, 6)],
          ['receipt-id', receiptIdOf(order)],
          ['descriptor', 'NORDSHOP*ONLINE STOCKHOLM'],
        ]
      : []
  return [
    ...approval,
    ...given('error-message', phase.reason?.message),
    ...given('error-code', phase.reason?.code),
    ...given('motivational-message', phase.reason?.motivation),
    ...(isFinal(phase.status) ? [['transaction-date', gatewayTime(phase.atMs)] as const] : []),
  ]
}

/** The field, or nothing when the value is missing or empty. */
export function given(name: string, value: string | undefined): WireField[] {
  return value === undefined || value === '' ? [] : [[name, value]]
}

/** A time as the gateway writes it: local time with the abbreviation of the zone, not with an offset. */
export function gatewayTime(atMs: number): string {
  const local = new Date(atMs + gatewayZone.offsetHours * millisecondsPerHour).toISOString()
  return `${local.slice(0, 10)} ${local.slice(11, 19)} ${gatewayZone.name}`
}
