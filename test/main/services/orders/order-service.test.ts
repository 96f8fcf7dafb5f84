import { beforeEach, describe, expect, it } from 'vitest'
import type { OrderQuery } from '../../../../src-shared/domain/order-query'
import { aReadyWorld, settled, startDesk, type Desk, type World } from '../../../support/fakes'

let world: World
let desk: Desk

beforeEach(async () => {
  world = await aReadyWorld()
  desk = await startDesk(world)
})

const query: OrderQuery = {
  profileId: null,
  search: '',
  families: [],
  sortBy: 'created',
  direction: 'desc',
}

describe('adopting an order', () => {
  it('takes it into the log by its ids and asks about it at once', async () => {
    const booked = world.gateway.bookOrder('INV-2041', '10.15', 'USD')
    world.gateway.setStatus('INV-2041', 'approved')
    const view = await desk.orders.adopt({
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
    await world.clock.advance(10)
    expect((await desk.orders.get(view.summary.orderId)).summary).toMatchObject({
      status: 'approved',
      amountMinor: 1015,
      currency: 'USD',
      lastFour: '1111',
      followState: 'stopped',
    })
  })

  it('works without the gateway id, which the first answer brings (C08)', async () => {
    world.gateway.bookOrder('0012345', '10.15', 'USD')
    const view = await desk.orders.adopt({ clientOrderId: '0012345', gatewayOrderId: '', routeId: '7722' })
    await world.clock.advance(10)
    const { summary } = await desk.orders.get(view.summary.orderId)
    expect(summary).toMatchObject({ clientOrderId: '0012345', gatewayOrderId: '6684100' })
    expect(world.gateway.statusRequests[0]).toMatchObject({
      route: { kind: 'group', id: '7722' },
      gatewayOrderId: null,
    })
  })

  it('is refused for an order that is there already and for an entry point of nobody', async () => {
    const ids = { clientOrderId: 'INV-1', gatewayOrderId: '', routeId: '4411' }
    await desk.orders.adopt(ids)
    await expect(desk.orders.adopt(ids)).rejects.toMatchObject({ details: { reason: 'already-in-log' } })
    await expect(desk.orders.adopt({ ...ids, routeId: '1' })).rejects.toMatchObject({
      code: 'validation-failed',
    })
  })

  it('never makes a charge of it', async () => {
    await desk.orders.adopt({ clientOrderId: 'INV-1', gatewayOrderId: '', routeId: '4411' })
    await world.clock.advance(25 * 3_600_000)
    expect([world.storage.charges().length, world.gateway.deliveries]).toEqual([0, []])
    expect((await desk.orders.get('1')).summary).toMatchObject({ followState: 'needs-review', status: null })
  })
})

describe('the log', () => {
  it('lists, shows and says so when something is not there', async () => {
    const { orderId } = (await desk.charge()).summary
    expect((await desk.orders.list(query, null, 50)).rows.map((row) => row.orderId)).toEqual([orderId])
    await expect(desk.orders.get('99')).rejects.toMatchObject({ code: 'not-found' })
    await expect(desk.exchanges.get('99')).rejects.toMatchObject({ code: 'not-found' })
    const { rows } = await desk.exchanges.list('', null, 50)
    expect((await desk.exchanges.get(rows[0]?.exchangeId ?? '')).operation).toBe('make-rebill')
  })

  it('keeps notes with the name of the person', async () => {
    const { orderId } = (await desk.charge()).summary
    await desk.settings.save({ theme: 'light', timeZone: 'UTC', operatorName: 'Iva' })
    const view = await desk.orders.note(orderId, 'customer asked for a receipt')
    expect(view.timeline.at(-1)).toMatchObject({
      kind: 'note',
      actor: 'Iva',
      text: 'customer asked for a receipt',
    })
    expect(desk.publisher.of('orders.changed').at(-1)).toEqual(view)
  })

  it('keeps every one of many notes that are written at once', async () => {
    const { orderId } = (await desk.charge()).summary
    await Promise.all(['a', 'b', 'c', 'd'].map((text) => desk.orders.note(orderId, text)))
    const notes = (await desk.orders.get(orderId)).timeline.filter((entry) => entry.kind === 'note')
    expect(notes.map((entry) => entry.text).sort()).toEqual(['a', 'b', 'c', 'd'])
  })
})

describe('looking up an earlier request by its serial number', () => {
  it('is an exchange and never changes the order, whatever it says', async () => {
    const { orderId, clientOrderId } = (await desk.charge()).summary
    world.gateway.setStatus(clientOrderId, 'declined')
    const before = await desk.orders.get(orderId)
    const exchange = await desk.orders.lookupRequest(orderId, '0000-1')
    expect(exchange).toMatchObject({ operation: 'status', orderId })
    expect(world.gateway.statusRequests).toMatchObject([{ bySerialNumber: '0000-1' }])
    await settled()
    expect(await desk.orders.get(orderId)).toEqual(before)
    expect(desk.publisher.of('exchanges.recorded').at(-1)?.exchangeId).toBe(exchange.exchangeId)
  })
})
