import { beforeEach, describe, expect, it } from 'vitest'
import type { NewOrder } from '../../../../src-main/ports/storage'
import { maxRelated } from '../../../../src-shared/domain/related-orders'
import { card, memoryDatabase, newOrder, profile, refusalOf, startMs } from '../builders'

let database: ReturnType<typeof memoryDatabase>
let number = 0

beforeEach(() => {
  database = memoryDatabase()
  number = 0
  database.writer.saveProfile(profile())
  // Another account at the same gateway, and another profile of the same account.
  database.writer.saveProfile(profile({ profileId: 'other-login', login: 'SouthShop' }))
  database.writer.saveProfile(profile({ profileId: 'same-login' }))
})

/** Adds an order and returns its id. Each is a second younger than the one before. */
function add(set: Partial<NewOrder> = {}): string {
  number += 1
  return database.writer.adoptOrder(
    newOrder({ clientOrderId: `INV-${String(number)}`, createdAtMs: startMs + number * 1000, ...set }),
    [],
  ).summary.orderId
}

/** A rebill of a stored card without its charge. */
function rebill(cardId: string, set: Partial<NewOrder> = {}): string {
  return add({ kind: 'rebill-sale', cardId, ...set })
}

function related(orderId: string) {
  const { sameCard, sameFamily } = database.reader.listRelatedOrders(orderId)
  const ids = (list: typeof sameCard) => list.rows.map(({ order, by }) => `${order.orderId} ${by}`)
  return { card: ids(sameCard), family: ids(sameFamily) }
}

const digits = { bin: '411111', lastFour: '1111' }

describe('related orders', () => {
  it('are none for a single order, and an unknown order is not found', () => {
    expect(related(add(digits))).toEqual({ card: [], family: [] })
    expect(refusalOf(() => related('99'))?.code).toBe('not-found')
  })

  it('have the same card digits in the same account, added orders included, newest first', () => {
    const order = add(digits)
    const added = add({ ...digits, profileId: 'same-login' })
    const typed = add({ ...digits, kind: 'sale' })
    add({ ...digits, profileId: 'other-login' })
    add({ ...digits, bin: '555544' })
    add({ ...digits, lastFour: '1112' })
    expect(related(order).card).toEqual([`${typed} card-digits`, `${added} card-digits`])
  })

  it('are not guessed without the whole digits', () => {
    const order = add({ lastFour: '1111' })
    add({ lastFour: '1111' })
    add({ bin: null, lastFour: null })
    expect(related(order).card).toEqual([])
  })

  it('have the same token, or a token with the same unique id or hash', () => {
    const upsertCard = (set: Parameters<typeof card>[0]) => database.writer.upsertCard(card(set))
    const own = upsertCard({ cardRefId: '1', unqCardRefId: 'u-1' }).view.cardId
    const twin = upsertCard({ cardRefId: '2', unqCardRefId: 'u-1', profileId: 'other-login' }).view.cardId
    const hashed = upsertCard({ cardRefId: '3', cardHashId: 'h-1' }).view.cardId
    const order = rebill(own)
    const second = rebill(own)
    const third = rebill(twin, { profileId: 'other-login' })
    rebill(hashed)
    expect(related(order).card).toEqual([`${third} token`, `${second} token`])
  })

  it('share the client order id, the gateway order id or the reference', () => {
    const order = add({ clientOrderId: 'INV-A', gatewayOrderId: '77', reference: 'R-1' })
    const attempt = add({ clientOrderId: 'INV-A', gatewayOrderId: '78' })
    const elsewhere = add({ profileId: 'other-login', gatewayOrderId: '77' })
    const sameReference = add({ reference: 'R-1' })
    add({ profileId: 'other-login', reference: 'R-1' })
    expect(related(order).family).toEqual([
      `${sameReference} reference`,
      `${elsewhere} gateway-order-id`,
      `${attempt} client-order-id`,
    ])
  })

  it('include the order from which the card was registered', () => {
    const source = add({ clientOrderId: 'FIRST' })
    const cardId = database.writer.upsertCard(card({ sourceClientOrderId: 'FIRST' })).view.cardId
    expect(related(rebill(cardId)).family).toEqual([`${source} card-source`])
  })

  it('are at most the newest, and say that there are older ones', () => {
    const order = add({ ...digits, reference: 'R-1' })
    for (let count = 0; count <= maxRelated; count++) add({ ...digits, reference: 'R-1' })
    const { sameCard, sameFamily } = database.reader.listRelatedOrders(order)
    for (const list of [sameCard, sameFamily]) {
      expect(list.hasMore).toBe(true)
      expect(list.rows).toHaveLength(maxRelated)
      expect(list.rows[0]?.order.orderId).toBe(String(number))
    }
  })
})
