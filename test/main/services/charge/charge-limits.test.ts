import { beforeEach, describe, expect, it } from 'vitest'
import type { CurrencyLimits, SafetyLevel } from '../../../../src-shared/domain/charge-limits'
import { consentFor } from '../../../../src-shared/domain/charge-limits'
import type { AppError } from '../../../../src-shared/errors/app-error'
import { aDraft, aProfile } from '../../../support/builders'
import {
  readyEnvironment,
  startApp,
  type TestApp,
  type TestEnvironment,
} from '../../../support/fakes/test-app'
import { bensPin, ivasPin, withOperators } from '../../../support/fakes/two-operators'

const none = { perChargeMinor: null, perCardDayMinor: null, perOperatorDayMinor: null, askAboveMinor: null }

let env: TestEnvironment
let app: TestApp

beforeEach(async () => {
  env = await readyEnvironment()
  app = await startApp(env)
})

const limit = (limits: Partial<CurrencyLimits>, safetyLevel: SafetyLevel = 'confirm', ownPin = '') =>
  app.profiles.saveLimits({
    profileId: env.storage.reader.listProfiles()[0]?.profileId ?? '',
    ...{ safetyLevel, limits: [{ currency: 'EUR', ...none, ...limits }], ownPin },
  })

async function refusalOf(work: Promise<unknown>) {
  const error = await work.then(
    () => null,
    (refused: unknown) => refused as AppError,
  )
  return error?.details.reason ?? error?.details.fields ?? null
}

const charge = (amount: string) => app.charge({ amount, currency: 'EUR' })
/** What the gateway got in all. */
const delivered = () => env.storage.orders().filter(({ charge: made }) => made?.transmissions === 1).length

describe('the limit for one charge', () => {
  it.each([
    ['24.99', null],
    ['25.00', null],
    ['25.01', 'blocked-by-limit-charge'],
  ])('of 25.00 EUR decides about %s EUR: %s (S19)', async (amount, reason) => {
    await limit({ perChargeMinor: 2500 })
    expect(await refusalOf(charge(amount))).toBe(reason)
    expect(delivered()).toBe(reason === null ? 1 : 0)
    expect(env.storage.orders()).toHaveLength(reason === null ? 1 : 0)
  })

  it('counts the largest of several amounts', async () => {
    await limit({ perChargeMinor: 2500 })
    const draft = { amount: '20.00', currency: 'EUR', enumerateAmounts: '20.00,25.01' }
    expect(await refusalOf(app.charge(draft))).toBe('blocked-by-limit-charge')
  })

  it('is checked again at the confirm, and shown in the review', async () => {
    const preview = await app.charges.prepare(aDraft({ amount: '30.00', currency: 'EUR' }))
    await limit({ perChargeMinor: 2500 })
    expect(await refusalOf(app.confirm(preview))).toBe('blocked-by-limit-charge')
    const again = await app.charges.prepare(aDraft({ amount: '30.00', currency: 'EUR' }))
    expect(again.guards.find(({ code }) => code === 'limit-charge')).toMatchObject({
      ...{ level: 'block', limit: { limitMinor: 2500, usedMinor: 0 } },
    })
  })
})

describe('the limit for one card on one day', () => {
  it.each([
    ['14.99', null],
    ['15.00', null],
    ['15.01', 'blocked-by-limit-card-day'],
  ])('of 25.00 EUR, of which 10.00 are used, decides about %s EUR: %s (S19)', async (amount, reason) => {
    await limit({ perCardDayMinor: 2500 })
    await charge('10.00')
    expect(await refusalOf(charge(amount))).toBe(reason)
    expect(delivered()).toBe(reason === null ? 2 : 1)
  })

  it('counts a charge without a known outcome in full', async () => {
    await limit({ perCardDayMinor: 2500 })
    env.gateway.plan({ kind: 'lost', isBooked: false })
    await charge('10.00')
    expect(env.storage.orders()[0]?.charge?.state).toBe('outcome-unknown')
    expect(await refusalOf(charge('15.01'))).toBe('blocked-by-limit-card-day')
  })

  it('begins anew at midnight in the time zone of the settings, not before', async () => {
    await app.settings.save({ ...(await app.appState.get()).settings, timeZone: 'Asia/Tokyo' })
    await limit({ perCardDayMinor: 1000 })
    // Noon in UTC is 21:00 in Tokyo.
    await charge('10.00')
    await env.clock.advance(3 * 3_600_000 - 1)
    expect(await refusalOf(charge('0.01'))).toBe('blocked-by-limit-card-day')
    await env.clock.advance(1)
    expect(await refusalOf(charge('0.01'))).toBeNull()
  })
})

describe('the limit for one operator on one day', () => {
  it.each([
    ['14.99', null],
    ['15.00', null],
    ['15.01', 'blocked-by-limit-operator-day'],
  ])('of 25.00 EUR, of which 10.00 are used, decides about %s EUR: %s (S19)', async (amount, reason) => {
    await limit({ perOperatorDayMinor: 2500 })
    await charge('10.00')
    expect(await refusalOf(charge(amount))).toBe(reason)
  })

  it('is that of the operator who acts, and counts nobody else', async () => {
    const { ben } = await withOperators(app)
    await limit({ perOperatorDayMinor: 2500 }, 'confirm', ivasPin)
    await charge('25.00')
    expect(await refusalOf(charge('0.01'))).toBe('blocked-by-limit-operator-day')
    app.session.lock()
    await app.session.unlock(ben, bensPin)
    expect(await refusalOf(charge('24.00'))).toBeNull()
  })
})

describe('a change of limits', () => {
  it('needs the PIN of an operator who may change settings', async () => {
    const { ben } = await withOperators(app)
    expect(await refusalOf(limit({ perChargeMinor: 1 }, 'confirm', bensPin))).toBe('wrong-pin')
    app.session.lock()
    await app.session.unlock(ben, bensPin)
    expect(await refusalOf(limit({ perChargeMinor: 1 }, 'confirm', bensPin))).toBe('not-a-manager')
  })
})

describe('what a profile asks for beside the click', () => {
  it.each([
    [4999, 'click'],
    [5000, 'click'],
    [5001, 'typed'],
  ] as const)('above 50.00 EUR is, for %i minor units: %s', (amountMinor, consent) => {
    const limits = [{ currency: 'EUR', ...none, askAboveMinor: 5000 }]
    expect(consentFor('typed', limits, 'EUR', amountMinor)).toBe(consent)
    expect(consentFor('typed', limits, 'USD', amountMinor)).toBe('typed')
    expect(consentFor('confirm', limits, 'EUR', amountMinor)).toBe('click')
  })

  const review = async (safetyLevel: SafetyLevel, ownPin = '') => {
    await limit({}, safetyLevel, ownPin)
    return app.charges.prepare(aDraft({ amount: '30.00', currency: 'EUR' }))
  }
  const confirmed = (preview: Awaited<ReturnType<typeof review>>, given: object) =>
    app.charges.confirm({
      ...{ chargeId: preview.chargeId, previewHash: preview.previewHash, cvv2: '', cardNumber: '' },
      acknowledged: preview.guards.map(({ code }) => code),
      ...given,
    })

  /** Where no real money moves, the page asks for it. For a live profile, see `charge-consent.test.ts`. */
  const startWithTestProfile = async () => {
    app.kill()
    env.storage.writer.saveProfile(aProfile({ environment: 'gateway-test' }))
    app = await startApp(env)
  }

  it('may be the amount, typed again', async () => {
    await startWithTestProfile()
    const preview = await review('typed')
    expect(preview.consent).toBe('typed')
    for (const typedAmount of ['', '30.01', '3000'])
      expect(await refusalOf(confirmed(preview, { typedAmount }))).toEqual({ typedAmount: 'not-the-amount' })
    expect(delivered()).toBe(0)
    await confirmed(preview, { typedAmount: '30.00' })
    expect(delivered()).toBe(1)
  })

  it('may be the PIN of a second person, whose name is stored', async () => {
    await startWithTestProfile()
    const { iva, ben } = await withOperators(app)
    const preview = await review('second-person', ivasPin)
    expect(await refusalOf(confirmed(preview, {}))).toBe('second-person-needed')
    const own = { second: { operatorId: iva, pin: ivasPin } }
    expect(await refusalOf(confirmed(preview, own))).toBe('second-person-needed')
    const wrong = { second: { operatorId: ben, pin: ivasPin } }
    expect(await refusalOf(confirmed(preview, wrong))).toBe('wrong-pin')
    expect(delivered()).toBe(0)
    const order = await confirmed(preview, { second: { operatorId: ben, pin: bensPin } })
    expect(order.timeline.flatMap(({ kind, actor }) => (actor === null ? [] : [[kind, actor]]))).toEqual([
      ['drafted', 'Iva'],
      ['confirmed', 'Iva'],
      ['seconded', 'Ben'],
    ])
  })
})
