import { beforeEach, describe, expect, it } from 'vitest'
import type { ChargeState } from '../../../../src-shared/domain/charge'
import type {
  NewOrder,
  OrderRecord,
  RelatedSeen,
  StorageReader,
  StorageWriter,
} from '../../../../src-main/ports/storage'
import { aConfirmation, aDraft, aProfile, nothingRelated, noonMs } from '../../../support/builders'
import { openStorage, recordSale } from '../../../support/storage'
import { homeDays } from '../../../support/builders'

const typed = { profileId: 'profile-1', cardId: null, bin: '411111', lastFour: '1111' }

describe('the charges that matter to a new one', () => {
  let writer: StorageWriter
  let reader: StorageReader

  beforeEach(async () => {
    const storage = await openStorage()
    writer = storage.writer
    reader = storage.reader
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
        confirmation: aConfirmation(),
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

  it('are recent by the time at which the gateway confirmed them, as is the last confirmed one of a profile (B5)', async () => {
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

  it('are those that its guards used, or it is refused (B2)', async () => {
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

  it.each([
    ['the same login and address', {}, true],
    ['the address in other letters', { baseUrl: 'https://GATE.example.com:443/paynet' }, true],
    ['another environment at the same address', { environment: 'gateway-test' }, true],
    ['another login', { login: 'SudShop' }, false],
    ['another path prefix', { baseUrl: 'https://gate.example.com/other' }, false],
    ['another host', { baseUrl: 'https://gate.example.org/paynet' }, false],
  ] as const)(
    'are those of the same token in a second profile with %s: the same card or not (B3)',
    async (_name, parts, isTwin) => {
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
    },
  )

  it('include a watched one however old, which does not count as in flight (B1)', async () => {
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
    expect(await reader.counts(null)).toEqual({ inFlight: 0, attention: 0, open: 0, refundCases: 0 })
    expect(await reader.listFollowed()).toHaveLength(1)
    const home = await reader.home('profile-1', homeDays, { year: 2026, month: 6 })
    expect(home.inFlight).toEqual([])
    await change({ nextCheckAtMs: null, watchUntilMs: null }, revision + 1)
    expect(await found()).toEqual([])
  })

  it('are found by the digits of the card in its own profile, and by the hash that tokens share', async () => {
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
