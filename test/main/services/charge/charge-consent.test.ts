import { beforeEach, describe, expect, it } from 'vitest'
import { aDraft, aProfile, aProfileInput, inputOf } from '../../../support/builders'
import {
  readyEnvironment,
  settled,
  startApp,
  type TestApp,
  type TestEnvironment,
} from '../../../support/fakes'

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
    await app.confirm(preview)
    expect(env.gateway.deliveries.length).toBe(1)
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

describe('other actions on a live profile (S33)', () => {
  it('a new profile and a new key are saved after a release only', async () => {
    env.consent.plan('declined')
    await expect(app.profiles.save(aProfileInput({ name: 'Shop US' }), 'a-key')).rejects.toMatchObject(
      refusal('release-declined'),
    )
    expect([env.vault.controlKeys.size, env.storage.reader.listProfiles().length]).toEqual([1, 1])
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

  it('a second recovery code is created after a release only', async () => {
    env.storage.writer.setRecoveryMade(false)
    await app.recovery.create()
    expect(questions()).toEqual([])
    env.storage.writer.setRecoveryMade(true)
    env.consent.plan('declined')
    await expect(app.recovery.create()).rejects.toMatchObject(refusal('release-declined'))
    await app.recovery.create()
    expect(questions()).toEqual([{ kind: 'recovery-code' }, { kind: 'recovery-code' }])
  })
})

function never(): never {
  throw new Error('there is no preview')
}
