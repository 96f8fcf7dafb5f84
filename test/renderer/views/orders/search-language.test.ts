import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import {
  closedSets,
  parseFilters,
  printFilters,
  readSearch,
} from '../../../../src-renderer/views/orders/search-language'
import { timeBounds } from '../../../../src-shared/domain/insights'
import { filterField, orderFilter, type OrderFilter } from '../../../../src-shared/domain/order-query'

const place = { nowMs: Date.parse('2026-11-29T12:00:00Z'), timeZone: 'Europe/Berlin' }
const entered = (text: string) => readSearch(text, place, true)
const is = (field: string, value: string, not = false) => ({ filter: { by: 'is', field, value, not } })
const amount = (from: string | null, to: string | null) => ({ filter: { by: 'amount', from, to } })
const created = (from: string | null, until: string | null) => ({
  filter: {
    by: 'created',
    fromMs: from === null ? null : Date.parse(from),
    untilMs: until === null ? null : Date.parse(until),
  },
})

describe('a typed condition', () => {
  it.each([
    ['status:approved', is('status', 'approved')],
    ['-status:declined', is('status', 'declined', true)],
    ['STATUS:Approved', is('status', 'approved')],
    ['status:"not sent"', is('status', 'not sent')],
    ['card:4242', is('last-four', '4242')],
    ['currency:eur', is('currency', 'EUR')],
    ['kind:rebill-sale', is('kind', 'rebill-sale')],
    ['env:production', is('environment', 'production')],
    ['error:1003', is('error', '1003')],
    ['refund:full', is('refund', 'full')],
    ['label:"call back"', is('label', 'call back')],
    [String.raw`label:"a \"b\" \\"`, is('label', String.raw`a "b" \ `.trim())],
    ['amount:>100', amount('100.0001', null)],
    ['amount:<100', amount(null, '99.9999')],
    ['amount:>=100.50', amount('100.50', null)],
    ['amount:10..20', amount('10', '20')],
    ['amount:10..', amount('10', null)],
    ['amount:15.99', amount('15.99', '15.99')],
    ['since:2026-11-01', created('2026-10-31T23:00:00Z', null)],
    ['until:2026-10-25', created(null, '2026-10-25T23:00:00Z')],
    ['since:7d', { period: '7d' }],
    ['since:today', { period: 'today' }],
    ['hour:14', { filter: { by: 'hour', hour: 14, timeZone: 'Europe/Berlin' } }],
    ['took:30', { filter: { by: 'took', upToSeconds: 30 } }],
    ['took:longer', { filter: { by: 'took', upToSeconds: null } }],
  ])('%s is read', (text, condition) => {
    expect(entered(text)).toEqual({ conditions: [condition], rest: '', plain: '', problem: null })
  })

  it.each([
    ['status:aproved', 'wrong'],
    ['amount:ten', 'wrong'],
    ['amount:1,50', 'wrong'],
    ['amount:<0', 'wrong'],
    ['amount:>999999999999', 'wrong'],
    ['amount:..', 'wrong'],
    ['-amount:>5', 'no-not'],
    ['card:42', 'wrong'],
    ['currency:euro', 'wrong'],
    ['since:2026-02-30', 'wrong'],
    ['until:7d', 'wrong'],
    ['hour:24', 'wrong'],
    ['-hour:3', 'no-not'],
    ['took:4', 'wrong'],
    ['label:', 'missing'],
    ['label:"4111 1111 1111 1111"', 'wrong'],
  ])('%s is no condition and stays in the box', (text, why) => {
    expect(entered(text)).toMatchObject({ conditions: [], rest: text, problem: { why } })
  })

  it('is complete after a space where no value has one, otherwise after its quote or Enter', () => {
    expect(readSearch('status:approved', place).conditions).toEqual([])
    expect(readSearch('status:approved ', place)).toMatchObject({
      conditions: [is('status', 'approved')],
      rest: '',
    })
    expect(readSearch('name:Anna ', place).conditions).toEqual([])
    expect(readSearch('name:"Anna Lind" ', place).conditions).toEqual([is('cardholder', 'Anna Lind')])
    expect(readSearch('name:"Anna ', place).conditions).toEqual([])
    expect(readSearch('status: ', place)).toMatchObject({ conditions: [], problem: null })
  })

  it('is not searched for as text while it is typed', () => {
    expect(readSearch('Lind sta', place).plain).toBe('Lind sta')
    expect(readSearch('Lind status:app', place).plain).toBe('Lind')
    expect(readSearch('Lind status:approved rose', place)).toMatchObject({
      rest: 'Lind rose',
      plain: 'Lind rose',
    })
  })

  it('needs a known word at the start of a word', () => {
    for (const text of [
      'ORD:17',
      'http://a.b',
      'mystatus:approved',
      '"status:approved"',
      'a-status:approved',
    ])
      expect(entered(text)).toEqual({ conditions: [], rest: text, plain: text, problem: null })
  })

  it('joins the two limits of time', () => {
    expect(entered('since:2026-11-01 until:2026-11-02').conditions).toEqual([
      created('2026-10-31T23:00:00Z', '2026-11-02T23:00:00Z'),
    ])
  })
})

const closedValues = Object.values(closedSets).flat()
const value = fc.oneof(
  fc.string({ unit: 'grapheme' }),
  fc.constantFrom('EUR', 'eur', '4242', '411111', ...closedValues),
)
const decimal = fc
  .tuple(fc.bigInt(0n, 99_999_999_999n), fc.string({ unit: fc.constantFrom(...'0123459'), maxLength: 4 }))
  .map(([whole, fraction]) => (fraction === '' ? String(whole) : `${whole}.${fraction}`))
const ms = fc.oneof(
  fc.integer({ min: 0, max: 8_640_000_000_000_000 }),
  fc.integer({ min: 0, max: 40_000 }).map((days) => days * 86_400_000 - 3_600_000),
  fc.integer({ min: 0, max: 40_000 }).map((days) => days * 86_400_000),
)
const limit = <T>(arbitrary: fc.Arbitrary<T>) => fc.option(arbitrary, { nil: null })
const valid = fc
  .oneof(
    fc.record({
      by: fc.constant('is'),
      field: fc.constantFrom(...filterField.options),
      value,
      not: fc.boolean(),
    }),
    fc.record({ by: fc.constant('amount'), from: limit(decimal), to: limit(decimal) }),
    fc.record({ by: fc.constant('took'), upToSeconds: limit(fc.constantFrom(...timeBounds)) }),
  )
  .map((filter) => orderFilter.safeParse(filter).data)
  .filter((filter) => filter !== undefined)
const time = fc
  .record({ by: fc.constant('created'), fromMs: limit(ms), untilMs: limit(ms) })
  .map((filter) => orderFilter.safeParse(filter).data)
  .filter((filter) => filter?.by === 'created' && (filter.fromMs !== null || filter.untilMs !== null))

describe('the language of the search box', () => {
  it('reads back every set of filters that it writes', () => {
    fc.assert(
      fc.property(
        fc.array(valid, { maxLength: 6 }),
        fc.option(time, { nil: undefined }),
        fc.constantFrom('Europe/Berlin', 'America/New_York', 'Asia/Kathmandu', 'UTC'),
        fc.integer({ min: 0, max: 23 }),
        (filters, when, timeZone, hour) => {
          const ofHour: OrderFilter = { by: 'hour', hour, timeZone }
          const all: OrderFilter[] = [...filters, ofHour, ...(when === undefined ? [] : [when])]
          expect(parseFilters(printFilters(all, timeZone), { ...place, timeZone })).toEqual(all)
        },
      ),
      { numRuns: 400 },
    )
  })

  it('reads a condition that stands directly behind a closing quote', () => {
    const { conditions, rest } = readSearch('name:"Anna"label:late', place, true)
    expect(conditions.length).toBe(2)
    expect(rest).toBe('')
    expect(readSearch('name:"Anna"label:', place).rest).toBe('label:')
  })

  it('makes no error of anything that can be typed, and no filter that main would refuse', () => {
    const bits = fc.constantFrom(
      ...[
        'status:',
        '-',
        'amount:',
        '"',
        '\\',
        ' ',
        '..',
        '>',
        '1',
        'since:',
        '9d',
        'name:',
        'é',
        '\n',
        '\ud800',
      ],
    )
    const typed = fc.oneof(
      fc.string({ unit: 'binary' }),
      fc.array(bits, { maxLength: 20 }).map((all) => all.join('')),
    )
    fc.assert(
      fc.property(typed, fc.boolean(), (text, isEntered) => {
        const { conditions, rest, plain } = readSearch(text, place, isEntered)
        const filters = conditions.flatMap((each) => ('filter' in each ? [each.filter] : []))
        expect(filters.map((filter) => orderFilter.parse(filter))).toEqual(filters)
        expect(rest.length).toBeLessThanOrEqual(text.length)
        expect(plain.length).toBeLessThanOrEqual(text.length)
        expect(readSearch(rest, place, isEntered).conditions).toEqual([])
      }),
      { numRuns: 500 },
    )
  })
})
