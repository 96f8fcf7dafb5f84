import { afterEach, describe, expect, it } from 'vitest'
import {
  HandClock,
  deliveriesOf,
  post,
  send,
  signedCardRef,
  signedRebill,
  signedSale,
  signedStatus,
  start,
  statusOf,
  stopAll,
} from '../support'
import type { Simulator } from '../../../../src-main/simulator/server/server'
import type { Form } from '../support'

afterEach(stopAll)

async function setUp(options = {}): Promise<{ clock: HandClock; simulator: Simulator }> {
  const clock = new HandClock()
  return { clock, simulator: await start({ clock, ...options }) }
}

const rebill = (simulator: Simulator, form: Form, command = 'make-rebill') =>
  post(simulator, `/api/v2/${command}/group/7722`, form)

describe('an order', () => {
  it('goes through the stages of a sale and ends approved after 4 to 6 seconds', async () => {
    const { clock, simulator } = await setUp()
    await rebill(simulator, signedRebill('1015'))
    const seen: string[] = []
    let settledAfterMs = 0
    for (let passedMs = 0; passedMs <= 7_000; passedMs += 100) {
      const { status, 'order-stage': stage } = await statusOf(simulator, 'T-1')
      if (seen.at(-1) !== `${status} ${stage}`) seen.push(`${status} ${stage}`)
      if (status === 'approved' && settledAfterMs === 0) settledAfterMs = passedMs
      clock.advance(100)
    }
    expect(seen).toEqual([
      'processing sale_starting',
      'processing sale_filtering',
      'processing sale_processing',
      'approved sale_approved',
    ])
    expect(settledAfterMs).toBeGreaterThanOrEqual(4_000)
    expect(settledAfterMs).toBeLessThanOrEqual(6_100)
  })

  it('goes through the stages of an authorisation when it is a preauth', async () => {
    const { clock, simulator } = await setUp()
    await rebill(simulator, signedRebill('1015'), 'make-rebill-preauth')
    expect(await statusOf(simulator, 'T-1')).toMatchObject({
      status: 'processing',
      'order-stage': 'auth_starting',
      'transaction-type': 'preauth',
    })
    clock.advance(7_000)
    expect(await statusOf(simulator, 'T-1')).toMatchObject({
      status: 'approved',
      'order-stage': 'auth_approved',
      'gate-partial-capture': 'enabled',
    })
  })

  it('has durations that are divided by the speed', async () => {
    const { clock, simulator } = await setUp({ speed: 10 })
    await rebill(simulator, signedRebill('1015'))
    clock.advance(390)
    expect((await statusOf(simulator, 'T-1')).status).toBe('processing')
    clock.advance(220)
    expect((await statusOf(simulator, 'T-1')).status).toBe('approved')
  })

  it('has the fields of the bank only after the bank was asked', async () => {
    const { clock, simulator } = await setUp()
    const form = signedSale('1015', {
      merchant_data: 'ref=88 & "x"',
      phone: '+46 70 555 01 20',
      first_name: 'Iva',
      last_name: 'Testová',
    })
    const { 'paynet-order-id': gatewayOrderId = '' } = await post(simulator, '/api/v2/sale/4411', form)
    const early = await post(simulator, '/api/v2/status/4411', signedStatus('S-1', gatewayOrderId))
    expect(Object.keys(early)).not.toEqual(expect.arrayContaining(['processor-rrn']))
    expect(Object.keys(early)).not.toEqual(expect.arrayContaining(['approval-code']))
    clock.advance(7_000)
    expect(await post(simulator, '/api/v2/status/4411', signedStatus('S-1', gatewayOrderId))).toMatchObject({
      type: 'status-response',
      'merchant-order-id': 'S-1',
      'paynet-order-id': gatewayOrderId,
      status: 'approved',
      amount: '10.15',
      'initial-amount': '10.15',
      currency: 'EUR',
      'transaction-type': 'sale',
      'order-stage': 'sale_approved',
      'processor-rrn': expect.stringMatching(/^\d{12}$/),
      'processor-tx-id': expect.stringMatching(/^PNTEST-\d{10}$/),
      'approval-code': expect.stringMatching(/^\d{6}$/),
      'receipt-id': expect.stringMatching(/^\d{8}-\d{4}-\d{4}-\d{4}-\d{12}$/),
      'terminal-id': 'T441101',
      descriptor: 'NORDSHOP*ONLINE STOCKHOLM',
      'paynet-processing-date': '2026-03-14 12:30:01 MSK',
      'transaction-date': expect.stringMatching(/^2026-03-14 12:30:0\d MSK$/),
      name: 'IVA TESTOVA',
      'cardholder-name': 'IVA TESTOVA',
      'card-exp-month': '9',
      'card-exp-year': '2029',
      bin: '444455',
      'last-four-digits': '1111',
      'card-type': 'VISA',
      'bank-name': 'FJORDBANKEN AB',
      'card-country-alpha-three-code': 'SWE',
      'card-hash-id': expect.stringMatching(/^\d{9}$/),
      phone: '+46 70 555 01 20',
      email: 'iva@example.com',
      'first-name': 'Iva',
      'last-name': 'Testová',
      merchantdata: 'ref=88 & "x"',
      'gate-partial-reversal': 'enabled',
    })
  })

  it.each([
    ['10', 'EUR', '1000', '10.00'],
    ['1.1', 'EUR', '110', '1.10'],
    ['0007.50', 'EUR', '750', '7.50'],
    ['10000', 'JPY', '10000', '10000'],
    ['1.5', 'KWD', '1500', '1.500'],
  ])('of %s %s is signed as %s and reported as %s', async (amount, currency, minor, reported) => {
    const { simulator } = await setUp()
    await rebill(simulator, signedRebill(minor, { amount, currency }))
    expect(await statusOf(simulator, 'T-1')).toMatchObject({
      amount: reported,
      'initial-amount': reported,
      currency,
    })
  })

  it('is not created again for the same client order id, even when the new request differs', async () => {
    const { simulator } = await setUp()
    const first = await rebill(simulator, signedRebill('1015'))
    const again = await rebill(simulator, signedRebill('1015'))
    const different = await rebill(simulator, signedRebill('9900', { amount: '99' }), 'make-rebill-preauth')
    for (const answer of [again, different]) {
      expect({ ...answer, 'serial-number': '' }).toEqual({ ...first, 'serial-number': '' })
      expect(answer['serial-number']).not.toBe(first['serial-number'])
    }
    expect(await statusOf(simulator, 'T-1')).toMatchObject({ amount: '10.15', 'transaction-type': 'sale' })
    const results = (await deliveriesOf(simulator)).map(({ result }) => result)
    expect(results.slice(0, 3)).toEqual(['accepted', 'repeated', 'repeated'])
  })

  it('is found by the serial number of its request, and by no other', async () => {
    const { simulator } = await setUp()
    const { 'serial-number': serial = '' } = await rebill(simulator, signedRebill('1015'))
    const bySerial = (sn: string) =>
      post(simulator, '/api/v2/status/4411', signedStatus('T-1', '', { 'by-request-sn': sn }))
    expect(await bySerial(serial)).toMatchObject({ type: 'status-response', 'by-request-sn': serial })
    expect(await bySerial('00000000-0000-0000-0000-000000000001')).toMatchObject({
      type: 'validation-error',
      'error-message': 'Request with this serial number not found for the order',
    })
    expect(await statusOf(simulator, 'T-1')).not.toHaveProperty('by-request-sn')
  })

  it('is found by the serial number of every request about it, also of a status (F3)', async () => {
    const { clock, simulator } = await setUp()
    const { 'paynet-order-id': orderId = '' } = await rebill(simulator, signedRebill('1015'))
    const polled = await statusOf(simulator, 'T-1')
    clock.advance(20_000)
    const registered = await post(simulator, '/api/v2/create-card-ref/4411', signedCardRef('T-1', orderId))
    for (const { 'serial-number': serial = '' } of [polled, registered])
      expect(
        await post(simulator, '/api/v2/status/4411', signedStatus('T-1', '', { 'by-request-sn': serial })),
      ).toMatchObject({ type: 'status-response', status: 'approved', 'by-request-sn': serial })
  })

  it('is still found by the serial number of the payment after a thousand status requests (F3)', async () => {
    const { simulator } = await setUp()
    const { 'serial-number': serial = '' } = await rebill(simulator, signedRebill('1015'))
    for (let count = 0; count < 1_001; count += 1) await statusOf(simulator, 'T-1')
    const form = signedStatus('T-1', '', { 'by-request-sn': serial })
    expect(await post(simulator, '/api/v2/status/4411', form)).toMatchObject({ 'by-request-sn': serial })
  })
})

describe('the receipt of an approved order', () => {
  const receipt = (simulator: Simulator, endpointId: string, receiptId: string) =>
    send(`${simulator.announcement.baseUrl}/view-receipt/${endpointId}/${receiptId}/`, { method: 'GET' })

  it('is a page at the address that the interface gives (F8)', async () => {
    const { clock, simulator } = await setUp()
    await rebill(simulator, signedRebill('1015', { order_desc: '<b>Plan</b> & more' }))
    clock.advance(20_000)
    const { 'receipt-id': receiptId = '' } = await statusOf(simulator, 'T-1')
    const page = await receipt(simulator, '4411', receiptId)
    expect(page.httpStatus).toBe(200)
    expect(page.body).toContain('10.15 EUR')
    expect(page.body).toContain('&lt;b&gt;Plan&lt;/b&gt; &amp; more')
    expect(String(page.headers['content-security-policy'])).toContain("script-src 'none'")
    expect((await receipt(simulator, '4412', receiptId)).httpStatus).toBe(404)
    expect((await receipt(simulator, '4411', `${receiptId}/x`)).httpStatus).toBe(404)
  })

  it('does not exist for an order that was not approved (F8)', async () => {
    const { clock, simulator } = await setUp()
    await rebill(simulator, signedRebill('900200', { amount: '9002' }))
    clock.advance(20_000)
    expect(await statusOf(simulator, 'T-1')).not.toHaveProperty('receipt-id')
    expect((await receipt(simulator, '4411', '')).httpStatus).toBe(404)
  })
})

describe('the entry point of a status request', () => {
  it('may be any entry point of the merchant, because the control does not cover it (F8)', async () => {
    const { simulator } = await setUp()
    await rebill(simulator, signedRebill('1015'))
    for (const entry of ['4412', 'group/7722'])
      expect(await post(simulator, `/api/v2/status/${entry}`, signedStatus('T-1'))).toMatchObject({
        type: 'status-response',
        'merchant-order-id': 'T-1',
      })
  })
})

describe('enumerated amounts', () => {
  async function finalStatus(amounts: string): Promise<Form> {
    const { clock, simulator } = await setUp()
    await rebill(simulator, signedRebill('5000', { amount: '50', enumerate_amounts: amounts }))
    clock.advance(20_000)
    return statusOf(simulator, 'T-1')
  }

  it('are tried in turn until one is approved; the reported amount stays the first', async () => {
    expect(await finalStatus('9002, 9001,20.00,9003')).toMatchObject({ status: 'approved', amount: '50.00' })
  })

  it('end with the last refusal when none is approved', async () => {
    expect(await finalStatus('9001,9002,9003')).toMatchObject({ status: 'declined', 'error-code': '101' })
  })

  it('take longer when more amounts are tried', async () => {
    const { clock, simulator } = await setUp()
    await rebill(simulator, signedRebill('1015', { enumerate_amounts: '9001,9002,5' }))
    clock.advance(6_900)
    expect((await statusOf(simulator, 'T-1')).status).toBe('processing')
    clock.advance(2_200)
    expect((await statusOf(simulator, 'T-1')).status).toBe('approved')
  })
})
