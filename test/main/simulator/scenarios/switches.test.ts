import { afterEach, describe, expect, it } from 'vitest'
import {
  HandClock,
  control,
  deliveriesOf,
  martaToken,
  post,
  readAnswer,
  send,
  signedCardInfo,
  signedCardRef,
  signedRebill,
  signedSale,
  signedStatus,
  start,
  statusOf,
  stopAll,
  until,
} from '../support'
import type { Simulator } from '../../../../src-main/simulator/server/server'
import type { Form, RawAnswer } from '../support'

afterEach(stopAll)

async function setUp(): Promise<{ clock: HandClock; simulator: Simulator }> {
  const clock = new HandClock()
  return { clock, simulator: await start({ clock }) }
}

const body = (form: Form) => new URLSearchParams(form).toString()

function charge(simulator: Simulator, amount: string): Promise<RawAnswer> {
  const form = signedRebill(`${amount}00`, { amount })
  return send(`${simulator.announcement.baseUrl}/api/v2/make-rebill/4411`, { body: body(form) })
}

/** The charge's status, or undefined when there is no such order. */
async function statusAfter(simulator: Simulator): Promise<string | undefined> {
  return (await statusOf(simulator, 'T-1')).status
}

describe('the switches', () => {
  it('set the scenarios of the next payments, one each and in order, for any amount', async () => {
    const { clock, simulator } = await setUp()
    await control(simulator, { next: ['declined-lost-card', 'filtered-velocity'] })
    for (const id of ['A', 'B', 'C']) {
      await post(simulator, '/api/v2/make-rebill/4411', signedRebill('1015', { client_orderid: id }))
    }
    clock.advance(7_000)
    const statuses = await Promise.all(
      ['A', 'B', 'C'].map(async (id) => (await statusOf(simulator, id)).status),
    )
    expect(statuses).toEqual(['declined', 'filtered', 'approved'])
  })

  it('break the answer to a status without changing the order', async () => {
    const { simulator } = await setUp()
    const lookups = {
      status: signedStatus('NS-2041'),
      'create-card-ref': signedCardRef('NS-2041', '6684106'),
      'get-card-info': signedCardInfo(martaToken),
    }
    for (const [path, form] of Object.entries(lookups)) {
      await control(simulator, { next: ['http-502', 'broken-unknown-type', 'answer-lost'], path })
      const ask = () => send(`${simulator.announcement.baseUrl}/api/v2/${path}/4411`, { body: body(form) })
      expect((await ask()).httpStatus).toBe(502)
      expect(readAnswer((await ask()).body).type).toBe('mystery-response')
      await expect(ask()).rejects.toThrow()
      expect(readAnswer((await ask()).body).type).toMatch(/-response$/)
    }
  })

  it('send the field `status` twice in an answer', async () => {
    const { simulator } = await setUp()
    await control(simulator, { next: 'broken-duplicate-key', path: 'status' })
    const url = `${simulator.announcement.baseUrl}/api/v2/status/4411`
    const answer = await send(url, { body: body(signedStatus('NS-2041')) })
    expect(answer.body.match(/&status=\w+/g)).toEqual(['&status=approved', '&status=declined'])
  })

  it('delay an answer after the order was created', async () => {
    const { clock, simulator } = await setUp()
    await control(simulator, { delayMs: 3_000, path: 'make-rebill' })
    const answer = charge(simulator, '10')
    await until(() => clock.sleeperCount === 1)
    expect(await statusAfter(simulator)).toBe('processing')
    clock.advance(3_000)
    expect((await answer).httpStatus).toBe(200)
  })

  it('close every connection while down, and list no delivery', async () => {
    const { simulator } = await setUp()
    await control(simulator, { down: true })
    await expect(charge(simulator, '10')).rejects.toThrow()
    await expect(statusOf(simulator, 'NS-2041')).rejects.toThrow()
    expect(await deliveriesOf(simulator)).toEqual([])
    await control(simulator, { down: false })
    expect((await charge(simulator, '10')).httpStatus).toBe(200)
  })

  it('are all set back by reset', async () => {
    const { simulator } = await setUp()
    await control(simulator, { next: 'http-500', down: true, delayMs: 60_000 })
    await control(simulator, { reset: true })
    expect((await charge(simulator, '10')).httpStatus).toBe(200)
  })

  it.each([
    [{ next: 'no-such-scenario' }],
    [{ next: 5 }],
    [{ down: 'yes' }],
    [{ delayMs: -1 }],
    [{ delayMs: 5, path: 'coffee' }],
    [{ nxet: 'approved' }],
    ['text'],
    [null],
  ])('refuse the command %j', async (order) => {
    const { simulator } = await setUp()
    const url = `${simulator.announcement.baseUrl}/simulator/control`
    expect((await send(url, { body: JSON.stringify(order) })).httpStatus).toBe(400)
  })
})

describe('the list of deliveries', () => {
  it('has every request that arrived, in order, and no secret', async () => {
    const { clock, simulator } = await setUp()
    await post(simulator, '/api/v2/sale/4411', signedSale('1015'))
    await post(simulator, '/api/v2/make-rebill-sale/group/7722', signedRebill('1015', { cvv2: '123' }))
    clock.advance(50)
    await post(simulator, '/api/v2/make-rebill/4411', { ...signedRebill('1015'), control: 'wrong' })
    await statusOf(simulator, 'S-1')
    const deliveries = await deliveriesOf(simulator)
    const atMs = clock.nowMs()
    expect(deliveries).toEqual([
      {
        path: '/api/v2/sale/4411',
        command: 'sale',
        clientOrderId: 'S-1',
        gatewayOrderId: expect.any(String),
        atMs: atMs - 50,
        result: 'accepted',
      },
      {
        path: '/api/v2/make-rebill-sale/group/7722',
        command: 'make-rebill',
        clientOrderId: 'T-1',
        gatewayOrderId: expect.any(String),
        atMs: atMs - 50,
        result: 'accepted',
      },
      {
        path: '/api/v2/make-rebill/4411',
        command: 'make-rebill',
        clientOrderId: 'T-1',
        atMs,
        result: 'refused',
      },
      {
        path: '/api/v2/status/4411',
        command: 'status',
        clientOrderId: 'S-1',
        gatewayOrderId: expect.any(String),
        atMs,
        result: 'answered',
      },
    ])
  })
})
