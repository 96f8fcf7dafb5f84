import { beforeEach, describe, expect, it } from 'vitest'
import { card, newOrder, profile, refusalOf, startMs, TestDatabase, memoryDatabase } from '../builders'

let database: TestDatabase

beforeEach(() => {
  database = new TestDatabase(memoryDatabase())
})

describe('cards', () => {
  it('take what is new, keep what is not told, and clear a label only by an empty text', () => {
    const { writer, reader } = database.open
    const first = writer.upsertCard(
      card({
        cardRefId: '1',
        nickname: 'Hat club',
        bin: '41111122',
        lastFour: '1111',
        expireMonth: 5,
        expireYear: 2029,
        unqCardRefId: 'u',
        cardHashId: '1569311',
        recurringPaymentId: '12',
        dstCardRefId: '13',
        infoAtMs: 7,
      }),
    )
    const second = writer.upsertCard(
      card({
        cardRefId: '1',
        routeId: '7722',
        atMs: startMs + 5,
        bin: null,
        nickname: '',
        customerReference: 'C-1',
        printedName: 'IVA',
      }),
    )
    expect(second).toEqual({
      routeId: '7722',
      view: {
        ...first.view,
        bin: '411111',
        nickname: '',
        customerReference: 'C-1',
        printedName: 'IVA',
        createdAtMs: startMs,
      },
    })
    expect(reader.getCard(first.view.cardId)).toEqual(second)
    expect(reader.getCard('404')).toBeNull()
  })

  it('have the number of their charges and the outcome of the last one', () => {
    const { reader, writer } = database.open
    expect(reader.getCard(database.cardId)?.view).toMatchObject({ chargeCount: 0, lastCharge: null })
    database.recorded({ createdAtMs: startMs })
    const last = database.chargeIn(
      'accepted',
      { createdAtMs: startMs + 1, amountMinor: 777 },
      { description: 'Subscription June' },
    )
    writer.adoptOrder(
      newOrder({ cardId: database.cardId, amountMinor: 1, currency: 'EUR', createdAtMs: startMs + 2 }),
      [],
    )
    expect(reader.listCards('prof-1')[0]).toMatchObject({
      chargeCount: 2,
      lastCharge: {
        orderId: last.summary.orderId,
        atMs: startMs + 1,
        amountMinor: 777,
        currency: 'EUR',
        family: 'open',
        word: 'processing',
        description: 'Subscription June',
      },
    })
  })

  it('are listed by profile, newest first', () => {
    const { writer, reader } = database.open
    writer.saveProfile(profile({ profileId: 'prof-2' }))
    for (const cardRefId of ['1', '2']) writer.upsertCard(card({ cardRefId }))
    writer.upsertCard(card({ profileId: 'prof-2', cardRefId: '1' }))
    expect(reader.listCards('prof-1').map((view) => view.cardRefId)).toEqual(['2', '1', '880017'])
    expect(refusalOf(() => writer.upsertCard(card({ profileId: 'none' })))).toEqual({
      code: 'not-found',
      reason: 'profile',
    })
  })
})
