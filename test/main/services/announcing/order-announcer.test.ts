import { beforeEach, describe, expect, it } from 'vitest'
import { checkedView } from '../../../../src-shared/domain/order'
import { aReadyWorld, Life, noAnswer, startDesk, type Desk, type World } from '../../../support/fakes'

/** A process that remembers which methods it used of what is outside of it. */
class WatchedLife extends Life {
  readonly used: string[] = []

  override wrap<T extends object>(target: T): T {
    return new Proxy(super.wrap(target), {
      get: (wrapped, name) => {
        this.used.push(String(name))
        return Reflect.get(wrapped, name, wrapped) as unknown
      },
    })
  }
}

const reads = ['getOrder', 'getOrderView', 'getExchange', 'listOrderExchanges']

let world: World
let life: WatchedLife
let desk: Desk

beforeEach(async () => {
  world = await aReadyWorld()
  life = new WatchedLife()
  desk = await startDesk(world, life)
})

const namesOf = () => desk.publisher.published.map(({ name }) => name)

describe('of a charge', () => {
  it('every step is announced with the whole order, and the order is never read again for it', async () => {
    const reply = await desk.charge()
    const announced = desk.publisher.of('orders.changed')
    expect(announced.map(({ summary }) => summary.chargeState)).toEqual(['recorded', 'sending', 'accepted'])
    expect(announced.at(-1)).toEqual(reply)
    expect(life.used.filter((name) => reads.includes(name))).toEqual([])
    expect(await desk.orders.get(reply.summary.orderId)).toEqual(reply)
  })

  it('the exchange is announced that came with its answer, and none with a note', async () => {
    const { orderId } = (await desk.charge()).summary
    const exchanges = desk.publisher.of('exchanges.recorded')
    expect(exchanges.map(({ operation }) => operation)).toEqual(['make-rebill'])
    expect(exchanges[0]).toMatchObject({
      exchangeId: (await desk.orders.get(orderId)).timeline.at(-1)?.exchangeId,
      orderId,
    })
    await desk.orders.note(orderId, 'customer called')
    expect(desk.publisher.of('exchanges.recorded')).toHaveLength(1)
  })
})

describe('of a followed order', () => {
  it('polls that find nothing new announce only themselves, and a window misses nothing by it', async () => {
    const { orderId } = (await desk.charge()).summary
    await world.clock.advance(12_000)
    const asked = world.gateway.statusRequests.length
    desk.publisher.published.length = 0
    life.used.length = 0
    const before = await desk.orders.get(orderId)
    await world.clock.advance(60_000)
    const polls = world.gateway.statusRequests.length - asked
    expect(polls).toBeGreaterThan(10)
    expect(namesOf()).toEqual(Array.from({ length: polls }, () => 'orders.checked'))
    expect(life.used.filter((name) => name === 'getOrder')).toHaveLength(polls)
    const window = desk.publisher.of('orders.checked').reduce(checkedView, before)
    expect(window).toEqual(await desk.orders.get(orderId))
  })

  it.each([
    ['a new status', () => ({ status: 'approved' }) as const],
    ['a failure', () => noAnswer('timeout')],
  ])('a poll that brings %s announces the whole order and its exchange', async (_, brought) => {
    const { clientOrderId } = (await desk.charge()).summary
    await world.clock.advance(12_000)
    desk.publisher.published.length = 0
    const news = brought()
    if ('status' in news) world.gateway.setStatus(clientOrderId, news.status)
    else world.gateway.script(clientOrderId, news)
    await world.clock.advance(4000)
    expect(namesOf().slice(0, 2)).toEqual(['orders.changed', 'exchanges.recorded'])
  })
})
