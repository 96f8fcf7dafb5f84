import { createHash } from 'node:crypto'
import { beforeEach, describe, expect, it } from 'vitest'
import { callbackReader } from '../../../src-main/gateway/callback-reader'
import type { CallbackListener } from '../../../src-main/ports/callback-listener'
import { CallbackService } from '../../../src-main/services/callback-service'
import { aReadyWorld, settled, startDesk, type Desk, type World } from '../../support/fakes'

/** A listener whose callers are the test. */
class FakeListener implements CallbackListener {
  receive: (text: string) => Promise<void> = () => Promise.resolve()
  #isOn = false

  state() {
    return this.#isOn
      ? ({ kind: 'on', url: 'http://127.0.0.1:8123/callback', port: 8123 } as const)
      : ({ kind: 'off' } as const)
  }

  async start() {
    await Promise.resolve()
    this.#isOn = true
    return this.state()
  }

  async stop() {
    await Promise.resolve()
    this.#isOn = false
  }

  onCallback(listener: (text: string) => Promise<void>): void {
    this.receive = listener
  }
}

let world: World
let desk: Desk
let listener: FakeListener
let service: CallbackService
let ids: { orderId: string; clientOrderId: string; gatewayOrderId: string }

beforeEach(async () => {
  world = await aReadyWorld()
  desk = await startDesk(world)
  listener = new FakeListener()
  service = new CallbackService({ ...desk.callbackParts, reader: callbackReader, listener })
  const { summary } = await desk.charge()
  ids = {
    orderId: summary.orderId,
    clientOrderId: summary.clientOrderId,
    gatewayOrderId: summary.gatewayOrderId ?? '',
  }
})

function callback(parts: Record<string, string> = {}, key = world.gateway.controlKey): string {
  const fields = {
    status: 'approved',
    type: 'sale',
    orderid: ids.gatewayOrderId,
    client_orderid: ids.clientOrderId,
    merchant_order: ids.clientOrderId,
    amount: '25.00',
    ...parts,
  }
  const control = createHash('sha1')
    .update(`${fields.status}${fields.orderid}${fields.client_orderid}${key}`)
    .digest('hex')
  return new URLSearchParams({ ...fields, control }).toString()
}

describe('reading a callback', () => {
  it('finds the attempt that it names among the orders of one client order id (B11)', async () => {
    const { clientOrderId } = ids
    const attempt = await desk.orders.adopt({ clientOrderId, gatewayOrderId: '777', routeId: '4411' })
    const orderIdOf = async (orderid: string) =>
      (await service.read(callback({ orderid }))).callbacks[0]?.orderId
    expect(await orderIdOf('777')).toBe(attempt.summary.orderId)
    expect(await orderIdOf(ids.gatewayOrderId)).toBe(ids.orderId)
  })

  it('checks its control, finds its order and compares, and keeps and asks nothing', async () => {
    const asked = world.gateway.statusRequests.length
    const { callbacks } = await service.read(callback({ amount: '26.00' }))
    expect(callbacks).toMatchObject([{ control: 'right', orderId: ids.orderId, type: 'sale', problems: [] }])
    expect(callbacks[0]?.comparison).toContainEqual({
      name: 'merchant-order-id',
      callback: ids.clientOrderId,
      polled: ids.clientOrderId,
      verdict: 'same',
    })
    await settled()
    expect(world.tables.callbacks.size).toBe(0)
    expect(world.gateway.statusRequests.length).toBe(asked)
  })

  it.each([
    ['wrong', () => callback({}, 'another-key')],
    ['missing', () => callback().replace(/&control=.*/, '')],
  ])('says that its control is %s', async (control, text) => {
    expect((await service.read(text())).callbacks).toMatchObject([{ control }])
  })

  it('says when there is no key to check with', async () => {
    await world.vault.deleteProfileSecrets('profile-1')
    expect((await service.read(callback())).callbacks).toMatchObject([{ control: 'no-key' }])
  })

  it('names what is odd about it', async () => {
    const text = `${callback()}&merchant_order=OTHER&status=declined`
    expect((await service.read(text)).callbacks[0]?.problems).toEqual(['ids-disagree', 'field-given-twice'])
    const broken = await service.read(`${callback()}&amount=%FF`)
    expect(broken.callbacks[0]?.problems).toEqual(['field-unreadable'])
    const bare = await service.read('control=abc&orderid=1')
    expect(bare.callbacks[0]?.problems).toEqual(['no-status', 'no-type', 'no-client-order-id'])
  })
})

describe('keeping a callback', () => {
  it('never changes the order by itself: it makes the app ask, and the gateway’s answer counts', async () => {
    await service.keep(callback(), 'pasted')
    await settled()
    expect((await desk.orders.get(ids.orderId)).summary.status).not.toBe('approved')
    world.gateway.setStatus(ids.clientOrderId, 'declined')
    await world.clock.advance(10_000)
    const view = await desk.orders.get(ids.orderId)
    expect(view.summary.status).toBe('declined')
    expect(view.callbacks).toMatchObject([{ status: 'approved', control: 'right', source: 'pasted' }])
    expect(view.timeline.filter(({ kind }) => kind === 'callback')).toMatchObject([
      { text: 'sale, approved, control right' },
    ])
  })

  it('wakes a poll at once', async () => {
    await world.clock.advance(10_000)
    const before = world.gateway.statusRequests.length
    await service.keep(callback(), 'pasted')
    await settled()
    expect(world.gateway.statusRequests.length).toBe(before + 1)
  })

  it('counts a repetition and tells of it once', async () => {
    await service.keep(callback(), 'pasted')
    await service.keep(callback(), 'imported')
    expect((await service.list(null, 10)).rows).toMatchObject([{ timesSeen: 2 }])
    const { timeline } = await desk.orders.get(ids.orderId)
    expect(timeline.filter(({ kind }) => kind === 'callback')).toHaveLength(1)
  })

  it('keeps a replay under another type beside the first one, and the order stays as polled', async () => {
    await service.keep(callback(), 'pasted')
    await service.keep(callback({ type: 'reversal' }), 'pasted')
    const { rows } = await service.list(null, 10)
    expect(rows.map(({ type, control }) => [type, control])).toEqual([
      ['reversal', 'right'],
      ['sale', 'right'],
    ])
  })

  it('is kept although the gateway cannot be asked now', async () => {
    world.network.set(false)
    await service.keep(callback(), 'pasted')
    expect(world.tables.callbacks.size).toBe(1)
    expect(world.problems.map(({ where }) => where)).toEqual(['callback-recheck'])
  })

  it('refuses a text without any', async () => {
    await expect(service.keep('nothing here', 'pasted')).rejects.toMatchObject({
      code: 'validation-failed',
      details: { fields: { text: 'no-callback' } },
    })
  })

  it('holds neither control nor card number nor key', async () => {
    await service.keep(`${callback()}&merchantdata=4111111111111111+${world.gateway.controlKey}`, 'pasted')
    const kept = JSON.stringify([...world.tables.callbacks.values()])
    expect(kept).not.toContain('4111111111111111')
    expect(kept).not.toContain(world.gateway.controlKey)
    expect(kept).not.toMatch(/[0-9a-f]{40}/)
  })

  it('is compared anew with what polling knows by now', async () => {
    await service.keep(callback(), 'pasted')
    const verdictOf = async () =>
      (await service.list(null, 10)).rows[0]?.comparison.find(({ name }) => name === 'status')?.verdict
    world.gateway.setStatus(ids.clientOrderId, 'approved')
    await world.clock.advance(10_000)
    expect(await verdictOf()).toBe('same')
  })
})

describe('a callback of an order that is not here', () => {
  it('is kept by hand and put beside an order by a person, once', async () => {
    const text = callback({ client_orderid: 'ELSEWHERE', merchant_order: 'ELSEWHERE' })
    const [kept] = await service.keep(text, 'imported')
    expect(kept).toMatchObject({ orderId: null, comparison: [] })
    const attached = await service.attach(kept?.callbackId ?? '', ids.orderId)
    expect(attached).toMatchObject({ orderId: ids.orderId })
    expect(attached.comparison).toContainEqual(
      expect.objectContaining({ name: 'merchant-order-id', verdict: 'differs' }),
    )
    expect((await desk.orders.get(ids.orderId)).callbacks).toHaveLength(1)
  })
})

describe('a callback that came before its order', () => {
  it('is put beside the order when it comes again, and told of there once', async () => {
    const booked = world.gateway.bookOrder('INV-2041', '10.15', 'USD')
    const { gatewayOrderId } = booked
    const text = callback({ client_orderid: 'INV-2041', merchant_order: 'INV-2041', orderid: gatewayOrderId })
    expect(await service.keep(text, 'pasted')).toMatchObject([{ orderId: null }])
    const { summary } = await desk.orders.adopt({
      clientOrderId: 'INV-2041',
      gatewayOrderId,
      routeId: '4411',
    })
    for (const [again] of await Promise.all([service.keep(text, 'pasted'), service.keep(text, 'pasted')])) {
      expect(again?.orderId).toBe(summary.orderId)
      expect(again?.comparison).toContainEqual(
        expect.objectContaining({ name: 'merchant-order-id', verdict: 'same' }),
      )
    }
    const { timeline, callbacks } = await desk.orders.get(summary.orderId)
    expect(callbacks).toMatchObject([{ timesSeen: 3 }])
    expect(timeline.filter(({ kind }) => kind === 'callback')).toMatchObject([
      { text: 'sale, approved, control right' },
    ])
  })
})

describe('the listener', () => {
  it('starts, shows in the app’s state and stops', async () => {
    await service.listen(0)
    expect(listener.state().kind).toBe('on')
    await service.listen(null)
    expect(listener.state().kind).toBe('off')
  })

  it('keeps what fits an order or carries a right control, and drops the rest', async () => {
    await listener.receive(`?${callback()}`)
    await listener.receive(`?${callback({ client_orderid: 'X', merchant_order: 'X' })}`)
    await listener.receive(`?${callback({ client_orderid: 'Y', merchant_order: 'Y' }, 'another-key')}`)
    await listener.receive('?hello=world')
    const { rows } = await service.list(null, 10)
    expect(rows.map(({ clientOrderId, source }) => [clientOrderId, source])).toEqual([
      ['X', 'received'],
      [ids.clientOrderId, 'received'],
    ])
  })
})
