import { beforeEach, describe, expect, it } from 'vitest'
import { maskAnswer, maskParameters } from '../../../../src-main/gateway/mask'
import { receiptAddress } from '../../../../src-main/gateway/receipt-address'
import { wireAnswer } from '../../../../src-main/gateway/wire-format'
import { SecretFingerprints } from '../../../../src-main/platform/secret-fingerprints'
import type { StorageReader, StorageWriter } from '../../../../src-main/ports/storage'
import { SupportBundle } from '../../../../src-main/services/orders/support-bundle'
import { StorageSession } from '../../../../src-main/services/common/storage-session'
import { aCardNumber } from '../../../support/builders'
import { readyEnvironment, startApp, type TestApp, type TestEnvironment } from '../../../support/fakes'
import { withPromises } from '../../../support/in-process-storage-host'
import { exchange } from '../../db/builders'

const controlKey = '7E1F0C52-3B9A-4D6E-9A41-5C2D8B60F1A3'
const controlValue = 'c3f6b9a1d2e4f5061728394a5b6c7d8e9f001122'

let env: TestEnvironment
let app: TestApp
let bundle: SupportBundle
let orderId: string
const copied: string[] = []
const saved: { name: string; text: string }[] = []
let isChosen: boolean

beforeEach(async () => {
  env = await readyEnvironment()
  app = await startApp(env)
  orderId = (await app.charge()).summary.orderId
  copied.length = 0
  saved.length = 0
  isChosen = true
  const storage = new StorageSession()
  storage.use({
    reader: withPromises<StorageReader>(env.storage.reader),
    writer: withPromises<StorageWriter>(env.storage.writer),
  })
  bundle = new SupportBundle({
    storage,
    dialogs: {
      saveText: ({ name, format }, text) => {
        if (!isChosen) return Promise.resolve(null)
        if (typeof text !== 'string') throw new Error('a bundle is one text')
        saved.push({ name, text })
        return Promise.resolve({ fileName: `${name}.${format}` })
      },
    },
    copyText: (text) => {
      copied.push(text)
      return Promise.resolve()
    },
    receiptAddress,
    clock: env.clock,
    systemTimeZone: 'Europe/Stockholm',
    versions: { app: '0.1.0', electron: '45', chromium: '150', node: '24' },
  })
})

describe('the support bundle of an order', () => {
  it('has the order, its timeline, its masked exchanges with serial numbers, and the versions', async () => {
    await app.orders.note(orderId, 'The customer called')
    await bundle.copy(orderId)
    const { order, timeline, exchanges, versions, made } = JSON.parse(copied[0] ?? '') as Record<
      string,
      never
    >
    expect(order).toMatchObject({ orderId, amountMinor: 2500, currency: 'EUR' })
    expect(timeline).toMatchObject(
      expect.arrayContaining([
        expect.objectContaining({ kind: 'note', text: 'The customer called' }),
      ]) as object,
    )
    expect(exchanges).toMatchObject([
      { operation: 'make-rebill', serialNumber: expect.any(String) as string },
    ])
    expect(versions).toMatchObject({ app: '0.1.0' })
    expect(made).toMatch(/^2026-06-15T\S+Z \(2026-06-15 14:\S+ Europe\/Stockholm\)$/)
  })

  it('tells every time in UTC and in the shown zone, and keeps durations', async () => {
    const text = await bundle.textOf(orderId)
    expect(text).toContain('"createdAt": "2026-06-15T12:')
    expect(text).not.toMatch(/"\w*(?:At|Until|Since)Ms": [0-9]/)
    expect(text).toMatch(/"durationMs": [0-9]+/)
  })

  it('has no secret and no card number, whatever was sent and answered', async () => {
    const secrets = new SecretFingerprints([controlKey, controlValue])
    const request = maskParameters(
      [
        { name: 'credit_card_number', value: aCardNumber },
        { name: 'cvv2', value: '739' },
        { name: 'control', value: controlValue },
        { name: 'client_orderid', value: 'INV-1' },
      ],
      secrets,
    )
    const answer = maskAnswer(
      wireAnswer([
        { name: 'error-message', value: `card 4111 1111 1111 1111 with key ${controlKey} refused` },
        { name: 'card-number', value: aCardNumber },
        { name: 'cvv', value: '739' },
        {
          name: 'html',
          value: '<form action="https://acs.example/pareq"><input value="PaReq-secret"></form>',
        },
        { name: 'redirect-to', value: 'https://acs.example/step?session=S3CRET' },
        { name: controlKey, value: 'x' },
      ]),
      secrets,
    )
    env.storage.writer.recordExchange(
      exchange({ profileId: 'profile-1', request, answer: [...answer.fields] }),
      orderId,
    )
    const text = await bundle.textOf(orderId)
    expect(text).toContain('"client_orderid"')
    expect(text).toContain('error-message')
    for (const secret of [
      aCardNumber,
      '4111 1111',
      '739"',
      controlKey,
      controlValue,
      'PaReq-secret',
      'S3CRET',
    ])
      expect(text).not.toContain(secret)
  })

  it('shows invisible characters, such as those that turn the direction of a text, as escapes (S21)', async () => {
    await app.orders.note(orderId, 'refund of \u202e00.001\u202c EUR')
    const text = await bundle.textOf(orderId)
    expect(text).toContain('refund of \\u202e00.001\\u202c EUR')
    expect(JSON.stringify(JSON.parse(text))).toContain('refund of \u202e00.001\u202c EUR')
  })

  it('is saved under the id of the order, with no sign that a file name cannot have', async () => {
    expect(await bundle.save(orderId)).toMatchObject({
      fileName: expect.stringMatching(/^order-[\w-]+\.json$/) as string,
    })
    expect(saved[0]?.text).toBe(await bundle.textOf(orderId))
    isChosen = false
    expect(await bundle.save(orderId)).toBeNull()
  })

  it('has at most the newest 200 exchanges, and says how many are left out', async () => {
    for (let count = 0; count < 205; count++)
      env.storage.writer.recordExchange(exchange({ profileId: 'profile-1' }), orderId)
    const { exchanges, olderExchangesLeftOut } = JSON.parse(await bundle.textOf(orderId)) as Record<
      string,
      unknown[]
    >
    expect([exchanges?.length, olderExchangesLeftOut]).toEqual([200, 6])
  })

  it('of an unknown order is refused', async () => {
    await expect(bundle.copy('99')).rejects.toMatchObject({ code: 'not-found' })
  })
})

describe('the receipt of an order', () => {
  function reported(facts: { name: string; value: string }[]): void {
    const order = env.storage.reader.getOrder(orderId)
    env.storage.writer.changeOrder({
      orderId,
      expectedRevision: order?.summary.revision ?? 0,
      ...{ atMs: env.clock.nowMs(), set: {}, entries: [], facts },
    })
  }

  it('is copied as an address below that of the gateway', async () => {
    reported([{ name: 'receipt-id', value: '2b6f-1' }])
    await bundle.copyReceiptAddress(orderId)
    expect(copied).toEqual(['https://gate.example.com/paynet/view-receipt/4411/2b6f-1/'])
  })

  it('is of the endpoint that the gateway names', async () => {
    reported([
      { name: 'receipt-id', value: '2b6f-1' },
      { name: 'end-point-id', value: '4455' },
    ])
    await bundle.copyReceiptAddress(orderId)
    expect(copied).toEqual(['https://gate.example.com/paynet/view-receipt/4455/2b6f-1/'])
  })

  it('is refused when the gateway reports none', async () => {
    await expect(bundle.copyReceiptAddress(orderId)).rejects.toMatchObject({
      details: { reason: 'no-receipt' },
    })
    expect(copied).toEqual([])
  })
})
