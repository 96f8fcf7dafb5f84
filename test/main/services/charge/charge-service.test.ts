import { beforeEach, describe, expect, it } from 'vitest'
import { AppError } from '../../../../src-shared/errors/app-error'
import { aDraft, aProfile, inputOf } from '../../../support/builders'
import { answerOf, aReadyWorld, settled, startDesk, type Desk, type World } from '../../../support/fakes'

let world: World
let desk: Desk

beforeEach(async () => {
  world = await aReadyWorld()
  desk = await startDesk(world)
})

const chargeStates = () => world.storage.charges().map((charge) => charge.state)
const theCharge = () => {
  const [charge] = world.storage.charges()
  if (charge === undefined) throw new Error('there is no charge')
  return charge
}
const kindsOf = (view: { readonly timeline: readonly { readonly kind: string }[] }) =>
  view.timeline.map((entry) => entry.kind)
const refusal = (reason: string) =>
  expect.objectContaining({ details: expect.objectContaining({ reason }) as unknown }) as unknown

describe('preparing a charge', () => {
  it('answers with exactly what would be sent and sends nothing', async () => {
    const preview = await desk.charges.prepare(aDraft())
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
    expect(JSON.stringify(preview)).not.toContain(world.gateway.controlKey)
    expect([chargeStates(), world.gateway.deliveries, world.storage.orders().length]).toEqual([
      ['draft'],
      [],
      0,
    ])
  })

  it('never gives two charges the same order id', async () => {
    const ids = new Set<string>()
    for (let count = 0; count < 50; count++) ids.add((await desk.charges.prepare(aDraft())).clientOrderId)
    expect(ids.size).toBe(50)
  })

  it.each([
    ['a card of nobody', { cardId: '77' }, 'not-found'],
    ['an entry point of another profile', { routeId: '9999' }, 'validation-failed'],
    ['a currency that the endpoint does not serve', { currency: 'USD' }, 'validation-failed'],
    ['an amount that is none', { amount: '10,15' }, 'validation-failed'],
    [
      'a yen amount with decimals (C05)',
      { amount: '1234.50', currency: 'JPY', routeId: '7722' },
      'validation-failed',
    ],
  ])('refuses %s', async (_, draft, code) => {
    await expect(desk.charges.prepare(aDraft(draft))).rejects.toMatchObject({ code })
    expect(world.storage.charges().length).toBe(0)
  })

  it('refuses the token of another profile (U20)', async () => {
    world.storage.writer.saveProfile(aProfile({ profileId: 'profile-2', name: 'Other' }))
    world.storage.writer.setActiveProfile('profile-2')
    const desk2 = await startDesk(world)
    await expect(desk2.charges.prepare(aDraft())).rejects.toEqual(refusal('card-of-another-profile'))
  })

  it('refuses a profile that is read-only, also when it became so after the review', async () => {
    const preview = await desk.charges.prepare(aDraft())
    await desk.profiles.save({ ...profileInputOf(), safetyLevel: 'read-only' }, '')
    await expect(desk.charges.prepare(aDraft())).rejects.toEqual(refusal('read-only-profile'))
    await expect(desk.confirm(preview)).rejects.toEqual(refusal('read-only-profile'))
    expect(world.gateway.deliveries).toEqual([])
  })

  it('forgets a discarded draft and nothing else', async () => {
    const preview = await desk.charges.prepare(aDraft())
    await desk.charges.discard(preview.chargeId)
    await desk.charges.discard(preview.chargeId)
    expect(world.storage.charges().length).toBe(0)
    await expect(desk.confirm(preview)).rejects.toMatchObject({ code: 'not-found' })
    const sent = await desk.charge()
    await desk.charges.discard(sent.summary.chargeId ?? '')
    expect(chargeStates()).toEqual(['accepted'])
  })
})

describe('confirming a charge', () => {
  it('sends once and tells every step live', async () => {
    world.storage.writer.saveSettings({ theme: 'system', timeZone: 'system', operatorName: 'Iva' })
    const view = await desk.charge()
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
    expect(world.gateway.deliveries).toEqual([view.summary.clientOrderId])
    await settled()
    const announced = desk.publisher.of('orders.changed').map((order) => order.summary.chargeState)
    expect(announced.at(-1)).toBe('accepted')
    expect(desk.publisher.of('exchanges.recorded').map((exchange) => exchange.operation)).toEqual([
      'make-rebill',
    ])
  })

  it('has the charge on disk as sending, with its one transmission counted, before a byte leaves (I2)', async () => {
    const atDelivery: unknown[] = []
    world.gateway.onDelivery = () => {
      atDelivery.push({ state: theCharge().state, transmissions: theCharge().transmissions })
    }
    await desk.charge()
    expect(atDelivery).toEqual([{ state: 'sending', transmissions: 1 }])
  })

  it('announces sending while the answer is on its way', async () => {
    const release = world.gateway.hold()
    const reply = desk.charge()
    await settled()
    await settled()
    expect(desk.publisher.of('orders.changed').map((order) => order.summary.chargeState)).toContain('sending')
    release()
    expect((await reply).summary.chargeState).toBe('accepted')
  })

  it('keeps the security code in the one request and nowhere else (C16)', async () => {
    await desk.charge({}, '9×7')
    expect(world.gateway.cvv2Seen).toEqual(['9×7'])
    expect(world.storage.find('June subscription', '9×7')).toEqual(['June subscription'])
    expect(JSON.stringify(desk.publisher.published)).not.toContain('9×7')
  })

  it('is one charge for two clicks, a held Enter key and a reload (U1, U4, C11)', async () => {
    const release = world.gateway.hold()
    const preview = await desk.charges.prepare(aDraft())
    const replies = Array.from({ length: 7 }, () => desk.confirm(preview))
    await settled()
    release()
    const views = await Promise.all(replies)
    const later = await desk.confirm(preview)
    expect(new Set([...views, later].map((view) => view.summary.orderId))).toEqual(new Set(['1']))
    expect([world.gateway.deliveries.length, world.storage.orders().length]).toEqual([1, 1])
  })

  it('is one charge for a hundred confirms at once', async () => {
    const preview = await desk.charges.prepare(aDraft())
    await Promise.all(Array.from({ length: 100 }, () => desk.confirm(preview)))
    expect(world.gateway.deliveries).toHaveLength(1)
  })

  it('refuses another preview than the one it computes from the stored draft (C19)', async () => {
    const preview = await desk.charges.prepare(aDraft())
    await expect(desk.confirm({ ...preview, previewHash: '0'.repeat(64) })).rejects.toEqual(
      refusal('preview-changed'),
    )
    expect([chargeStates(), world.gateway.deliveries]).toEqual([['draft'], []])
  })

  it('refuses a preview that was made for another address', async () => {
    const preview = await desk.charges.prepare(aDraft())
    await desk.profiles.save(
      { ...profileInputOf(), target: { kind: 'production', baseUrl: 'https://other.example.com/paynet' } },
      world.gateway.controlKey,
    )
    await expect(desk.confirm(preview)).rejects.toEqual(refusal('preview-changed'))
    expect(world.gateway.deliveries).toEqual([])
  })

  it('asks again when a guard changed since the review', async () => {
    const first = await desk.charges.prepare(aDraft())
    const second = await desk.charges.prepare(aDraft())
    await desk.confirm(first)
    await expect(desk.confirm(second)).rejects.toEqual(refusal('preview-changed'))
    expect(world.gateway.deliveries).toEqual([first.clientOrderId])
  })

  it('lets one of two equal charges through when both are confirmed at once (U2)', async () => {
    const [first, second] = [await desk.charges.prepare(aDraft()), await desk.charges.prepare(aDraft())]
    const results = await Promise.allSettled([desk.confirm(first), desk.confirm(second)])
    expect(results.map((result) => result.status)).toEqual(['fulfilled', 'rejected'])
    expect(world.gateway.deliveries).toEqual([first.clientOrderId])
  })

  it('needs each warning acknowledged', async () => {
    const preview = await desk.charges.prepare(aDraft({ kind: 'rebill-auth' }))
    const confirmation = {
      chargeId: preview.chargeId,
      previewHash: preview.previewHash,
      cvv2: '',
      cardNumber: '',
    }
    await expect(desk.charges.confirm({ ...confirmation, acknowledged: [] })).rejects.toEqual(
      refusal('warning-not-acknowledged'),
    )
    const view = await desk.charges.confirm({ ...confirmation, acknowledged: ['preauth-cannot-be-captured'] })
    expect(view.summary).toMatchObject({ kind: 'rebill-auth', chargeState: 'accepted' })
  })

  it('blocks a twin while the outcome of the first is unknown, and warns for another sum (U3, C07)', async () => {
    world.gateway.plan({ kind: 'lost', isBooked: false })
    await desk.charge()
    const twin = await desk.charges.prepare(aDraft())
    expect(twin.guards).toContainEqual(expect.objectContaining({ code: 'charge-unresolved', level: 'block' }))
    await expect(desk.confirm(twin)).rejects.toEqual(refusal('blocked-by-charge-unresolved'))
    const other = await desk.charges.prepare(aDraft({ amount: '26.00' }))
    expect(other.guards).toContainEqual(expect.objectContaining({ code: 'charge-unresolved', level: 'warn' }))
    expect((await desk.confirm(other)).summary.chargeState).toBe('accepted')
  })

  it.each([
    ['a missing key', (w: World) => w.vault.controlKeys.clear(), 'secret-missing'],
    ['a locked keychain', (w: World) => (w.vault.keychain = { kind: 'locked' }), 'secret-store-locked'],
  ])('stops before anything is written with %s', async (_, spoil, code) => {
    const preview = await desk.charges.prepare(aDraft())
    spoil(world)
    await expect(desk.confirm(preview)).rejects.toMatchObject({ code })
    expect([chargeStates(), world.gateway.deliveries, world.storage.orders().length]).toEqual([
      ['draft'],
      [],
      0,
    ])
  })

  it('takes no new charge while the app is quitting, and waits for the one under way (P28)', async () => {
    const release = world.gateway.hold()
    const preview = await desk.charges.prepare(aDraft({ amount: '26.00' }))
    const running = desk.charge()
    await settled()
    const drained = desk.charges.drain(10_000)
    await expect(desk.confirm(preview)).rejects.toMatchObject({ code: 'cancelled' })
    release()
    await drained
    expect((await running).summary.chargeState).toBe('accepted')
    expect(world.gateway.deliveries).toHaveLength(1)
  })

  it('does not wait for ever for an answer when quitting (P28)', async () => {
    world.gateway.hold()
    void desk.charge()
    await settled()
    let isDrained = false
    void desk.charges.drain(10_000).then(() => (isDrained = true))
    await world.clock.advance(9999)
    expect(isDrained).toBe(false)
    await world.clock.advance(1)
    expect(isDrained).toBe(true)
    expect(theCharge().state).toBe('sending')
  })
})

describe('the answer to a charge', () => {
  it.each(['ECONNREFUSED', 'ENOTFOUND', 'timeout', 'tls:CERT_HAS_EXPIRED'])(
    'proven not sent (%s) leaves nothing to follow and no transmission (N1-N4)',
    async (failure) => {
      world.gateway.plan({ kind: 'not-sent', failure })
      const view = await desk.charge()
      expect(view.summary).toMatchObject({
        chargeState: 'not-sent',
        word: 'not sent',
        followState: 'stopped',
      })
      expect(view.timeline.at(-1)).toMatchObject({ kind: 'not-sent', text: failure })
      expect(theCharge().transmissions).toBe(0)
      await world.clock.advance(600_000)
      expect([world.gateway.deliveries, world.gateway.statusRequests]).toEqual([[], []])
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
  ])('lost (%s) is unknown, looked up by the order id alone and found (N5-N24, C07)', async (failure) => {
    world.gateway.firstStatus = 'approved'
    world.gateway.plan({ kind: 'lost', isBooked: true, failure })
    const view = await desk.charge()
    expect(view.summary).toMatchObject({
      chargeState: 'outcome-unknown',
      family: 'unknown',
      word: 'outcome unknown',
    })
    await world.clock.advance(6000)
    const found = await desk.orders.get(view.summary.orderId)
    expect(found.summary).toMatchObject({
      chargeState: 'final',
      status: 'approved',
      gatewayOrderId: '6684100',
    })
    expect(world.gateway.statusRequests).toMatchObject([
      { gatewayOrderId: null, clientOrderId: view.summary.clientOrderId },
    ])
    expect(world.gateway.deliveries).toHaveLength(1)
  })

  it('that breaks inside the app is unknown as well, never an error without a trace', async () => {
    world.gateway.plan({ kind: 'throws', isBooked: true })
    expect((await desk.charge()).summary.chargeState).toBe('outcome-unknown')
  })

  it('of another order raises the alert until a lookup fits (N26)', async () => {
    world.gateway.plan({ kind: 'foreign-answer' })
    const view = await desk.charge()
    expect(view.summary).toMatchObject({ chargeState: 'outcome-unknown', alert: 'mismatch' })
    await world.clock.advance(6000)
    expect((await desk.orders.get('1')).summary).toMatchObject({ chargeState: 'accepted', alert: null })
  })

  it('refusing without an order is believed after three lookups, not before (N27)', async () => {
    world.gateway.plan({ kind: 'refused', code: '1' })
    const view = await desk.charge()
    expect(view.summary).toMatchObject({
      chargeState: 'rejected-unverified',
      family: 'unknown',
      word: 'refused, checking',
      errorCode: '1',
      errorMessage: 'REFUSED',
    })
    const stateAfter = async (ms: number) => {
      await world.clock.advance(ms)
      return [world.gateway.statusRequests.length, theCharge().state]
    }
    expect(await stateAfter(4999)).toEqual([0, 'rejected-unverified'])
    expect(await stateAfter(1)).toEqual([1, 'rejected-unverified'])
    expect(await stateAfter(30_000)).toEqual([2, 'rejected-unverified'])
    expect(await stateAfter(300_000)).toEqual([3, 'rejected'])
    expect((await desk.orders.get('1')).summary).toMatchObject({ word: 'refused', family: 'error' })
  })

  it('refusing is not believed by lookups that tell nothing about the order (B1)', async () => {
    world.gateway.plan({ kind: 'refused', code: '1', isBooked: true })
    const view = await desk.charge()
    const error = { kind: 'refused', code: '17', isWrongControl: false } as const
    const unavailable = { ...error, message: 'Service temporarily unavailable' }
    world.gateway.script(view.summary.clientOrderId, unavailable, unavailable, unavailable)
    await world.clock.advance(335_000)
    expect(world.gateway.statusRequests.length).toBeGreaterThan(3)
    const { summary, timeline } = await desk.orders.get('1')
    expect(summary).toMatchObject({ chargeState: 'accepted', alert: null })
    expect(timeline).toContainEqual(
      expect.objectContaining({ kind: 'check-failed', text: '17 Service temporarily unavailable' }),
    )
  })

  it('refusing without any readable lookup goes to a person after a day (B1)', async () => {
    world.gateway.plan({ kind: 'refused', code: '1' })
    await desk.charge()
    world.gateway.isReachable = false
    await world.clock.advance(25 * 3_600_000)
    expect((await desk.orders.get('1')).summary).toMatchObject({
      chargeState: 'needs-review',
      followState: 'needs-review',
    })
  })

  it('refusing stays watched for three days, over a restart, and an order that turns up is told (B1)', async () => {
    const hourMs = 3_600_000
    world.gateway.firstStatus = 'approved'
    world.gateway.plan({ kind: 'refused', code: '1', isBooked: true })
    const { clientOrderId } = (await desk.charge()).summary
    const absent = { kind: 'refused', code: '6', message: 'Order not found', isWrongControl: false } as const
    world.gateway.script(clientOrderId, ...Array.from({ length: 6 }, () => absent))
    await world.clock.advance(335_000)
    const rejectedAtMs = world.clock.nowMs()
    expect((await desk.orders.get('1')).summary).toMatchObject({
      chargeState: 'rejected',
      watchUntilMs: rejectedAtMs + 72 * hourMs,
    })
    expect((await desk.appState.get()).followingCount).toBe(0)
    desk.kill()
    desk = await startDesk(world)
    await world.clock.advance(26 * hourMs)
    expect(world.gateway.statusRequests).toHaveLength(6)
    const twin = await desk.charges.prepare(aDraft())
    expect(twin.guards).toContainEqual(
      expect.objectContaining({ code: 'same-charge-refused', level: 'warn', clientOrderId }),
    )
    await world.clock.advance(24 * hourMs)
    const { summary, timeline } = await desk.orders.get('1')
    expect(summary).toMatchObject({
      ...{ chargeState: 'final', status: 'approved', word: 'approved', watchUntilMs: null },
      alert: 'changed-after-final',
    })
    expect(timeline).toContainEqual(expect.objectContaining({ kind: 'accepted', text: 'found-after-denial' }))
    const home = await desk.home.get()
    expect(home.attention.map((order) => order.clientOrderId)).toEqual([clientOrderId])
  })

  it('refusing is watched no more after three days of lookups that found no order (B1)', async () => {
    world.gateway.plan({ kind: 'refused', code: '1' })
    await desk.charge()
    await world.clock.advance(74 * 3_600_000)
    expect(world.gateway.statusRequests).toHaveLength(3 + 5)
    expect((await desk.orders.get('1')).summary).toMatchObject({
      ...{ chargeState: 'rejected', followState: 'stopped', watchUntilMs: null, nextCheckAtMs: null },
    })
  })

  it('refusing although an order exists is overruled by the lookup (I5)', async () => {
    world.gateway.firstStatus = 'approved'
    world.gateway.plan({ kind: 'refused', code: '1', isBooked: true })
    await desk.charge()
    await world.clock.advance(5000)
    expect((await desk.orders.get('1')).summary).toMatchObject({
      chargeState: 'final',
      status: 'approved',
      errorCode: null,
    })
  })

  it('does not count lookups that brought no answer as proof of absence', async () => {
    world.gateway.plan({ kind: 'refused', code: '1', isBooked: true })
    await desk.charge()
    world.gateway.isReachable = false
    await world.clock.advance(3_600_000)
    expect(theCharge().state).toBe('rejected-unverified')
    world.gateway.isReachable = true
    await world.clock.advance(660_000)
    expect(theCharge().state).toBe('accepted')
  })

  it('failing with code 2 in another type than a validation error is no refusal of the control (B6)', async () => {
    world.gateway.plan({ kind: 'refused', code: '2', type: 'error', isBooked: true })
    const { summary } = await desk.charge()
    expect(summary).toMatchObject({ word: 'refused, checking', errorCode: '2', isControlRefused: false })
    const { guards } = await desk.charges.prepare(aDraft())
    expect(guards.find(({ code }) => code === 'charge-unresolved')?.level).toBe('block')
    await world.clock.advance(5000)
    expect(theCharge().state).toBe('accepted')
  })

  it('of a wrong key is shown at once, and lookups wait for the right one', async () => {
    world.gateway.controlKey = 'key-two'
    const view = await desk.charge()
    expect(view.summary).toMatchObject({
      chargeState: 'rejected-unverified',
      family: 'error',
      word: 'refused',
    })
    await world.clock.advance(3_600_000)
    expect(theCharge().state).toBe('rejected-unverified')
    const refused = world.gateway.statusRequests.length
    expect(refused).toBeLessThanOrEqual(6)
    await desk.profiles.save(profileInputOf(), 'key-two')
    await world.clock.advance(400_000)
    expect(world.gateway.statusRequests).toHaveLength(refused + 3)
    expect(theCharge().state).toBe('rejected')
  })
})

describe('an answer that comes late', () => {
  const lateEntries = async () =>
    (await desk.orders.get('1')).timeline.filter(({ kind }) => kind === 'late-answer')

  it('is kept with its exchange, and its order id is used by the next lookup (B4)', async () => {
    world.gateway.plan({ kind: 'lost', isBooked: true, failure: 'timeout', late: { kind: 'accepted' } })
    expect((await desk.charge()).summary).toMatchObject({ chargeState: 'outcome-unknown' })
    world.gateway.answerLate()
    await settled()
    const { summary } = await desk.orders.get('1')
    expect(summary).toMatchObject({ chargeState: 'outcome-unknown', gatewayOrderId: '6684100' })
    expect(await lateEntries()).toMatchObject([{ text: 'accepted 6684100', exchangeId: '2' }])
    expect(await desk.exchanges.get('2')).toMatchObject({ operation: 'make-rebill', outcome: 'answered' })
    await world.clock.advance(6000)
    expect(world.gateway.statusRequests).toMatchObject([{ gatewayOrderId: '6684100' }])
    expect(theCharge().state).toBe('accepted')
  })

  it('after the start of another process swept the charge is kept the same way (B4)', async () => {
    const release = world.gateway.hold()
    const reply = desk.charge()
    await settled()
    await settled()
    const second = await startDesk(world)
    expect(theCharge().state).toBe('outcome-unknown')
    release()
    expect((await reply).summary).toMatchObject({
      ...{ chargeState: 'outcome-unknown', gatewayOrderId: '6684100' },
    })
    expect(await lateEntries()).toMatchObject([{ text: 'accepted 6684100', exchangeId: '1' }])
    second.kill()
    expect(world.gateway.deliveries).toHaveLength(1)
  })

  it('asks again about a charge that went to a person or was settled (B4)', async () => {
    world.gateway.plan({ kind: 'lost', isBooked: false, late: { kind: 'accepted' } })
    const { chargeId } = (await desk.charge()).summary
    await world.clock.advance(25 * 3_600_000)
    const verdict = { resolution: 'absent', reason: 'not in the portal', name: 'Iva' } as const
    await desk.charges.resolve({ chargeId: chargeId ?? '', ...verdict })
    const asked = world.gateway.statusRequests.length
    world.gateway.answerLate()
    await settled()
    expect(theCharge().state).toBe('resolved-absent')
    await world.clock.advance(6000)
    expect(world.gateway.statusRequests).toHaveLength(asked + 1)
  })

  it('that names another order than the one known raises the alert (B4)', async () => {
    world.gateway.plan({ kind: 'lost', isBooked: true, late: { kind: 'accepted' } })
    const { clientOrderId } = (await desk.charge()).summary
    const booked = world.gateway.book.get(clientOrderId)
    if (booked === undefined) throw new Error('the charge is booked')
    world.gateway.script(clientOrderId, {
      kind: 'answered',
      answer: answerOf({ ...booked, gatewayOrderId: '7000001' }),
    })
    await world.clock.advance(6000)
    world.gateway.answerLate()
    await settled()
    expect((await desk.orders.get('1')).summary).toMatchObject({
      ...{ chargeState: 'accepted', gatewayOrderId: '7000001', alert: 'mismatch' },
    })
    expect(await lateEntries()).toMatchObject([{ text: 'accepted 6684100' }])
  })

  it('that refuses is evidence, no more (B4)', async () => {
    world.gateway.plan({ kind: 'lost', isBooked: true, late: { kind: 'refused', code: '12' } })
    await desk.charge()
    world.gateway.answerLate()
    await settled()
    expect((await desk.orders.get('1')).summary).toMatchObject({
      ...{ chargeState: 'outcome-unknown', errorCode: null },
    })
    expect(await lateEntries()).toMatchObject([{ text: 'refused 12 REFUSED' }])
  })

  it('is kept once when the write of the answer failed after it took effect (B4, P10)', async () => {
    let writes = 0
    world.storageFaults.afterWrite = ({ method }) => {
      if (method === 'changeOrder' && ++writes === 2) throw new AppError('storage-failed')
    }
    await desk.charge()
    await world.clock.advance(2000)
    expect((await desk.orders.get('1')).timeline.map(({ kind }) => kind)).toEqual([
      ...['drafted', 'confirmed', 'sent', 'accepted'],
    ])
  })
})

describe('the warning about the same charge', () => {
  const hourMs = 3_600_000
  const codes = async () => (await desk.charges.prepare(aDraft())).guards.map((guard) => guard.code)

  beforeEach(async () => {
    const { clientOrderId } = (await desk.charge()).summary
    world.gateway.setStatus(clientOrderId, 'approved')
    await world.clock.advance(10_000)
    expect(await codes()).toContain('same-charge-recently')
  })

  it('stays when the clock is set ahead by a day and an hour (B5)', async () => {
    world.clock.jump(25 * 3_600_000)
    expect(await codes()).toContain('same-charge-recently')
  })

  it('stays after a restart with a wrong date, once the gateway has answered (B5)', async () => {
    desk.kill()
    world.clock.jump(25 * 3_600_000)
    world.gateway.clockSkewMs = -25 * 3_600_000
    desk = await startDesk(world)
    await desk.profiles.test('profile-1')
    expect(await codes()).toContain('same-charge-recently')
    expect((await desk.appState.get()).clockSkews).toEqual([
      { profileId: 'profile-1', skewMs: -25 * 3_600_000 },
    ])
  })

  it('says after a restart with a wrong date that the gateway has not confirmed it, until it has (B5)', async () => {
    desk.kill()
    world.clock.jump(25 * hourMs)
    desk = await startDesk(world)
    expect(await codes()).toContain('same-charge-clock-unconfirmed')
    expect(await codes()).not.toContain('no-recent-charge')
    world.gateway.clockSkewMs = -25 * hourMs
    await desk.profiles.test('profile-1')
    expect(await codes()).toContain('same-charge-recently')
    expect(await codes()).not.toContain('same-charge-clock-unconfirmed')
  })

  it('is not there a month later once the gateway has confirmed the date (B5)', async () => {
    desk.kill()
    await world.clock.advance(30 * 24 * hourMs)
    desk = await startDesk(world)
    world.gateway.clockSkewMs = 0
    expect(await codes()).toContain('same-charge-clock-unconfirmed')
    await desk.profiles.test('profile-1')
    expect((await codes()).filter((code) => code.startsWith('same-charge'))).toEqual([])
  })

  it('does not need the date of this computer for a charge that was made before the date was mended (B5)', async () => {
    await world.clock.advance(48 * hourMs)
    world.clock.jump(-72 * hourMs)
    world.gateway.clockSkewMs = 72 * hourMs
    const { clientOrderId } = (await desk.charge()).summary
    world.gateway.setStatus(clientOrderId, 'approved')
    await world.clock.advance(10_000)
    desk.kill()
    world.clock.jump(72 * hourMs)
    world.gateway.clockSkewMs = 0
    desk = await startDesk(world)
    await desk.profiles.test('profile-1')
    expect(await codes()).toContain('same-charge-recently')
  })

  it('comes also for a charge that only a lookup found while the date was wrong (B5)', async () => {
    await world.clock.advance(48 * hourMs)
    world.clock.jump(-72 * hourMs)
    world.gateway.clockSkewMs = 72 * hourMs
    world.gateway.plan({ kind: 'lost', isBooked: true })
    const { clientOrderId } = (await desk.charge()).summary
    await world.clock.advance(10_000)
    world.gateway.setStatus(clientOrderId, 'approved')
    await world.clock.advance(10_000)
    world.clock.jump(72 * hourMs)
    world.gateway.clockSkewMs = 0
    await desk.profiles.test('profile-1')
    expect(await codes()).toContain('same-charge-recently')
  })

  it('goes when a day has passed', async () => {
    await world.clock.advance(25 * 3_600_000)
    expect(await codes()).not.toContain('same-charge-recently')
  })
})

describe('the clock of this computer that is a day and an hour slow', () => {
  it('hides no charge of a moment ago once the gateway has told its time (B5)', async () => {
    world.clock.jump(-25 * 3_600_000)
    world.gateway.clockSkewMs = 25 * 3_600_000
    const { clientOrderId } = (await desk.charge()).summary
    world.gateway.setStatus(clientOrderId, 'approved')
    await world.clock.advance(10_000)
    await desk.profiles.test('profile-1')
    const { guards } = await desk.charges.prepare(aDraft())
    expect(guards.map(({ code }) => code)).toContain('same-charge-recently')
  })
})

describe('a charge that was not sent', () => {
  async function notSent() {
    world.gateway.plan({ kind: 'not-sent' })
    const view = await desk.charge()
    return view.summary.chargeId ?? ''
  }

  it('is sent by a fresh confirmation of a fresh preview, under the same order id', async () => {
    const states: string[] = []
    world.storageFaults.afterWrite = () => {
      const { state } = theCharge()
      if (state !== states.at(-1)) states.push(state)
    }
    const chargeId = await notSent()
    const preview = await desk.charges.sendAgain(chargeId)
    expect(world.gateway.deliveries).toEqual([])
    const view = await desk.confirm(preview, { cvv2: '123' })
    expect(view.summary.chargeState).toBe('accepted')
    expect(world.gateway.deliveries).toEqual([preview.clientOrderId])
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
    await world.clock.advance(72 * 3_600_000)
    await desk.confirm(await desk.charges.sendAgain(chargeId), { cvv2: '123' })
    const { guards } = await desk.charges.prepare(aDraft())
    expect(guards.map(({ code }) => code)).toContain('same-charge-recently')
  })

  it('is not sent by the click that came with the first confirmation', async () => {
    world.gateway.plan({ kind: 'not-sent' })
    const preview = await desk.charges.prepare(aDraft())
    const views = await Promise.all([desk.confirm(preview), desk.confirm(preview), desk.confirm(preview)])
    expect(views.map((view) => view.summary.chargeState)).toEqual(['not-sent', 'not-sent', 'not-sent'])
    await desk.charges.sendAgain(preview.chargeId)
    await expect(desk.confirm(preview)).rejects.toEqual(refusal('preview-changed'))
    expect(world.gateway.deliveries).toEqual([])
  })

  it('is sent once for two clicks on the fresh preview', async () => {
    const preview = await desk.charges.sendAgain(await notSent())
    await Promise.all([desk.confirm(preview), desk.confirm(preview)])
    expect(world.gateway.deliveries).toHaveLength(1)
  })

  it('can be cancelled, and then neither sent nor cancelled away from its end', async () => {
    const chargeId = await notSent()
    const preview = await desk.charges.sendAgain(chargeId)
    const view = await desk.charges.cancel(chargeId)
    expect(view.summary).toMatchObject({ chargeState: 'cancelled', word: 'cancelled' })
    expect((await desk.confirm(preview)).summary.chargeState).toBe('cancelled')
    expect((await desk.charges.cancel(chargeId)).summary.chargeState).toBe('cancelled')
    await expect(desk.charges.sendAgain(chargeId)).rejects.toEqual(refusal('already-sent'))
    expect(world.gateway.deliveries).toEqual([])
  })
})

describe('a charge that was sent', () => {
  it.each(['accepted', 'lost', 'refused'] as const)(
    'cannot be cancelled or sent again: %s (U21)',
    async (kind) => {
      world.gateway.plan(
        kind === 'lost' ? { kind, isBooked: false } : kind === 'refused' ? { kind, code: '1' } : { kind },
      )
      const chargeId = (await desk.charge()).summary.chargeId ?? ''
      await expect(desk.charges.cancel(chargeId)).rejects.toEqual(refusal('already-sent'))
      await expect(desk.charges.sendAgain(chargeId)).rejects.toEqual(refusal('already-sent'))
      expect(world.gateway.deliveries).toHaveLength(1)
    },
  )

  it('goes on when the operator changes meanwhile (U19)', async () => {
    const release = world.gateway.hold()
    const running = desk.charge()
    await settled()
    await settled()
    await desk.settings.save({ theme: 'dark', timeZone: 'system', operatorName: 'Somebody Else' })
    await desk.orders.note('1', 'on the phone with the customer')
    release()
    const view = await running
    expect(view.summary.chargeState).toBe('accepted')
    expect(kindsOf(view)).toEqual(['drafted', 'confirmed', 'sent', 'note', 'accepted'])
  })

  it('is settled by a named person only when lookups have ended, and a later answer wins', async () => {
    world.gateway.plan({ kind: 'lost', isBooked: false })
    const { orderId, chargeId, clientOrderId } = (await desk.charge()).summary
    const verdict = {
      chargeId: chargeId ?? '',
      resolution: 'absent',
      reason: 'not in the portal',
      name: 'Iva',
    } as const
    await expect(desk.charges.resolve(verdict)).rejects.toEqual(refusal('not-in-review'))
    await world.clock.advance(25 * 3_600_000)
    expect((await desk.orders.get(orderId)).summary).toMatchObject({
      chargeState: 'needs-review',
      followState: 'needs-review',
    })
    const view = await desk.charges.resolve(verdict)
    expect(view.summary).toMatchObject({ chargeState: 'resolved-absent', word: 'settled: not charged' })
    expect(view.timeline.at(-1)).toMatchObject({ kind: 'resolved', actor: 'Iva', text: 'not in the portal' })
    world.gateway.bookOrder(clientOrderId, '25.00', 'EUR')
    world.gateway.setStatus(clientOrderId, 'approved')
    await desk.orders.recheck(orderId)
    await settled()
    await world.clock.advance(0)
    expect((await desk.orders.get(orderId)).summary).toMatchObject({
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
    world.gateway.plan({ kind: 'lost', isBooked: false })
    const chargeId = (await desk.charge()).summary.chargeId ?? ''
    await world.clock.advance(25 * 3_600_000)
    const verdict = { chargeId, resolution: 'absent', reason: 'not in the portal', name: 'Iva' } as const
    await expect(desk.charges.resolve({ ...verdict, ...parts })).rejects.toMatchObject({
      code: 'validation-failed',
      details: { fields: { [field]: 'required' } },
    })
    expect(theCharge().state).toBe('needs-review')
    const view = await desk.charges.resolve({ ...verdict, name: ' Iva ' })
    expect(view.timeline.at(-1)).toMatchObject({ kind: 'resolved', actor: 'Iva' })
  })

  it('re-opens the guard only when it is settled as absent, with a warning while it is watched (B1)', async () => {
    world.gateway.plan({ kind: 'lost', isBooked: false })
    const chargeId = (await desk.charge()).summary.chargeId ?? ''
    await world.clock.advance(25 * 3_600_000)
    await desk.charges.resolve({ chargeId, resolution: 'absent', reason: 'asked support', name: 'Iva' })
    const twin = await desk.charges.prepare(aDraft())
    expect(twin.guards.map(({ code, level }) => `${level} ${code}`)).toEqual([
      ...['ok card-valid', 'ok no-open-charge', 'warn same-charge-settled-absent'],
    ])
    await world.clock.advance(73 * 3_600_000)
    const later = await desk.charges.prepare(aDraft())
    expect(later.guards.map((guard) => guard.level)).toEqual(['ok', 'ok', 'ok'])
  })
})

describe('a disk that refuses', () => {
  it.each(['recordCharge', 'changeOrder'] as const)(
    'before the sending row is durable means that nothing is sent (P9: %s)',
    async (method) => {
      world.storageFaults.failWrites('database', method)
      await expect(desk.charge()).rejects.toMatchObject({ code: 'storage-failed' })
      expect(world.gateway.deliveries).toEqual([])
      expect(theCharge()).toMatchObject({ transmissions: 0 })
    },
  )

  it('at the second step leaves a charge that waits for the person, whatever else they click', async () => {
    world.storageFaults.failWrites('database', 'changeOrder')
    const preview = await desk.charges.prepare(aDraft())
    const results = await Promise.allSettled([desk.confirm(preview), desk.confirm(preview)])
    expect(results.map((result) => result.status)).toEqual(['rejected', 'fulfilled'])
    expect([theCharge().state, world.gateway.deliveries]).toEqual(['recorded', []])
    world.storageFaults.endWriteFaults()
    const view = await desk.confirm(await desk.charges.sendAgain(preview.chargeId))
    expect([view.summary.chargeState, world.gateway.deliveries.length]).toEqual(['accepted', 1])
  })

  it('when the answer is stored shows the answer, stores it later and never sends again (P10)', async () => {
    let writes = 0
    world.storageFaults.beforeWrite = ({ method }) => {
      if (method === 'changeOrder' && ++writes >= 2 && writes < 6)
        throw new AppError('storage-failed', { reason: 'database' })
    }
    const view = await desk.charge()
    expect(view.summary).toMatchObject({
      chargeState: 'accepted',
      gatewayOrderId: '6684100',
      lastCheckFailure: 'storage-failed',
    })
    expect(theCharge().state).toBe('sending')
    await world.clock.advance(60_000)
    expect(theCharge().state).not.toBe('sending')
    expect((await desk.orders.get('1')).timeline.map((entry) => entry.kind)).toContain('accepted')
    expect(world.gateway.deliveries).toHaveLength(1)
    expect(world.problems.map((problem) => problem.where)).toContain('answer-store')
  })

  it('for good leaves the charge to the lookups of the next start (P10)', async () => {
    world.gateway.onDelivery = () => {
      world.storageFaults.failWrites('database')
    }
    await desk.charge()
    await world.clock.advance(600_000)
    desk.kill()
    world.storageFaults.endWriteFaults()
    const next = await startDesk(world)
    await world.clock.advance(1000)
    expect((await next.orders.get('1')).summary).toMatchObject({
      chargeState: 'accepted',
      gatewayOrderId: '6684100',
    })
    expect(world.gateway.deliveries).toHaveLength(1)
  })
})

function profileInputOf() {
  const [profile] = world.storage.reader.listProfiles()
  if (profile === undefined) throw new Error('there is no profile')
  return inputOf(profile)
}
