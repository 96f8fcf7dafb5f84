import { mkdtemp, rm } from 'node:fs/promises'
import { createServer } from 'node:http'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, describe, expect, it } from 'vitest'
import vectors from '../../../fixtures/gateway/control-vectors.json'
import { callbackUrl } from '../../../../src-main/simulator/callbacks/callback-fields'
import {
  callbacksOf,
  control,
  formOf,
  HandClock,
  key,
  post,
  sha1,
  signedRebill,
  signedSale,
  signedUpload,
  start,
  statusOf,
  stopAll,
  until,
  visit,
} from '../support'
import type { AddressInfo } from 'node:net'
import type { Server } from 'node:http'
import type { Simulator } from '../../../../src-main/simulator/server/server'
import type { Callback, Order } from '../../../../src-main/simulator/orders/state'
import type { Form } from '../support'

const minuteMs = 60_000
const hourMs = 60 * minuteMs
const dayMs = 24 * hourMs
const shops: Server[] = []

afterEach(async () => {
  await stopAll()
  shops.splice(0).forEach((shop) => {
    shop.close()
    shop.closeAllConnections()
  })
})

interface Call {
  method: string
  path: string
  fields: Form
}

/** The merchant's server: keeps what it is told and answers as it is told to. */
class Shop {
  readonly calls: Call[] = []
  answer: number | 'nothing' | 'hang' = 200
  port = 0

  async open(): Promise<this> {
    const server = createServer((request, response) => {
      const url = new URL(request.url ?? '', 'http://shop.test')
      this.calls.push({
        method: request.method ?? '',
        path: url.pathname,
        fields: Object.fromEntries(url.searchParams),
      })
      if (this.answer === 'nothing') response.destroy()
      else if (this.answer !== 'hang') response.writeHead(this.answer, { location: '/other' }).end('no')
    })
    shops.push(server)
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
    this.port = (server.address() as AddressInfo).port
    return this
  }

  url(rest = '/hook'): string {
    return `http://127.0.0.1:${this.port}${rest}`
  }
}

interface Desk {
  clock: HandClock
  simulator: Simulator
  shop: Shop
}

async function setUp(options = {}): Promise<Desk> {
  const clock = new HandClock()
  return { clock, simulator: await start({ clock, ...options }), shop: await new Shop().open() }
}

async function charge({ simulator }: Desk, url: string, changes: Form = {}, minor = '1015'): Promise<string> {
  const form = signedRebill(minor, { server_callback_url: url, ...changes })
  return (await post(simulator, '/api/v2/make-rebill/4411', form))['paynet-order-id'] ?? ''
}

/** Lets time pass until one more attempt has been noted. */
async function nextAttempt({ clock, simulator }: Desk, afterMs: number): Promise<void> {
  const count = async () =>
    (await callbacksOf(simulator)).reduce((sum, { attempts }) => sum + attempts.length, 0)
  const before = await count()
  clock.advance(afterMs)
  await until(async () => (await count()) > before)
}

describe('a callback', () => {
  it('is a GET with the result in its query, once the order is final and not before', async () => {
    const desk = await setUp()
    const orderId = await charge(desk, desk.shop.url(), { merchant_data: 'ref=88 & "x"' })
    desk.clock.advance(3_900)
    expect((await statusOf(desk.simulator, 'T-1')).status).toBe('processing')
    expect(desk.shop.calls).toEqual([])
    await nextAttempt(desk, 3_000)
    expect(desk.shop.calls).toHaveLength(1)
    const [{ method, path, fields } = { method: '', path: '', fields: {} }] = desk.shop.calls
    expect([method, path]).toEqual(['GET', '/hook'])
    expect(fields).toMatchObject({
      status: 'approved',
      type: 'sale',
      orderid: orderId,
      merchant_order: 'T-1',
      client_orderid: 'T-1',
      amount: '10.15',
      control: sha1('approved', orderId, 'T-1', key),
      'approval-code': expect.stringMatching(/^\d{6}$/),
      'processor-rrn': expect.stringMatching(/^\d{12}$/),
      'last-four-digits': '1111',
      merchantdata: 'ref=88 & "x"',
    })
  })

  it('writes the reason of a refusal with underscores', async () => {
    const desk = await setUp()
    await charge(desk, desk.shop.url(), { amount: '9002' }, '900200')
    await nextAttempt(desk, 7_000)
    expect(desk.shop.calls[0]?.fields).toMatchObject({
      status: 'declined',
      error_code: '116',
      error_message: 'Decline, insufficient funds [51]',
    })
    expect(desk.shop.calls[0]?.fields).not.toHaveProperty('error-code')
  })

  it('leaves a query that the address has already', async () => {
    const desk = await setUp()
    await charge(desk, desk.shop.url('/hook?shop=7&key=a%26b#part'))
    await nextAttempt(desk, 7_000)
    expect(desk.shop.calls[0]).toMatchObject({
      path: '/hook',
      fields: { shop: '7', key: 'a&b', status: 'approved' },
    })
  })

  it('is over after HTTP 200 and listed without the query of the address', async () => {
    const desk = await setUp()
    await charge(desk, desk.shop.url('/hook?secret=1'))
    await nextAttempt(desk, 7_000)
    const reports = await callbacksOf(desk.simulator)
    expect(reports).toMatchObject([{ clientOrderId: 'T-1', status: 'approved', url: desk.shop.url() }])
    expect(reports[0]?.attempts).toMatchObject([{ httpStatus: 200 }])
    expect(reports[0]).not.toHaveProperty('dueAtMs')
    expect(JSON.stringify(reports)).not.toContain('secret')
    desk.clock.advance(20 * dayMs)
    await statusOf(desk.simulator, 'T-1')
    expect(desk.shop.calls).toHaveLength(1)
  })

  it('comes for each result of an order that changes its mind', async () => {
    const desk = await setUp()
    await charge(desk, desk.shop.url(), { amount: '9036' }, '903600')
    await nextAttempt(desk, 7_000)
    await nextAttempt(desk, 20_000)
    expect(desk.shop.calls.map(({ fields }) => fields.status)).toEqual(['approved', 'declined'])
  })

  it('does not come for an order without an address, or one that never becomes final', async () => {
    const desk = await setUp()
    await post(desk.simulator, '/api/v2/make-rebill/4411', signedRebill('1015', { client_orderid: 'T-2' }))
    await charge(desk, desk.shop.url(), { amount: '9032' }, '903200')
    expect(await callbacksOf(desk.simulator)).toEqual([])
  })

  it('is not doubled by a charge that comes twice', async () => {
    const desk = await setUp()
    await charge(desk, desk.shop.url())
    await charge(desk, desk.shop.url('/other'))
    expect(await callbacksOf(desk.simulator)).toHaveLength(1)
  })

  it('tells how a sale with 3-D Secure ended, not how it would have without the cardholder', async () => {
    const desk = await setUp()
    const form = signedSale('930300', {
      amount: '9303',
      server_callback_url: desk.shop.url(),
      redirect_url: 'https://shop.example.test',
    })
    const { 'paynet-order-id': orderId = '' } = await post(desk.simulator, '/api/v2/sale/4411', form)
    desk.clock.advance(2_000)
    expect((await callbacksOf(desk.simulator)).map(({ status }) => status)).toEqual(['error'])
    const waiting = await statusOf(desk.simulator, 'S-1')
    const { hidden } = formOf(
      await visit(waiting['tds-pareq-form-acs-url'] ?? '', {
        PaReq: waiting['tds-pareq-form-pareq'] ?? '',
        MD: waiting['tds-pareq-form-md'] ?? '',
        TermUrl: 'https://shop.example.test',
        code: '1234',
        action: 'confirm',
      }),
    )
    const upload = signedUpload('S-1', orderId, { paRes: hidden.PaRes ?? '', md: hidden.MD ?? '' })
    await post(desk.simulator, '/api/3ds/v1/upload-pares-result/4411', upload)
    expect((await callbacksOf(desk.simulator)).map(({ status }) => status)).toEqual(['approved'])
    await nextAttempt(desk, 7_000)
    desk.clock.advance(hourMs)
    expect(desk.shop.calls.map(({ fields }) => fields.status)).toEqual(['approved'])
  })
})

describe('attempts', () => {
  it('come again in growing gaps, thirty in all over a fortnight', async () => {
    const desk = await setUp()
    desk.shop.answer = 500
    await charge(desk, desk.shop.url())
    await nextAttempt(desk, 7_000)
    for (let count = 1; count < 30; count += 1) await nextAttempt(desk, dayMs)
    const [{ attempts = [] } = {}] = await callbacksOf(desk.simulator)
    expect(attempts.map(({ httpStatus }) => httpStatus)).toEqual(Array.from({ length: 30 }, () => 500))
    expect((await callbacksOf(desk.simulator))[0]).not.toHaveProperty('dueAtMs')
  })

  it('wait two minutes, five, ten, twenty, thirty, then hours', async () => {
    const desk = await setUp()
    desk.shop.answer = 404
    await charge(desk, desk.shop.url())
    await nextAttempt(desk, 7_000)
    const gaps: number[] = []
    for (let count = 0; count < 8; count += 1) {
      const [{ dueAtMs = 0 } = {}] = await callbacksOf(desk.simulator)
      const waitMs = dueAtMs - desk.clock.nowMs()
      gaps.push(waitMs / minuteMs)
      desk.clock.advance(waitMs - 1)
      expect(desk.shop.calls).toHaveLength(count + 1)
      await nextAttempt(desk, 1)
    }
    expect(gaps).toEqual([2, 5, 10, 20, 30, 60, 120, 180])
  })

  it('are as many times closer as the speed says', async () => {
    const desk = await setUp({ speed: 60 })
    desk.shop.answer = 500
    await charge(desk, desk.shop.url())
    await nextAttempt(desk, 1_000)
    const [{ dueAtMs = 0 } = {}] = await callbacksOf(desk.simulator)
    expect(dueAtMs - desk.clock.nowMs()).toBe(2_000)
  })

  it.each([
    [302, 302],
    [204, 204],
    ['nothing', null],
  ] as const)('go on after %s', async (answer, httpStatus) => {
    const desk = await setUp()
    desk.shop.answer = answer
    await charge(desk, desk.shop.url())
    await nextAttempt(desk, 7_000)
    expect((await callbacksOf(desk.simulator))[0]?.attempts).toMatchObject([{ httpStatus }])
    desk.shop.answer = 200
    await nextAttempt(desk, 3 * minuteMs)
    expect(desk.shop.calls.map(({ path }) => path)).toEqual(['/hook', '/hook'])
  })

  it('go on after a restart, those that were done not again', async () => {
    const folder = await mkdtemp(join(tmpdir(), 'simulator-callbacks-'))
    const statePath = join(folder, 'state.json')
    const desk = await setUp({ statePath })
    await charge(desk, desk.shop.url('/done'), { client_orderid: 'T-2' })
    await nextAttempt(desk, 7_000)
    desk.shop.answer = 500
    await charge(desk, desk.shop.url('/again'))
    await nextAttempt(desk, 7_000)
    await desk.simulator.stop()
    desk.shop.answer = 200
    const restarted = { ...desk, simulator: await start({ clock: desk.clock, statePath }) }
    await nextAttempt(restarted, 3 * minuteMs)
    expect(desk.shop.calls.map(({ path }) => path)).toEqual(['/done', '/again', '/again'])
    await stopAll()
    await rm(folder, { recursive: true })
  })

  it('do not keep a simulator from stopping, and are not counted when it did', async () => {
    const folder = await mkdtemp(join(tmpdir(), 'simulator-callbacks-'))
    const statePath = join(folder, 'state.json')
    const desk = await setUp({ statePath })
    desk.shop.answer = 'hang'
    await charge(desk, desk.shop.url())
    desk.clock.advance(7_000)
    await until(() => desk.shop.calls.length === 1)
    await desk.simulator.stop()
    const restarted = await start({ clock: desk.clock, statePath })
    expect((await callbacksOf(restarted))[0]?.attempts).toEqual([])
    await stopAll()
    await rm(folder, { recursive: true })
  })
})

describe('addresses that are not on this machine', () => {
  it.each([
    'http://shop.example.test/hook?secret=1',
    'https://127.0.0.1/hook',
    'http://127.0.0.1.example.test/',
    'http://10.0.0.1/',
    'http://[::2]/',
    'http://user@192.0.2.1/',
  ])('are never called: %s', async (url) => {
    const warnings: string[] = []
    const desk = await setUp({ warn: (message: string) => warnings.push(message) })
    await charge(desk, url)
    desk.clock.advance(dayMs)
    expect((await statusOf(desk.simulator, 'T-1')).status).toBe('approved')
    expect((await callbacksOf(desk.simulator))[0]?.attempts).toEqual([])
    expect(warnings).toHaveLength(1)
    expect(warnings[0]).not.toContain('secret')
  })
})

describe('the switch for callbacks', () => {
  it('doubles the next one', async () => {
    const desk = await setUp()
    await control(desk.simulator, { callback: 'duplicate' })
    await charge(desk, desk.shop.url())
    await nextAttempt(desk, 7_000)
    await nextAttempt(desk, 3_000)
    expect(desk.shop.calls).toHaveLength(2)
    expect(desk.shop.calls[1]).toEqual(desk.shop.calls[0])
  })

  it('signs the next one wrongly, and only that', async () => {
    const desk = await setUp()
    await control(desk.simulator, { callback: 'wrong-control' })
    const first = await charge(desk, desk.shop.url())
    await nextAttempt(desk, 7_000)
    const second = await charge(desk, desk.shop.url(), { client_orderid: 'T-2' })
    await nextAttempt(desk, 7_000)
    const controls = desk.shop.calls.map(({ fields }) => fields.control)
    expect(controls[0]).toMatch(/^[0-9a-f]{40}$/)
    expect(controls[0]).not.toBe(sha1('approved', first, 'T-1', key))
    expect(controls[1]).toBe(sha1('approved', second, 'T-2', key))
  })

  it('replays the next one as a reversal, with the control of the genuine one', async () => {
    const desk = await setUp()
    await control(desk.simulator, { callback: 'replayed-as-reversal' })
    await charge(desk, desk.shop.url())
    await nextAttempt(desk, 7_000)
    await nextAttempt(desk, 3_000)
    const [genuine, replayed] = desk.shop.calls.map(({ fields }) => fields)
    expect(replayed).toEqual({ ...genuine, type: 'reversal' })
  })

  it('holds the next one back for a minute', async () => {
    const desk = await setUp()
    await control(desk.simulator, { callback: 'delayed' })
    await charge(desk, desk.shop.url())
    desk.clock.advance(minuteMs)
    expect((await statusOf(desk.simulator, 'T-1')).status).toBe('approved')
    expect(desk.shop.calls).toEqual([])
    await nextAttempt(desk, 7_000)
    expect(desk.shop.calls).toHaveLength(1)
  })

  it('knows no other trick', async () => {
    const { simulator } = await setUp()
    await expect(control(simulator, { callback: 'lost' })).rejects.toThrow(/callback/)
  })
})

describe("a callback's control", () => {
  const mine = vectors.filter(({ endpoint }) => endpoint === 'callback')

  it('has golden vectors to be compared with', () => {
    expect(mine).toHaveLength(6)
  })

  it.each(mine.map((vector) => [vector.sha1.slice(0, 8), vector] as const))(
    'is the one of vector %s',
    (_n, { inputs, sha1: expected }) => {
      const { status, orderid, client_orderid, merchant_control, type } = inputs as Form
      const order = { ...plainOrder, gatewayOrderId: orderid ?? '', clientOrderId: client_orderid ?? '' }
      const step = { atMs: 0, status: status as 'approved', stage: 'sale_approved' }
      const trick: Partial<Callback> = type === 'reversal' ? { trick: 'as-reversal' } : {}
      const url = callbackUrl({ ...plainCallback, ...trick }, order, step, merchant_control ?? '')
      expect(new URL(url).searchParams.get('control')).toBe(expected)
    },
  )
})

const plainCallback: Callback = {
  gatewayOrderId: '1',
  stepAtMs: 0,
  url: 'http://127.0.0.1/',
  dueAtMs: 0,
  attempts: [],
  isOver: false,
}

const plainOrder: Order = {
  gatewayOrderId: '1',
  clientOrderId: 'V-1',
  transactionType: 'sale',
  endpointId: '253',
  amountMinor: '100',
  currency: 'EUR',
  card: {
    printedName: 'IVA TESTOVA',
    bin: '444455',
    lastFour: '1111',
    expireMonth: 1,
    expireYear: 2031,
    fingerprint: 'vector',
  },
  details: { description: 'Vector', ipAddress: '192.0.2.1' },
  scenarioId: 'approved',
  acceptedAtMs: 0,
  steps: [],
  requestSerials: [],
}
