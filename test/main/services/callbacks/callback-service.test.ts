import { createHash } from 'node:crypto'
import { beforeEach, describe, expect, it } from 'vitest'
import { callbackReader } from '../../../../src-main/gateway/callback-reader'
import type { CallbackListener } from '../../../../src-main/ports/callback-listener'
import { CallbackService } from '../../../../src-main/services/callbacks/callback-service'
import { aProfile } from '../../../support/builders'
import {
  readyEnvironment,
  settled,
  startApp,
  type TestApp,
  type TestEnvironment,
} from '../../../support/fakes'
import { everyCallback } from '../../../../src-shared/domain/callback'

/** A listener that the test calls. */
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

let env: TestEnvironment
let app: TestApp
let listener: FakeListener
let service: CallbackService
let ids: { orderId: string; clientOrderId: string; gatewayOrderId: string }

beforeEach(async () => {
  env = await readyEnvironment()
  app = await startApp(env)
  listener = new FakeListener()
  service = new CallbackService({ ...app.callbackParts, reader: callbackReader, listener })
  const { summary } = await app.charge()
  ids = {
    orderId: summary.orderId,
    clientOrderId: summary.clientOrderId,
    gatewayOrderId: summary.gatewayOrderId ?? '',
  }
})

function callback(parts: Record<string, string> = {}, key = env.gateway.controlKey): string {
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
  it('keeps one of an order that cannot be read, without the order', async () => {
    await env.clock.advance(5000)
    env.storage.db.exec(
      `DROP TRIGGER order_facts_come_with_their_order; UPDATE order_facts SET facts = '[7]'`,
    )
    await expect(app.orders.get(ids.orderId)).rejects.toMatchObject({ details: { reason: 'unreadable-row' } })
    const { callbacks } = await service.read(callback())
    expect(callbacks).toMatchObject([{ control: 'right', orderId: null, status: 'approved' }])
  })

  it('finds the attempt that it names among the orders of one client order id (B11)', async () => {
    const { clientOrderId } = ids
    const attempt = await app.orders.adopt({ clientOrderId, gatewayOrderId: '777', routeId: '4411' })
    const orderIdOf = async (orderid: string) =>
      (await service.read(callback({ orderid }))).callbacks[0]?.orderId
    expect(await orderIdOf('777')).toBe(attempt.summary.orderId)
    expect(await orderIdOf(ids.gatewayOrderId)).toBe(ids.orderId)
  })

  it('checks its control, finds its order and compares, and keeps and asks nothing', async () => {
    const asked = env.gateway.statusRequests.length
    const { callbacks } = await service.read(callback({ amount: '26.00' }))
    expect(callbacks).toMatchObject([{ control: 'right', orderId: ids.orderId, type: 'sale', problems: [] }])
    expect(callbacks[0]?.comparison).toContainEqual({
      name: 'client-orderid',
      fact: 'clientOrderId',
      callback: ids.clientOrderId,
      polled: ids.clientOrderId,
      verdict: 'same',
    })
    await settled()
    expect(env.storage.reader.listCallbacks(everyCallback, null, 1).total).toBe(0)
    expect(env.gateway.statusRequests.length).toBe(asked)
  })

  it.each([
    ['wrong', () => callback({}, 'another-key')],
    ['missing', () => callback().replace(/&control=.*/, '')],
  ])('says that its control is %s', async (control, text) => {
    expect((await service.read(text())).callbacks).toMatchObject([{ control }])
  })

  it('says when there is no key to check with', async () => {
    await env.vault.deleteProfileSecrets('profile-1')
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
    expect((await app.orders.get(ids.orderId)).summary.status).not.toBe('approved')
    env.gateway.setStatus(ids.clientOrderId, 'declined')
    await env.clock.advance(10_000)
    const view = await app.orders.get(ids.orderId)
    expect(view.summary.status).toBe('declined')
    expect(view.callbacks).toMatchObject([{ status: 'approved', control: 'right', source: 'pasted' }])
    expect(view.timeline.filter(({ kind }) => kind === 'callback')).toMatchObject([
      { text: 'sale, approved, control right' },
    ])
  })

  it('wakes a poll at once', async () => {
    await env.clock.advance(20 * 60_000)
    const before = env.gateway.statusRequests.length
    await env.clock.advance(5000)
    expect(env.gateway.statusRequests.length).toBe(before)
    await service.keep(callback(), 'pasted')
    await settled()
    expect(env.gateway.statusRequests.length).toBe(before + 1)
  })

  it('counts a repetition and tells of it once', async () => {
    await service.keep(callback(), 'pasted')
    await service.keep(callback(), 'imported')
    expect((await service.list(everyCallback, null, 10)).rows).toMatchObject([{ timesSeen: 2 }])
    const { timeline } = await app.orders.get(ids.orderId)
    expect(timeline.filter(({ kind }) => kind === 'callback')).toHaveLength(1)
  })

  it('keeps a replay under another type beside the first one, and the order stays as polled', async () => {
    await service.keep(callback(), 'pasted')
    await service.keep(callback({ type: 'reversal' }), 'pasted')
    const { rows } = await service.list(everyCallback, null, 10)
    expect(rows.map(({ type, control }) => [type, control])).toEqual([
      ['reversal', 'right'],
      ['sale', 'right'],
    ])
  })

  it('is kept although the gateway cannot be asked now', async () => {
    env.network.set(false)
    await service.keep(callback(), 'pasted')
    expect(env.storage.reader.listCallbacks(everyCallback, null, 1).total).toBe(1)
    expect(env.problems.map(({ where }) => where)).toEqual(['callback-recheck'])
  })

  it('refuses a text without any', async () => {
    await expect(service.keep('nothing here', 'pasted')).rejects.toMatchObject({
      code: 'validation-failed',
      details: { fields: { text: 'no-callback' } },
    })
  })

  it('holds neither control nor card number nor key', async () => {
    await service.keep(`${callback()}&merchantdata=4111111111111111+${env.gateway.controlKey}`, 'pasted')
    const kept = JSON.stringify(env.storage.reader.listCallbacks(everyCallback, null, 10).rows)
    expect(kept).not.toContain('4111111111111111')
    expect(kept).not.toContain(env.gateway.controlKey)
    expect(kept).not.toMatch(/[0-9a-f]{40}/)
  })

  it('is compared anew with what polling knows by now', async () => {
    await service.keep(callback(), 'pasted')
    const verdictOf = async () =>
      (await service.list(everyCallback, null, 10)).rows[0]?.comparison.find(({ name }) => name === 'status')
        ?.verdict
    env.gateway.setStatus(ids.clientOrderId, 'approved')
    await env.clock.advance(10_000)
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
      expect.objectContaining({ fact: 'clientOrderId', verdict: 'differs' }),
    )
    expect((await app.orders.get(ids.orderId)).callbacks).toHaveLength(1)
  })
})

describe('a callback that came before its order', () => {
  it('is put beside the order when it comes again, and told of there once', async () => {
    const booked = env.gateway.bookOrder('INV-2041', '10.15', 'USD')
    const { gatewayOrderId } = booked
    const text = callback({ client_orderid: 'INV-2041', merchant_order: 'INV-2041', orderid: gatewayOrderId })
    expect(await service.keep(text, 'pasted')).toMatchObject([{ orderId: null }])
    const { summary } = await app.orders.adopt({
      clientOrderId: 'INV-2041',
      gatewayOrderId,
      routeId: '4411',
    })
    for (const [again] of await Promise.all([service.keep(text, 'pasted'), service.keep(text, 'pasted')])) {
      expect(again?.orderId).toBe(summary.orderId)
      expect(again?.comparison).toContainEqual(
        expect.objectContaining({ fact: 'clientOrderId', verdict: 'same' }),
      )
    }
    const { timeline, callbacks } = await app.orders.get(summary.orderId)
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

  it('keeps what carries a right control or names an order, and drops the rest', async () => {
    await listener.receive(`?${callback()}`)
    await listener.receive(`?${callback({ client_orderid: 'X', merchant_order: 'X' })}`)
    await listener.receive(`?${callback({ client_orderid: 'Y', merchant_order: 'Y' }, 'another-key')}`)
    await listener.receive('?hello=world')
    const { rows } = await service.list(everyCallback, null, 10)
    expect(rows.map(({ clientOrderId, source }) => [clientOrderId, source])).toEqual([
      ['X', 'received'],
      [ids.clientOrderId, 'received'],
    ])
  })

  it('keeps twenty unproven callbacks, beside no order, and asks the gateway about none (E3)', async () => {
    await env.clock.advance(10_000)
    const asked = env.gateway.statusRequests.length
    const before = (await app.orders.get(ids.orderId)).timeline.length
    const posts = Array.from({ length: 100 }, (_, i) =>
      listener.receive(`?${callback({ status: `s${i}`, merchantdata: 'x'.repeat(30_000) }, 'another-key')}`),
    )
    await Promise.all(posts)
    await settled()
    expect(env.storage.reader.listCallbacks(everyCallback, null, 1).total).toBe(20)
    expect((await app.orders.get(ids.orderId)).timeline.length).toBe(before)
    expect(env.gateway.statusRequests.length).toBe(asked)
  })

  it('keeps twenty callbacks of one order, although a genuine one can be repeated under other types (E3)', async () => {
    await Promise.all(
      Array.from({ length: 100 }, (_, i) => listener.receive(`?${callback({ type: `t${i}` })}`)),
    )
    await settled()
    expect(env.storage.reader.listCallbacks(everyCallback, null, 1).total).toBe(20)
    const { timeline } = await app.orders.get(ids.orderId)
    expect(timeline.filter(({ kind }) => kind === 'callback')).toHaveLength(20)
  })
})

describe('a callback while another profile is active', () => {
  const otherKey = 'the-key-of-the-live-profile'
  let live: { orderId: string }

  /** Two profiles with the same merchant id: `profile-1` sent the order, the live profile adopted it. */
  beforeEach(async () => {
    const profile = aProfile({ profileId: 'profile-2', login: 'LiveShop', name: 'Live' })
    const { storage } = app.callbackParts
    await storage.writer.saveProfile(profile)
    await storage.writer.setActiveProfile(profile.profileId)
    app.callbackParts.profiles.forget()
    await env.vault.saveControlKey(profile, otherKey)
    const { orderId: _orderId, ...summary } = (await app.orders.get(ids.orderId)).summary
    const order = { ...summary, profileId: profile.profileId, kind: 'adopted' as const, cardId: null }
    const route = { kind: 'endpoint' as const, id: '4411' }
    live = (await storage.writer.adoptOrder({ ...order, route }, [])).summary
  })

  it('is filed under the order of the profile whose key gives its control (B12)', async () => {
    const text = callback()
    expect((await service.read(text)).callbacks).toMatchObject([{ control: 'right', orderId: ids.orderId }])
    await listener.receive(`?${text}`)
    const { rows } = await service.list(everyCallback, null, 10)
    expect(rows).toMatchObject([{ control: 'right', orderId: ids.orderId, profileId: 'profile-1' }])
    expect((await app.orders.get(live.orderId)).callbacks).toEqual([])
  })

  it('is filed under the active profile’s order when that key gives it (B12)', async () => {
    expect((await service.read(callback({}, otherKey))).callbacks).toMatchObject([
      { control: 'right', orderId: live.orderId },
    ])
  })

  it('is filed nowhere when no key gives its control (B12)', async () => {
    const [kept] = await service.keep(callback({}, 'nobodys-key'), 'pasted')
    expect(kept).toMatchObject({ control: 'wrong', orderId: null, profileId: null })
  })

  it('is not called wrong while the key that may have made it cannot be read (B12)', async () => {
    await env.vault.deleteProfileSecrets('profile-1')
    expect((await service.read(callback())).callbacks).toMatchObject([{ control: 'no-key', orderId: null }])
  })

  it('shows the key of no profile (B12)', async () => {
    const text = `${callback()}&merchantdata=${otherKey}+${env.gateway.controlKey}`
    const shown = JSON.stringify((await service.read(text)).callbacks)
    expect(shown).not.toContain(otherKey)
    expect(shown).not.toContain(env.gateway.controlKey)
  })
})
