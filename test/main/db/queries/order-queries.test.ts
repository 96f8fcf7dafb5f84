import { beforeEach, describe, expect, it } from 'vitest'
import { card, cardOf, entry, newOrder, profile, startMs, TestDatabase, memoryDatabase } from '../builders'
import { recordOf } from '../../../support/builders'

let database: TestDatabase

beforeEach(() => {
  database = new TestDatabase(memoryDatabase())
})

const adopt = (set: Parameters<typeof newOrder>[0] = {}) =>
  recordOf(database.open.writer.adoptOrder(newOrder(set), [entry('adopted')]))

describe('following', () => {
  it('lists the orders to poll, soonest first, and unknown outcomes without a time before all others', () => {
    const later = adopt({ clientOrderId: 'later', nextCheckAtMs: startMs + 5000 })
    const sooner = adopt({ clientOrderId: 'sooner', nextCheckAtMs: startMs + 10 })
    adopt({ clientOrderId: 'done', followState: 'stopped', nextCheckAtMs: null })
    database.recorded()
    const unknown = database.chargeIn('outcome-unknown')
    expect(database.open.reader.listFollowed()).toEqual([unknown, sooner, later])
  })
})

describe('orders in review', () => {
  it('are those of a profile that need a person, a paid one too', () => {
    const { reader } = database.open
    const order = database.recorded()
    expect(reader.listInReview('prof-1')).toEqual([])
    database.change(order, { status: 'approved', followState: 'needs-review', nextCheckAtMs: null })
    expect(reader.listInReview('prof-1')).toEqual([reader.getOrder(order.summary.orderId)])
    expect(reader.listInReview('prof-2')).toEqual([])
  })
})

describe('charges that matter to a new one', () => {
  it('are the recent ones of the card and its twins, and unresolved ones however old', () => {
    const { writer, reader } = database.open
    const twin = writer.upsertCard(card({ cardRefId: '880018', unqCardRefId: 'unq-1' })).view.cardId
    writer.upsertCard(card({ unqCardRefId: 'unq-1' }))
    const stranger = writer.upsertCard(card({ cardRefId: '880019', unqCardRefId: 'unq-2' })).view.cardId
    const at = (createdAtMs: number) => ({ createdAtMs })
    const old = startMs - 100_000
    database.move(database.move(database.recorded(at(old)), 'sending'), 'accepted')
    const oldUnknown = database.move(database.move(database.recorded(at(old)), 'sending'), 'outcome-unknown')
    const recent = database.recorded(at(startMs + 1))
    const ofTwin = database.recorded({ ...at(startMs + 2), cardId: twin, cardRefId: '880018' })
    database.recorded({ ...at(startMs + 3), cardId: stranger, cardRefId: '880019' })
    adopt({ cardId: database.cardId, createdAtMs: startMs + 4 })
    const related = reader.listRelatedCharges(cardOf(database.cardId), startMs)
    expect(related).toEqual([ofTwin, recent, oldUnknown])
    expect(reader.listRelatedCharges(cardOf(twin), startMs)).toEqual(related)
  })

  it('do not include tokens of the same unique id at another gateway', () => {
    const { writer, reader } = database.open
    const gate = { environment: 'production', baseUrl: 'https://gate.example.test/paynet' } as const
    writer.saveProfile(profile({ profileId: 'live-1', ...gate }))
    writer.saveProfile(profile({ profileId: 'live-2', ...gate }))
    writer.upsertCard(card({ unqCardRefId: 'unq-1' }))
    const here = writer.upsertCard(card({ profileId: 'live-1', unqCardRefId: 'unq-1' })).view.cardId
    const there = writer.upsertCard(card({ profileId: 'live-2', unqCardRefId: 'unq-1' })).view.cardId
    database.recorded()
    const live = database.recorded({ profileId: 'live-2', cardId: there }, { environment: 'production' })
    expect(reader.listRelatedCharges(cardOf(here, { profileId: 'live-1' }), 0)).toEqual([live])
  })
})
