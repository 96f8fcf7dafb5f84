import { isExpired } from '../../orders/cards'
import { minorUnits } from '../../orders/money'
import { refusals } from '../refusal'
import { chooseScenario } from '../../scenarios/scenarios'
import { endsApproved } from '../../orders/phases'
import { chooseThreeDs } from '../../scenarios/three-ds-scenarios'
import { asyncResponse, sent } from './route'
import type { Card } from '../../orders/cards'
import type { Endpoint } from '../merchant'
import type { Scenario } from '../../scenarios/scenario'
import type { TransactionType } from '../../orders/phases'
import type { Order, OrderDetails } from '../../orders/state'
import type { Answer, Call, RouteContext } from './route'

/** Accepts a payment with a known card; used by sale and rebill. */
export function takePayment(
  context: RouteContext,
  call: Call,
  card: Card,
  transactionType: TransactionType,
): Answer {
  const clientOrderId = sent(call, 'client_orderid')
  const currency = sent(call, 'currency')
  const amountMinor = minorUnits(sent(call, 'amount'), currency)
  const amounts = amountsOf(call)
  const attempts = scenariosOf(context, call, card, amounts)

  const earlier = context.orderStore.orderByClientId(clientOrderId)
  if (earlier) {
    // The real gateway repeats the first answer for a known client order id, even when the new request differs.
    context.orderStore.keepSerial(earlier, call.serialNumber)
    return accepted(call, earlier, 'repeated', { kind: 'normal' })
  }
  const endpoint = call.endpoints.find((candidate) => candidate.currency === currency)
  if (!endpoint) throw refusals.currencyNotServed(currency)
  if (amountMinor === undefined) throw refusals.malformed('amount')

  const { createsOrder, reply } = deliveryOf(call, attempts)
  if (!createsOrder) return notBooked(call, endpoint, reply)
  const order = context.orderStore.addOrder({
    clientOrderId,
    transactionType,
    endpointId: endpoint.id,
    amountMinor,
    ...approvedAmount(context, amounts, attempts, currency),
    currency,
    card,
    details: detailsOf(call),
    attempts,
    serialNumber: call.serialNumber,
    acceptedAtMs: context.clock.nowMs(),
  })
  context.callbacks.plan(order)
  return accepted(call, order, 'accepted', reply)
}

/** The amounts that are tried one after the other. */
function amountsOf(call: Call): string[] {
  const list = sent(call, 'enumerate_amounts')
  return list === '' ? [sent(call, 'amount')] : list.split(',').map((amount) => amount.trim())
}

/** The amount of the approved attempt, when the switch `enumeratedAmount` selects it. */
function approvedAmount(
  context: RouteContext,
  amounts: string[],
  attempts: Scenario[],
  currency: string,
): Pick<Order, 'approvedAmountMinor'> {
  const taken = amounts[attempts.findIndex(endsApproved)]
  const approvedAmountMinor = taken === undefined ? undefined : minorUnits(taken, currency)
  return context.switches.enumeratedAmount === 'first' || approvedAmountMinor === undefined
    ? {}
    : { approvedAmountMinor }
}

/** One scenario for each amount that is tried. */
function scenariosOf(context: RouteContext, call: Call, card: Card, amounts: string[]): Scenario[] {
  if (call.forced) return [call.forced]
  const secured =
    call.command === 'sale' ? chooseThreeDs(sent(call, 'amount'), sent(call, 'cvv2')) : undefined
  if (secured) return [secured]
  const currency = sent(call, 'currency')
  if (
    sent(call, 'enumerate_amounts') !== '' &&
    amounts.some((amount) => minorUnits(amount, currency) === undefined)
  ) {
    throw refusals.malformed('enumerate_amounts')
  }
  const isCardExpired = isExpired(card, context.clock.nowMs())
  return amounts.map((amount) => chooseScenario(amount, sent(call, 'cvv2'), isCardExpired))
}

/** How the request is answered. The first amount decides, because the answer is sent before any amount is tried. */
function deliveryOf(call: Call, attempts: Scenario[]): Pick<Scenario, 'createsOrder' | 'reply'> {
  const first = call.forced ?? attempts[0]
  return first ?? { createsOrder: true, reply: { kind: 'normal' } }
}

function detailsOf(call: Call): OrderDetails {
  const details: OrderDetails = { description: sent(call, 'order_desc'), ipAddress: sent(call, 'ipaddress') }
  const optional = (name: string) => sent(call, name) || undefined
  return {
    ...details,
    ...whenGiven('email', optional('email')),
    ...whenGiven('phone', optional('phone')),
    ...whenGiven('firstName', optional('first_name')),
    ...whenGiven('lastName', optional('last_name')),
    ...whenGiven('merchantData', optional('merchant_data')),
    ...whenGiven('redirectUrl', optional('redirect_url')),
    ...whenGiven('redirectSuccessUrl', optional('redirect_success_url')),
    ...whenGiven('redirectFailUrl', optional('redirect_fail_url')),
    ...whenGiven('callbackUrl', optional('server_callback_url')),
  }
}

function whenGiven<Name extends Exclude<keyof OrderDetails, 'enabledFields'>>(
  name: Name,
  value: string | undefined,
): Partial<OrderDetails> {
  return value === undefined ? {} : { [name]: value }
}

function accepted(call: Call, order: Order, result: Answer['result'], reply: Answer['reply']): Answer {
  return {
    fields: asyncResponse(call, order.clientOrderId, order.gatewayOrderId, order.endpointId),
    reply,
    result,
    gatewayOrderId: order.gatewayOrderId,
  }
}

function notBooked(call: Call, endpoint: Endpoint, reply: Answer['reply']): Answer {
  return {
    fields: asyncResponse(call, sent(call, 'client_orderid'), '', endpoint.id),
    reply,
    result: 'not-booked',
  }
}
