import { scenarioById } from '../scenarios/scenarios'
import { seedCards, seedOrders } from './seed-data'
import type { OrderStore } from '../orders/order-store'
import type { Card } from '../orders/cards'
import type { Merchant } from '../server/merchant'
import type { SeedCard, SeedOrder } from './seed-data'
import type { Order } from '../orders/state'

const firstPaymentAgoMs = 120 * 24 * 60 * 60 * 1_000

/** Adds cards and past orders to a new simulator. */
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

interface SeedOrderInput extends Omit<SeedOrder, 'cardIndex' | 'acceptedAgoMs'> {
  seed: SeedCard
  index: number
  acceptedAtMs: number
  nowMs: number
}

function addOrder(orderStore: OrderStore, merchant: Merchant, input: SeedOrderInput): Order {
  const { seed, index, acceptedAtMs, nowMs, kind, scenarioId, clientOrderId, amountMinor, currency } = input
  const endpoint = merchant.endpoints.find((candidate) => candidate.currency === currency)
  const scenario = scenarioById(scenarioId)
  if (!endpoint || !scenario) throw new Error(`Order ${clientOrderId} names an unknown currency or scenario`)
  return orderStore.addOrder({
    clientOrderId,
    transactionType: kind,
    endpointId: endpoint.id,
    amountMinor,
    currency,
    card: cardOf(seed, index, nowMs),
    details: {
      description: input.description,
      ipAddress: '192.0.2.14',
      email: seed.email,
      phone: seed.phone,
      ...(input.enabledFields === undefined ? {} : { enabledFields: input.enabledFields }),
    },
    attempts: [scenario],
    ...(input.later === undefined
      ? {}
      : { later: input.later.map(({ agoMs, ...transaction }) => ({ ...transaction, atMs: nowMs - agoMs })) }),
    ...(input.partialReversal === undefined ? {} : { partialReversal: input.partialReversal }),
    serialNumber: orderStore.nextSerialNumber(),
    acceptedAtMs,
  })
}

function cardOf(seed: SeedCard, index: number, nowMs: number): Card {
  const now = new Date(nowMs)
  const expiry = new Date(Date.UTC(now.getUTCFullYear(), now.getUTCMonth() + seed.expiresInMonths, 1))
  return {
    printedName: seed.printedName,
    bin: seed.bin,
    lastFour: seed.lastFour,
    expireMonth: expiry.getUTCMonth() + 1,
    expireYear: expiry.getUTCFullYear(),
    fingerprint: `seed card ${index + 1}`,
  }
}
