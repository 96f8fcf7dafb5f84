import { scenarioById } from '../scenarios/scenarios'
import { monthFrom, pastOrders } from './past'
import { seedCardFingerprint, seedCards, seedOrders } from './seed-data'
import { lastPastOrderId } from '../orders/state'
import type { NewOrder, OrderStore } from '../orders/order-store'
import type { Merchant } from '../server/merchant'
import type { SeedCard, SeedOrder } from './seed-data'
import type { Order } from '../orders/state'

const firstPaymentAgoMs = 120 * 24 * 60 * 60 * 1_000
const stepMs = 30_000

/** Adds the cards, and the newest orders of some of them, to a new simulator. */
export function addSeedOrders(orderStore: OrderStore, merchant: Merchant, nowMs: number): void {
  seedCards.forEach((seed, index) => {
    const initial = addOrder(orderStore, merchant, {
      clientOrderId: `NS-INIT-${index + 1}`,
      kind: 'sale',
      seed,
      index,
      amountMinor: seed.initialAmountMinor,
      currency: seed.initialCurrency,
      description: 'First payment',
      scenarioId: 'approved',
      acceptedAtMs: nowMs - firstPaymentAgoMs,
      nowMs,
    })
    const { cardRefId, unqCardRefId } = orderStore.tokenFor(initial)
    const { clientOrderId, gatewayOrderId } = initial
    const { nickname, customerReference } = seed
    orderStore.state.welcomeCards.push({
      nickname,
      customerReference,
      cardRefId,
      unqCardRefId,
      clientOrderId,
      gatewayOrderId,
    })
  })
  for (const { cardIndex, acceptedAgoMs, ...past } of seedOrders) {
    const seed = seedCards[cardIndex]
    if (!seed) throw new Error(`There is no card ${cardIndex}`)
    const added = addOrder(orderStore, merchant, {
      ...past,
      seed,
      index: cardIndex,
      acceptedAtMs: nowMs - acceptedAgoMs,
      nowMs,
    })
    const { clientOrderId, gatewayOrderId } = added
    orderStore.state.welcomeOrders.push({ kind: past.kind, clientOrderId, gatewayOrderId })
  }
}

/** Adds the orders of the tables of the past. */
export function addPastOrders(orderStore: OrderStore, merchant: Merchant, nowMs: number): void {
  for (const past of pastOrders(nowMs, lastPastOrderId)) {
    const { gatewayOrderId, clientOrderId, kind, currency, outcome, ...data } = past
    const order = orderStore.addPastOrder(
      {
        ...data,
        ...{ clientOrderId, currency, transactionType: kind },
        ...endpointAndScenario(merchant, { clientOrderId, currency, scenarioId: outcome.scenarioId }),
        serialNumber: orderStore.nextSerialNumber(),
      },
      gatewayOrderId,
    )
    finishThreeDs(orderStore, order, outcome.cardholder)
  }
}

interface SeedOrderInput extends Omit<SeedOrder, 'cardIndex' | 'acceptedAgoMs'> {
  seed: SeedCard
  index: number
  acceptedAtMs: number
  nowMs: number
}

function addOrder(orderStore: OrderStore, merchant: Merchant, input: SeedOrderInput): Order {
  const { seed, index, acceptedAtMs, nowMs, kind, clientOrderId, amountMinor, currency } = input
  const order = orderStore.addOrder({
    clientOrderId,
    transactionType: kind,
    ...endpointAndScenario(merchant, input),
    amountMinor,
    currency,
    card: {
      ...{ printedName: seed.printedName, bin: seed.bin, lastFour: seed.lastFour },
      ...monthFrom(nowMs, seed.expiresInMonths),
      fingerprint: seedCardFingerprint(index),
    },
    details: {
      description: input.description,
      ipAddress: '192.0.2.14',
      email: seed.email,
      phone: seed.phone,
      ...(input.enabledFields === undefined ? {} : { enabledFields: input.enabledFields }),
      ...(input.merchantData === undefined ? {} : { merchantData: input.merchantData }),
    },
    ...(input.later === undefined
      ? {}
      : { later: input.later.map(({ agoMs, ...transaction }) => ({ ...transaction, atMs: nowMs - agoMs })) }),
    ...(input.partialReversal === undefined ? {} : { partialReversal: input.partialReversal }),
    serialNumber: orderStore.nextSerialNumber(),
    acceptedAtMs,
  })
  finishThreeDs(orderStore, order, input.cardholder)
  return order
}

function endpointAndScenario(
  merchant: Merchant,
  { clientOrderId, currency, scenarioId }: Pick<SeedOrder, 'clientOrderId' | 'currency' | 'scenarioId'>,
): Pick<NewOrder, 'endpointId' | 'attempts'> {
  const endpoint = merchant.endpoints.find((candidate) => candidate.currency === currency)
  const scenario = scenarioById(scenarioId)
  if (!endpoint || !scenario) throw new Error(`Order ${clientOrderId} names an unknown currency or scenario`)
  return { endpointId: endpoint.id, attempts: [scenario] }
}

/** Records the browser steps of a past order as done, each half a minute after it began. */
function finishThreeDs(orderStore: OrderStore, order: Order, cardholder: SeedOrder['cardholder']): void {
  const { threeDs } = order
  if (!threeDs || cardholder === undefined || cardholder === 'left') return
  for (const step of threeDs.steps) {
    const begun = order.phases.findLast(({ awaits }) => awaits === step)
    if (step === threeDs.steps.at(-1))
      threeDs.verified = cardholder === 'passed' ? 'AUTHENTICATED' : 'NOT_AUTHENTICATED'
    orderStore.finishStep(order, step, (begun?.atMs ?? order.acceptedAtMs) + stepMs)
  }
}
