import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { control, HandClock, post, signedStatus, start, statusOf, stopAll, welcomeOf } from '../support'
import type { Form, Welcome } from '../support'
import type { Simulator } from '../../../../src-main/simulator/server/server'

type PastOrder = Welcome['past'][number]

// A night in the middle of the week, in the gateway's zone.
const nowMs = Date.UTC(2026, 5, 17, 23, 30)
const dayMs = 24 * 60 * 60 * 1_000
const oldestFirst = (orders: PastOrder[]) => orders.toReversed()

let simulator: Simulator
let welcome: Welcome
/** The status response of each past order, oldest first. */
let responses: Form[]

beforeAll(async () => {
  simulator = await start({ clock: new HandClock(nowMs) })
  welcome = await welcomeOf(simulator)
  responses = await responsesOf(simulator, oldestFirst(welcome.past))
})
afterAll(stopAll)

/** Asks for each order by both ids. */
async function responsesOf(gateway: Simulator, orders: readonly PastOrder[]): Promise<Form[]> {
  const responses: Form[] = []
  for (const { clientOrderId, gatewayOrderId } of orders)
    responses.push(
      await post(gateway, '/api/v2/status/group/7722', signedStatus(clientOrderId, gatewayOrderId)),
    )
  return responses
}

function countsOf(name: string): Record<string, number> {
  const counts: Record<string, number> = {}
  for (const { [name]: value = 'none' } of responses) counts[value] = (counts[value] ?? 0) + 1
  return counts
}

const about = (count: number, share: number) => count > responses.length * share

describe('the past of the built-in merchant', () => {
  it('has about 400 orders, and each is found by both ids and by the client order id', async () => {
    expect(responses.length + welcome.orders.length).toBe(401)
    expect(responses.map(({ type }) => type)).toEqual(responses.map(() => 'status-response'))
    const ids = welcome.past.map(({ clientOrderId }) => clientOrderId)
    expect(new Set([...ids, ...welcome.orders.map(({ clientOrderId }) => clientOrderId)]).size).toBe(401)
    for (const { clientOrderId, gatewayOrderId } of welcome.past.slice(0, 20))
      expect((await statusOf(simulator, clientOrderId))['paynet-order-id']).toBe(gatewayOrderId)
  })

  it('covers the last 90 days with rising ids, most of it in working hours', () => {
    const times = oldestFirst(welcome.past).map(({ acceptedAtMs }) => acceptedAtMs)
    expect(times).toEqual(times.toSorted((left, right) => left - right))
    expect(Math.min(...times)).toBeGreaterThan(nowMs - 90 * dayMs)
    expect(Math.min(...times)).toBeLessThan(nowMs - 88 * dayMs)
    expect(Math.max(...times)).toBeLessThan(nowMs - 30 * 60_000)
    expect(Math.max(...times)).toBeGreaterThan(nowMs - dayMs)
    const ids = responses.map((response) => Number(response['paynet-order-id']))
    expect(ids).toEqual(ids.toSorted((left, right) => left - right))
    expect(new Set(ids).size).toBe(ids.length)
    const hours = responses.map((response) => Number(response['transaction-date']?.slice(11, 13)))
    expect(about(hours.filter((hour) => hour >= 8 && hour < 20).length, 0.85)).toBe(true)
    expect(hours.some((hour) => hour < 7)).toBe(true)
    expect(new Set(times.map((atMs) => new Date(atMs).getUTCDay())).size).toBe(7)
  })

  it('has every final status, with real reasons', () => {
    expect(countsOf('transaction-type')).toMatchObject({
      sale: expect.any(Number),
      preauth: expect.any(Number),
    })
    const ends = countsOf('status')
    expect(ends).toMatchObject({ declined: 55 + 2, filtered: 9, error: 7 })
    expect(about(ends.approved ?? 0, 0.75)).toBe(true)
    const reasons = Object.keys(countsOf('error-message'))
    expect(reasons.length).toBeGreaterThan(14)
    expect(responses.filter((response) => response.status === 'declined' && !response['error-code'])).toEqual(
      [],
    )
  })

  it('has amounts in all currencies of the merchant, written with their decimals', () => {
    const currencies = countsOf('currency')
    expect(Object.keys(currencies).sort()).toEqual(['EUR', 'GBP', 'JPY', 'KWD', 'USD'])
    expect(Object.values(currencies).every((count) => count >= 20)).toBe(true)
    const shapes = {
      EUR: /^\d+\.\d{2}$/,
      USD: /^\d+\.\d{2}$/,
      GBP: /^\d+\.\d{2}$/,
      JPY: /^\d+$/,
      KWD: /^\d+\.\d{3}$/,
    }
    for (const { currency, amount, 'initial-amount': initial } of responses) {
      const shape = shapes[currency as keyof typeof shapes]
      expect(amount).toMatch(shape)
      expect(initial).toMatch(shape)
    }
  })

  it('has all card kinds, people with several cards and orders, and names of many scripts', () => {
    expect(Object.keys(countsOf('card-type')).sort()).toEqual(
      ['AMEX', 'DINERS', 'DISCOVER', 'JCB', 'MAESTRO', 'MASTERCARD', 'UNIONPAY', 'VISA'].sort(),
    )
    const cardsOf = new Map<string, Set<string>>()
    for (const { name = '', 'card-hash-id': card = '' } of responses)
      cardsOf.set(name, (cardsOf.get(name) ?? new Set()).add(card))
    expect(cardsOf.size).toBeGreaterThan(30)
    expect([...cardsOf.values()].filter((cards) => cards.size > 1).length).toBeGreaterThan(8)
    expect(Object.values(countsOf('name')).filter((count) => count > 1).length).toBeGreaterThan(30)
    const names = [...cardsOf.keys()].join(' ')
    for (const script of ['Latin', 'Greek', 'Cyrillic', 'Georgian', 'Arabic', 'Hebrew', 'Han'])
      expect(names).toMatch(new RegExp(`\\p{Script=${script}}`, 'u'))
  })

  it('has refunds in part and in full, in progress and declined, cancellations and disputes', () => {
    const later = new Map<string, number>()
    for (const response of responses) {
      const { 'transaction-type': type = '', status, amount, 'total-reversal-amount': total } = response
      const part = total === undefined ? '' : Number(amount) === 0 ? ' in full' : ' in part'
      const what = `${type} ${status}${part}`
      later.set(what, (later.get(what) ?? 0) + 1)
    }
    expect(Object.fromEntries([...later].filter(([what]) => !/^(?:sale|preauth) /.test(what)))).toEqual({
      'reversal processing': 1,
      'reversal declined': 4,
      'reversal approved in part': 11,
      'reversal approved in full': 9,
      'cancel processing': 1,
      'cancel approved': 6,
      'chargeback approved': 5,
      'fraud approved': 2,
      'dispute approved': 2,
    })
  })

  it('has the results of 3-D Secure: passed, refused and not finished', () => {
    expect(countsOf('verified-3d-status')).toMatchObject({ AUTHENTICATED: 48, NOT_AUTHENTICATED: 3 })
    expect(responses.filter((response) => response['error-code'] === '920').length).toBe(2)
    expect(Object.keys(countsOf('eci')).sort()).toEqual(['02', '05', 'none'])
  })

  it('has one order with every field of the interface that an approved order can have (F6)', async () => {
    const full = await statusOf(simulator, 'NS-2059')
    expect(expectedFields.filter((name) => (full[name] ?? '') === '')).toEqual([])
    expect(full).toMatchObject({ status: 'approved', 'verified-3d-status': 'AUTHENTICATED' })
    for (const name of ['error-code', 'error-message', 'motivational-message'])
      expect(Object.keys(countsOf(name)).length, name).toBeGreaterThan(1)
  })

  it('reports cards by their first six and last four digits only', () => {
    for (const response of responses) {
      const { bin = '', 'last-four-digits': lastFour = '' } = response
      expect(`${bin} ${lastFour}`).toMatch(/^\d{6} \d{4}$/)
      const texts = Object.values(response).map((text) => text.replaceAll(/\D/g, ''))
      expect(texts.filter((digits) => digits.startsWith(bin) && digits.length >= 12)).toEqual([])
    }
  })
})

describe('a second start', () => {
  let folder: string
  let statePath: string
  beforeEach(async () => {
    folder = await mkdtemp(join(tmpdir(), 'past-'))
    statePath = join(folder, 'state.json')
  })
  afterEach(async () => {
    await stopAll()
    await rm(folder, { recursive: true })
  })

  it('changes no id, no time and no state of the past', async () => {
    const first = await start({ clock: new HandClock(nowMs), statePath })
    const announced = await welcomeOf(first)
    const before = await responsesOf(first, announced.past)
    await first.stop()
    const second = await start({ clock: new HandClock(nowMs + dayMs / 24), statePath })
    expect(await welcomeOf(second)).toEqual(announced)
    expect(withoutSerials(await responsesOf(second, announced.past))).toEqual(withoutSerials(before))
  })

  it('without a state file makes the same past at the same time', async () => {
    const other = await start({ clock: new HandClock(nowMs) })
    expect((await welcomeOf(other)).past).toEqual(welcome.past)
    expect(withoutSerials(await responsesOf(other, oldestFirst(welcome.past)))).toEqual(
      withoutSerials(responses),
    )
  })

  it('keeps a refund that was added to a past order', async () => {
    const first = await start({ clock: new HandClock(nowMs), statePath })
    const approved = responses.find((response) => response['order-stage'] === 'sale_approved') ?? {}
    const clientOrderId = approved['merchant-order-id'] ?? ''
    await control(first, { later: { clientOrderId, type: 'reversal', status: 'processing' } })
    await first.stop()
    const second = await start({ clock: new HandClock(nowMs), statePath })
    expect((await statusOf(second, clientOrderId))['order-stage']).toBe('reversal_processing')
  })
})

function withoutSerials(forms: readonly Form[]): Form[] {
  return forms.map((form) => ({ ...form, 'serial-number': '' }))
}

/** The status fields of the interface, without those of a pending browser step, of a refusal and `by-request-sn`. */
const expectedFields = [
  ...[
    'type',
    'status',
    'amount',
    'currency',
    'paynet-order-id',
    'merchant-order-id',
    'serial-number',
    'phone',
  ],
  ...['last-four-digits', 'bin', 'card-type', 'gate-partial-reversal', 'gate-partial-capture'],
  ...['transaction-type', 'processor-rrn', 'processor-tx-id', 'receipt-id', 'name', 'cardholder-name'],
  ...['card-exp-month', 'card-exp-year', 'card-hash-id', 'card-country-alpha-three-code'],
  ...['destination-card-country-alpha-three-code', 'email', 'first-name', 'last-name'],
  ...[
    'country',
    'state',
    'city',
    'zip_code',
    'address1',
    'bank-name',
    'terminal-id',
    'paynet-processing-date',
  ],
  ...[
    'approval-code',
    'order-stage',
    'loyalty-balance',
    'loyalty-message',
    'loyalty-bonus',
    'loyalty-program',
  ],
  ...['descriptor', 'original-gate-descriptor', 'verified-3d-status', 'eci'],
  ...['ips-src-payment-product-code', 'ips-src-payment-product-name', 'ips-src-payment-type-code'],
  ...[
    'ips-src-payment-type-name',
    'merchantdata',
    'initial-amount',
    'seller-commission',
    'acquirer-commission',
  ],
  'transaction-date',
]
