import { beforeEach, describe, expect, it } from 'vitest'
import { AppError } from '../../../../src-shared/errors/app-error'
import { aDraft, aProfile, inputOf } from '../../../support/builders'
import {
  answerOf,
  readyEnvironment,
  settled,
  startApp,
  type TestApp,
  type TestEnvironment,
} from '../../../support/fakes'
import { usableProfile } from '../../../support/storage'

let env: TestEnvironment
let app: TestApp

beforeEach(async () => {
  env = await readyEnvironment()
  app = await startApp(env)
})

const chargeStates = () => env.storage.charges().map((charge) => charge.state)
const theCharge = () => {
  const [charge] = env.storage.charges()
  if (charge === undefined) throw new Error('there is no charge')
  return charge
}
const kindsOf = (view: { readonly timeline: readonly { readonly kind: string }[] }) =>
  view.timeline.map((entry) => entry.kind)
const refusal = (reason: string) =>
  expect.objectContaining({ details: expect.objectContaining({ reason }) as unknown }) as unknown

describe('preparing a charge', () => {
  it('answers with exactly what would be sent and sends nothing', async () => {
    const preview = await app.charges.prepare(aDraft())
    expect(preview).toMatchObject({
      kind: 'rebill-sale',
      profileName: 'Shop EU',
      path: '/api/v2/make-rebill/4411',
      clientOrderId: expect.stringMatching(/^SHO-/) as unknown,
      guards: [{ code: 'card-valid' }, { code: 'no-open-charge' }, { code: 'no-recent-charge' }],
    })
    expect(preview).toMatchObject({ amountMinor: 2500, currency: 'EUR', card: { bin: '411111' } })
    expect(preview.parameters).toContainEqual({ name: 'amount', value: '25.00' })
    expect(preview.parameters).toContainEqual({ name: 'client_orderid', value: preview.clientOrderId })
    expect(JSON.stringify(preview)).not.toContain(env.gateway.controlKey)
    expect([chargeStates(), env.gateway.deliveries, env.storage.orders().length]).toEqual([['draft'], [], 0])
  })

  it('never gives two charges the same order id', async () => {
    const ids = new Set<string>()
    for (let count = 0; count < 50; count++) ids.add((await app.charges.prepare(aDraft())).clientOrderId)
    expect(ids.size).toBe(50)
  })

  it.each([
    ['a card of nobody', { cardId: '77' }, 'not-found'],
    ['an entry point of another profile', { routeId: '9999' }, 'validation-failed'],
    ['a currency that the endpoint does not serve', { currency: 'USD' }, 'validation-failed'],
    ['an amount that is none', { amount: '10,15' }, 'validation-failed'],
    [
      'a yen amount with decimals',
      { amount: '1234.50', currency: 'JPY', routeId: '7722' },
      'validation-failed',
    ],
  ])('refuses %s', async (_, draft, code) => {
    await expect(app.charges.prepare(aDraft(draft))).rejects.toMatchObject({ code })
    expect(env.storage.charges().length).toBe(0)
  })

  it('refuses the token of another profile', async () => {
    env.storage.writer.saveProfile(aProfile({ profileId: 'profile-2', name: 'Other' }))
    env.storage.writer.setActiveProfile('profile-2')
    const desk2 = await startApp(env)
    await expect(desk2.charges.prepare(aDraft())).rejects.toEqual(refusal('card-of-another-profile'))
  })

  it('refuses a profile that is read-only, also when it became so after the review', async () => {
    const preview = await app.charges.prepare(aDraft())
    await app.profiles.save({ ...profileInputOf(), safetyLevel: 'read-only' }, '')
    await expect(app.charges.prepare(aDraft())).rejects.toEqual(refusal('read-only-profile'))
    await expect(app.confirm(preview)).rejects.toEqual(refusal('read-only-profile'))
    expect(env.gateway.deliveries).toEqual([])
  })

  it('forgets a discarded draft and nothing else', async () => {
    const preview = await app.charges.prepare(aDraft())
    await app.charges.discard(preview.chargeId)
    await app.charges.discard(preview.chargeId)
    expect(env.storage.charges().length).toBe(0)
    await expect(app.confirm(preview)).rejects.toMatchObject({ code: 'not-found' })
    const sent = await app.charge()
    await app.charges.discard(sent.summary.chargeId ?? '')
    expect(chargeStates()).toEqual(['accepted'])
  })
})

describe('confirming a charge', () => {
  it('sends once and tells every step live', async () => {
    env.storage.writer.saveSettings({
      theme: 'system',
      density: 'comfortable',
      detailPx: null,
      timeZone: 'system',
      operatorName: 'Iva',
    })
    const view = await app.charge()
    expect(view.summary).toMatchObject({
      chargeState: 'accepted',
      word: 'processing',
      amountMinor: 2500,
      currency: 'EUR',
      gatewayOrderId: '6684100',
      followState: 'following',
      reference: 'INV-2046',
    })
    expect(view.timeline.map((entry) => `${entry.kind} ${entry.actor ?? '-'}`)).toEqual([
      'drafted Iva',
      'confirmed Iva',
      'sent -',
      'accepted -',
    ])
    expect(env.gateway.deliveries).toEqual([view.summary.clientOrderId])
    await settled()
    const announced = app.publisher.of('orders.changed').map((order) => order.summary.chargeState)
    expect(announced.at(-1)).toBe('accepted')
    expect(app.publisher.of('exchanges.recorded').map((exchange) => exchange.operation)).toEqual([
      'make-rebill',
    ])
  })

  it('has the charge on disk as sending, with its one transmission counted, before a byte leaves', async () => {
    const atDelivery: unknown[] = []
    env.gateway.onDelivery = () => {
      atDelivery.push({ state: theCharge().state, transmissions: theCharge().transmissions })
    }
    await app.charge()
    expect(atDelivery).toEqual([{ state: 'sending', transmissions: 1 }])
  })

  it('announces sending while the answer is on its way', async () => {
    const release = env.gateway.hold()
    const reply = app.charge()
    await settled()
    await settled()
    expect(app.publisher.of('orders.changed').map((order) => order.summary.chargeState)).toContain('sending')
    release()
    expect((await reply).summary.chargeState).toBe('accepted')
  })

  it('keeps the security code in the one request and nowhere else (S16)', async () => {
    await app.charge({}, '9×7')
    expect(env.gateway.cvv2Seen).toEqual(['9×7'])
    expect(env.storage.find('June subscription', '9×7')).toEqual(['June subscription'])
    expect(JSON.stringify(app.publisher.published)).not.toContain('9×7')
  })

  it('is one charge for two clicks, a held Enter key and a reload', async () => {
    const release = env.gateway.hold()
    const preview = await app.charges.prepare(aDraft())
    const replies = Array.from({ length: 7 }, () => app.confirm(preview))
    await settled()
    release()
    const views = await Promise.all(replies)
    const later = await app.confirm(preview)
    expect(new Set([...views, later].map((view) => view.summary.orderId))).toEqual(new Set(['1']))
    expect([env.gateway.deliveries.length, env.storage.orders().length]).toEqual([1, 1])
  })

  it('is one charge for a hundred confirms at once', async () => {
    const preview = await app.charges.prepare(aDraft())
    await Promise.all(Array.from({ length: 100 }, () => app.confirm(preview)))
    expect(env.gateway.deliveries).toHaveLength(1)
  })

  it('refuses another preview than the one it computes from the stored draft', async () => {
    const preview = await app.charges.prepare(aDraft())
    await expect(app.confirm({ ...preview, previewHash: '0'.repeat(64) })).rejects.toEqual(
      refusal('preview-changed'),
    )
    expect([chargeStates(), env.gateway.deliveries]).toEqual([['draft'], []])
  })

  it('refuses a preview that was made for another address', async () => {
    const preview = await app.charges.prepare(aDraft())
    await app.profiles.save(
      { ...profileInputOf(), target: { kind: 'production', baseUrl: 'https://other.example.com/paynet' } },
      env.gateway.controlKey,
    )
    await expect(app.confirm(preview)).rejects.toEqual(refusal('preview-changed'))
    expect(env.gateway.deliveries).toEqual([])
  })

  it('asks again when a guard changed since the review', async () => {
    const first = await app.charges.prepare(aDraft())
    const second = await app.charges.prepare(aDraft())
    await app.confirm(first)
    await expect(app.confirm(second)).rejects.toEqual(refusal('preview-changed'))
    expect(env.gateway.deliveries).toEqual([first.clientOrderId])
  })

  it('lets one of two equal charges through when both are confirmed at once', async () => {
    const [first, second] = [await app.charges.prepare(aDraft()), await app.charges.prepare(aDraft())]
    const results = await Promise.allSettled([app.confirm(first), app.confirm(second)])
    expect(results.map((result) => result.status)).toEqual(['fulfilled', 'rejected'])
    expect(env.gateway.deliveries).toEqual([first.clientOrderId])
  })

  it('needs each warning acknowledged', async () => {
    const preview = await app.charges.prepare(aDraft({ kind: 'rebill-auth' }))
    const confirmation = {
      chargeId: preview.chargeId,
      previewHash: preview.previewHash,
      cvv2: '',
      cardNumber: '',
    }
    await expect(app.charges.confirm({ ...confirmation, acknowledged: [] })).rejects.toEqual(
      refusal('warning-not-acknowledged'),
    )
    const view = await app.charges.confirm({ ...confirmation, acknowledged: ['preauth-cannot-be-captured'] })
    expect(view.summary).toMatchObject({ kind: 'rebill-auth', chargeState: 'accepted' })
  })

  it('blocks a twin while the outcome of the first is unknown, and warns for another sum', async () => {
    env.gateway.plan({ kind: 'lost', isBooked: false })
    await app.charge()
    const twin = await app.charges.prepare(aDraft())
    expect(twin.guards).toContainEqual(expect.objectContaining({ code: 'charge-unresolved', level: 'block' }))
    await expect(app.confirm(twin)).rejects.toEqual(refusal('blocked-by-charge-unresolved'))
    const other = await app.charges.prepare(aDraft({ amount: '26.00' }))
    expect(other.guards).toContainEqual(expect.objectContaining({ code: 'charge-unresolved', level: 'warn' }))
    expect((await app.confirm(other)).summary.chargeState).toBe('accepted')
  })

  it.each([
    ['a missing key', (w: TestEnvironment) => w.vault.controlKeys.clear(), 'secret-missing'],
    [
      'a locked keychain',
      (w: TestEnvironment) => (w.vault.keychain = { kind: 'locked' }),
      'secret-store-locked',
    ],
  ])('stops before anything is written with %s', async (_, spoil, code) => {
    const preview = await app.charges.prepare(aDraft())
    spoil(env)
    await expect(app.confirm(preview)).rejects.toMatchObject({ code })
    expect([chargeStates(), env.gateway.deliveries, env.storage.orders().length]).toEqual([['draft'], [], 0])
  })

  it('takes no new charge while the app is quitting, and waits for the one under way', async () => {
    const release = env.gateway.hold()
    const preview = await app.charges.prepare(aDraft({ amount: '26.00' }))
    const running = app.charge()
    await settled()
    const drained = app.charges.drain(10_000)
    await expect(app.confirm(preview)).rejects.toMatchObject({ code: 'cancelled' })
    release()
    await drained
    expect((await running).summary.chargeState).toBe('accepted')
    expect(env.gateway.deliveries).toHaveLength(1)
  })

  it('waits a limited time for an answer when quitting', async () => {
    env.gateway.hold()
    void app.charge()
    await settled()
    let isDrained = false
    void app.charges.drain(10_000).then(() => (isDrained = true))
    await env.clock.advance(9999)
    expect(isDrained).toBe(false)
    await env.clock.advance(1)
    expect(isDrained).toBe(true)
    expect(theCharge().state).toBe('sending')
  })
})

describe('the answer to a charge', () => {
  it.each(['ECONNREFUSED', 'ENOTFOUND', 'timeout', 'tls:CERT_HAS_EXPIRED'])(
    'proven not sent (%s) leaves nothing to follow and no transmission',
    async (failure) => {
      env.gateway.plan({ kind: 'not-sent', failure })
      const view = await app.charge()
      expect(view.summary).toMatchObject({
        chargeState: 'not-sent',
        word: 'not sent',
        followState: 'stopped',
      })
      expect(view.timeline.at(-1)).toMatchObject({ kind: 'not-sent', text: failure })
      expect(theCharge().transmissions).toBe(0)
      await env.clock.advance(600_000)
      expect([env.gateway.deliveries, env.gateway.statusRequests]).toEqual([[], []])
    },
  )

  it.each([
    'ECONNRESET',
    'timeout',
    'http-502',
    'html-page',
    'truncated',
    'duplicate-field:status',
    'http-302',
  ])('lost (%s) is unknown, looked up by the order id alone and found', async (failure) => {
    env.gateway.firstStatus = 'approved'
    env.gateway.plan({ kind: 'lost', isBooked: true, failure })
    const view = await app.charge()
    expect(view.summary).toMatchObject({
      chargeState: 'outcome-unknown',
      family: 'unknown',
      word: 'outcome unknown',
    })
    await env.clock.advance(6000)
    const found = await app.orders.get(view.summary.orderId)
    expect(found.summary).toMatchObject({
      chargeState: 'final',
      status: 'approved',
      gatewayOrderId: '6684100',
    })
    expect(env.gateway.statusRequests).toMatchObject([
      { gatewayOrderId: null, clientOrderId: view.summary.clientOrderId },
    ])
    expect(env.gateway.deliveries).toHaveLength(1)
  })

  it('that breaks inside the app is unknown as well, never an error without a trace', async () => {
    env.gateway.plan({ kind: 'throws', isBooked: true })
    expect((await app.charge()).summary.chargeState).toBe('outcome-unknown')
  })

  it('of another order raises the alert until a lookup fits', async () => {
    env.gateway.plan({ kind: 'foreign-answer' })
    const view = await app.charge()
    expect(view.summary).toMatchObject({ chargeState: 'outcome-unknown', alert: 'mismatch' })
    await env.clock.advance(6000)
    expect((await app.orders.get('1')).summary).toMatchObject({ chargeState: 'accepted', alert: null })
  })

  it('refusing without an order is believed after three lookups, not before', async () => {
    env.gateway.plan({ kind: 'refused', code: '1' })
    const view = await app.charge()
    expect(view.summary).toMatchObject({
      chargeState: 'rejected-unverified',
      family: 'unknown',
      word: 'refused, checking',
      errorCode: '1',
      errorMessage: 'REFUSED',
    })
    const stateAfter = async (ms: number) => {
      await env.clock.advance(ms)
      return [env.gateway.statusRequests.length, theCharge().state]
    }
    expect(await stateAfter(4999)).toEqual([0, 'rejected-unverified'])
    expect(await stateAfter(1)).toEqual([1, 'rejected-unverified'])
    expect(await stateAfter(30_000)).toEqual([2, 'rejected-unverified'])
    expect(await stateAfter(300_000)).toEqual([3, 'rejected'])
    expect((await app.orders.get('1')).summary).toMatchObject({ word: 'refused', family: 'error' })
  })

  it('refusing is not believed by lookups that tell nothing about the order (B1)', async () => {
    env.gateway.plan({ kind: 'refused', code: '1', isBooked: true })
    const view = await app.charge()
    const error = { kind: 'refused', code: '17', isWrongControl: false } as const
    const unavailable = { ...error, message: 'Service temporarily unavailable' }
    env.gateway.script(view.summary.clientOrderId, unavailable, unavailable, unavailable)
    await env.clock.advance(335_000)
    expect(env.gateway.statusRequests.length).toBeGreaterThan(3)
    const { summary, timeline } = await app.orders.get('1')
    expect(summary).toMatchObject({ chargeState: 'accepted', alert: null })
    expect(timeline).toContainEqual(
      expect.objectContaining({ kind: 'check-failed', text: '17 Service temporarily unavailable' }),
    )
  })

  it('refusing without any readable lookup goes to a person after a day (B1)', async () => {
    env.gateway.plan({ kind: 'refused', code: '1' })
    await app.charge()
    env.gateway.isReachable = false
    await env.clock.advance(25 * 3_600_000)
    expect((await app.orders.get('1')).summary).toMatchObject({
      chargeState: 'needs-review',
      followState: 'needs-review',
    })
  })

  it('refusing stays watched for three days, over a restart, and an order that is found is shown (B1)', async () => {
    const hourMs = 3_600_000
    env.gateway.firstStatus = 'approved'
    env.gateway.plan({ kind: 'refused', code: '1', isBooked: true })
    const { clientOrderId } = (await app.charge()).summary
    const absent = { kind: 'refused', code: '6', message: 'Order not found', isWrongControl: false } as const
    env.gateway.script(clientOrderId, ...Array.from({ length: 6 }, () => absent))
    await env.clock.advance(335_000)
    const rejectedAtMs = env.clock.nowMs()
    expect((await app.orders.get('1')).summary).toMatchObject({
      chargeState: 'rejected',
      watchUntilMs: rejectedAtMs + 72 * hourMs,
    })
    expect((await app.appState.get()).counts).toMatchObject({ inFlight: 0, attention: 0 })
    app.kill()
    app = await startApp(env)
    await env.clock.advance(26 * hourMs)
    expect(env.gateway.statusRequests).toHaveLength(6)
    const twin = await app.charges.prepare(aDraft())
    expect(twin.guards).toContainEqual(
      expect.objectContaining({ code: 'same-charge-refused', level: 'warn', clientOrderId }),
    )
    await env.clock.advance(24 * hourMs)
    const { summary, timeline } = await app.orders.get('1')
    expect(summary).toMatchObject({
      ...{ chargeState: 'final', status: 'approved', word: 'approved', watchUntilMs: null },
      alert: 'changed-after-final',
    })
    expect(timeline).toContainEqual(expect.objectContaining({ kind: 'accepted', text: 'found-after-denial' }))
    const home = await app.home.get()
    expect(home.attention.map((order) => order.clientOrderId)).toEqual([clientOrderId])
  })

  it('refusing is watched no more after three days of lookups that found no order (B1)', async () => {
    env.gateway.plan({ kind: 'refused', code: '1' })
    await app.charge()
    await env.clock.advance(74 * 3_600_000)
    expect(env.gateway.statusRequests).toHaveLength(3 + 5)
    expect((await app.orders.get('1')).summary).toMatchObject({
      ...{ chargeState: 'rejected', followState: 'stopped', watchUntilMs: null, nextCheckAtMs: null },
    })
  })

  it('refusing although an order exists is corrected by the lookup', async () => {
    env.gateway.firstStatus = 'approved'
    env.gateway.plan({ kind: 'refused', code: '1', isBooked: true })
    await app.charge()
    await env.clock.advance(5000)
    expect((await app.orders.get('1')).summary).toMatchObject({
      chargeState: 'final',
      status: 'approved',
      errorCode: null,
    })
  })

  it('does not count lookups that brought no answer as proof of absence', async () => {
    env.gateway.plan({ kind: 'refused', code: '1', isBooked: true })
    await app.charge()
    env.gateway.isReachable = false
    await env.clock.advance(3_600_000)
    expect(theCharge().state).toBe('rejected-unverified')
    env.gateway.isReachable = true
    await env.clock.advance(660_000)
    expect(theCharge().state).toBe('accepted')
  })

  it('failing with code 2 in another type than a validation error is no refusal of the control (B6)', async () => {
    env.gateway.plan({ kind: 'refused', code: '2', type: 'error', isBooked: true })
    const { summary } = await app.charge()
    expect(summary).toMatchObject({ word: 'refused, checking', errorCode: '2', isControlRefused: false })
    const { guards } = await app.charges.prepare(aDraft())
    expect(guards.find(({ code }) => code === 'charge-unresolved')?.level).toBe('block')
    await env.clock.advance(5000)
    expect(theCharge().state).toBe('accepted')
  })

  it('of a wrong key is shown at once, and lookups wait for the right one', async () => {
    env.gateway.controlKey = 'key-two'
    const view = await app.charge()
    expect(view.summary).toMatchObject({
      chargeState: 'rejected-unverified',
      family: 'error',
      word: 'refused',
    })
    await env.clock.advance(3_600_000)
    expect(theCharge().state).toBe('rejected-unverified')
    const refused = env.gateway.statusRequests.length
    expect(refused).toBeLessThanOrEqual(6)
    await app.profiles.save(profileInputOf(), 'key-two')
    await env.clock.advance(400_000)
    expect(env.gateway.statusRequests).toHaveLength(refused + 3)
    expect(theCharge().state).toBe('rejected')
  })
})

describe('an answer that comes late', () => {
  const lateEntries = async () =>
    (await app.orders.get('1')).timeline.filter(({ kind }) => kind === 'late-answer')

  it('is kept with its exchange, and its order id is used by the next lookup (B4)', async () => {
    env.gateway.plan({ kind: 'lost', isBooked: true, failure: 'timeout', late: { kind: 'accepted' } })
    expect((await app.charge()).summary).toMatchObject({ chargeState: 'outcome-unknown' })
    env.gateway.answerLate()
    await settled()
    const { summary } = await app.orders.get('1')
    expect(summary).toMatchObject({ chargeState: 'outcome-unknown', gatewayOrderId: '6684100' })
    expect(await lateEntries()).toMatchObject([{ text: 'accepted 6684100', exchangeId: '2' }])
    expect(await app.exchanges.get('2')).toMatchObject({ operation: 'make-rebill', outcome: 'answered' })
    await env.clock.advance(6000)
    expect(env.gateway.statusRequests).toMatchObject([{ gatewayOrderId: '6684100' }])
    expect(theCharge().state).toBe('accepted')
  })

  it('after the start of another process swept the charge is kept the same way (B4)', async () => {
    const release = env.gateway.hold()
    const reply = app.charge()
    await settled()
    await settled()
    const second = await startApp(env)
    expect(theCharge().state).toBe('outcome-unknown')
    release()
    expect((await reply).summary).toMatchObject({
      ...{ chargeState: 'outcome-unknown', gatewayOrderId: '6684100' },
    })
    expect(await lateEntries()).toMatchObject([{ text: 'accepted 6684100', exchangeId: '1' }])
    second.kill()
    expect(env.gateway.deliveries).toHaveLength(1)
  })

  it('polls a charge again that went to a person or was settled (B4)', async () => {
    env.gateway.plan({ kind: 'lost', isBooked: false, late: { kind: 'accepted' } })
    const { chargeId } = (await app.charge()).summary
    await env.clock.advance(25 * 3_600_000)
    const verdict = { resolution: 'absent', reason: 'not in the portal', name: 'Iva' } as const
    await app.charges.resolve({ chargeId: chargeId ?? '', ...verdict })
    const asked = env.gateway.statusRequests.length
    env.gateway.answerLate()
    await settled()
    expect(theCharge().state).toBe('resolved-absent')
    await env.clock.advance(6000)
    expect(env.gateway.statusRequests).toHaveLength(asked + 1)
  })

  it('that names another order than the one known raises the alert (B4)', async () => {
    env.gateway.plan({ kind: 'lost', isBooked: true, late: { kind: 'accepted' } })
    const { clientOrderId } = (await app.charge()).summary
    const booked = env.gateway.book.get(clientOrderId)
    if (booked === undefined) throw new Error('the charge is booked')
    env.gateway.script(clientOrderId, {
      kind: 'answered',
      answer: answerOf({ ...booked, gatewayOrderId: '7000001' }),
    })
    await env.clock.advance(6000)
    env.gateway.answerLate()
    await settled()
    expect((await app.orders.get('1')).summary).toMatchObject({
      ...{ chargeState: 'accepted', gatewayOrderId: '7000001', alert: 'mismatch' },
    })
    expect(await lateEntries()).toMatchObject([{ text: 'accepted 6684100' }])
  })

  it('that refuses is evidence, no more (B4)', async () => {
    env.gateway.plan({ kind: 'lost', isBooked: true, late: { kind: 'refused', code: '12' } })
    await app.charge()
    env.gateway.answerLate()
    await settled()
    expect((await app.orders.get('1')).summary).toMatchObject({
      ...{ chargeState: 'outcome-unknown', errorCode: null },
    })
    expect(await lateEntries()).toMatchObject([{ text: 'refused 12 REFUSED' }])
  })

  it('is stored once when the write of the answer was committed but reported a failure (B4)', async () => {
    let writes = 0
    env.storageFaults.afterWrite = ({ method }) => {
      if (method === 'changeOrder' && ++writes === 2) throw new AppError('storage-failed')
    }
    await app.charge()
    await env.clock.advance(2000)
    expect((await app.orders.get('1')).timeline.map(({ kind }) => kind)).toEqual([
      ...['drafted', 'confirmed', 'sent', 'accepted'],
    ])
  })
})

describe('the warning about the same charge', () => {
  const hourMs = 3_600_000
  const codes = async () => (await app.charges.prepare(aDraft())).guards.map((guard) => guard.code)

  beforeEach(async () => {
    const { clientOrderId } = (await app.charge()).summary
    env.gateway.setStatus(clientOrderId, 'approved')
    await env.clock.advance(10_000)
    expect(await codes()).toContain('same-charge-recently')
  })

  it('stays when the clock is set ahead by a day and an hour (B5)', async () => {
    env.clock.jump(25 * 3_600_000)
    expect(await codes()).toContain('same-charge-recently')
  })

  it('stays after a restart with a wrong date, once the gateway has answered (B5)', async () => {
    app.kill()
    env.clock.jump(25 * 3_600_000)
    env.gateway.clockSkewMs = -25 * 3_600_000
    app = await startApp(env)
    await app.profiles.test('profile-1')
    expect(await codes()).toContain('same-charge-recently')
    expect((await app.appState.get()).clockSkews).toEqual([
      { profileId: 'profile-1', skewMs: -25 * 3_600_000 },
    ])
  })

  it('reports after a restart with a wrong date that the gateway has not confirmed it, until it has (B5)', async () => {
    app.kill()
    env.clock.jump(25 * hourMs)
    app = await startApp(env)
    expect(await codes()).toContain('same-charge-clock-unconfirmed')
    expect(await codes()).not.toContain('no-recent-charge')
    env.gateway.clockSkewMs = -25 * hourMs
    await app.profiles.test('profile-1')
    expect(await codes()).toContain('same-charge-recently')
    expect(await codes()).not.toContain('same-charge-clock-unconfirmed')
  })

  it('is not there a month later once the gateway has confirmed the date (B5)', async () => {
    app.kill()
    await env.clock.advance(30 * 24 * hourMs)
    app = await startApp(env)
    env.gateway.clockSkewMs = 0
    expect(await codes()).toContain('same-charge-clock-unconfirmed')
    await app.profiles.test('profile-1')
    expect((await codes()).filter((code) => code.startsWith('same-charge'))).toEqual([])
  })

  it('does not need the date of this computer for a charge that was made before the date was mended (B5)', async () => {
    await env.clock.advance(48 * hourMs)
    env.clock.jump(-72 * hourMs)
    env.gateway.clockSkewMs = 72 * hourMs
    const { clientOrderId } = (await app.charge()).summary
    env.gateway.setStatus(clientOrderId, 'approved')
    await env.clock.advance(10_000)
    app.kill()
    env.clock.jump(72 * hourMs)
    env.gateway.clockSkewMs = 0
    app = await startApp(env)
    await app.profiles.test('profile-1')
    expect(await codes()).toContain('same-charge-recently')
  })

  it('comes also for a charge that only a lookup found while the date was wrong (B5)', async () => {
    await env.clock.advance(48 * hourMs)
    env.clock.jump(-72 * hourMs)
    env.gateway.clockSkewMs = 72 * hourMs
    env.gateway.plan({ kind: 'lost', isBooked: true })
    const { clientOrderId } = (await app.charge()).summary
    await env.clock.advance(10_000)
    env.gateway.setStatus(clientOrderId, 'approved')
    await env.clock.advance(10_000)
    env.clock.jump(72 * hourMs)
    env.gateway.clockSkewMs = 0
    await app.profiles.test('profile-1')
    expect(await codes()).toContain('same-charge-recently')
  })

  it('goes when a day has passed', async () => {
    await env.clock.advance(25 * 3_600_000)
    expect(await codes()).not.toContain('same-charge-recently')
  })
})

describe('the clock of this computer that is a day and an hour slow', () => {
  it('hides no recent charge once the gateway’s time is known (B5)', async () => {
    env.clock.jump(-25 * 3_600_000)
    env.gateway.clockSkewMs = 25 * 3_600_000
    const { clientOrderId } = (await app.charge()).summary
    env.gateway.setStatus(clientOrderId, 'approved')
    await env.clock.advance(10_000)
    await app.profiles.test('profile-1')
    const { guards } = await app.charges.prepare(aDraft())
    expect(guards.map(({ code }) => code)).toContain('same-charge-recently')
  })
})

describe('a charge that was not sent', () => {
  async function notSent() {
    env.gateway.plan({ kind: 'not-sent' })
    const view = await app.charge()
    return view.summary.chargeId ?? ''
  }

  it('is sent by a fresh confirmation of a fresh preview, under the same order id', async () => {
    const states: string[] = []
    env.storageFaults.afterWrite = () => {
      const { state } = theCharge()
      if (state !== states.at(-1)) states.push(state)
    }
    const chargeId = await notSent()
    const preview = await app.charges.sendAgain(chargeId)
    expect(env.gateway.deliveries).toEqual([])
    const view = await app.confirm(preview, { cvv2: '123' })
    expect(view.summary.chargeState).toBe('accepted')
    expect(env.gateway.deliveries).toEqual([preview.clientOrderId])
    expect(kindsOf(view)).toEqual([
      'drafted',
      'confirmed',
      'sent',
      'not-sent',
      'confirmed',
      'sent',
      'accepted',
    ])
    expect(states).toEqual(['draft', 'recorded', 'sending', 'not-sent', 'recorded', 'sending', 'accepted'])
  })

  it('warns of a twin for a day from when it was sent, however old its order is (B2)', async () => {
    const chargeId = await notSent()
    await env.clock.advance(72 * 3_600_000)
    await app.confirm(await app.charges.sendAgain(chargeId), { cvv2: '123' })
    const { guards } = await app.charges.prepare(aDraft())
    expect(guards.map(({ code }) => code)).toContain('same-charge-recently')
  })

  it('is not sent by the click that came with the first confirmation', async () => {
    env.gateway.plan({ kind: 'not-sent' })
    const preview = await app.charges.prepare(aDraft())
    const views = await Promise.all([app.confirm(preview), app.confirm(preview), app.confirm(preview)])
    expect(views.map((view) => view.summary.chargeState)).toEqual(['not-sent', 'not-sent', 'not-sent'])
    await app.charges.sendAgain(preview.chargeId)
    await expect(app.confirm(preview)).rejects.toEqual(refusal('preview-changed'))
    expect(env.gateway.deliveries).toEqual([])
  })

  it('is sent once for two clicks on the fresh preview', async () => {
    const preview = await app.charges.sendAgain(await notSent())
    await Promise.all([app.confirm(preview), app.confirm(preview)])
    expect(env.gateway.deliveries).toHaveLength(1)
  })

  it('can be cancelled, and then neither sent nor cancelled away from its end', async () => {
    const chargeId = await notSent()
    const preview = await app.charges.sendAgain(chargeId)
    const view = await app.charges.cancel(chargeId)
    expect(view.summary).toMatchObject({ chargeState: 'cancelled', word: 'cancelled' })
    expect((await app.confirm(preview)).summary.chargeState).toBe('cancelled')
    expect((await app.charges.cancel(chargeId)).summary.chargeState).toBe('cancelled')
    await expect(app.charges.sendAgain(chargeId)).rejects.toEqual(refusal('already-sent'))
    expect(env.gateway.deliveries).toEqual([])
  })
})

describe('a charge that was sent', () => {
  it.each(['accepted', 'lost', 'refused'] as const)('cannot be cancelled or sent again: %s', async (kind) => {
    env.gateway.plan(
      kind === 'lost' ? { kind, isBooked: false } : kind === 'refused' ? { kind, code: '1' } : { kind },
    )
    const chargeId = (await app.charge()).summary.chargeId ?? ''
    await expect(app.charges.cancel(chargeId)).rejects.toEqual(refusal('already-sent'))
    await expect(app.charges.sendAgain(chargeId)).rejects.toEqual(refusal('already-sent'))
    expect(env.gateway.deliveries).toHaveLength(1)
  })

  it('continues when the operator changes in the meantime', async () => {
    const release = env.gateway.hold()
    const running = app.charge()
    await settled()
    await settled()
    await app.settings.save({
      theme: 'dark',
      density: 'comfortable',
      detailPx: null,
      timeZone: 'system',
      operatorName: 'Somebody Else',
    })
    await app.orders.note('1', 'on the phone with the customer')
    release()
    const view = await running
    expect(view.summary.chargeState).toBe('accepted')
    expect(kindsOf(view)).toEqual(['drafted', 'confirmed', 'sent', 'note', 'accepted'])
  })

  it('is settled by a named person only when lookups have ended, and a later answer wins', async () => {
    env.gateway.plan({ kind: 'lost', isBooked: false })
    const { orderId, chargeId, clientOrderId } = (await app.charge()).summary
    const verdict = {
      chargeId: chargeId ?? '',
      resolution: 'absent',
      reason: 'not in the portal',
      name: 'Iva',
    } as const
    await expect(app.charges.resolve(verdict)).rejects.toEqual(refusal('not-in-review'))
    await env.clock.advance(25 * 3_600_000)
    expect((await app.orders.get(orderId)).summary).toMatchObject({
      chargeState: 'needs-review',
      followState: 'needs-review',
    })
    const view = await app.charges.resolve(verdict)
    expect(view.summary).toMatchObject({ chargeState: 'resolved-absent', word: 'settled: not charged' })
    expect(view.timeline.at(-1)).toMatchObject({ kind: 'resolved', actor: 'Iva', text: 'not in the portal' })
    env.gateway.bookOrder(clientOrderId, '25.00', 'EUR')
    env.gateway.setStatus(clientOrderId, 'approved')
    await app.orders.recheck(orderId)
    await settled()
    await env.clock.advance(0)
    expect((await app.orders.get(orderId)).summary).toMatchObject({
      chargeState: 'final',
      status: 'approved',
    })
  })

  it.each([
    ['name', { name: '' }],
    ['name', { name: ' \t' }],
    ['name', { name: '\u200b' }],
    ['reason', { reason: '' }],
    ['reason', { reason: '\u00a0\n' }],
  ])('is not settled without a %s (B7)', async (field, parts) => {
    env.gateway.plan({ kind: 'lost', isBooked: false })
    const chargeId = (await app.charge()).summary.chargeId ?? ''
    await env.clock.advance(25 * 3_600_000)
    const verdict = { chargeId, resolution: 'absent', reason: 'not in the portal', name: 'Iva' } as const
    await expect(app.charges.resolve({ ...verdict, ...parts })).rejects.toMatchObject({
      code: 'validation-failed',
      details: { fields: { [field]: 'required' } },
    })
    expect(theCharge().state).toBe('needs-review')
    const view = await app.charges.resolve({ ...verdict, name: ' Iva ' })
    expect(view.timeline.at(-1)).toMatchObject({ kind: 'resolved', actor: 'Iva' })
  })

  it('re-opens the guard only when it is settled as absent, with a warning while it is watched (B1)', async () => {
    env.gateway.plan({ kind: 'lost', isBooked: false })
    const chargeId = (await app.charge()).summary.chargeId ?? ''
    await env.clock.advance(25 * 3_600_000)
    await app.charges.resolve({ chargeId, resolution: 'absent', reason: 'asked support', name: 'Iva' })
    const twin = await app.charges.prepare(aDraft())
    expect(twin.guards.map(({ code, level }) => `${level} ${code}`)).toEqual([
      ...['ok card-valid', 'ok no-open-charge', 'warn same-charge-settled-absent'],
    ])
    await env.clock.advance(73 * 3_600_000)
    const later = await app.charges.prepare(aDraft())
    expect(later.guards.map((guard) => guard.level)).toEqual(['ok', 'ok', 'ok'])
  })
})

describe('a disk that refuses', () => {
  it.each(['recordCharge', 'changeOrder'] as const)(
    'before the sending row is durable means that nothing is sent (%s)',
    async (method) => {
      env.storageFaults.failWrites('database', method)
      await expect(app.charge()).rejects.toMatchObject({ code: 'storage-failed' })
      expect(env.gateway.deliveries).toEqual([])
      expect(theCharge()).toMatchObject({ transmissions: 0 })
    },
  )

  it('at the second step leaves a charge that waits for the person, whatever else they click', async () => {
    env.storageFaults.failWrites('database', 'changeOrder')
    const preview = await app.charges.prepare(aDraft())
    const results = await Promise.allSettled([app.confirm(preview), app.confirm(preview)])
    expect(results.map((result) => result.status)).toEqual(['rejected', 'fulfilled'])
    expect([theCharge().state, env.gateway.deliveries]).toEqual(['recorded', []])
    env.storageFaults.endWriteFaults()
    const view = await app.confirm(await app.charges.sendAgain(preview.chargeId))
    expect([view.summary.chargeState, env.gateway.deliveries.length]).toEqual(['accepted', 1])
  })

  it('when the answer is stored shows the answer, stores it later and never sends again', async () => {
    let writes = 0
    env.storageFaults.beforeWrite = ({ method }) => {
      if (method === 'changeOrder' && ++writes >= 2 && writes < 6)
        throw new AppError('storage-failed', { reason: 'database' })
    }
    const view = await app.charge()
    expect(view.summary).toMatchObject({
      chargeState: 'accepted',
      gatewayOrderId: '6684100',
      lastCheckFailure: 'storage-failed',
    })
    expect(theCharge().state).toBe('sending')
    await env.clock.advance(60_000)
    expect(theCharge().state).not.toBe('sending')
    expect((await app.orders.get('1')).timeline.map((entry) => entry.kind)).toContain('accepted')
    expect(env.gateway.deliveries).toHaveLength(1)
    expect(env.problems.map((problem) => problem.where)).toContain('answer-store')
  })

  it('for good leaves the charge to the lookups of the next start', async () => {
    env.gateway.onDelivery = () => {
      env.storageFaults.failWrites('database')
    }
    await app.charge()
    await env.clock.advance(600_000)
    app.kill()
    env.storageFaults.endWriteFaults()
    const next = await startApp(env)
    await env.clock.advance(1000)
    expect((await next.orders.get('1')).summary).toMatchObject({
      chargeState: 'accepted',
      gatewayOrderId: '6684100',
    })
    expect(env.gateway.deliveries).toHaveLength(1)
  })
})

function profileInputOf() {
  return inputOf(usableProfile(env.storage))
}
