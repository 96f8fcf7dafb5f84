import { beforeEach, describe, expect, it } from 'vitest'
import type { OrderRecord } from '../../../../src-main/ports/storage'
import { recordOf } from '../../../support/builders'
import { card, memoryDatabase, newOrder, profile, TestDatabase } from '../builders'

let open: ReturnType<typeof memoryDatabase>
let database: TestDatabase

beforeEach(() => {
  open = memoryDatabase()
  database = new TestDatabase(open)
})

const cardWith = (set: Parameters<typeof card>[0]) => open.writer.upsertCard(card(set)).view.cardId

/** An order from elsewhere, with what the gateway reported about its card and customer. */
function orderWith(
  clientOrderId: string,
  facts: Readonly<Record<string, string>>,
  profileId = 'prof-1',
): OrderRecord {
  const order = recordOf(open.writer.adoptOrder(newOrder({ clientOrderId, profileId }), []))
  return database.change(
    order,
    { status: 'approved', amountMinor: 1000, currency: 'EUR' },
    { facts: Object.entries(facts).map(([name, value]) => ({ name, value })) },
  )
}

function person(of: 'card' | 'order', id: string) {
  const view = open.reader.person(of, id) ?? expect.fail('nobody')
  return {
    ...view,
    cards: view.cards.map((each) => [each.card.cardRefId, each.reason]),
    orders: view.orders.map((each) => [each.order.clientOrderId, each.reason]).sort(),
  }
}

describe('the page of a person', () => {
  it('has the orders of the same physical card, and those with an e-mail address of them', () => {
    const cardId = cardWith({ cardRefId: 'first', cardHashId: 'HASH-1' })
    orderWith('SAME-CARD', { 'card-hash-id': 'HASH-1', email: 'Marta@shop.example' })
    orderWith('SAME-MAIL', { 'card-hash-id': 'HASH-2', email: 'marta@shop.example' })
    orderWith('STRANGER', { 'card-hash-id': 'HASH-3', email: 'other@shop.example' })
    expect(person('card', cardId)).toMatchObject({
      orders: [
        ['SAME-CARD', 'card'],
        ['SAME-MAIL', 'email'],
      ],
      orderTotal: 2,
      isTotalExact: true,
      sums: [{ currency: 'EUR', approvedMinor: 2000, approvedCount: 2, declinedCount: 0 }],
      emails: ['marta@shop.example'],
    })
  })

  it('knows the card hash of a token by its charges', () => {
    const { summary } = database.chargeIn('accepted')
    const cardId = summary.cardId ?? expect.fail('no card')
    orderWith('BEFORE', { 'card-hash-id': 'HASH-1' })
    expect(person('card', cardId).orders).toHaveLength(1)
    const order = open.reader.getOrder(summary.orderId) ?? expect.fail('no order')
    database.change(order, {}, { facts: [{ name: 'card-hash-id', value: 'HASH-1' }] })
    expect(person('card', cardId).orders).toContainEqual(['BEFORE', 'card'])
    expect(open.reader.getCard(cardId)?.view.chargeCount).toBe(2)
  })

  it('goes no further than one step, so that a chain of shared mailboxes joins no strangers', () => {
    const cardId = cardWith({ cardRefId: 'first', cardHashId: 'HASH-1' })
    orderWith('OWN', { 'card-hash-id': 'HASH-1', email: 'family@shop.example' })
    orderWith('FAMILY', { 'card-hash-id': 'HASH-2', email: 'family@shop.example' })
    orderWith('FRIEND', { 'card-hash-id': 'HASH-2', email: 'friend@shop.example' })
    expect(person('card', cardId).orders).toEqual([
      ['FAMILY', 'email'],
      ['OWN', 'card'],
    ])
  })

  it('does not join people by a name', () => {
    const cardId = cardWith({ cardRefId: 'first', printedName: 'ANNA BERG' })
    cardWith({ cardRefId: 'second', printedName: 'ANNA BERG' })
    orderWith('NAMESAKE', { 'cardholder-name': 'ANNA BERG' })
    expect(person('card', cardId)).toMatchObject({ cards: [['first', 'itself']], orders: [] })
  })

  it('has the other tokens of a card, and cards with the same customer reference', () => {
    const cardId = cardWith({ cardRefId: 'first', unqCardRefId: 'U1', customerReference: 'C-7' })
    cardWith({ cardRefId: 'twin', unqCardRefId: 'U1' })
    cardWith({ cardRefId: 'second', customerReference: 'C-7' })
    cardWith({ cardRefId: 'nobody', customerReference: '' })
    expect(person('card', cardId).cards).toEqual([
      ['first', 'itself'],
      ['twin', 'card'],
      ['second', 'customer'],
    ])
  })

  it('does not join by an address that many cards use, and names it', () => {
    const cardId = cardWith({ cardRefId: 'first', cardHashId: 'HASH-0' })
    for (let number = 0; number < 6; number++)
      orderWith(`INV-${String(number)}`, {
        'card-hash-id': `HASH-${String(number)}`,
        email: 'no@reply.example',
      })
    expect(person('card', cardId)).toMatchObject({
      orders: [['INV-0', 'card']],
      emails: [],
      sharedEmails: ['no@reply.example'],
    })
  })

  it('starts at an order as well, and has the card that was registered from it', () => {
    const { summary } = orderWith('INV-1', { email: 'a@b.example' })
    orderWith('INV-2', { email: 'A@B.example' })
    expect(person('order', summary.orderId).orders).toEqual([
      ['INV-1', 'itself'],
      ['INV-2', 'email'],
    ])
    const cardId = cardWith({ cardRefId: 'first', sourceClientOrderId: 'INV-1' })
    expect(person('card', cardId).orders).toEqual([['INV-1', 'card']])
  })

  it('keeps profiles apart, also for the same card', () => {
    open.writer.saveProfile(profile({ profileId: 'prof-2' }))
    const cardId = cardWith({ cardRefId: 'first', cardHashId: 'HASH-1', customerReference: 'C-7' })
    cardWith({ profileId: 'prof-2', cardRefId: 'other', cardHashId: 'HASH-1', customerReference: 'C-7' })
    orderWith('OTHER', { 'card-hash-id': 'HASH-1', email: 'a@b.example' }, 'prof-2')
    expect(person('card', cardId)).toMatchObject({ cards: [['first', 'itself']], orders: [] })
  })

  it('is none for ids of nothing', () => {
    for (const id of ['', '0', '99', "1' OR '1'='1"])
      expect([open.reader.person('card', id), open.reader.person('order', id)]).toEqual([null, null])
  })

  it('does not join by empty values', () => {
    const { summary } = orderWith('INV-1', { 'card-hash-id': '', email: '' })
    orderWith('INV-2', { 'card-hash-id': '', email: '' })
    expect(person('order', summary.orderId).orders).toEqual([['INV-1', 'itself']])
  })
})

describe('the charges of a card', () => {
  it('include orders from elsewhere with its card hash or from which it was registered', () => {
    const cardId = cardWith({ cardRefId: 'first', cardHashId: 'HASH-1', sourceClientOrderId: 'INV-1' })
    const view = () => open.reader.getCard(cardId)?.view
    expect(view()).toMatchObject({ chargeCount: 0, lastCharge: null })
    const source = orderWith('INV-1', {})
    expect(view()).toMatchObject({ chargeCount: 1, lastCharge: { orderId: source.summary.orderId } })
    const later = orderWith('INV-2', { 'card-hash-id': 'HASH-1' })
    orderWith('INV-3', { 'card-hash-id': 'HASH-2' })
    expect(view()).toMatchObject({ chargeCount: 2, lastCharge: { orderId: later.summary.orderId } })
  })
})
