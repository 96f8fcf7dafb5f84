import fc from 'fast-check'
import { beforeEach, describe, expect, it } from 'vitest'
import { hasLoneSurrogate } from '../../../../src-shared/domain/fields'
import type { OrderQuery } from '../../../../src-shared/domain/order-query'
import { aSaleDraft } from '../../../support/builders'
import { newOrder, ofSale, profile, refusalOf, startMs, TestDatabase, memoryDatabase } from '../builders'
import { everyExchange } from '../../../../src-shared/domain/exchange'

let database: TestDatabase

beforeEach(() => {
  database = new TestDatabase(memoryDatabase())
})

const everything: OrderQuery = {
  profileId: null,
  search: '',
  families: [],
  sortBy: 'created',
  direction: 'desc',
}
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
        fc.array(fc.record({ at: fc.integer({ min: 0, max: 3 }), amount: fc.integer({ min: 0, max: 3 }) }), {
          minLength: 1,
          maxLength: 12,
        }),
        fc.integer({ min: 1, max: 5 }),
        (rows, limit) => {
          const { writer, reader } = new TestDatabase(memoryDatabase()).open
          rows.forEach(({ at, amount }, index) => {
            const set = { createdAtMs: startMs + at, amountMinor: amount, currency: 'EUR' }
            writer.adoptOrder(newOrder({ clientOrderId: String(index), ...set }), [])
          })
          for (const sortBy of ['created', 'amount'] as const)
            for (const direction of ['asc', 'desc'] as const) {
              const seen: { key: number; id: number }[] = []
              let cursor: string | null = null
              do {
                const page = reader.listOrders({ ...everything, sortBy, direction }, cursor, limit)
                expect(page.total).toBe(rows.length)
                for (const row of page.rows)
                  seen.push({
                    key: sortBy === 'created' ? row.createdAtMs : (row.amountMinor ?? 0),
                    id: Number(row.orderId),
                  })
                cursor = page.nextCursor
              } while (cursor !== null)
              const sign = direction === 'asc' ? 1 : -1
              const sorted = [...seen].sort((a, b) => sign * (a.key - b.key || a.id - b.id))
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

  it('takes wildcards literally', () => {
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
    const total = (search: string) =>
      database.open.reader.listOrders({ ...everything, ...byAmount, search }, null, 1).total
    expect([total('MANY-'), total('-few')]).toEqual([2200, 30])
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
        const stored = hasLoneSurrogate(text) ? '' : text
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
