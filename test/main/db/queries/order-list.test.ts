import fc from 'fast-check'
import { beforeEach, describe, expect, it } from 'vitest'
import {
  everyOrder,
  orderSort,
  type OrderSort,
  type FilterField,
  type OrderFilter,
  type OrderQuery,
} from '../../../../src-shared/domain/order-query'
import type { OrderSummary } from '../../../../src-shared/domain/order'
import type { Sqlite } from '../../../../src-main/db/file/connection'
import { OrderList, type ListLimits } from '../../../../src-main/db/queries/order-list'
import { anActor, aSaleDraft } from '../../../support/builders'
import {
  entry,
  newOrder,
  ofSale,
  profile,
  refusalOf,
  startMs,
  TestDatabase,
  memoryDatabase,
} from '../builders'
import { everyExchange } from '../../../../src-shared/domain/exchange'

let database: TestDatabase
let db: Sqlite

beforeEach(() => {
  const memory = memoryDatabase()
  database = new TestDatabase(memory)
  db = memory.db
})

const everything = everyOrder
const adopt = (clientOrderId: string, set: Parameters<typeof newOrder>[0] = {}) =>
  database.open.writer.adoptOrder(newOrder({ clientOrderId, ...set }), [])

function pages(query: Partial<OrderQuery>, limit: number): string[][] {
  const found: string[][] = []
  let cursor: string | null = null
  do {
    const page = database.open.reader.listOrders({ ...everything, ...query }, cursor, limit)
    found.push(page.rows.map((row) => row.clientOrderId))
    cursor = page.nextCursor
  } while (cursor !== null)
  return found
}

const sortKeyOf: Record<OrderSort, (row: OrderSummary) => string | number> = {
  created: (row) => row.createdAtMs,
  changed: (row) => row.changedAtMs,
  amount: (row) => row.amountMinor ?? 0,
  status: (row) => row.word,
  cardholder: (row) => row.cardholderName ?? '',
  'last-four': (row) => row.lastFour ?? '',
  'client-order-id': (row) => row.clientOrderId,
  'gateway-order-id': (row) => row.gatewayOrderId ?? '',
  reference: (row) => row.reference ?? '',
}

/** SQLite compares texts by their bytes. */
function compare(a: string | number, b: string | number): number {
  if (typeof a === 'number' && typeof b === 'number') return a - b
  return Buffer.compare(Buffer.from(String(a)), Buffer.from(String(b)))
}

const idsFor = (search: string, query: Partial<OrderQuery> = {}) => pages({ search, ...query }, 50).flat()

describe('the orders list', () => {
  it('sorts amounts as numbers over all pages, both ways', () => {
    const amounts = [9932, 99901, 732, 87332, 932, 8333]
    for (const amountMinor of amounts) adopt(String(amountMinor), { amountMinor, currency: 'EUR' })
    expect(pages({ sortBy: 'amount' }, 3)).toEqual([
      ['99901', '87332', '9932'],
      ['8333', '932', '732'],
    ])
    expect(pages({ sortBy: 'amount', direction: 'asc' }, 3)).toEqual([
      ['732', '932', '8333'],
      ['9932', '87332', '99901'],
    ])
  })

  it('sorts amounts of currencies with other decimals by what is read, and orders without one last', () => {
    adopt('100.00 USD', { amountMinor: 10_000, currency: 'USD' })
    adopt('10000 JPY', { amountMinor: 10_000, currency: 'JPY' })
    adopt('10.000 KWD', { amountMinor: 10_000, currency: 'KWD' })
    adopt('none')
    adopt('9999999999 JPY', { amountMinor: 9_999_999_999, currency: 'JPY' })
    expect(pages({ sortBy: 'amount' }, 2).flat()).toEqual([
      '9999999999 JPY',
      '10000 JPY',
      '100.00 USD',
      '10.000 KWD',
      'none',
    ])
  })

  it('pages through equal times and amounts without losing or repeating a row', () => {
    fc.assert(
      fc.property(
        fc.array(
          fc.record({
            at: fc.integer({ min: 0, max: 3 }),
            amount: fc.integer({ min: 0, max: 3 }),
            text: fc.constantFrom(null, '', 'a', 'B', '\u00e9'),
          }),
          { minLength: 1, maxLength: 12 },
        ),
        fc.integer({ min: 1, max: 5 }),
        (rows, limit) => {
          const { writer, reader } = new TestDatabase(memoryDatabase()).open
          rows.forEach(({ at, amount, text }, index) => {
            const set = { createdAtMs: startMs + at, amountMinor: amount, currency: 'EUR' }
            const texts = { cardholderName: text, reference: text, lastFour: text, gatewayOrderId: text }
            writer.adoptOrder(newOrder({ clientOrderId: String(index), ...set, ...texts }), [])
          })
          for (const sortBy of orderSort.options)
            for (const direction of ['asc', 'desc'] as const) {
              const seen: { key: string | number; id: number }[] = []
              let cursor: string | null = null
              do {
                const page = reader.listOrders({ ...everything, sortBy, direction }, cursor, limit)
                expect(page.total).toBe(rows.length)
                for (const row of page.rows)
                  seen.push({
                    key: sortKeyOf[sortBy](row),
                    id: Number(row.orderId),
                  })
                cursor = page.nextCursor
              } while (cursor !== null)
              const sign = direction === 'asc' ? 1 : -1
              const sorted = [...seen].sort((a, b) => sign * (compare(a.key, b.key) || a.id - b.id))
              expect(seen).toEqual(sorted)
              expect(new Set(seen.map(({ id }) => id)).size).toBe(rows.length)
            }
        },
      ),
      { numRuns: 15 },
    )
  })

  it('shifts no row when new orders arrive between two pages', () => {
    for (const id of ['a', 'b', 'c', 'd']) adopt(id, { createdAtMs: startMs + id.charCodeAt(0) })
    const first = database.open.reader.listOrders(everything, null, 2)
    adopt('e', { createdAtMs: startMs + 1000 })
    const second = database.open.reader.listOrders(everything, first.nextCursor, 2)
    expect([...first.rows, ...second.rows].map((row) => row.clientOrderId)).toEqual(['d', 'c', 'b', 'a'])
    expect(second).toMatchObject({ nextCursor: null, total: 5 })
  })

  it('filters by profile and by families', () => {
    database.open.writer.saveProfile(profile({ profileId: 'prof-2' }))
    adopt('other', { profileId: 'prof-2' })
    for (const status of ['approved', 'declined', 'filtered'])
      database.change(adopt(status), { status, nextCheckAtMs: null, followState: 'stopped' })
    expect(pages({ profileId: 'prof-1' }, 10).flat()).toEqual(['filtered', 'declined', 'approved'])
    expect(pages({ profileId: 'prof-2' }, 10).flat()).toEqual(['other'])
    expect(pages({ profileId: 'prof-3' }, 10).flat()).toEqual([])
    expect(pages({ families: ['approved', 'filtered'] }, 1)).toEqual([['filtered'], ['approved']])
    expect(idsFor('e', { families: ['declined'], profileId: 'prof-1' })).toEqual(['declined'])
  })

  it('filters by the value of a field, or by all other values', () => {
    database.open.writer.saveProfile(
      profile({ profileId: 'live', environment: 'production', baseUrl: 'https://g.test' }),
    )
    const of = { currency: 'EUR', amountMinor: 100 }
    adopt('a', { ...of, cardholderName: 'Ann Lee', bin: '411111', lastFour: '1111', reference: 'R-1' })
    adopt('b', { currency: 'JPY', amountMinor: 5, cardholderName: 'Bo', description: 'Box' })
    adopt('c', { profileId: 'live', environment: 'production' })
    database.change(adopt('d', of), { status: 'declined', errorCode: '5', orderStage: 'sale_declined' })
    const paid = database.change(adopt('e', of), { status: 'approved' })
    database.change(paid, {
      later: {
        ...paid.summary.later,
        refundState: 'partial',
        refundedMinor: 40,
        disputes: ['chargeback'],
      },
    })
    db.prepare(`INSERT INTO order_labels VALUES (1, 'vip', 'VIP')`).run()
    const matching = (field: FilterField, value: string) =>
      [false, true].map((not) => idsFor('', { filters: [{ by: 'is', field, value, not }] }).join(''))
    expect(
      Object.fromEntries(
        (
          [
            ['kind', 'adopted'],
            ['environment', 'production'],
            ['status', 'declined'],
            ['stage', 'sale_declined'],
            ['currency', 'JPY'],
            ['bin', '411111'],
            ['last-four', '1111'],
            ['cardholder', 'Ann Lee'],
            ['reference', 'R-1'],
            ['description', 'Box'],
            ['error', '5'],
            ['refund', 'partial'],
            ['label', 'Vip'],
          ] as const
        ).map(([field, value]) => [field, matching(field, value)]),
      ),
    ).toEqual({
      kind: ['edcba', ''],
      environment: ['c', 'edba'],
      status: ['d', 'ecba'],
      stage: ['d', 'ecba'],
      currency: ['b', 'edca'],
      bin: ['a', 'edcb'],
      'last-four': ['a', 'edcb'],
      cardholder: ['a', 'edcb'],
      reference: ['a', 'edcb'],
      description: ['b', 'edca'],
      error: ['d', 'ecba'],
      refund: ['e', 'dcba'],
      label: ['a', 'edcb'],
    })
    expect(matching('refund', 'chargeback')).toEqual(['e', 'dcba'])
    // Never a pattern and never a part.
    expect(matching('cardholder', 'Ann%')).toEqual(['', 'edcba'])
  })

  it('filters by a range of times, and by a range of amounts in the unit of each currency', () => {
    adopt('a', { createdAtMs: startMs, amountMinor: 10_000, currency: 'USD' })
    adopt('b', { createdAtMs: startMs + 1, amountMinor: 100, currency: 'JPY' })
    adopt('c', { createdAtMs: startMs + 2, amountMinor: 100_001, currency: 'KWD' })
    adopt('d', { createdAtMs: startMs + 3 })
    const matching = (...filters: OrderFilter[]) => idsFor('', { filters }).join('')
    const created = (fromMs: number | null, untilMs: number | null) =>
      matching({ by: 'created', fromMs, untilMs })
    expect(created(startMs + 1, startMs + 3)).toBe('cb')
    expect([created(null, startMs + 1), created(startMs + 3, null), created(null, null)]).toEqual([
      'a',
      'd',
      'dcba',
    ])
    const amount = (from: string | null, to: string | null) => matching({ by: 'amount', from, to })
    expect([amount('100', '100.00'), amount('100.001', null), amount(null, '99.9999')]).toEqual([
      'ba',
      'c',
      '',
    ])
    expect(amount(null, null)).toBe('dcba')
    expect(
      matching(
        { by: 'amount', from: '100', to: null },
        { by: 'created', fromMs: null, untilMs: startMs + 2 },
      ),
    ).toBe('ba')
  })

  it('refuses a cursor that is not of this list', () => {
    for (const id of ['a', 'b']) adopt(id)
    const { reader } = database.open
    const created = reader.listOrders(everything, null, 1).nextCursor
    const foreign = [
      '',
      'x',
      '%%%',
      btoa('[1]'),
      btoa('["created desc","1","2"]'),
      btoa('["created desc",1.5,2]'),
    ]
    for (const cursor of [...foreign, created])
      expect(refusalOf(() => reader.listOrders({ ...everything, sortBy: 'amount' }, cursor, 1))?.code).toBe(
        'validation-failed',
      )
    expect(refusalOf(() => reader.listExchanges(everyExchange, created, 1))?.code).toBe('validation-failed')
  })
})

describe('the search', () => {
  beforeEach(() => {
    adopt('INV_1001', { description: '100% cotton' })
    adopt('INV-1001', { description: '1000 pcs' })
    adopt('INVX1001', { description: 'back\\slash' })
  })

  it('takes underscore, percent and backslash literally (C09)', () => {
    expect(idsFor('INV_1')).toEqual(['INV_1001'])
    expect(idsFor('100%')).toEqual(['INV_1001'])
    expect(idsFor('%')).toEqual(['INV_1001'])
    expect(idsFor('_')).toEqual(['INV_1001'])
    expect(idsFor('\\')).toEqual(['INVX1001'])
    expect(idsFor('k\\s')).toEqual(['INVX1001'])
    expect(idsFor('1001')).toHaveLength(3)
  })

  it.each([
    ['zero-width spaces', 'INV\u200b-20\u200b41'],
    ['direction marks', '\u202aINV-2041\u202c'],
    ['a byte order mark and a soft hyphen', '\ufeffINV-20\u00ad41'],
    ['a non-breaking hyphen', 'INV\u20112041'],
    ['an en dash', 'INV\u20132041'],
    ['a minus sign and too few characters for the index', '\u22122'],
  ])('finds an id that was copied with %s (A12)', (_what, copied) => {
    adopt('INV-2041')
    adopt('ORD 2050')
    expect(idsFor(copied)).toEqual(['INV-2041'])
  })

  it('still finds a text that holds such a character itself (A12)', () => {
    adopt('1', { description: 'Season 2025\u20132026' })
    adopt('2', { cardholderName: 'می\u200cخواهم' })
    expect(idsFor('2025\u20132026')).toEqual(['1'])
    expect(idsFor('می\u200cخواهم')).toEqual(['2'])
  })

  it('takes a search of nothing but invisible characters for none (A12)', () => {
    expect(idsFor('\u200b\u2060')).toEqual(idsFor(''))
  })

  it('finds by every column a person searches by', () => {
    adopt('Z', {
      gatewayOrderId: '1152735103331642317',
      reference: 'Ref-Ω',
      cardholderName: 'Žofie Dvořáková',
      lastFour: '0977',
      description: 'Second, with "quotes" & more',
    })
    for (const search of [
      '1152735103331642317',
      '331642317',
      'ref-ω',
      'žofie',
      'DVOŘÁK',
      'ř',
      'Ž',
      '0977',
      '97',
      '"quotes"',
      '& more',
      ' Žofie\n',
    ])
      expect(idsFor(search), search).toEqual(['Z'])
  })

  it('finds texts that a change adds and no longer those that it replaces', () => {
    const order = adopt('Z', { cardholderName: 'BEFORE NAME' })
    database.change(order, { cardholderName: 'AFTER NAME', gatewayOrderId: '6684100' })
    expect(idsFor('AFTER')).toEqual(['Z'])
    expect(idsFor('6684100')).toEqual(['Z'])
    expect(idsFor('BEFORE')).toEqual([])
  })

  it('finds, sorts and counts alike whether few or thousands match', () => {
    const { writer } = database.open
    const amounts = Array.from({ length: 2200 }, (_, number) => (number * 7919) % 2200)
    const add = (amountMinor: number) =>
      writer.adoptOrder(
        newOrder({
          clientOrderId: `MANY-${String(amountMinor)}${amountMinor < 30 ? '-few' : ''}`,
          amountMinor,
          currency: 'EUR',
        }),
        [],
      )
    amounts.forEach(add)
    const byAmount = { sortBy: 'amount', direction: 'asc', profileId: 'prof-1' } as const
    const numbersOf = (ids: readonly string[]) => ids.map((id) => Number(id.split('-')[1]))
    const sorted = Array.from(amounts.keys())
    expect(numbersOf(pages({ ...byAmount, search: 'MANY-' }, 200).flat())).toEqual(sorted)
    expect(numbersOf(pages({ ...byAmount, search: '-few' }, 7).flat())).toEqual(sorted.slice(0, 30))
    expect(numbersOf(pages({ search: 'MANY-' }, 200).flat())).toEqual([...amounts].reverse())
    // On a busy machine the usual 20 ms can end the count before it comes to a thousand.
    const unhurried = new OrderList(db, { mostSorted: 2000, step: 128, walkMs: 60_000, mostCounted: 1000 })
    const total = (search: string) => {
      const { total, isTotalExact } = unhurried.page({ ...everything, ...byAmount, search }, null, 1)
      return isTotalExact ? String(total) : total >= 1000 ? '1000 or more' : 'too few'
    }
    expect([total('MANY-'), total('-few')]).toEqual(['1000 or more', '30'])
    expect(database.open.reader.countOrders({ ...everything, ...byAmount, search: 'MANY-' })).toMatchObject({
      open: 2200,
    })
  })

  it('gives on all pages together what a scan of all orders gives, however they are found', () => {
    const text = fc.string({
      maxLength: 12,
      unit: fc.constantFrom('a', 'B', 's', 'k', '%', '_', ' ', '\\', '\u00e1', '\u00c1', '\u017f', '\u212a'),
    })
    const search = fc.string({
      maxLength: 8,
      unit: fc.constantFrom('a', 'b', 'S', 'K', '%', '_', '\u00c1', '\u017f'),
    })
    const filters: OrderFilter[][] = [
      [],
      [{ by: 'is', field: 'cardholder', value: 'a', not: false }],
      [{ by: 'is', field: 'error', value: '5', not: true }],
      [{ by: 'is', field: 'error', value: '5', not: false }],
      [{ by: 'is', field: 'status', value: 'declined', not: false }],
      [{ by: 'is', field: 'label', value: 'VIP', not: false }],
      [{ by: 'created', fromMs: startMs + 1, untilMs: startMs + 4 }],
      [{ by: 'amount', from: '0.02', to: null }],
    ]
    const usual = { mostSorted: 1000, step: 3, walkMs: 1000, mostCounted: 1000 }
    const ways: readonly ListLimits[] = [
      // Few hits, read whole.
      usual,
      // Walked to its end.
      { ...usual, mostSorted: -1 },
      // Walked, with one step for each page.
      { ...usual, mostSorted: -1, walkMs: -1, mostCounted: 2 },
      { ...usual, mostSorted: 2, step: 2, walkMs: -1, mostCounted: 1 },
    ]
    fc.assert(
      fc.property(
        fc.array(
          fc.record({
            at: fc.integer({ min: 0, max: 5 }),
            description: text,
            name: fc.constantFrom('a', 'A', 'ask', null),
            status: fc.constantFrom('approved', 'declined', 'processing'),
          }),
          { minLength: 1, maxLength: 25 },
        ),
        search,
        fc.constantFrom(...filters),
        fc.subarray(['approved', 'open'] as const),
        fc.constantFrom(...orderSort.options),
        fc.constantFrom('asc', 'desc'),
        fc.constantFrom(null, 'prof-1'),
        (rows, text, filters, families, sortBy, direction, profileId) => {
          const memory = memoryDatabase()
          const made = new TestDatabase(memory)
          made.open.writer.saveProfile(profile({ profileId: 'prof-2' }))
          rows.forEach(({ at, description, name, status }, index) => {
            const order = made.open.writer.adoptOrder(
              newOrder({
                ...{
                  clientOrderId: String(index),
                  createdAtMs: startMs + at,
                  description,
                  cardholderName: name,
                },
                ...{ profileId: index % 4 === 3 ? 'prof-2' : 'prof-1', amountMinor: at, currency: 'EUR' },
              }),
              [],
            )
            made.change(order, { status, ...(status === 'declined' ? { errorCode: '5' } : {}) })
            if (at === 2)
              memory.db
                .prepare(`INSERT INTO order_labels VALUES (?, 'vip', 'VIP')`)
                .run(order.summary.orderId)
          })
          const query = {
            ...{ profileId, search: text, filters, sortBy, direction },
            families: [...families],
          }
          const scanned = new OrderList(memory.db, { ...usual, mostSorted: -1 }).everyOrder(query)
          const expected = [...scanned.rows].map((row) => row.client_order_id)
          expect(scanned.total).toBe(expected.length)
          for (const limits of ways) {
            const list = new OrderList(memory.db, limits)
            const seen: string[] = []
            let cursor: string | null = null
            do {
              const page = list.page(query, cursor, 4)
              seen.push(...page.rows.map((row) => row.clientOrderId))
              cursor = page.nextCursor
              const least = page.isTotalExact ? expected.length : page.rows.length
              expect(page.total).toBeGreaterThanOrEqual(least)
              expect(page.total).toBeLessThanOrEqual(expected.length)
            } while (cursor !== null)
            expect(seen).toEqual(expected)
          }
        },
      ),
      { numRuns: 60 },
    )
  })

  it('counts with each page what every status filter would show beside the rest of the query', () => {
    database.open.writer.saveProfile(profile({ profileId: 'prof-2' }))
    const statuses = ['processing', 'approved', 'approved', 'declined', 'error', 'filtered', 'approved']
    statuses.forEach((status, index) => {
      const order = adopt(`C-${String(index)}`, index === 6 ? { profileId: 'prof-2' } : {})
      database.change(order, { status })
    })
    const none = { open: 0, approved: 0, declined: 0, error: 0, filtered: 0, unknown: 0 }
    const listed = (query: Partial<OrderQuery>) => {
      const { total, counts } = database.open.reader.listOrders({ ...everything, ...query }, null, 1)
      return { total, counts }
    }
    const ofFirst = { ...none, open: 1, approved: 2, declined: 1, error: 1, filtered: 1 }
    expect(listed({ profileId: 'prof-1', search: 'C-' })).toEqual({ total: 6, counts: ofFirst })
    expect(listed({ profileId: 'prof-1', search: 'C-', families: ['approved', 'error'] })).toEqual({
      ...{ total: 3, counts: ofFirst },
    })
    expect(listed({ search: 'C-' }).counts).toEqual({ ...ofFirst, approved: 3 })
    expect(listed({ search: '-6' })).toEqual({ total: 1, counts: { ...none, approved: 1 } })
    expect(listed({ search: 'nothing like it' })).toEqual({ total: 0, counts: none })
  })

  it('does not match across two columns', () => {
    adopt('AAA', { gatewayOrderId: 'BBB' })
    expect(idsFor('AAAB')).toEqual([])
    expect(idsFor('AB')).toEqual([])
  })

  it('finds every match, and never fails, for any text of up to 200 characters', () => {
    const nasty = fc.oneof(
      fc.string({ maxLength: 200, unit: 'binary' }),
      fc.string({
        maxLength: 8,
        unit: fc.constantFrom(
          '%',
          '_',
          '\\',
          '"',
          "'",
          '*',
          '^',
          ':',
          '-',
          '(',
          ')',
          'a',
          'Á',
          '\u0000',
          '\u001f',
        ),
      }),
      fc.constantFrom(
        'AND',
        'OR NOT',
        'NEAR(a b)',
        '"',
        '""',
        "';--",
        'text:abc',
        '*',
        '\ud800abc',
        '\u0000abc',
      ),
    )
    let number = 0
    fc.assert(
      fc.property(nasty, (text) => {
        const id = `any-${String(number++)}`
        const stored = text.isWellFormed() ? text : ''
        adopt(id, { description: `<${stored}>` })
        const found = idsFor(text)
        const needle = text.trim()
        const isFindable = needle !== '' && stored !== '' && !/[\u0000\u001f]/.test(needle)
        expect(found.includes(id) || !isFindable).toBe(true)
      }),
      { numRuns: 150 },
    )
  })
})

describe('a text whose letters can be written in several ways', () => {
  const writings = [
    ['composed', 'Zo\u00EB', 'Ph\u1EC7'],
    ['decomposed', 'Zoe\u0308', 'Phe\u0323\u0302'],
    ['in part', 'Zo\u00EB', 'Ph\u00EA\u0323'],
  ] as const

  it.each(writings)('is found when it is stored %s, however it is typed (A2)', (_, first, second) => {
    adopt('name', { cardholderName: `${first} Lindqvist` })
    adopt('reference', { reference: `${second}-7` })
    adopt('description', { description: `Hat for ${first} and ${second}` })
    adopt('other', { cardholderName: 'Zoe Phe' })
    for (const [, typedFirst, typedSecond] of writings) {
      expect(idsFor(typedFirst.toLowerCase()).toSorted()).toEqual(['description', 'name'])
      expect(idsFor(`${typedSecond.toUpperCase()}-7`)).toEqual(['reference'])
      expect(idsFor(`${typedFirst} and ${typedSecond}`)).toEqual(['description'])
    }
    expect(idsFor('\u00EB').toSorted()).toEqual(['description', 'name'])
  })

  it('is found by one letter that has another normal form, and a short text by what is only in the search words', () => {
    adopt('ideograph', { description: '<\u{2F800}>' })
    expect(idsFor('\u{2F800}')).toEqual(['ideograph'])
    expect(idsFor('\u4E3D')).toEqual(['ideograph'])
    const { summary } = database.recorded({ ...ofSale, draft: aSaleDraft({ email: 'q#7@example.com' }) })
    expect(idsFor('#7')).toEqual([summary.clientOrderId])
  })

  it('is found by the name that the gateway gave last (A2)', () => {
    const order = adopt('renamed', { cardholderName: 'Zoe\u0308 Lindqvist' })
    let revision = 1
    for (const cardholderName of ['Ame\u0301lie Berg', 'Anna Berg']) {
      database.open.writer.changeOrder({
        orderId: order.summary.orderId,
        expectedRevision: revision++,
        atMs: startMs,
        set: { cardholderName },
        entries: [],
      })
      expect(idsFor('zo\u00EB')).toEqual([])
      expect(idsFor(cardholderName.normalize('NFC'))).toEqual(['renamed'])
    }
    expect(idsFor('am\u00E9lie')).toEqual([])
  })
})

describe('the e-mail address of a sale', () => {
  it('finds its order, by any part of it (A19)', () => {
    const { summary } = database.recorded({ ...ofSale, draft: aSaleDraft({ email: 'Kos+VIP@example.com' }) })
    for (const typed of ['kos+vip', 'VIP@example', 'kos+vip@example.com'])
      expect(idsFor(typed)).toEqual([summary.clientOrderId])
    expect(idsFor('kos-vip')).toEqual([])
  })
})

describe('what is known later about an order', () => {
  it('finds it: reference number, approval code, stage, error, notes and labels', () => {
    const order = adopt('later')
    adopt('other')
    const changed = database.change(
      order,
      {
        status: 'declined',
        orderStage: 'sale_declined',
        errorCode: '1051',
        errorMessage: 'Insufficient funds',
      },
      {
        facts: [
          { name: 'processor-rrn', value: '930112345678' },
          { name: 'approval-code', value: 'A7K2QX' },
          { name: 'receipt-id', value: 'receipt-555' },
        ],
        entries: [entry('note', { actor: anActor('Iva'), text: 'Zoe\u0308 called, will pay by transfer' })],
      },
    )
    const label = db.prepare('INSERT INTO order_labels VALUES (?, ?, ?)')
    label.run(order.summary.orderId, 'call back', 'Call back')
    label.run(order.summary.orderId, 'vip', 'VIP')
    const texts = [
      '112345',
      'a7k2qx',
      'SALE_DECL',
      '1051',
      'sufficient f',
      'by transfer',
      'Zo\u00eb called',
      'VIP',
      'call back',
    ]
    for (const text of texts) expect(idsFor(text), text).toEqual(['later'])
    expect(idsFor('receipt-555')).toEqual([])
    database.change(
      changed,
      { orderStage: 'capture', errorMessage: null },
      { entries: [entry('note', { actor: anActor('Iva'), text: 'Second note' })] },
    )
    db.prepare(`DELETE FROM order_labels WHERE folded = 'vip'`).run()
    for (const text of ['SALE_DECL', 'sufficient f', 'VIP']) expect(idsFor(text), text).toEqual([])
    for (const text of ['capture', 'by transfer', 'second note', 'call back', '112345'])
      expect(idsFor(text), text).toEqual(['later'])
    db.exec(`INSERT INTO order_search_words (order_search_words) VALUES ('integrity-check')`)
  })
})

describe('the sort by amount', () => {
  it('orders over all pages of three, not only inside a page (C12)', () => {
    for (const amountMinor of [9932, 99901, 732, 87332, 932, 8333])
      adopt(String(amountMinor), { amountMinor, currency: 'EUR' })
    const down = [
      ['99901', '87332', '9932'],
      ['8333', '932', '732'],
    ]
    expect(pages({ sortBy: 'amount', direction: 'desc' }, 3)).toEqual(down)
    expect(pages({ sortBy: 'amount', direction: 'asc' }, 3).flat()).toEqual(down.flat().reverse())
  })
})
