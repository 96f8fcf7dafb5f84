import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import type { SaleRules } from '../../../src-shared/domain/sale-rules'
import type {
  NewCallback,
  SigningKeyFacts,
  StorageReader,
  StorageWriter,
} from '../../../src-main/ports/storage'
import { aProfile, noonMs, recordOf } from '../../support/builders'
import { openStorage, recordSale, storages, type TestStorage } from '../../support/storages'

// The same is asked of the storage in memory and of the real one.
describe.each(storages)('signing keys and callbacks in storage %s', (_, makeHost) => {
  let storage: TestStorage
  let writer: StorageWriter
  let reader: StorageReader

  beforeEach(async () => {
    storage = await openStorage(makeHost)
    writer = storage.writer
    reader = storage.reader
  })

  afterEach(async () => {
    await storage.remove()
  })

  const facts: SigningKeyFacts = {
    ...{ origin: 'created', bits: 3072, fingerprint: 'ab12', publicKey: 'PEM', login: 'NordShop' },
    ...{ baseUrl: 'https://gate.example.com/paynet', createdAtMs: noonMs },
  }

  it('keeps one sealed signing key a profile, which saving the profile does not touch', async () => {
    const factsNow = async () => (await reader.listProfiles()).map(({ signingKey }) => signingKey)
    expect([await reader.readSigningKey('profile-1'), await factsNow()]).toEqual([null, [null]])
    await writer.saveSigningKey('profile-1', facts, Uint8Array.of(1, 2, 0, 255))
    await writer.saveSigningKey('profile-1', { ...facts, bits: 4096 }, Uint8Array.of(3, 4))
    await writer.saveProfile(aProfile({ name: 'Renamed' }))
    expect(await reader.readSigningKey('profile-1')).toEqual(Uint8Array.of(3, 4))
    expect(await factsNow()).toEqual([{ ...facts, bits: 4096 }])
    await writer.removeSigningKey('profile-1')
    await writer.removeSigningKey('profile-1')
    expect([await reader.readSigningKey('profile-1'), await factsNow()]).toEqual([null, [null]])
  })

  it('forgets a signing key with its profile, and keeps none for a profile that is not there', async () => {
    const refused = { code: 'not-found', details: { reason: 'profile' } }
    await writer.saveSigningKey('profile-1', facts, Uint8Array.of(1))
    await writer.removeProfile('profile-1')
    expect(await reader.readSigningKey('profile-1')).toBeNull()
    for (const profileId of ['profile-1', 'nobody'])
      await expect(writer.saveSigningKey(profileId, facts, Uint8Array.of(1))).rejects.toMatchObject(refused)
    await writer.saveProfile(aProfile())
    expect((await reader.listProfiles())[0]?.signingKey).toBeNull()
  })

  it('keeps the rules of a profile for cards that are typed in', async () => {
    const saleRules: SaleRules = {
      ...{ acceptsCards: false, control: ['login', 'currency'], uploadControl: ['orderid'] },
      ...{ uploadRoute: 'id-only', returnUrl: 'https://shop.example/back' },
    }
    await writer.saveProfile(aProfile({ saleRules }))
    expect((await reader.listProfiles())[0]?.saleRules).toEqual(saleRules)
  })

  const callback: NewCallback = {
    ...{ profileId: 'profile-1', source: 'pasted', atMs: noonMs, sameKey: 'approved sale 7 SHO-1' },
    ...{ fields: [{ name: 'status', value: 'approved' }], status: 'approved', type: 'sale' },
    ...{ gatewayOrderId: '7', clientOrderId: 'SHO-1', amount: '25.00', currency: 'EUR' },
    ...{ control: 'right', orderId: null, problems: ['no-type'] },
    comparison: [{ name: 'status', callback: 'approved', polled: null, verdict: 'not-polled' }],
  }

  it('counts a callback that comes again and keeps what was read first', async () => {
    const { sameKey: _sameKey, atMs: _atMs, ...reading } = callback
    const first = { ...reading, callbackId: '1', receivedAtMs: noonMs, timesSeen: 1, lastSeenAtMs: noonMs }
    expect(await writer.keepCallback(callback)).toEqual(first)
    const again = { ...callback, source: 'received', control: 'wrong', atMs: noonMs + 9 } as const
    expect(await writer.keepCallback(again)).toEqual({ ...first, timesSeen: 2, lastSeenAtMs: noonMs + 9 })
    await writer.saveProfile(aProfile({ profileId: 'profile-2' }))
    for (const profileId of [null, 'profile-2', null]) await writer.keepCallback({ ...callback, profileId })
    expect((await reader.listCallbacks(null, 10)).rows.map((row) => [row.profileId, row.timesSeen])).toEqual([
      ['profile-2', 1],
      [null, 2],
      ['profile-1', 2],
    ])
  })

  it('puts a callback beside one order, never another, and leaves the order as it is', async () => {
    const [one, two] = [recordOf(await recordSale(writer, 1)), recordOf(await recordSale(writer, 2))]
    const { callbackId } = await writer.keepCallback(callback)
    const ids = [one.summary.orderId, two.summary.orderId] as const
    expect(await writer.attachCallback(callbackId, ids[0])).toMatchObject({ orderId: ids[0] })
    expect(await writer.attachCallback(callbackId, ids[0])).toMatchObject({ orderId: ids[0] })
    await expect(writer.attachCallback(callbackId, ids[1])).rejects.toMatchObject({
      code: 'not-allowed-now',
      details: { reason: 'attached' },
    })
    await expect(writer.attachCallback('77', ids[0])).rejects.toMatchObject({ code: 'not-found' })
    await expect(writer.attachCallback(callbackId, '77')).rejects.toMatchObject({ code: 'not-found' })
    await expect(writer.keepCallback({ ...callback, orderId: '77' })).rejects.toMatchObject({
      code: 'not-found',
    })
    expect(await writer.keepCallback({ ...callback, orderId: ids[1] })).toMatchObject({ orderId: ids[0] })
    await writer.keepCallback({ ...callback, sameKey: 'declined', orderId: ids[0] })
    const beside = async (orderId: string) =>
      (await reader.getOrderView(orderId))?.callbacks.map((row) => row.callbackId)
    expect([await beside(ids[0]), await beside(ids[1])]).toEqual([['2', '1'], []])
    expect([await reader.getOrder(ids[0]), await reader.getOrder(ids[1])]).toEqual([one, two])
  })

  it('shows a callback of an order beside what is polled now, not beside what was polled when it was kept', async () => {
    const { summary } = await recordSale(writer, 1)
    const { orderId, clientOrderId } = summary
    const fields = [{ name: 'client_orderid', value: clientOrderId }]
    const outdated = [
      { name: 'merchant-order-id', callback: clientOrderId, polled: 'other', verdict: 'differs' as const },
    ]
    await writer.keepCallback({ ...callback, orderId, fields, comparison: outdated })
    expect((await reader.getOrderView(orderId))?.callbacks[0]?.comparison).toEqual([
      { name: 'merchant-order-id', callback: clientOrderId, polled: clientOrderId, verdict: 'same' },
    ])
  })

  it('finds the order of a callback when it comes again after the order', async () => {
    await writer.keepCallback(callback)
    const { summary } = await recordSale(writer, 1)
    expect(await writer.keepCallback({ ...callback, orderId: summary.orderId })).toMatchObject({
      orderId: summary.orderId,
      timesSeen: 2,
    })
  })

  it('lists kept callbacks page by page, newest first', async () => {
    for (const name of ['a', 'b', 'c', 'd', 'e']) await writer.keepCallback({ ...callback, sameKey: name })
    const seen: string[][] = []
    let cursor: string | null = null
    do {
      const page: Awaited<ReturnType<StorageReader['listCallbacks']>> = await reader.listCallbacks(cursor, 2)
      expect(page.total).toBe(5)
      seen.push(page.rows.map(({ callbackId }) => callbackId))
      cursor = page.nextCursor
    } while (cursor !== null)
    expect(seen).toEqual([['5', '4'], ['3', '2'], ['1']])
  })
})
