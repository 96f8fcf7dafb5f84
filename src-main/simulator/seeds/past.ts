import { gatewayZone } from '../orders/order-fields'
import { majorUnits } from '../orders/money'
import { endsApproved } from '../orders/phases'
import { scenarioById } from '../scenarios/scenarios'
import {
  ordersByHour,
  ordersByWeekday,
  pastAftermaths,
  pastCustomers,
  pastDays,
  pastOutcomes,
  seedCardPurchases,
  testCards,
} from './past-data'
import { seedCardFingerprint, seedCards } from './seed-data'
import type { Card } from '../orders/cards'
import type { TransactionType } from '../orders/phases'
import type { OrderDetails, LaterTransaction } from '../orders/state'
import type { PastAftermath, PastOutcome, Purchase } from './past-data'

const hourMs = 60 * 60 * 1_000
// Every payment of the past has ended by the first start, also one whose cardholder left.
const settledMs = hourMs / 2
const firstClientNumber = 60_317
const seed = 20_260_314

/** A payment of the past, before the order store has planned its phases. */
export interface PastOrder {
  gatewayOrderId: string
  clientOrderId: string
  kind: TransactionType
  amountMinor: string
  currency: string
  card: Card
  details: OrderDetails
  outcome: PastOutcome
  later?: LaterTransaction[]
  acceptedAtMs: number
}

/** A customer's cards, and what they are used for. */
interface Wallet {
  currency: string
  details: Pick<OrderDetails, 'email' | 'phone' | 'enabledFields'>
  cards: (Pick<Card, 'printedName' | 'bin' | 'lastFour' | 'fingerprint'> & { expiresInMonths: number })[]
  buys: readonly Purchase[]
}

/**
 * Orders over `pastDays` days before `nowMs`, oldest first, with rising ids up to `lastGatewayOrderId`. The same
 * arguments give the same orders.
 */
export function pastOrders(nowMs: number, lastGatewayOrderId: number): PastOrder[] {
  const chance = new Chance(seed)
  const outcomes = chance.shuffled(pastOutcomes.flatMap((outcome) => copies(outcome, outcome.count)))
  const times = timesBefore(nowMs - settledMs, outcomes.length, chance)
  const ids = idsUpTo(lastGatewayOrderId, outcomes.length, chance)
  const wallets = allWallets()
  const orders = outcomes.map((outcome, index): PastOrder => {
    const { currency, details, cards, buys } = chance.oneOf(wallets)
    const { expiresInMonths, ...card } = chance.isBelow(0.75) ? required(cards[0]) : chance.oneOf(cards)
    const [description, amountMinor] = chance.oneOf(buys)
    const { email, phone, enabledFields } = details
    const acceptedAtMs = required(times[index])
    const isApproved = isApprovedAtLast(outcome)
    // A card that was declined as expired had an earlier date than its renewed one.
    const expiry =
      outcome.scenarioId === 'declined-expired-card'
        ? monthFrom(acceptedAtMs, -1)
        : monthFrom(nowMs, expiresInMonths)
    return {
      gatewayOrderId: String(ids[index]),
      clientOrderId: `${seriesOf(outcome)}-${firstClientNumber + index * 7 + chance.below(7)}`,
      kind: outcome.kind,
      amountMinor,
      currency,
      card: { ...card, ...expiry },
      details: {
        description,
        ipAddress: `198.51.100.${chance.below(254) + 1}`,
        ...(email === undefined ? {} : { email }),
        ...(phone === undefined ? {} : { phone }),
        ...(enabledFields === undefined || !isApproved ? {} : { enabledFields }),
      },
      outcome,
      acceptedAtMs,
    }
  })
  for (const aftermath of pastAftermaths) addAftermath(orders, aftermath, nowMs, chance)
  return orders
}

/** Gives the later transactions of one kind to orders that it fits and that have none yet. */
function addAftermath(
  orders: readonly PastOrder[],
  aftermath: PastAftermath,
  nowMs: number,
  chance: Chance,
): void {
  const { count, kind, minAgeHours, maxAgeHours = Number.POSITIVE_INFINITY, later } = aftermath
  const fitting = orders.filter((order) => {
    const ageHours = (nowMs - order.acceptedAtMs) / hourMs
    const isOfAge = ageHours >= minAgeHours && ageHours <= maxAgeHours
    return isOfAge && order.kind === kind && isApprovedAtLast(order.outcome) && order.later === undefined
  })
  for (const order of chance.shuffled(fitting).slice(0, count))
    order.later = later.map((part) => laterOf(order, part))
}

function laterOf(
  { amountMinor, currency, acceptedAtMs }: PastOrder,
  { afterHours, refundedPercent, ...transaction }: PastAftermath['later'][number],
): LaterTransaction {
  const amount = BigInt(amountMinor)
  const refunded = (amount * BigInt(refundedPercent ?? 0)) / 100n
  return {
    ...transaction,
    atMs: acceptedAtMs + afterHours * hourMs,
    total: refundedPercent === undefined ? null : majorUnits(String(refunded), currency),
    amount: majorUnits(String(amount - refunded), currency),
  }
}

function isApprovedAtLast({ scenarioId, cardholder = 'passed' }: PastOutcome): boolean {
  return cardholder === 'passed' && endsApproved(required(scenarioById(scenarioId)))
}

function seriesOf({ kind, cardholder }: PastOutcome): string {
  if (kind === 'preauth') return 'DEP'
  return cardholder === undefined ? 'SUB' : 'WEB'
}

/** Owners of the cards that a client can charge, and those of other cards. */
function allWallets(): Wallet[] {
  const ofSeedCards = seedCards.flatMap((card, index): Wallet[] => {
    const purchases = seedCardPurchases[index]
    if (!purchases) return []
    const { email, phone } = card
    return [
      {
        ...purchases,
        details: { email, phone },
        cards: [{ ...card, fingerprint: seedCardFingerprint(index) }],
      },
    ]
  })
  const ofOthers = pastCustomers.map(
    ({ name, email, phone, currency, cards, buys, enabledFields }): Wallet => ({
      currency,
      buys,
      details: { email, phone, ...(enabledFields === undefined ? {} : { enabledFields }) },
      cards: cards.map(([testCard, expiresInMonths]) => {
        const [bin, lastFour] = testCards[testCard]
        return {
          printedName: name,
          bin,
          lastFour,
          expiresInMonths,
          fingerprint: `card ${testCard} of ${email}`,
        }
      }),
    }),
  )
  return [...ofSeedCards, ...ofOthers]
}

/** Rising times, spread over the hours of the gateway's days and over the days of the week as in the tables. */
function timesBefore(endMs: number, count: number, chance: Chance): number[] {
  const slots = Array.from({ length: pastDays * 24 }, (_, index) => {
    const startMs = endMs - (index + 1) * hourMs
    const local = new Date(startMs + gatewayZone.offsetHours * hourMs)
    const weight = required(ordersByHour[local.getUTCHours()]) * required(ordersByWeekday[local.getUTCDay()])
    return { startMs, weight }
  }).toReversed()
  const total = slots.reduce((sum, { weight }) => sum + weight, 0)
  const places = Array.from({ length: count }, () => chance.below(total)).sort((left, right) => left - right)
  const times: number[] = []
  let passed = 0
  for (const { startMs, weight } of slots) {
    passed += weight
    while (times.length < count && required(places[times.length]) < passed)
      times.push(startMs + chance.below(hourMs))
  }
  return times.sort((left, right) => left - right)
}

/** Rising ids. The gateway has other merchants too, so there are gaps. */
function idsUpTo(last: number, count: number, chance: Chance): number[] {
  let next = last
  return Array.from({ length: count }, () => (next -= 1 + chance.below(300))).toReversed()
}

/** The month that is `months` after the one of `fromMs`, as an expiry date. */
export function monthFrom(fromMs: number, months: number): Pick<Card, 'expireMonth' | 'expireYear'> {
  const from = new Date(fromMs)
  const expiry = new Date(Date.UTC(from.getUTCFullYear(), from.getUTCMonth() + months, 1))
  return { expireMonth: expiry.getUTCMonth() + 1, expireYear: expiry.getUTCFullYear() }
}

/** Numbers that look random and are the same for the same seed (mulberry32). */
class Chance {
  constructor(private state: number) {}

  /** A whole number from 0 up to, without, `limit`. */
  below(limit: number): number {
    return Math.floor(this.#next() * limit)
  }

  /** True with this probability. */
  isBelow(probability: number): boolean {
    return this.#next() < probability
  }

  oneOf<T>(values: readonly T[]): T {
    return required(values[this.below(values.length)])
  }

  shuffled<T>(values: readonly T[]): T[] {
    return values
      .map((value) => ({ value, place: this.#next() }))
      .sort((left, right) => left.place - right.place)
      .map(({ value }) => value)
  }

  #next(): number {
    this.state = (this.state + 0x6d2b79f5) | 0
    let mixed = Math.imul(this.state ^ (this.state >>> 15), this.state | 1)
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61)
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32
  }
}

function copies<T>(value: T, count: number): T[] {
  return Array.from({ length: count }, () => value)
}

function required<T>(value: T | undefined): T {
  if (value === undefined) throw new Error('A table of the past is too short')
  return value
}
