import { beforeEach, describe, expect, it, vi } from 'vitest'
import type { TypedConsent } from '../../../../src-main/ports/consent-prompt'
import { declinePaceMs } from '../../../../src-main/services/consent/consent-gate'
import { aDraft, aProfile, aProfileInput, inputOf } from '../../../support/builders'
import {
  readyEnvironment,
  settled,
  startApp,
  type TestApp,
  type TestEnvironment,
} from '../../../support/fakes'
import { chainedActs } from '../../../support/storage'
import { bensPin, ivasPin, withOperators } from '../../../support/fakes/two-operators'

let env: TestEnvironment
let app: TestApp

beforeEach(async () => {
  env = await readyEnvironment()
  app = await startApp(env)
})

const refusal = (reason: string) => ({ details: { reason } })
const questions = () => env.consent.requests.map(({ question }) => question)

describe('a charge of a live profile (S33)', () => {
  it('is sent only after a person released exactly what the review says', async () => {
    let sentBefore = -1
    env.consent.onAsk = () => {
      sentBefore = env.gateway.deliveries.length
    }
    const preview = await app.charges.prepare(aDraft())
    await app.confirm(preview)
    expect([sentBefore, env.gateway.deliveries.length]).toEqual([0, 1])
    expect(questions()).toEqual([
      {
        kind: 'charge',
        chargeKind: 'rebill-sale',
        amount: '25.00 EUR',
        card: 'Visa 411111 •••• 1111',
        cardholder: preview.cardholderName ?? '',
        description: 'June subscription',
        clientOrderId: preview.clientOrderId,
        gateway: 'https://gate.example.com/paynet',
      },
    ])
  })

  it('of a typed card is asked for with its first six and last four digits only', async () => {
    await app.sell()
    expect(questions()).toMatchObject([{ kind: 'charge', chargeKind: 'sale' }])
    expect(JSON.stringify(questions())).not.toMatch(/\d{12}/)
  })

  it('that is not released stores nothing, sends nothing and can be confirmed again', async () => {
    env.consent.plan('declined')
    const preview = await app.charges.prepare(aDraft())
    await expect(app.confirm(preview)).rejects.toMatchObject(refusal('release-declined'))
    expect([env.gateway.deliveries.length, env.storage.orders().length]).toEqual([0, 0])
    expect(env.storage.charges().map(({ state }) => state)).toEqual(['draft'])
    await env.clock.advance(declinePaceMs)
    await app.confirm(preview)
    expect(env.gateway.deliveries.length).toBe(1)
  })

  it('that is not released is noted in the audit chain (S20)', async () => {
    env.consent.plan('declined')
    const preview = await app.charges.prepare(aDraft())
    await expect(app.confirm(preview)).rejects.toMatchObject(refusal('release-declined'))
    expect(chainedActs(env.storage, 'release-declined')).toMatchObject([{ question: 'charge' }])
    expect(chainedActs(env.storage, 'charge-refused')).toMatchObject([
      { chargeId: preview.chargeId, reason: 'release-declined' },
    ])
  })

  it('is refused for its own reason when the refusal cannot be written down', async () => {
    const preview = await app.charges.prepare(aDraft())
    const actor = await app.session.actor()
    vi.spyOn(app.session, 'actor')
      .mockRejectedValue(new Error('the disk cannot be read'))
      // By the check, which refuses.
      .mockResolvedValueOnce(actor)
    await expect(app.confirm({ ...preview, previewHash: 'of another charge' })).rejects.toMatchObject(
      refusal('preview-changed'),
    )
  })

  it('is not asked for when a check refuses it anyway', async () => {
    const preview = await app.charges.prepare(aDraft())
    await expect(app.confirm({ ...preview, previewHash: 'of another charge' })).rejects.toMatchObject(
      refusal('preview-changed'),
    )
    expect(questions()).toEqual([])
  })

  it('is refused when the profile became read-only while the question was open', async () => {
    const preview = await app.charges.prepare(aDraft())
    env.consent.onAsk = async () => {
      await app.profiles.save({ ...inputOf(aProfile()), safetyLevel: 'read-only' }, '')
    }
    await expect(app.confirm(preview)).rejects.toMatchObject({ code: 'not-allowed-now' })
    expect(env.gateway.deliveries.length).toBe(0)
  })

  it('is not sent when the app ends while the question is open', async () => {
    env.consent.plan(null)
    const preview = await app.charges.prepare(aDraft())
    const confirming = expect(app.confirm(preview)).rejects.toMatchObject(refusal('shutting-down'))
    await settled()
    await app.consent.drain()
    await confirming
    expect(env.gateway.deliveries.length).toBe(0)
  })

  it('that a page confirms many times opens one question', async () => {
    env.consent.plan(null)
    const previews = await Promise.all([1, 2, 3].map(() => app.charges.prepare(aDraft())))
    const first = app.confirm(previews[0] ?? never())
    await settled()
    for (const preview of previews.slice(1))
      await expect(app.confirm(preview)).rejects.toMatchObject(refusal('release-open'))
    expect(questions().length).toBe(1)
    await app.consent.drain()
    await expect(first).rejects.toMatchObject(refusal('shutting-down'))
  })
})

describe('what a live charge asks for beside the click (S33, S19)', () => {
  const none = { perChargeMinor: null, perCardDayMinor: null, perOperatorDayMinor: null, askAboveMinor: null }
  const nothingTyped = { amount: '', operatorId: '', pin: '' }

  const ask = (safetyLevel: 'typed' | 'second-person', ownPin = '') =>
    app.profiles.saveLimits({
      ...{ profileId: aProfile().profileId, safetyLevel, ownPin },
      limits: [{ currency: 'EUR', ...none }],
    })
  /** Types one of these each time the window asks. */
  const typeInTurn = (...typed: Partial<TypedConsent>[]) => {
    env.consent.onAsk = () => {
      env.consent.typed = { ...nothingTyped, ...typed.shift() }
    }
  }
  const askings = () => env.consent.requests.filter(({ question }) => question.kind === 'charge')
  const problems = () => askings().map(({ problem }) => problem)

  it('is the amount, typed in the window of main until it is right', async () => {
    await ask('typed')
    const preview = await app.charges.prepare(aDraft({ amount: '25.00' }))
    typeInTurn({}, { amount: '25.01' }, { amount: '2500' }, { amount: '25.00' })
    await app.confirm(preview)
    expect(problems()).toEqual([null, 'not-the-amount', 'not-the-amount', 'not-the-amount'])
    expect(env.gateway.deliveries.length).toBe(1)
  })

  it('is not the amount that the page says', async () => {
    await ask('typed')
    const preview = await app.charges.prepare(aDraft({ amount: '25.00' }))
    typeInTurn({ amount: '1.00' })
    env.consent.plan('released', 'declined')
    await expect(app.confirm(preview, { typedAmount: '25.00' })).rejects.toMatchObject(
      refusal('release-declined'),
    )
    expect(env.gateway.deliveries.length).toBe(0)
  })

  it('is the PIN of a second person, who is named in the timeline', async () => {
    const { iva, ben } = await withOperators(app)
    await ask('second-person', ivasPin)
    const preview = await app.charges.prepare(aDraft())
    typeInTurn({ operatorId: ben, pin: ivasPin }, { operatorId: ben, pin: bensPin })
    const order = await app.confirm(preview, { second: { operatorId: iva, pin: ivasPin } })
    expect(problems()).toEqual([null, 'wrong-pin'])
    expect(askings()[0]?.demand).toEqual({
      kind: 'second-person',
      people: [expect.objectContaining({ operatorId: ben, name: 'Ben' })],
    })
    expect(order.timeline.flatMap(({ kind, actor }) => (actor === null ? [] : [[kind, actor]]))).toEqual([
      ['drafted', 'Iva'],
      ['confirmed', 'Iva'],
      ['seconded', 'Ben'],
    ])
  })

  it('is never the own PIN, and nobody is asked when there is no second person', async () => {
    const { iva } = await withOperators(app)
    await ask('second-person', ivasPin)
    const preview = await app.charges.prepare(aDraft())
    typeInTurn({ operatorId: iva, pin: ivasPin })
    await expect(app.confirm(preview)).rejects.toMatchObject(refusal('second-person-needed'))
    await app.operators.remove(
      app.session.state().list.find(({ name }) => name === 'Ben')?.operatorId ?? '',
      ivasPin,
    )
    const asked = questions().length
    await expect(app.confirm(preview)).rejects.toMatchObject(refusal('second-person-needed'))
    expect([questions().length, env.gateway.deliveries.length]).toEqual([asked, 0])
  })

  it('is asked for again when the profile asks for more than it did when the question opened', async () => {
    const preview = await app.charges.prepare(aDraft())
    env.consent.onAsk = async () => {
      await app.profiles.save({ ...inputOf(aProfile()), safetyLevel: 'typed' }, '')
    }
    await expect(app.confirm(preview)).rejects.toMatchObject(refusal('preview-changed'))
    expect(env.gateway.deliveries.length).toBe(0)
  })
})

describe('other actions on a live profile (S33)', () => {
  it('a new profile and a new key are saved after a release only', async () => {
    env.consent.plan('declined')
    await expect(app.profiles.save(aProfileInput({ name: 'Shop US' }), 'a-key')).rejects.toMatchObject(
      refusal('release-declined'),
    )
    expect([env.vault.controlKeys.size, env.storage.reader.listProfiles().length]).toEqual([1, 1])
    await env.clock.advance(declinePaceMs)
    await app.profiles.save(aProfileInput({ name: 'Shop US' }), 'a-key')
    expect(questions().at(-1)).toEqual({
      kind: 'profile',
      gateway: 'https://gate.example.com/paynet',
      login: 'NordShop',
      isReadOnly: false,
      hasNewKey: true,
    })
  })

  it('a read-only profile may charge again after a release only; making it read-only needs none', async () => {
    const input = inputOf(aProfile())
    await app.profiles.save({ ...input, safetyLevel: 'read-only' }, '')
    expect(questions()).toEqual([])
    await app.profiles.save({ ...input, safetyLevel: 'confirm' }, '')
    expect(questions()).toMatchObject([{ kind: 'profile', isReadOnly: false, hasNewKey: false }])
  })

  it('a new name of a profile needs no release', async () => {
    await app.profiles.save({ ...inputOf(aProfile()), name: 'Shop Europe' }, '')
    expect(questions()).toEqual([])
  })

  it('a profile and its signing key are removed after a release only', async () => {
    const [profile] = env.storage.reader.listProfiles()
    const profileId = profile?.profileId ?? ''
    await app.signingKeys.create(profileId, 2048)
    for (const remove of [() => app.signingKeys.remove(profileId), () => app.profiles.remove(profileId)]) {
      env.consent.plan('declined')
      await expect(remove()).rejects.toMatchObject(refusal('release-declined'))
      await env.clock.advance(declinePaceMs)
    }
    expect(env.storage.reader.listProfiles()).toMatchObject([
      { profileId, signingKey: { origin: 'created' } },
    ])
    expect(env.vault.controlKeys.size).toBe(1)
    await app.signingKeys.remove(profileId)
    expect(env.storage.reader.listProfiles()).toMatchObject([{ profileId, signingKey: null }])
    await app.profiles.remove(profileId)
    expect(env.storage.reader.listProfiles()).toEqual([])
    expect(questions().slice(1)).toEqual(
      ['signing-key', 'profile', 'signing-key', 'profile'].map((removed) => ({ kind: 'removal', removed })),
    )
  })

  it('a live profile is not removed when a charge began while the question was open', async () => {
    const [profile] = env.storage.reader.listProfiles()
    env.consent.onAsk = async () => {
      env.consent.onAsk = () => undefined
      const other = await startApp(env)
      await other.confirm(await other.charges.prepare(aDraft()))
    }
    await expect(app.profiles.remove(profile?.profileId ?? '')).rejects.toMatchObject(refusal('charges-open'))
  })

  it('other limits are saved after a release only', async () => {
    const [profile] = env.storage.reader.listProfiles()
    const limits = {
      ...{ currency: 'EUR', perChargeMinor: 50_000, perCardDayMinor: null },
      ...{ perOperatorDayMinor: null, askAboveMinor: 10_000 },
    }
    const save = () =>
      app.profiles.saveLimits({
        ...{ profileId: profile?.profileId ?? '', safetyLevel: 'typed', limits: [limits], ownPin: '' },
      })
    env.consent.plan('declined')
    await expect(save()).rejects.toMatchObject(refusal('release-declined'))
    expect(env.storage.reader.listProfiles()).toMatchObject([{ limits: [] }])
    await env.clock.advance(declinePaceMs)
    await save()
    expect(questions().at(-1)).toEqual({
      ...{ kind: 'limits', safetyLevel: 'typed' },
      limits: ['per charge 500.00 EUR; asks above 100.00 EUR'],
    })
  })

  it('an operator is added, changed and removed after a release only; the own PIN needs none', async () => {
    const pins = { iva: '274915', new: '830264' }
    const add = (name: string, ownPin: string) =>
      app.operators.save({ operatorId: null, name, manages: true, pin: pins.iva, ownPin })
    env.consent.plan('declined')
    await expect(add('Somebody Else', '')).rejects.toMatchObject(refusal('release-declined'))
    expect(env.storage.reader.listOperators()).toEqual([])
    await env.clock.advance(declinePaceMs)
    const iva = (await add('Iva', '')).operators.currentId
    await app.operators.save({
      ...{ operatorId: iva, name: 'Iva', manages: true, pin: pins.new, ownPin: pins.iva },
    })
    const { operators } = await add('Ben', pins.new)
    const ben = operators.list.find(({ name }) => name === 'Ben')?.operatorId ?? ''
    await app.operators.remove(ben, pins.new)
    expect(questions().slice(1)).toEqual([
      { kind: 'operator', change: 'add', name: 'Iva', manages: true },
      { kind: 'operator', change: 'add', name: 'Ben', manages: true },
      { kind: 'operator', change: 'remove', name: 'Ben', manages: true },
    ])
  })

  it('a second recovery code is created after a release only', async () => {
    env.storage.writer.setRecoveryMade(false)
    await app.recovery.create()
    expect(questions()).toEqual([])
    env.storage.writer.setRecoveryMade(true)
    env.consent.plan('declined')
    await expect(app.recovery.create()).rejects.toMatchObject(refusal('release-declined'))
    await env.clock.advance(declinePaceMs)
    await app.recovery.create()
    expect(questions()).toEqual([{ kind: 'recovery-code' }, { kind: 'recovery-code' }])
  })
})

function never(): never {
  throw new Error('there is no preview')
}
