import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { chargeState, nextChargeStates, type ChargeState } from '../../../src-shared/domain/charge'
import type {
  NewOrder,
  OrderRecord,
  RelatedSeen,
  StorageReader,
  StorageWriter,
} from '../../../src-main/ports/storage'
import { aDraft, aProfile, nothingRelated, noonMs, recordOf } from '../../support/builders'
import { openStorage, recordSale, storages, type TestStorage } from '../../support/storages'

const typed = { profileId: 'profile-1', cardId: null, bin: '411111', lastFour: '1111' }

// The tests of the services stand on the storage in memory. What they rely on is asked here of it and of the real one.
describe.each(storages)('storage %s', (_, makeHost) => {
  let storage: TestStorage
  let writer: StorageWriter
  let reader: StorageReader

  beforeEach(async () => {
    storage = await openStorage(makeHost)
    writer = storage.writer
    reader = storage.reader
  })

  afterEach(async () => {
    await storage.remove()
  })

  const order: NewOrder = {
    ...{ profileId: 'profile-1', environment: 'production', kind: 'rebill-sale' },
    ...{ route: { kind: 'endpoint', id: '4411' }, clientOrderId: 'SHO-1', gatewayOrderId: null },
    ...{ amountMinor: 2500, currency: 'EUR', cardId: '1', bin: '411111', lastFour: '1111' },
    ...{ cardholderName: null, description: 'June', reference: null, createdAtMs: noonMs },
    ...{ followState: 'stopped', nextCheckAtMs: null },
  }

  async function recorded(): Promise<OrderRecord> {
    const draft = await writer.saveDraft({
      ...{ chargeId: 'charge-1', profileId: 'profile-1', kind: 'rebill-sale', clientOrderId: 'SHO-1' },
      ...{ cardId: '1', cardRefId: '880017', amountMinor: 2500, currency: 'EUR', draft: aDraft() },
      ...{ previewHash: 'hash', createdAtMs: noonMs },
    })
    return writer.recordCharge({
      ...{ chargeId: draft.chargeId, expectedVersion: draft.stateVersion, previewHash: 'hash' },
      ...{
        sentParameters: [{ name: 'amount', value: '25.00' }],
        order,
        entries: [],
        related: nothingRelated,
      },
    })
  }

  /** Moves a charge; `transmissions` as the engine sets them unless told otherwise. */
  function move(
    from: OrderRecord,
    to: ChargeState,
    transmissions?: 0 | 1,
    related?: RelatedSeen,
  ): Promise<OrderRecord> {
    const counted = transmissions ?? (to === 'sending' ? 1 : to === 'not-sent' ? 0 : undefined)
    return writer.changeOrder({
      orderId: from.summary.orderId,
      expectedRevision: from.summary.revision,
      atMs: noonMs,
      set: {},
      charge: {
        from: from.charge?.state ?? 'draft',
        expectedVersion: from.charge?.stateVersion ?? 0,
        to,
        ...(counted === undefined ? {} : { transmissions: counted }),
        ...(related === undefined ? {} : { related }),
      },
      entries: [],
    })
  }

  /** The shortest way from `recorded` to a state along the table of allowed moves. */
  async function bring(target: ChargeState): Promise<OrderRecord> {
    const ways: ChargeState[][] = [['recorded']]
    for (let way = ways.shift(); way !== undefined; way = ways.shift()) {
      const last = way.at(-1)
      if (last === target) {
        let current = await recorded()
        for (const state of way.slice(1)) current = await move(current, state)
        return current
      }
      for (const next of nextChargeStates(last ?? 'draft')) if (!way.includes(next)) ways.push([...way, next])
    }
    throw new Error(`no way to ${target}`)
  }

  it.each(chargeState.options.filter((state) => state !== 'draft'))(
    'lets a charge leave %s along the table of allowed moves only',
    async (state) => {
      const start = await bring(state)
      for (const to of chargeState.options) {
        if (to === state || nextChargeStates(state).includes(to)) continue
        await expect(move(start, to), `${state} to ${to}`).rejects.toMatchObject({ code: 'not-allowed-now' })
      }
      expect((await reader.getOrder(start.summary.orderId))?.charge?.state).toBe(state)
    },
  )

  it('counts a transmission only on the way to sending and takes it back only when nothing was sent', async () => {
    const start = await recorded()
    await expect(move(start, 'sending', 0)).rejects.toMatchObject({ code: 'not-allowed-now' })
    const sending = await move(start, 'sending')
    await expect(move(sending, 'not-sent', 1)).rejects.toMatchObject({ code: 'not-allowed-now' })
    await expect(move(sending, 'outcome-unknown', 0)).rejects.toMatchObject({ code: 'not-allowed-now' })
    expect((await move(sending, 'outcome-unknown')).charge?.transmissions).toBe(1)
  })

  it('refuses a change that was built on an older revision, as a whole', async () => {
    const start = await recorded()
    const note = (text: string) =>
      writer.changeOrder({
        ...{ orderId: start.summary.orderId, expectedRevision: start.summary.revision, atMs: noonMs },
        ...{ set: { orderStage: text }, facts: [{ name: 'stage', value: text }] },
        entries: [{ atMs: noonMs, kind: 'note', actor: null, changes: [], text }],
      })
    await note('first')
    await expect(note('second')).rejects.toMatchObject({
      code: 'not-allowed-now',
      details: { reason: 'revision' },
    })
    const view = await reader.getOrderView(start.summary.orderId)
    expect([
      view?.summary.orderStage,
      view?.facts.map((fact) => fact.value),
      view?.timeline.map((e) => e.text),
    ]).toEqual(['first', ['first'], ['first']])
  })

  it('gives one move to one of two that want it at the same time (P14)', async () => {
    const start = await recorded()
    const results = await Promise.allSettled([move(start, 'sending'), move(start, 'sending')])
    expect(results.map((result) => result.status).sort()).toEqual(['fulfilled', 'rejected'])
  })

  it('finds a charge by the time at which the gateway confirmed it, and the last confirmed one of a profile (B5)', async () => {
    const { cardId } = order
    const dayLater = noonMs + 86_400_000
    const related = async (sinceMs: number) =>
      (await reader.listRelatedCharges({ ...typed, cardId, bin: null, lastFour: null }, sinceMs)).map(
        ({ confirmedAtMs }) => confirmedAtMs,
      )
    const accepted = await move(await move(await recorded(), 'sending'), 'accepted')
    expect(await reader.lastConfirmedChargeMs('profile-1')).toBe(accepted.summary.createdAtMs)
    expect(await related(dayLater)).toEqual([])
    await writer.changeOrder({
      ...{ orderId: accepted.summary.orderId, expectedRevision: accepted.summary.revision, atMs: noonMs },
      ...{ set: { confirmedAtMs: dayLater }, entries: [] },
    })
    expect(await related(dayLater)).toEqual([dayLater])
    expect(await reader.lastConfirmedChargeMs('profile-1')).toBe(dayLater)
    expect(await reader.lastConfirmedChargeMs('profile-2')).toBeNull()
  })

  it('lists the orders of a profile that need a person, a paid one too', async () => {
    const start = await recorded()
    expect(await reader.listInReview('profile-1')).toEqual([])
    const inReview = await writer.changeOrder({
      ...{ orderId: start.summary.orderId, expectedRevision: start.summary.revision, atMs: noonMs },
      ...{ set: { status: 'approved', followState: 'needs-review', nextCheckAtMs: null }, entries: [] },
    })
    expect(await reader.listInReview('profile-1')).toEqual([recordOf(inReview)])
    expect(await reader.listInReview('profile-2')).toEqual([])
  })

  it('takes a charge only while its related charges are those that its guards were decided by (B2)', async () => {
    const seen = { card: typed, sinceMs: 0, charges: [{ chargeId: 'charge-1', stateVersion: 2 }] }
    const start = await recorded()
    expect(await reader.listRelatedCharges(typed, 0)).toHaveLength(1)
    await expect(recordSale(writer, 2, { ...seen, charges: [] })).rejects.toMatchObject({
      code: 'not-allowed-now',
      details: { reason: 'related-changed' },
    })
    const twin = await recordSale(writer, 3, seen)
    await move(start, 'sending')
    await expect(move(twin, 'sending', 1, seen)).rejects.toMatchObject({
      details: { reason: 'related-changed' },
    })
    expect((await reader.getCharge('charge-2'))?.state).toBe('draft')
    expect((await reader.getCharge('charge-3'))?.state).toBe('recorded')
  })

  it('sweeps what was left as sending once, and has it asked about', async () => {
    const sending = await move(await recorded(), 'sending')
    const [swept] = await writer.sweepSending(noonMs + 5000)
    expect(swept).toMatchObject({
      summary: { orderId: sending.summary.orderId, followState: 'following', nextCheckAtMs: noonMs + 5000 },
      charge: { state: 'outcome-unknown', transmissions: 1 },
      checks: 0,
      followedSinceMs: noonMs + 5000,
    })
    expect(await writer.sweepSending(noonMs + 6000)).toEqual([])
    expect((await reader.listFollowed()).map((followed) => followed.summary.orderId)).toEqual([
      sending.summary.orderId,
    ])
  })

  it('keeps the last name of a removed profile until it is there again (A19)', async () => {
    const [profile] = await reader.listProfiles()
    if (profile === undefined) throw new Error('no profile')
    expect(await reader.listFormerProfiles()).toEqual([])
    await writer.saveProfile({ ...profile, name: 'Old Shop' })
    await writer.removeProfile('profile-1')
    expect(await reader.listFormerProfiles()).toEqual([{ profileId: 'profile-1', name: 'Old Shop' }])
    await writer.saveProfile(profile)
    expect(await reader.listFormerProfiles()).toEqual([])
  })

  it('keeps one order per client order id and profile', async () => {
    await recorded()
    await expect(writer.adoptOrder({ ...order, kind: 'adopted', cardId: null }, [])).rejects.toMatchObject({
      code: 'not-allowed-now',
      details: { reason: 'already-in-log' },
    })
  })

  describe('a second order of the gateway under one client order id (B11)', () => {
    const attempt = (gatewayOrderId: string | null) =>
      writer.adoptOrder({ ...order, kind: 'adopted', cardId: null, gatewayOrderId }, [])
    const refusal = (reason: string) => ({ code: 'not-allowed-now', details: { reason } })

    it('is kept beside the first once both are known by their own ids', async () => {
      const own = await recorded()
      await expect(attempt('6684199')).rejects.toMatchObject(refusal('first-attempt-unknown'))
      await writer.changeOrder({
        orderId: own.summary.orderId,
        expectedRevision: own.summary.revision,
        atMs: own.summary.createdAtMs,
        set: { gatewayOrderId: '6684100' },
        entries: [],
      })
      await expect(attempt('6684100')).rejects.toMatchObject(refusal('already-in-log'))
      await expect(attempt(null)).rejects.toMatchObject(refusal('already-in-log'))
      const other = await attempt('6684199')
      await expect(attempt('6684199')).rejects.toMatchObject(refusal('already-in-log'))
      expect(other.summary.orderId).not.toBe(own.summary.orderId)
      const find = async (gatewayOrderId?: string) =>
        (await reader.findOrder(order.profileId, order.clientOrderId, gatewayOrderId))?.summary.orderId
      expect(await find('6684199')).toBe(other.summary.orderId)
      expect(await find('6684100')).toBe(own.summary.orderId)
      expect(await find('1')).toBe(own.summary.orderId)
      expect(await find()).toBe(own.summary.orderId)
    })

    it('never makes room for a charge of our own', async () => {
      await attempt('6684100')
      await expect(recorded()).rejects.toMatchObject(refusal('already-in-log'))
    })
  })

  it('folds checks without news and ends the run with the first news', async () => {
    let current = await recorded()
    for (const [kind, text] of [
      ['check-failed', 'timeout'],
      ['check-failed', 'timeout'],
      ['check-failed', 'http-502'],
      ['status-unchanged', null],
      ['status-unchanged', null],
      ['note', 'hello'],
      ['status-unchanged', null],
    ] as const)
      current = await writer.changeOrder({
        ...{
          orderId: current.summary.orderId,
          expectedRevision: current.summary.revision,
          atMs: noonMs,
          set: {},
        },
        entries: [{ atMs: noonMs, kind, actor: null, changes: [], text }],
      })
    const view = await reader.getOrderView(current.summary.orderId)
    expect(view?.timeline.map((e) => `${e.kind} ${e.text ?? '-'} ${e.repeat?.count ?? 1}`)).toEqual([
      'check-failed timeout 2',
      'check-failed http-502 1',
      'status-unchanged - 2',
      'note hello 1',
      'status-unchanged - 1',
    ])
  })

  it('finds unresolved charges of a card and its twins however old, and recent ones of any outcome', async () => {
    await writer.upsertCard({
      profileId: 'profile-1',
      cardRefId: '880017',
      routeId: '7722',
      unqCardRefId: 'u',
      atMs: noonMs,
    })
    const twin = await writer.upsertCard({
      profileId: 'profile-1',
      cardRefId: '880020',
      routeId: '7722',
      unqCardRefId: 'u',
      atMs: noonMs,
    })
    const other = await writer.upsertCard({
      profileId: 'profile-1',
      cardRefId: '880030',
      routeId: '7722',
      atMs: noonMs,
    })
    const sending = await move(await recorded(), 'sending')
    const related = async (cardId: string | null, sinceMs: number) =>
      (await reader.listRelatedCharges({ ...typed, cardId, bin: null, lastFour: null }, sinceMs)).map(
        (found) => found.summary.orderId,
      )
    const dayLater = noonMs + 86_400_000
    expect(await related(twin.view.cardId, dayLater)).toEqual([sending.summary.orderId])
    expect(await related(other.view.cardId, 0)).toEqual([])
    await move(await move(sending, 'accepted'), 'final')
    expect(await related(twin.view.cardId, dayLater)).toEqual([])
    expect(await related(twin.view.cardId, noonMs)).toEqual([sending.summary.orderId])
  })

  it.each([
    ['the same login and address', {}, true],
    ['the address in other letters', { baseUrl: 'https://GATE.example.com:443/paynet' }, true],
    ['another environment at the same address', { environment: 'gateway-test' }, true],
    ['another login', { login: 'SudShop' }, false],
    ['another path prefix', { baseUrl: 'https://gate.example.com/other' }, false],
    ['another host', { baseUrl: 'https://gate.example.org/paynet' }, false],
  ] as const)('judges a token of a second profile with %s (B3)', async (_name, parts, isTwin) => {
    await writer.saveProfile(aProfile({ profileId: 'profile-2', name: 'Second', ...parts }))
    const second = { profileId: 'profile-2', routeId: '7722', atMs: noonMs }
    const token = (await writer.upsertCard({ ...second, cardRefId: '880017' })).view.cardId
    const other = (await writer.upsertCard({ ...second, cardRefId: '880018' })).view.cardId
    const sending = await move(await recorded(), 'sending')
    const related = async (card: object) =>
      (await reader.listRelatedCharges({ ...typed, profileId: 'profile-2', ...card }, noonMs + 1)).map(
        ({ summary }) => summary.orderId,
      )
    const found = isTwin ? [sending.summary.orderId] : []
    const byToken = { bin: null, lastFour: null }
    expect(await related({ cardId: token, ...byToken })).toEqual(found)
    expect(await related({ cardId: other, ...byToken })).toEqual([])
    expect(await related({})).toEqual(found)
  })

  it('finds a charge that is watched however old, and does not count it as followed (B1)', async () => {
    const sent = await move(await recorded(), 'sending')
    const refused = await move(await move(sent, 'rejected-unverified'), 'rejected')
    const change = (set: { nextCheckAtMs: number | null; watchUntilMs: number | null }, revision: number) =>
      writer.changeOrder({
        ...{ orderId: refused.summary.orderId, expectedRevision: revision, atMs: noonMs, entries: [] },
        set: { followState: 'following', ...set },
      })
    const found = async () =>
      (await reader.listRelatedCharges(typed, noonMs + 1)).map(({ summary }) => summary.orderId)
    const { revision } = refused.summary
    const watched = await change({ nextCheckAtMs: noonMs + 9, watchUntilMs: noonMs + 99 }, revision)
    expect(watched.summary).toMatchObject({ watchUntilMs: noonMs + 99 })
    expect(await found()).toEqual([watched.summary.orderId])
    expect(await reader.counts()).toEqual({ following: 0, attention: 0 })
    expect(await reader.listFollowed()).toHaveLength(1)
    const home = await reader.home('profile-1', noonMs, { year: 2026, month: 6 })
    expect(home.inFlight).toEqual([])
    await change({ nextCheckAtMs: null, watchUntilMs: null }, revision + 1)
    expect(await found()).toEqual([])
  })

  it('finds charges of the same card by its digits in its own profile, and by the hash that tokens share', async () => {
    const token = (cardRefId: string, parts: object) =>
      writer.upsertCard({ profileId: 'profile-1', cardRefId, routeId: '7722', atMs: noonMs, ...parts })
    const sending = await move(await recorded(), 'sending')
    const related = async (card: object) =>
      (await reader.listRelatedCharges({ ...typed, ...card }, noonMs + 86_400_000)).map(
        (found) => found.summary.orderId,
      )
    const found = [sending.summary.orderId]
    expect(await related({})).toEqual(found)
    expect(await related({ lastFour: '1112' })).toEqual([])
    expect(await related({ bin: null, lastFour: null })).toEqual([])
    expect(await related({ profileId: 'profile-2' })).toEqual([])
    await token('880017', { cardHashId: 'h' })
    const twin = await token('880021', { cardHashId: 'h' })
    const other = await token('880022', { cardHashId: 'g' })
    expect(await related({ cardId: twin.view.cardId, bin: null, lastFour: null })).toEqual(found)
    expect(await related({ cardId: other.view.cardId, bin: null, lastFour: null })).toEqual([])
  })
})
