import { beforeEach, describe, expect, it } from 'vitest'
import { chargeState, nextChargeStates } from '../../../../src-shared/domain/charge'
import { aConfirmation, nothingRelated } from '../../../support/builders'
import {
  draft,
  entry,
  newOrder,
  ofSale,
  profile,
  card,
  refusalOf,
  TestDatabase,
  memoryDatabase,
  transmissionsIn,
} from '../builders'

let open: ReturnType<typeof memoryDatabase>
let database: TestDatabase

beforeEach(() => {
  open = memoryDatabase()
  database = new TestDatabase(open)
})

function messageOf(step: () => unknown): string | null {
  try {
    step()
    return null
  } catch (error) {
    return (error as Error).message
  }
}

const recordInput = (chargeId: string, expectedVersion: number, order: Parameters<typeof newOrder>[0]) => ({
  chargeId,
  expectedVersion,
  previewHash: 'hash',
  sentParameters: [],
  confirmation: aConfirmation(),
  related: nothingRelated,
  order: newOrder(order),
  entries: [entry('confirmed')],
})

describe('a draft', () => {
  it('comes back as it was stored, and a changed one has the next version', () => {
    const { writer, reader } = database.open
    const first = writer.saveDraft(draft({ cardId: database.cardId }))
    expect(first).toEqual({
      ...draft({ cardId: database.cardId }),
      state: 'draft',
      stateVersion: 1,
      transmissions: 0,
      orderId: null,
      confirmedAtMs: null,
      mostMinor: null,
    })
    writer.saveDraft(draft({ cardId: database.cardId, amountMinor: 5000 }))
    expect(reader.getCharge('charge-1')).toMatchObject({ amountMinor: 5000, stateVersion: 2, state: 'draft' })
  })

  it('can be thrown away, and only once', () => {
    const { writer, reader } = database.open
    writer.saveDraft(draft({ cardId: database.cardId }))
    writer.discardDraft('charge-1')
    expect(reader.getCharge('charge-1')).toBeNull()
    expect(
      refusalOf(() => {
        writer.discardDraft('charge-1')
      }),
    ).toEqual({ code: 'not-found', reason: 'charge' })
  })

  it('is refused for a card of another profile', () => {
    const { writer } = database.open
    writer.saveProfile(profile({ profileId: 'prof-2' }))
    const other = writer.upsertCard(card({ profileId: 'prof-2' })).view.cardId
    for (const cardId of [other, '999', 'x', ''])
      expect(refusalOf(() => writer.saveDraft(draft({ cardId })))).toEqual({
        code: 'not-found',
        reason: 'card',
      })
  })

  it('keeps every part of the form, however long or strange', () => {
    const form = {
      ...draft({ cardId: database.cardId }).draft,
      description: 'Ž"\\\n'.repeat(16_000),
      merchantData: '{"a":[1,2,"\u0000\u202e"]}',
      enumerateAmounts: '49.00,39.00',
    }
    database.open.writer.saveDraft(draft({ cardId: database.cardId, draft: form }))
    expect(database.open.reader.getCharge('charge-1')?.draft).toEqual(form)
  })
})

describe('writing a charge down', () => {
  it('makes the order, its entries and the link in one step', () => {
    const order = database.recorded(
      {},
      { description: 'Subscription May', bin: '41111122', lastFour: '1111' },
    )
    expect(order.charge).toMatchObject({
      state: 'recorded',
      stateVersion: 2,
      transmissions: 0,
      previewHash: 'hash',
      orderId: order.summary.orderId,
    })
    expect(order.summary).toMatchObject({
      revision: 1,
      chargeId: 'charge-1',
      chargeState: 'recorded',
      family: 'open',
      word: 'not sent yet',
      bin: '411111',
      lastFour: '1111',
    })
    expect(database.open.reader.getOrderView(order.summary.orderId)).toMatchObject({
      timeline: [{ seq: 1, kind: 'confirmed', actor: 'Iva' }],
      sentParameters: [{ name: 'amount', value: '49.00' }],
      enumeratedAmounts: [],
    })
  })

  it('is refused for a draft that was changed, recorded or thrown away meanwhile', () => {
    const { writer } = database.open
    const saved = writer.saveDraft(draft({ cardId: database.cardId }))
    const order = {
      kind: saved.kind,
      clientOrderId: saved.clientOrderId,
      amountMinor: saved.amountMinor,
      currency: saved.currency,
      cardId: saved.cardId,
    } as const
    expect(refusalOf(() => writer.recordCharge(recordInput('charge-1', 7, order)))).toEqual({
      code: 'not-allowed-now',
      reason: 'charge-state',
    })
    writer.recordCharge(recordInput('charge-1', 1, order))
    expect(refusalOf(() => writer.recordCharge(recordInput('charge-1', 2, order)))?.code).toBe(
      'not-allowed-now',
    )
    expect(refusalOf(() => writer.recordCharge(recordInput('gone', 1, order)))).toEqual({
      code: 'not-found',
      reason: 'charge',
    })
  })

  it('is refused when the order differs from the confirmed charge, and stores nothing', () => {
    const { writer, reader } = database.open
    const saved = writer.saveDraft(draft({ cardId: database.cardId }))
    const fitting = {
      kind: saved.kind,
      clientOrderId: saved.clientOrderId,
      amountMinor: saved.amountMinor,
      currency: saved.currency,
      cardId: saved.cardId,
    } as const
    const wrong = [
      { amountMinor: 4901 },
      { currency: 'USD' },
      { clientOrderId: 'another' },
      { kind: 'rebill-auth' as const },
      { cardId: null },
      { profileId: 'prof-9' },
    ]
    for (const part of wrong)
      expect(
        refusalOf(() => writer.recordCharge(recordInput('charge-1', 1, { ...fitting, ...part }))),
      ).toEqual({
        code: 'not-allowed-now',
        reason: 'order-differs',
      })
    expect(reader.findOrder('prof-1', saved.clientOrderId)).toBeNull()
    expect(reader.getCharge('charge-1')?.state).toBe('draft')
  })

  it('is refused for a client order id that is in the log already', () => {
    const { writer, reader } = database.open
    const taken = database.recorded().summary.clientOrderId
    const saved = writer.saveDraft(draft({ chargeId: 'twin', cardId: database.cardId, clientOrderId: taken }))
    const order = {
      kind: saved.kind,
      clientOrderId: taken,
      amountMinor: saved.amountMinor,
      currency: saved.currency,
      cardId: saved.cardId,
    } as const
    expect(refusalOf(() => writer.recordCharge(recordInput('twin', 1, order)))).toEqual({
      code: 'not-allowed-now',
      reason: 'already-in-log',
    })
    expect(reader.getCharge('twin')?.state).toBe('draft')
  })
})

describe('a sale', () => {
  it('is written down without a card token, and with one it is refused', () => {
    const { writer, reader } = database.open
    const saved = writer.saveDraft({ ...draft({ cardId: database.cardId }), ...ofSale })
    expect(saved).toMatchObject({ kind: 'sale', cardId: null, cardRefId: null, draft: ofSale.draft })
    const order = {
      kind: saved.kind,
      clientOrderId: saved.clientOrderId,
      amountMinor: saved.amountMinor,
      currency: saved.currency,
    } as const
    for (const cardId of [database.cardId, '999'])
      expect(
        refusalOf(() => writer.recordCharge(recordInput(saved.chargeId, 1, { ...order, cardId }))),
      ).toEqual({ code: 'not-allowed-now', reason: 'order-differs' })
    expect(reader.getCharge(saved.chargeId)?.state).toBe('draft')
    const recorded = writer.recordCharge(recordInput(saved.chargeId, 1, { ...order, cardId: null }))
    expect(recorded).toMatchObject({ summary: { kind: 'sale', cardId: null }, charge: { state: 'recorded' } })
  })

  it('may become a rebill and a rebill a sale while it is a draft, not later', () => {
    const { writer } = database.open
    const rebill = draft({ cardId: database.cardId })
    for (const form of [rebill, { ...rebill, ...ofSale }, rebill])
      expect(writer.saveDraft(form)).toMatchObject({ kind: form.kind, cardId: form.cardId })
    const order = database.recorded({ ...ofSale, chargeId: 'charge-1', clientOrderId: 'INV-3' })
    expect(refusalOf(() => writer.saveDraft({ ...rebill, chargeId: order.charge?.chargeId ?? '' }))).toEqual({
      code: 'not-allowed-now',
      reason: 'charge-state',
    })
  })

  it('is found by the name on the card and by the staff’s own reference', () => {
    const order = database.recorded(ofSale, { cardholderName: 'IVA TESTOVA', reference: 'R-78' })
    const found = (search: string) =>
      database.open.reader.listOrders(
        { profileId: null, families: [], filters: [], search, sortBy: 'created', direction: 'desc' },
        null,
        5,
      ).rows
    for (const search of ['testova', 'R-78']) expect(found(search), search).toEqual([order.summary])
    expect(found('R-79')).toEqual([])
  })
})

describe('the states of a charge', () => {
  const states = chargeState.options

  it('follow the shared table in every one of the 169 pairs, in the schema itself', () => {
    const found: Record<string, string[]> = {}
    const reasons = new Set<string>()
    const expected: Record<string, string[]> = {}
    const db = open.db
    const update = db.prepare(
      `UPDATE charges SET state = ?, transmissions = ?, state_version = state_version + 1,
       order_id = coalesce(order_id, ?), preview_hash = 'hash' WHERE charge_id = ?`,
    )
    for (const from of states) {
      const chargeId = from === 'draft' ? 'plain' : (database.chargeIn(from).charge?.chargeId ?? '')
      if (from === 'draft') database.open.writer.saveDraft(draft({ chargeId, cardId: database.cardId }))
      const orderId = Number(
        database.open.writer.adoptOrder(newOrder({ clientOrderId: `for-${from}` }), []).summary.orderId,
      )
      for (const to of states.filter((state) => state !== from)) {
        db.exec('SAVEPOINT attempt')
        const refused = messageOf(() =>
          update.run(to, transmissionsIn(to), to === 'draft' ? null : orderId, chargeId),
        )
        db.exec('ROLLBACK TO attempt; RELEASE attempt')
        if (refused === null) (found[from] ??= []).push(to)
        else reasons.add(refused)
        if (nextChargeStates(from).includes(to)) (expected[from] ??= []).push(to)
      }
    }
    expect(found).toEqual(expected)
    expect([...reasons]).toEqual(['forbidden-transition'])
    expect(Object.values(found).flat()).toHaveLength(
      states.flatMap((state) => nextChargeStates(state)).length,
    )
  })

  it('refuse a forbidden step with its reason and change nothing', () => {
    const order = database.chargeIn('accepted')
    for (const to of ['recorded', 'sending', 'cancelled', 'draft'] as const) {
      expect(refusalOf(() => database.move(order, to))).toEqual({
        code: 'not-allowed-now',
        reason: 'forbidden-transition',
      })
      expect(database.open.reader.getOrder(order.summary.orderId)).toEqual(order)
    }
  })

  it('move by compare-and-set: the second of two senders is refused', () => {
    const order = database.recorded()
    database.move(order, 'sending')
    expect(refusalOf(() => database.move(order, 'sending'))).toEqual({
      code: 'not-allowed-now',
      reason: 'revision',
    })
    const now = database.open.reader.getOrder(order.summary.orderId)
    if (now?.charge === undefined || now.charge === null) throw new Error('gone')
    const stale = { ...now, charge: { ...now.charge, stateVersion: 1 } }
    expect(refusalOf(() => database.move(stale, 'accepted'))).toEqual({
      code: 'not-allowed-now',
      reason: 'charge-state',
    })
  })

  it('keep the hash and the parameters of a charge that is confirmed again', () => {
    const order = database.chargeIn('not-sent')
    const again = database.change(
      order,
      {},
      {
        charge: {
          from: 'not-sent',
          expectedVersion: order.charge?.stateVersion ?? 0,
          to: 'recorded',
          previewHash: 'second hash',
          sentParameters: [
            { name: 'amount', value: '49.00' },
            { name: 'comment', value: 'again' },
            { name: 'x_new', value: '1' },
          ],
        },
      },
    )
    expect(again.charge).toMatchObject({ state: 'recorded', previewHash: 'second hash', transmissions: 0 })
    expect(database.open.reader.getOrderView(order.summary.orderId)?.sentParameters).toEqual([
      { name: 'amount', value: '49.00', sent: 'amount' },
      { name: 'comment', value: 'again', sent: 'comment' },
      { name: 'x_new', value: '1' },
    ])
    expect(database.move(again, 'sending').charge?.transmissions).toBe(1)
  })
})
