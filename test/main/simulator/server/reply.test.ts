import { afterEach, describe, expect, it } from 'vitest'
import { scenarios } from '../../../../src-main/simulator/scenarios/scenarios'
import {
  HandClock,
  deliveriesOf,
  readAnswer,
  send,
  signedRebill,
  start,
  statusOf,
  stopAll,
  until,
} from '../support'
import type { Simulator } from '../../../../src-main/simulator/server/server'
import type { Form, RawAnswer } from '../support'

afterEach(stopAll)

const withAmount = scenarios.filter((scenario) => scenario.amount !== undefined)

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

describe('a broken answer', () => {
  const broken: Record<string, (answer: RawAnswer) => void> = {
    'broken-malformed-percent': ({ body: text }) => expect(() => decodeURIComponent(text)).toThrow(URIError),
    'broken-duplicate-key': ({ body: text }) => expect(text.match(/paynet-order-id=/g)).toHaveLength(2),
    'broken-empty': ({ body: text }) => expect(text).toBe(''),
    'broken-missing-order-id': ({ body: text }) => expect(text).not.toContain('paynet-order-id'),
    'broken-foreign-order-id': ({ body: text }) => expect(text).not.toContain('T-1'),
    'broken-unknown-type': ({ body: text }) => expect(readAnswer(text).type).toBe('mystery-response'),
    'broken-html-page': ({ body: text }) => expect(text).toMatch(/^<html>/),
    'broken-json': ({ body: text }) => expect(JSON.parse(text)).toHaveProperty('paynet-order-id'),
    'broken-oversize': ({ body: text }) => expect(text.length).toBeGreaterThan(1024 * 1024),
  }

  it.each(withAmount.filter(({ id }) => id in broken).map(({ id, amount = '' }) => [id, amount] as const))(
    '%s (amount %s) is HTTP 200 and the order is taken',
    async (id, amount) => {
      const { clock, simulator } = await setUp()
      const answer = await charge(simulator, amount)
      expect(answer.httpStatus).toBe(200)
      broken[id]?.(answer)
      clock.advance(7_000)
      expect(await statusAfter(simulator)).toBe('approved')
    },
  )

  it.each([
    ['9040', true],
    ['9041', false],
    ['9052', true],
  ])('of amount %s is a closed connection; the order is created: %s', async (amount, isTaken) => {
    const { clock, simulator } = await setUp()
    await expect(charge(simulator, amount)).rejects.toThrow()
    clock.advance(7_000)
    expect((await statusAfter(simulator)) === 'approved').toBe(isTaken)
  })

  it.each([
    ['9070', 500, true],
    ['9071', 502, true],
    ['9072', 503, false],
    ['9073', 504, true],
    ['9074', 403, false],
    ['9075', 401, false],
    ['9076', 429, false],
  ])('of amount %s is an HTTP %i page; the order is created: %s', async (amount, httpStatus, isTaken) => {
    const { clock, simulator } = await setUp()
    const answer = await charge(simulator, amount)
    expect(answer.httpStatus).toBe(httpStatus)
    expect(answer.body).toMatch(/^<html>/)
    expect(answer.headers['retry-after']).toBe(httpStatus === 429 ? '30' : undefined)
    clock.advance(7_000)
    expect((await statusAfter(simulator)) === 'approved').toBe(isTaken)
  })

  it('of amount 9077 is a redirect, and a client that follows it is listed', async () => {
    const { simulator } = await setUp()
    const answer = await charge(simulator, '9077')
    expect(answer.httpStatus).toBe(302)
    await send(String(answer.headers.location))
    const deliveries = await deliveriesOf(simulator)
    expect(deliveries.map(({ path, result }) => [path, result])).toEqual([
      ['/api/v2/make-rebill/4411', 'not-booked'],
      ['/elsewhere', 'no-such-path'],
    ])
  })

  it('of amount 9080 or 9081 is type=error, without and with an order', async () => {
    for (const [amount, hasOrder] of [
      ['9080', false],
      ['9081', true],
    ] as const) {
      const { simulator } = await setUp()
      const answer = readAnswer((await charge(simulator, amount)).body)
      expect(answer).toMatchObject({ type: 'error', 'error-code': '9', 'merchant-order-id': 'T-1' })
      expect('paynet-order-id' in answer).toBe(hasOrder)
      expect((await statusAfter(simulator)) === 'processing').toBe(hasOrder)
    }
  })

  it.each([
    ['9042', 20_000],
    ['9043', 75_000],
  ])('of amount %s comes after %i ms and is otherwise correct', async (amount, delayMs) => {
    const { clock, simulator } = await setUp()
    let isAnswered = false
    const answer = charge(simulator, amount).then((received) => {
      isAnswered = true
      return received
    })
    await until(() => clock.sleeperCount === 1)
    clock.advance(delayMs - 1)
    expect(await statusAfter(simulator)).toBe('approved')
    expect(isAnswered).toBe(false)
    clock.advance(1)
    expect(readAnswer((await answer).body).type).toBe('async-response')
  })

  it('of amount 9046 comes byte by byte', async () => {
    const { clock, simulator } = await setUp()
    const answer = charge(simulator, '9046')
    let isAnswered = false
    let bytes = 0
    const counted = answer.then(() => (isAnswered = true))
    while (!isAnswered) {
      await until(() => isAnswered || clock.sleeperCount === 1)
      clock.advance(1_000)
      bytes += 1
    }
    await counted
    expect(readAnswer((await answer).body).type).toBe('async-response')
    expect(bytes).toBeGreaterThanOrEqual((await answer).body.length)
  })

  it.each([
    ['9044', true],
    ['9045', false],
  ])('of amount %s never comes; the order is created: %s', async (amount, isTaken) => {
    const { clock, simulator } = await setUp()
    const outcomes: string[] = []
    charge(simulator, amount).then(
      () => outcomes.push('answered'),
      () => outcomes.push('closed'),
    )
    await until(async () => (await deliveriesOf(simulator)).length === 1)
    clock.advance(3_600_000)
    expect((await statusAfter(simulator)) === 'approved').toBe(isTaken)
    expect(outcomes).toEqual([])
    await simulator.stop()
    await until(() => outcomes.length > 0)
    expect(outcomes).toEqual(['closed'])
  })
})
