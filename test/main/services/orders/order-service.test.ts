import { beforeEach, describe, expect, it } from 'vitest'
import type { OrderQuery } from '../../../../src-shared/domain/order-query'
import {
  readyEnvironment,
  settled,
  startApp,
  type TestApp,
  type TestEnvironment,
} from '../../../support/fakes'
import { everyExchange } from '../../../../src-shared/domain/exchange'

let env: TestEnvironment
let app: TestApp

beforeEach(async () => {
  env = await readyEnvironment()
  app = await startApp(env)
})

const query: OrderQuery = {
  profileId: null,
  search: '',
  families: [],
  filters: [],
  sortBy: 'created',
  direction: 'desc',
}

describe('adopting an order', () => {
  it('takes it into the log by its ids and asks about it at once', async () => {
    const booked = env.gateway.bookOrder('INV-2041', '10.15', 'USD')
    env.gateway.setStatus('INV-2041', 'approved')
    const view = await app.orders.adopt({
      clientOrderId: 'INV-2041',
      gatewayOrderId: booked.gatewayOrderId,
      routeId: '4411',
    })
    expect(view.summary).toMatchObject({
      kind: 'adopted',
      chargeState: null,
      amountMinor: null,
      followState: 'following',
    })
    await env.clock.advance(10)
    expect((await app.orders.get(view.summary.orderId)).summary).toMatchObject({
      status: 'approved',
      amountMinor: 1015,
      currency: 'USD',
      lastFour: '1111',
      followState: 'stopped',
    })
  })

  it('works without the gateway id, which the first answer brings', async () => {
    env.gateway.bookOrder('0012345', '10.15', 'USD')
    const view = await app.orders.adopt({ clientOrderId: '0012345', gatewayOrderId: '', routeId: '7722' })
    await env.clock.advance(10)
    const { summary } = await app.orders.get(view.summary.orderId)
    expect(summary).toMatchObject({ clientOrderId: '0012345', gatewayOrderId: '6684100' })
    expect(env.gateway.statusRequests[0]).toMatchObject({
      route: { kind: 'group', id: '7722' },
      gatewayOrderId: null,
    })
  })

  it('is refused for an order that is stored already and for an unknown entry point', async () => {
    const ids = { clientOrderId: 'INV-1', gatewayOrderId: '', routeId: '4411' }
    await app.orders.adopt(ids)
    await expect(app.orders.adopt(ids)).rejects.toMatchObject({ details: { reason: 'already-in-log' } })
    await expect(app.orders.adopt({ ...ids, routeId: '1' })).rejects.toMatchObject({
      code: 'validation-failed',
    })
  })

  it('never makes a charge of it', async () => {
    await app.orders.adopt({ clientOrderId: 'INV-1', gatewayOrderId: '', routeId: '4411' })
    await env.clock.advance(25 * 3_600_000)
    expect([env.storage.charges().length, env.gateway.deliveries]).toEqual([0, []])
    expect((await app.orders.get('1')).summary).toMatchObject({ followState: 'needs-review', status: null })
  })
})

describe('the log', () => {
  it('lists, shows, and reports what does not exist', async () => {
    const { orderId } = (await app.charge()).summary
    expect((await app.orders.list(query, null, 50)).rows.map((row) => row.orderId)).toEqual([orderId])
    await expect(app.orders.get('99')).rejects.toMatchObject({ code: 'not-found' })
    await expect(app.exchanges.get('99')).rejects.toMatchObject({ code: 'not-found' })
    const { rows } = await app.exchanges.list(everyExchange, null, 50)
    expect((await app.exchanges.get(rows[0]?.exchangeId ?? '')).operation).toBe('make-rebill')
  })

  it('keeps notes with the name of the person', async () => {
    const { orderId } = (await app.charge()).summary
    await app.settings.save({
      theme: 'light',
      density: 'comfortable',
      detailPx: null,
      timeZone: 'UTC',
      operatorName: 'Iva',
    })
    const view = await app.orders.note(orderId, 'customer asked for a receipt')
    expect(view.timeline.at(-1)).toMatchObject({
      kind: 'note',
      actor: 'Iva',
      text: 'customer asked for a receipt',
    })
    expect(app.publisher.of('orders.changed').at(-1)).toEqual(view)
  })

  it('keeps every one of many notes that are written at once', async () => {
    const { orderId } = (await app.charge()).summary
    await Promise.all(['a', 'b', 'c', 'd'].map((text) => app.orders.note(orderId, text)))
    const notes = (await app.orders.get(orderId)).timeline.filter((entry) => entry.kind === 'note')
    expect(notes.map((entry) => entry.text).sort()).toEqual(['a', 'b', 'c', 'd'])
  })
})

describe('looking up an earlier request by its serial number', () => {
  it('is stored as an exchange and never changes the order, whatever the answer', async () => {
    const { orderId, clientOrderId } = (await app.charge()).summary
    env.gateway.setStatus(clientOrderId, 'declined')
    const before = await app.orders.get(orderId)
    const exchange = await app.orders.lookupRequest(orderId, '0000-1')
    expect(exchange).toMatchObject({ operation: 'status', orderId })
    expect(env.gateway.statusRequests).toMatchObject([{ bySerialNumber: '0000-1' }])
    await settled()
    expect(await app.orders.get(orderId)).toEqual(before)
    expect(app.publisher.of('exchanges.recorded').at(-1)?.exchangeId).toBe(exchange.exchangeId)
  })
})

describe('the labels of an order', () => {
  it('are set and removed whatever their letter case, and the window is told', async () => {
    const { orderId } = (await app.charge()).summary
    await app.orders.setLabel(orderId, 'VIP', true)
    const view = await app.orders.setLabel(orderId, 'caf\u00e9', true)
    expect(view.labels).toEqual(['caf\u00e9', 'VIP'])
    expect(app.publisher.of('orders.changed').at(-1)).toEqual(view)
    expect((await app.orders.setLabel(orderId, 'vip', true)).labels).toEqual(['caf\u00e9', 'VIP'])
    expect((await app.orders.setLabel(orderId, 'CAFE\u0301', false)).labels).toEqual(['VIP'])
    expect((await app.orders.setLabel(orderId, 'none', false)).labels).toEqual(['VIP'])
  })

  it('are at most 20', async () => {
    const { orderId } = (await app.charge()).summary
    for (let number = 1; number <= 20; number++)
      await app.orders.setLabel(orderId, `l${String(number)}`, true)
    await expect(app.orders.setLabel(orderId, 'one more', true)).rejects.toMatchObject({
      code: 'not-allowed-now',
      details: { reason: 'too-many-labels' },
    })
    expect((await app.orders.setLabel(orderId, 'L7', true)).labels).toHaveLength(20)
  })

  it('are suggested once each, and found by the filter of the list', async () => {
    const orderIds = [(await app.charge()).summary.orderId, await adopted('INV-9')]
    for (const orderId of orderIds) await app.orders.setLabel(orderId, 'VIP', true)
    await app.orders.setLabel(orderIds[0] ?? '', 'abo', true)
    expect(await app.orders.labels()).toEqual(['abo', 'VIP'])
    const filters = [{ by: 'is' as const, field: 'label' as const, value: 'vip', not: false }]
    const { rows } = await app.orders.list({ ...query, filters }, null, 10)
    expect(rows.map((row) => row.orderId).sort()).toEqual(orderIds.sort())
  })

  async function adopted(clientOrderId: string): Promise<string> {
    return (await app.orders.adopt({ clientOrderId, gatewayOrderId: '', routeId: '4411' })).summary.orderId
  }
})
