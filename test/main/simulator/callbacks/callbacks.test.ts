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
const servers: Server[] = []

afterEach(async () => {
  await stopAll()
  servers.splice(0).forEach((server) => {
    server.close()
    server.closeAllConnections()
  })
})

interface Call {
  method: string
  path: string
  fields: Form
}

/** The merchant's server: records every request and sends the answer that the test sets. */
class MerchantServer {
  readonly calls: Call[] = []
  answer: number | 'nothing' | 'hang' = 200
  port = 0

  async open(): Promise<this> {
    const server = createServer((request, response) => {
      const url = new URL(request.url ?? '', 'http://merchant.test')
      this.calls.push({
        method: request.method ?? '',
        path: url.pathname,
        fields: Object.fromEntries(url.searchParams),
      })
      if (this.answer === 'nothing') response.destroy()
      else if (this.answer !== 'hang') response.writeHead(this.answer, { location: '/other' }).end('no')
    })
    servers.push(server)
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
    this.port = (server.address() as AddressInfo).port
    return this
  }

  url(rest = '/hook'): string {
    return `http://127.0.0.1:${this.port}${rest}`
  }
}

interface TestRig {
  clock: HandClock
  simulator: Simulator
  merchant: MerchantServer
}

async function setUp(options = {}): Promise<TestRig> {
  const clock = new HandClock()
  return { clock, simulator: await start({ clock, ...options }), merchant: await new MerchantServer().open() }
}

async function charge(
  { simulator }: TestRig,
  url: string,
  changes: Form = {},
  minor = '1015',
): Promise<string> {
  const form = signedRebill(minor, { server_callback_url: url, ...changes })
  return (await post(simulator, '/api/v2/make-rebill/4411', form))['paynet-order-id'] ?? ''
}

/** Advances the clock and waits for one more attempt. */
async function nextAttempt({ clock, simulator }: TestRig, afterMs: number): Promise<void> {
  const count = async () =>
    (await callbacksOf(simulator)).reduce((sum, { attempts }) => sum + attempts.length, 0)
  const before = await count()
  clock.advance(afterMs)
  await until(async () => (await count()) > before)
}

describe('a callback', () => {
  it('is a GET with the result in its query, once the order is final and not before', async () => {
    const rig = await setUp()
    const orderId = await charge(rig, rig.merchant.url(), { merchant_data: 'ref=88 & "x"' })
    rig.clock.advance(3_900)
    expect((await statusOf(rig.simulator, 'T-1')).status).toBe('processing')
    expect(rig.merchant.calls).toEqual([])
    await nextAttempt(rig, 3_000)
    expect(rig.merchant.calls).toHaveLength(1)
    const [{ method, path, fields } = { method: '', path: '', fields: {} }] = rig.merchant.calls
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
    const rig = await setUp()
    await charge(rig, rig.merchant.url(), { amount: '9002' }, '900200')
    await nextAttempt(rig, 7_000)
    expect(rig.merchant.calls[0]?.fields).toMatchObject({
      status: 'declined',
      error_code: '116',
      error_message: 'Decline, insufficient funds [51]',
    })
    expect(rig.merchant.calls[0]?.fields).not.toHaveProperty('error-code')
  })

  it('keeps a query that the address has already', async () => {
    const rig = await setUp()
    await charge(rig, rig.merchant.url('/hook?shop=7&key=a%26b#part'))
    await nextAttempt(rig, 7_000)
    expect(rig.merchant.calls[0]).toMatchObject({
      path: '/hook',
      fields: { shop: '7', key: 'a&b', status: 'approved' },
    })
  })

  it('is not repeated after HTTP 200, and is listed without the query of its address', async () => {
    const rig = await setUp()
    await charge(rig, rig.merchant.url('/hook?secret=1'))
    await nextAttempt(rig, 7_000)
    const reports = await callbacksOf(rig.simulator)
    expect(reports).toMatchObject([{ clientOrderId: 'T-1', status: 'approved', url: rig.merchant.url() }])
    expect(reports[0]?.attempts).toMatchObject([{ httpStatus: 200 }])
    expect(reports[0]).not.toHaveProperty('dueAtMs')
    expect(JSON.stringify(reports)).not.toContain('secret')
    rig.clock.advance(20 * dayMs)
    await statusOf(rig.simulator, 'T-1')
    expect(rig.merchant.calls).toHaveLength(1)
  })

  it('is sent for each result of an order that is approved and then declined', async () => {
    const rig = await setUp()
    await charge(rig, rig.merchant.url(), { amount: '9036' }, '903600')
    await nextAttempt(rig, 7_000)
    await nextAttempt(rig, 20_000)
    expect(rig.merchant.calls.map(({ fields }) => fields.status)).toEqual(['approved', 'declined'])
  })

  it('is not sent for an order without an address, or one that never becomes final', async () => {
    const rig = await setUp()
    await post(rig.simulator, '/api/v2/make-rebill/4411', signedRebill('1015', { client_orderid: 'T-2' }))
    await charge(rig, rig.merchant.url(), { amount: '9032' }, '903200')
    expect(await callbacksOf(rig.simulator)).toEqual([])
  })

  it('is sent once when the same charge is sent twice', async () => {
    const rig = await setUp()
    await charge(rig, rig.merchant.url())
    await charge(rig, rig.merchant.url('/other'))
    expect(await callbacksOf(rig.simulator)).toHaveLength(1)
  })

  it('reports the final result of a sale with 3-D Secure, not the timeout that was planned before', async () => {
    const rig = await setUp()
    const form = signedSale('930300', {
      amount: '9303',
      server_callback_url: rig.merchant.url(),
      redirect_url: 'https://merchant.example.test',
    })
    const { 'paynet-order-id': orderId = '' } = await post(rig.simulator, '/api/v2/sale/4411', form)
    rig.clock.advance(2_000)
    expect((await callbacksOf(rig.simulator)).map(({ status }) => status)).toEqual(['error'])
    const waiting = await statusOf(rig.simulator, 'S-1')
    const { hidden } = formOf(
      await visit(waiting['tds-pareq-form-acs-url'] ?? '', {
        PaReq: waiting['tds-pareq-form-pareq'] ?? '',
        MD: waiting['tds-pareq-form-md'] ?? '',
        TermUrl: 'https://merchant.example.test',
        code: '1234',
        action: 'confirm',
      }),
    )
    const upload = signedUpload('S-1', orderId, { paRes: hidden.PaRes ?? '', md: hidden.MD ?? '' })
    await post(rig.simulator, '/api/3ds/v1/upload-pares-result/4411', upload)
    expect((await callbacksOf(rig.simulator)).map(({ status }) => status)).toEqual(['approved'])
    await nextAttempt(rig, 7_000)
    rig.clock.advance(hourMs)
    expect(rig.merchant.calls.map(({ fields }) => fields.status)).toEqual(['approved'])
  })
})

describe('attempts', () => {
  it('are repeated in growing gaps, thirty in all within two weeks', async () => {
    const rig = await setUp()
    rig.merchant.answer = 500
    await charge(rig, rig.merchant.url())
    await nextAttempt(rig, 7_000)
    for (let count = 1; count < 30; count += 1) await nextAttempt(rig, dayMs)
    const [{ attempts = [] } = {}] = await callbacksOf(rig.simulator)
    expect(attempts.map(({ httpStatus }) => httpStatus)).toEqual(Array.from({ length: 30 }, () => 500))
    expect((await callbacksOf(rig.simulator))[0]).not.toHaveProperty('dueAtMs')
  })

  it('wait two minutes, five, ten, twenty, thirty, then hours', async () => {
    const rig = await setUp()
    rig.merchant.answer = 404
    await charge(rig, rig.merchant.url())
    await nextAttempt(rig, 7_000)
    const gaps: number[] = []
    for (let count = 0; count < 8; count += 1) {
      const [{ dueAtMs = 0 } = {}] = await callbacksOf(rig.simulator)
      const waitMs = dueAtMs - rig.clock.nowMs()
      gaps.push(waitMs / minuteMs)
      rig.clock.advance(waitMs - 1)
      expect(rig.merchant.calls).toHaveLength(count + 1)
      await nextAttempt(rig, 1)
    }
    expect(gaps).toEqual([2, 5, 10, 20, 30, 60, 120, 180])
  })

  it('have gaps that are divided by the speed', async () => {
    const rig = await setUp({ speed: 60 })
    rig.merchant.answer = 500
    await charge(rig, rig.merchant.url())
    await nextAttempt(rig, 1_000)
    const [{ dueAtMs = 0 } = {}] = await callbacksOf(rig.simulator)
    expect(dueAtMs - rig.clock.nowMs()).toBe(2_000)
  })

  it.each([
    [302, 302],
    [204, 204],
    ['nothing', null],
  ] as const)('are repeated after %s', async (answer, httpStatus) => {
    const rig = await setUp()
    rig.merchant.answer = answer
    await charge(rig, rig.merchant.url())
    await nextAttempt(rig, 7_000)
    expect((await callbacksOf(rig.simulator))[0]?.attempts).toMatchObject([{ httpStatus }])
    rig.merchant.answer = 200
    await nextAttempt(rig, 3 * minuteMs)
    expect(rig.merchant.calls.map(({ path }) => path)).toEqual(['/hook', '/hook'])
  })

  it('continue after a restart, except those that were answered', async () => {
    const folder = await mkdtemp(join(tmpdir(), 'simulator-callbacks-'))
    const statePath = join(folder, 'state.json')
    const rig = await setUp({ statePath })
    await charge(rig, rig.merchant.url('/done'), { client_orderid: 'T-2' })
    await nextAttempt(rig, 7_000)
    rig.merchant.answer = 500
    await charge(rig, rig.merchant.url('/again'))
    await nextAttempt(rig, 7_000)
    await rig.simulator.stop()
    rig.merchant.answer = 200
    const restarted = { ...rig, simulator: await start({ clock: rig.clock, statePath }) }
    await nextAttempt(restarted, 3 * minuteMs)
    expect(rig.merchant.calls.map(({ path }) => path)).toEqual(['/done', '/again', '/again'])
    await stopAll()
    await rm(folder, { recursive: true })
  })

  it('do not delay a stop of the simulator, and are not recorded after it', async () => {
    const folder = await mkdtemp(join(tmpdir(), 'simulator-callbacks-'))
    const statePath = join(folder, 'state.json')
    const rig = await setUp({ statePath })
    rig.merchant.answer = 'hang'
    await charge(rig, rig.merchant.url())
    rig.clock.advance(7_000)
    await until(() => rig.merchant.calls.length === 1)
    await rig.simulator.stop()
    const restarted = await start({ clock: rig.clock, statePath })
    expect((await callbacksOf(restarted))[0]?.attempts).toEqual([])
    await stopAll()
    await rm(folder, { recursive: true })
  })
})

describe('addresses that are not on this machine', () => {
  it.each([
    'http://merchant.example.test/hook?secret=1',
    'https://127.0.0.1/hook',
    'http://127.0.0.1.example.test/',
    'http://10.0.0.1/',
    'http://[::2]/',
    'http://user@192.0.2.1/',
  ])('are never called: %s', async (url) => {
    const warnings: string[] = []
    const rig = await setUp({ warn: (message: string) => warnings.push(message) })
    await charge(rig, url)
    rig.clock.advance(dayMs)
    expect((await statusOf(rig.simulator, 'T-1')).status).toBe('approved')
    expect((await callbacksOf(rig.simulator))[0]?.attempts).toEqual([])
    expect(warnings).toHaveLength(1)
    expect(warnings[0]).not.toContain('secret')
  })
})

describe('the switch for callbacks', () => {
  it('sends the next one twice', async () => {
    const rig = await setUp()
    await control(rig.simulator, { callback: 'duplicate' })
    await charge(rig, rig.merchant.url())
    await nextAttempt(rig, 7_000)
    await nextAttempt(rig, 3_000)
    expect(rig.merchant.calls).toHaveLength(2)
    expect(rig.merchant.calls[1]).toEqual(rig.merchant.calls[0])
  })

  it('signs only the next one with a wrong key', async () => {
    const rig = await setUp()
    await control(rig.simulator, { callback: 'wrong-control' })
    const first = await charge(rig, rig.merchant.url())
    await nextAttempt(rig, 7_000)
    const second = await charge(rig, rig.merchant.url(), { client_orderid: 'T-2' })
    await nextAttempt(rig, 7_000)
    const controls = rig.merchant.calls.map(({ fields }) => fields.control)
    expect(controls[0]).toMatch(/^[0-9a-f]{40}$/)
    expect(controls[0]).not.toBe(sha1('approved', first, 'T-1', key))
    expect(controls[1]).toBe(sha1('approved', second, 'T-2', key))
  })

  it('replays the next one as a reversal, with the control of the genuine one', async () => {
    const rig = await setUp()
    await control(rig.simulator, { callback: 'replayed-as-reversal' })
    await charge(rig, rig.merchant.url())
    await nextAttempt(rig, 7_000)
    await nextAttempt(rig, 3_000)
    const [genuine, replayed] = rig.merchant.calls.map(({ fields }) => fields)
    expect(replayed).toEqual({ ...genuine, type: 'reversal' })
  })

  it('delays the next one by a minute', async () => {
    const rig = await setUp()
    await control(rig.simulator, { callback: 'delayed' })
    await charge(rig, rig.merchant.url())
    rig.clock.advance(minuteMs)
    expect((await statusOf(rig.simulator, 'T-1')).status).toBe('approved')
    expect(rig.merchant.calls).toEqual([])
    await nextAttempt(rig, 7_000)
    expect(rig.merchant.calls).toHaveLength(1)
  })

  it('refuses an unknown fault', async () => {
    const { simulator } = await setUp()
    await expect(control(simulator, { callback: 'lost' })).rejects.toThrow(/callback/)
  })
})

describe("a callback's control", () => {
  const mine = vectors.filter(({ endpoint }) => endpoint === 'callback')

  it('has golden vectors', () => {
    expect(mine).toHaveLength(6)
  })

  it.each(mine.map((vector) => [vector.sha1.slice(0, 8), vector] as const))(
    'is the one of vector %s',
    (_n, { inputs, sha1: expected }) => {
      const { status, orderid, client_orderid, merchant_control, type } = inputs as Form
      const order = { ...plainOrder, gatewayOrderId: orderid ?? '', clientOrderId: client_orderid ?? '' }
      const step = { atMs: 0, status: status as 'approved', stage: 'sale_approved' }
      const trick: Partial<Callback> = type === 'reversal' ? { fault: 'as-reversal' } : {}
      const url = callbackUrl({ ...plainCallback, ...trick }, order, step, merchant_control ?? '')
      expect(new URL(url).searchParams.get('control')).toBe(expected)
    },
  )
})

const plainCallback: Callback = {
  gatewayOrderId: '1',
  phaseAtMs: 0,
  url: 'http://127.0.0.1/',
  dueAtMs: 0,
  attempts: [],
  isFinished: false,
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
  phases: [],
  requestSerials: [],
}
