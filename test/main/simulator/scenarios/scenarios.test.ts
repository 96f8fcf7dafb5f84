import { afterEach, describe, expect, it } from 'vitest'
import { scenarioById, scenarios } from '../../../../src-main/simulator/scenarios/scenarios'
import { threeDsScenarios } from '../../../../src-main/simulator/scenarios/three-ds-scenarios'
import {
  HandClock,
  post,
  readAnswer,
  send,
  signedRebill,
  signedSale,
  start,
  statusOf,
  stopAll,
} from '../support'
import type { Scenario } from '../../../../src-main/simulator/scenarios/scenario'
import type { Simulator } from '../../../../src-main/simulator/server/server'
import type { Form, RawAnswer } from '../support'

afterEach(stopAll)

const withAmount = scenarios.filter((scenario) => scenario.amount !== undefined)
const answeredNormally = withAmount.filter(({ reply }) => reply.kind === 'normal')

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

describe('the table of scenarios', () => {
  it('has every id, amount and security code once, also of 3-D Secure', () => {
    const all = [...scenarios, ...threeDsScenarios]
    const codes = all.flatMap(({ securityCodes = [] }) => securityCodes)
    const amounts = all.flatMap(({ amount = [] }) => amount)
    for (const values of [all.map(({ id }) => id), amounts, codes]) {
      expect(new Set(values).size).toBe(values.length)
    }
    for (const { id } of all) expect(scenarioById(id)?.id).toBe(id)
  })

  it('has 3-D Secure at the whole amounts from 9301 to 9306', () => {
    expect(threeDsScenarios.map(({ amount }) => amount)).toEqual([
      '9301',
      '9302',
      '9303',
      '9304',
      '9305',
      '9306',
    ])
  })

  it('has the other scenarios at whole amounts from 9001 to 9099 only', () => {
    for (const { amount } of withAmount) expect(amount).toMatch(/^90[0-9][0-9]$/)
  })

  it('gives a reason with every refusal', () => {
    const refusedLegs = scenarios
      .flatMap(({ statusChanges: statusChanges }) => statusChanges)
      .filter(({ status }) => ['declined', 'filtered', 'error'].includes(status))
    expect(refusedLegs.length).toBeGreaterThan(12)
    for (const { reason } of refusedLegs) expect(reason?.code && reason.message).toBeTruthy()
  })
})

describe('an amount that is answered normally', () => {
  it.each(
    answeredNormally.map((scenario): [string, Scenario] => [`${scenario.amount} ${scenario.id}`, scenario]),
  )('%s gets the statuses of its scenario', async (_name, { amount = '', statusChanges }) => {
    const { clock, simulator } = await setUp()
    expect(readAnswer((await charge(simulator, amount)).body).type).toBe('async-response')
    const seen: Form[] = []
    for (let passedMs = 0; passedMs < 40_000; passedMs += 500) {
      const answer = await statusOf(simulator, 'T-1')
      if (answer.status !== 'processing' && answer.status !== seen.at(-1)?.status) seen.push(answer)
      clock.advance(500)
    }
    expect(seen.map(({ status }) => status)).toEqual(statusChanges.map(({ status }) => status))
    seen.forEach((answer, index) => {
      const { status, reason } = statusChanges[index] ?? {}
      expect(answer['order-stage']).toBe(`sale_${status}`)
      expect(answer['error-code']).toBe(reason?.code)
      expect(answer['error-message']).toBe(reason?.message)
      expect(answer['motivational-message']).toBe(reason?.motivation)
    })
  })

  it('works in every currency, with and without decimals', async () => {
    for (const [currency, amount, minor] of [
      ['JPY', '9002', '9002'],
      ['KWD', '9002.000', '9002000'],
      ['USD', '9002.00', '900200'],
      ['GBP', '09002', '900200'],
    ] as const) {
      const { clock, simulator } = await setUp()
      await post(simulator, '/api/v2/make-rebill/group/7722', signedRebill(minor, { amount, currency }))
      clock.advance(7_000)
      expect(await statusOf(simulator, 'T-1')).toMatchObject({ status: 'declined', 'error-code': '116' })
    }
  })

  it('is not used for similar amounts', async () => {
    for (const [amount, minor] of [
      ['9002.01', '900201'],
      ['90020', '9002000'],
      ['12.34', '1234'],
      ['9000', '900000'],
    ] as const) {
      const { clock, simulator } = await setUp()
      await post(simulator, '/api/v2/make-rebill/4411', signedRebill(minor, { amount }))
      clock.advance(7_000)
      expect(await statusAfter(simulator)).toBe('approved')
    }
  })

  it('ends a filtered order before the bank is asked', async () => {
    const { clock, simulator } = await setUp()
    await charge(simulator, '9020')
    const stages = new Set<string | undefined>()
    for (let passedMs = 0; passedMs < 7_000; passedMs += 200) {
      stages.add((await statusOf(simulator, 'T-1'))['order-stage'])
      clock.advance(200)
    }
    expect([...stages]).toEqual(['sale_starting', 'sale_filtering', 'sale_filtered'])
    expect(await statusOf(simulator, 'T-1')).not.toHaveProperty('processor-rrn')
  })
})

describe('a security code', () => {
  const outcomes = [
    ['123', 'approved', undefined],
    ['1234', 'approved', undefined],
    ['111', 'approved', undefined],
    ['217', 'unknown', undefined],
    ['101', 'declined', '101'],
    ['116', 'declined', '116'],
    ['119', 'declined', '119'],
    ['209', 'declined', '209'],
    ['737', 'declined', '100'],
    ['0000', 'declined', '100'],
  ] as const

  it.each(outcomes)('%s ends %s on a sale and on a rebill, with any amount', async (cvv2, status, code) => {
    const { clock, simulator } = await setUp()
    await post(simulator, '/api/v2/sale/4411', signedSale('1015', { cvv2 }))
    await post(simulator, '/api/v2/make-rebill/4411', signedRebill('900800', { amount: '9008', cvv2 }))
    clock.advance(7_000)
    for (const id of ['S-1', 'T-1']) {
      const answer = await statusOf(simulator, id)
      expect({ status: answer.status, code: answer['error-code'] }).toEqual({ status, code })
    }
  })
})
