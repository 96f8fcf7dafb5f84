import { scenarioById } from '../scenarios/scenarios'
import { seedCards, seedOrders } from './seed-data'
import type { Book } from '../orders/book'
import type { Card } from '../orders/cards'
import type { Merchant } from '../server/merchant'
import type { SeedCard, SeedOrder } from './seed-data'
import type { Order } from '../orders/state'

const firstPaymentAgoMs = 120 * 24 * 60 * 60 * 1_000

/** Gives a fresh simulator cards to charge and a past to look at. */
export function plantSeeds(book: Book, merchant: Merchant, nowMs: number): void {
  seedCards.forEach((seed, index) => {
    const initial = addOrder(book, merchant, {
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
    const { cardRefId, unqCardRefId } = book.tokenFor(initial)
    const { clientOrderId, gatewayOrderId } = initial
    const { nickname, customerReference } = seed
    book.state.welcomeCards.push({
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
    const added = addOrder(book, merchant, {
      ...past,
      seed,
      index: cardIndex,
      acceptedAtMs: nowMs - acceptedAgoMs,
      nowMs,
    })
    const { clientOrderId, gatewayOrderId } = added
    book.state.welcomeOrders.push({ kind: past.kind, clientOrderId, gatewayOrderId })
  }
}

interface Planting extends Omit<SeedOrder, 'cardIndex' | 'acceptedAgoMs'> {
  seed: SeedCard
  index: number
  acceptedAtMs: number
  nowMs: number
}

function addOrder(book: Book, merchant: Merchant, planting: Planting): Order {
  const { seed, index, acceptedAtMs, nowMs, kind, scenarioId, clientOrderId, amountMinor, currency } =
    planting
  const endpoint = merchant.endpoints.find((candidate) => candidate.currency === currency)
  const scenario = scenarioById(scenarioId)
  if (!endpoint || !scenario)
    throw new Error(`Order ${clientOrderId} asks for what the simulator does not have`)
  return book.addOrder({
    clientOrderId,
    transactionType: kind,
    endpointId: endpoint.id,
    amountMinor,
    currency,
    card: cardOf(seed, index, nowMs),
    details: {
      description: planting.description,
      ipAddress: '192.0.2.14',
      email: seed.email,
      phone: seed.phone,
      ...(planting.enabledFields === undefined ? {} : { enabledFields: planting.enabledFields }),
    },
    attempts: [scenario],
    ...(planting.later === undefined
      ? {}
      : { later: planting.later.map(({ agoMs, ...said }) => ({ ...said, atMs: nowMs - agoMs })) }),
    ...(planting.partialReversal === undefined ? {} : { partialReversal: planting.partialReversal }),
    serialNumber: book.nextSerialNumber(),
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
