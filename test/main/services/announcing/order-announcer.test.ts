import { beforeEach, describe, expect, it } from 'vitest'
import { checkedView } from '../../../../src-shared/domain/order'
import {
  readyEnvironment,
  Life,
  noAnswer,
  startApp,
  type TestApp,
  type TestEnvironment,
} from '../../../support/fakes'

/** A process that records which methods of its environment it calls. */
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

let env: TestEnvironment
let life: WatchedLife
let app: TestApp

beforeEach(async () => {
  env = await readyEnvironment()
  life = new WatchedLife()
  app = await startApp(env, life)
})

const namesOf = () => app.publisher.published.map(({ name }) => name)

describe('of a charge', () => {
  it('every step is announced with the whole order, and the order is never read again for it', async () => {
    const reply = await app.charge()
    const announced = app.publisher.of('orders.changed')
    expect(announced.map(({ summary }) => summary.chargeState)).toEqual(['recorded', 'sending', 'accepted'])
    expect(announced.at(-1)).toEqual(reply)
    expect(life.used.filter((name) => reads.includes(name))).toEqual([])
    expect(await app.orders.get(reply.summary.orderId)).toEqual(reply)
  })

  it('an answer is announced with its exchange, and a note without one', async () => {
    const { orderId } = (await app.charge()).summary
    const exchanges = app.publisher.of('exchanges.recorded')
    expect(exchanges.map(({ operation }) => operation)).toEqual(['make-rebill'])
    expect(exchanges[0]).toMatchObject({
      exchangeId: (await app.orders.get(orderId)).timeline.at(-1)?.exchangeId,
      orderId,
    })
    await app.orders.note(orderId, 'customer called')
    expect(app.publisher.of('exchanges.recorded')).toHaveLength(1)
  })
})

describe('of a followed order', () => {
  it('polls that find nothing new announce only themselves, and a window misses nothing by it', async () => {
    const { orderId } = (await app.charge()).summary
    await env.clock.advance(12_000)
    const asked = env.gateway.statusRequests.length
    app.publisher.published.length = 0
    life.used.length = 0
    const before = await app.orders.get(orderId)
    await env.clock.advance(60_000)
    const polls = env.gateway.statusRequests.length - asked
    expect(polls).toBeGreaterThan(10)
    expect(namesOf()).toEqual(Array.from({ length: polls }, () => 'orders.checked'))
    expect(life.used.filter((name) => name === 'getOrder')).toHaveLength(polls)
    const window = app.publisher.of('orders.checked').reduce(checkedView, before)
    expect(window).toEqual(await app.orders.get(orderId))
  })

  it.each([
    ['a new status', () => ({ status: 'approved' }) as const],
    ['a failure', () => noAnswer('timeout')],
  ])('a poll that brings %s announces the whole order and its exchange', async (_, brought) => {
    const { clientOrderId } = (await app.charge()).summary
    await env.clock.advance(12_000)
    app.publisher.published.length = 0
    const news = brought()
    if ('status' in news) env.gateway.setStatus(clientOrderId, news.status)
    else env.gateway.script(clientOrderId, news)
    await env.clock.advance(4000)
    expect(namesOf().slice(0, 2)).toEqual(['orders.changed', 'exchanges.recorded'])
  })
})
