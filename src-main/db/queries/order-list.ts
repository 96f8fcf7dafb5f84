import type { OrderSummary } from '../../../src-shared/domain/order'
import type { OrderQuery } from '../../../src-shared/domain/order-query'
import type { StatusCounts } from '../../../src-shared/domain/order-status'
import type { Sqlite } from '../file/connection'
import { exportSelect, orderSelect, toSummary, type ExportRow, type OrderRow } from '../tables/order-rows'
import { rowNumber } from '../tables/row-ids'
import { addLocalHour } from './local-hour'
import { countsFrom, mostOf, OrderCounts, sumOf, type FamilyCount } from './order-counts'
import { filterConditions, indexedIds, type Condition } from './order-filters'
import { SortedEntries, sortKey, sortOrder, where, type Entry } from './order-sorts'
import { decodeCursor, encodeCursor, type Page, type Place } from './paging'
import { fewFound, foundIds } from './search-index'
import { endOf, planSearch, rowTest, type Search } from './search-text'

type Bound = string | number

/** How much may be read for one page. */
export interface ListLimits {
  /** Up to this number of hits is read whole, counted and sorted. */
  readonly mostSorted: number
  /** Orders that are tested at first; each next step takes up to twice as many. */
  readonly step: number
  /** Time for the rows of a page and for counting. The step that runs then is finished. */
  readonly walkMs: number
  /** Hits are counted up to this number. */
  readonly mostCounted: number
}

const usualLimits: ListLimits = { mostSorted: 2000, step: 128, walkMs: 20, mostCounted: 1000 }
/** An index that is walked passes over so many entries for each order that is wanted. */
const mostPassedOver = 300
const longestStep = 16_384

/** A page of orders, and the count of each family without the family filter. */
export interface OrderPage extends Page<OrderSummary> {
  readonly counts: StatusCounts
}

interface ExportedOrders {
  readonly total: number
  readonly rows: IterableIterator<ExportRow>
}

/** Entries in the order of the list. */
interface Found {
  readonly entries: readonly Entry[]
  /** Where the next page goes on; null = there is none. */
  readonly next: Place | null
}
interface Counted {
  readonly counts: StatusCounts
  readonly isExact: boolean
}

/**
 * The orders list: filtered, sorted, and paged by the last place seen, so that new rows do not shift pages. Few hits are
 * read whole. Where there are many, the index of the sort is walked and each order is tested; a page then ends when it is
 * full or when its time is over, and its cursor goes on from there.
 */
export class OrderList {
  readonly #db
  readonly #limits
  readonly #counts

  constructor(db: Sqlite, limits: ListLimits = usualLimits) {
    this.#db = db
    this.#limits = limits
    this.#counts = new OrderCounts(db)
    addLocalHour(db)
  }

  page(query: OrderQuery, cursor: string | null, limit: number): OrderPage {
    const list = `${query.sortBy} ${query.direction}`
    const place = cursor === null ? null : decodeCursor(list, cursor)
    const { entries, next, counts, isExact } = this.#find(query, place, limit)
    return {
      rows: this.#rows(entries),
      nextCursor: next === null ? null : encodeCursor(list, next),
      total: sumOf(counts, query.families),
      isTotalExact: isExact,
      counts,
    }
  }

  /** The exact counts of a query without its families. */
  count(query: OrderQuery): StatusCounts {
    const test = testOf(query)
    if (isEverything(test)) return this.#counts.of(query.profileId)
    const ids = this.#few(query, test)
    return ids === null
      ? this.#countAll(foundBy(query, test))
      : countEach(this.#among(ids, query, test, null))
  }

  /** Every order of a query in its order, row by row, because there may be a million. For an export. */
  everyOrder(query: OrderQuery): ExportedOrders {
    const conditions = [...foundBy(query, testOf(query)), ...familyFilter(query)]
    return { total: sumOf(this.count(query), query.families), rows: this.#exportRows(query, conditions) }
  }

  /** The same for these orders of the query's profile, in its order. Its filters do not hide any of them. */
  theseOrders(query: OrderQuery, orderIds: readonly string[]): ExportedOrders {
    const conditions = [...profileFilter(query), among(orderIds)]
    return { total: sumOf(this.#countAll(conditions), []), rows: this.#exportRows(query, conditions) }
  }

  #exportRows(query: OrderQuery, conditions: readonly Condition[]): IterableIterator<ExportRow> {
    return this.#db
      .prepare<Bound[], ExportRow>(`${exportSelect} ${where(conditions)} ORDER BY ${sortOrder(query)}`)
      .iterate(...valuesOf(conditions))
  }

  #find(query: OrderQuery, place: Place | null, limit: number): Found & Counted {
    const test = testOf(query)
    if (isEverything(test))
      return {
        ...this.#ofScope(query, test, place, limit, this.#limits.walkMs),
        ...{ counts: this.#counts.of(query.profileId), isExact: true },
      }
    const ids = this.#few(query, test)
    if (ids !== null) {
      const all = this.#among(ids, query, test, place)
      return { ...firstOf(wantedAfter(all, query), limit), counts: countEach(all), isExact: true }
    }
    const counting: OrderQuery = { ...query, families: [], sortBy: 'created', direction: 'desc' }
    const isBoth =
      place === null &&
      query.families.length === 0 &&
      query.sortBy === 'created' &&
      query.direction === 'desc'
    const walkMs = isBoth ? this.#limits.walkMs : this.#limits.walkMs / 2
    const counted = this.#walk(counting, test, null, Math.max(limit + 1, this.#limits.mostCounted), walkMs)
    const found = isBoth
      ? firstOf(counted.entries, limit, counted.next)
      : this.#ofScope(query, test, place, limit, walkMs)
    // The page may have orders that are too old to be counted.
    const counts = mostOf(countEach(counted.entries), countEach(found.entries))
    return { ...found, counts, isExact: counted.next === null }
  }

  /** The page of profile and families: walked, unless they are so few that the walk would pass over too many. */
  #ofScope(query: OrderQuery, test: Test, place: Place | null, limit: number, walkMs: number): Found {
    if (!this.#isRare(query)) {
      const { entries, next } = this.#walk(query, test, place, limit + 1, walkMs)
      return firstOf(entries, limit, next)
    }
    return firstOf(wantedAfter(this.#among(this.#idsOfScope(query), query, test, place), query), limit)
  }

  #isRare({ profileId, families }: OrderQuery): boolean {
    const count = sumOf(this.#counts.of(profileId), families)
    return count <= this.#limits.mostSorted && count * mostPassedOver < sumOf(this.#counts.of(null), [])
  }

  #idsOfScope({ profileId, families }: OrderQuery): number[] {
    const conditions = [
      profileId === null
        ? { sql: 'profile_key IN (SELECT profile_key FROM profiles)', values: [] }
        : ofProfile(profileId),
      ...familyFilter({ families }),
    ]
    return this.#db
      .prepare<Bound[], number>(
        `SELECT order_id FROM orders INDEXED BY orders_by_family ${where(conditions)}`,
      )
      .pluck()
      .all(...valuesOf(conditions))
  }

  /** Orders that hold every hit of a query without its families, when an index finds few; else null. */
  #few(query: OrderQuery, test: Test): number[] | null {
    if (test.search.kind === 'nothing') return []
    const ofProfile = { ...query, families: [] }
    if (this.#isRare(ofProfile)) return this.#idsOfScope(ofProfile)
    const { mostSorted } = this.#limits
    for (const { sql, values } of [...indexedIds(query.filters), ...idsOfTimes(test.times)]) {
      const ids = this.#db
        .prepare<Bound[], number>(`${sql} LIMIT ?`)
        .pluck()
        .all(...values, mostSorted + 1)
      if (ids.length <= mostSorted) return ids
    }
    if (test.search.kind !== 'phrase') return null
    const { phrase, forms } = test.search
    const end = endOf(forms)
    return (
      (end === null ? null : fewFound(this.#db, end, mostSorted)) ?? fewFound(this.#db, phrase, mostSorted)
    )
  }

  /** The hits among some orders, in the order of the list. */
  #among(ids: readonly number[], query: OrderQuery, test: Test, place: Place | null): PlacedEntry[] {
    const key = sortKey(query.sortBy)
    const comparison = query.direction === 'desc' ? '<' : '>'
    const isAfter = place === null ? 'TRUE' : `(${key}, orders.order_id) ${comparison} (?, ?)`
    const conditions = [...profileFilter(query), ...test.times, ...test.conditions, ...rowTest(test.search)]
    return this.#db
      .prepare<Bound[], PlacedEntry>(
        `SELECT orders.order_id AS id, ${key} AS value, orders.family AS family, ${isAfter} AS isAfter
         ${fromIds} ${where(conditions)} ORDER BY ${sortOrder(query)}`,
      )
      .all(...(place === null ? [] : [place.value, place.id]), JSON.stringify(ids), ...valuesOf(conditions))
  }

  /** Up to `most` hits after a place. `next` is the place up to which the orders were tested; null = the end. */
  #walk(query: OrderQuery, test: Test, place: Place | null, most: number, walkMs: number): Found {
    // In another order the orders of a time are far apart, so they are looked for step by step, as long as there is time.
    const isByTime = query.sortBy === 'created'
    const inIndex = [...profileFilter(query), ...familyFilter(query), ...(isByTime ? test.times : [])]
    const sorted = new SortedEntries(this.#db, query, inIndex)
    const conditions = [...(isByTime ? [] : test.times), ...test.conditions, ...rowTest(test.search)]
    const passing =
      conditions.length === 0
        ? null
        : this.#db.prepare<Bound[], number>(`SELECT orders.order_id ${fromIds} ${where(conditions)}`).pluck()
    const found: Entry[] = []
    const startedMs = performance.now()
    let at = place
    let tested = 0
    for (let step = passing === null ? most : this.#limits.step; ;) {
      const entries = sorted.after(at, step)
      if (passing === null) found.push(...entries)
      else {
        const ids = new Set(passing.all(JSON.stringify(entries.map(({ id }) => id)), ...valuesOf(conditions)))
        found.push(...entries.filter(({ id }) => ids.has(id)))
      }
      if (entries.length < step) return { entries: found, next: null }
      at = entries.at(-1) ?? at
      tested += step
      const spentMs = performance.now() - startedMs
      const leftMs = walkMs - spentMs
      if (found.length >= most || leftMs <= 0) return { entries: found, next: at }
      const affordable = Math.ceil((leftMs * tested) / spentMs)
      step = Math.max(Math.min(step * 2, affordable, longestStep), this.#limits.step)
    }
  }

  /** The rows of entries, in their order. */
  #rows(entries: readonly Entry[]): OrderSummary[] {
    const ids = entries.map(({ id }) => id)
    const rows = this.#db
      .prepare<[string], OrderRow>(`${orderSelect} WHERE orders.order_id IN (SELECT value FROM json_each(?))`)
      .all(JSON.stringify(ids))
    const byId = new Map(rows.map((row) => [row.order_id, row]))
    return ids.flatMap((id) => byId.get(id) ?? []).map(toSummary)
  }

  #countAll(conditions: readonly Condition[]): StatusCounts {
    return countsFrom(
      this.#db
        .prepare<Bound[], FamilyCount>(
          `SELECT family, count(*) AS count FROM orders ${where(conditions)} GROUP BY family`,
        )
        .all(...valuesOf(conditions)),
    )
  }
}

/** What is tested on each order beside its profile and its family. */
interface Test {
  readonly search: Search
  /** Conditions on the time of creation, which every index of a sort has. */
  readonly times: readonly Condition[]
  readonly conditions: readonly Condition[]
}

interface PlacedEntry extends Entry {
  /** 1 = after the place from which the page goes on. */
  readonly isAfter: number
}

/** Reads the orders of a JSON array of row numbers, one by one. */
const fromIds = 'FROM json_each(?) AS given CROSS JOIN orders ON orders.order_id = given.value'

const testOf = (query: OrderQuery): Test => ({
  search: planSearch(query.search),
  times: filterConditions(query.filters.filter(({ by }) => by === 'created')),
  conditions: filterConditions(query.filters.filter(({ by }) => by !== 'created')),
})

const isEverything = ({ search, times, conditions }: Test) =>
  search.kind === 'everything' && times.length === 0 && conditions.length === 0

const valuesOf = (conditions: readonly Condition[]) => conditions.flatMap(({ values }) => values)

/** The orders of a time, by its index. */
function idsOfTimes(times: readonly Condition[]): Condition[] {
  if (times.length === 0) return []
  return [
    {
      sql: `SELECT order_id FROM orders INDEXED BY orders_by_created ${where(times)}`,
      values: valuesOf(times),
    },
  ]
}

function wantedAfter(entries: readonly PlacedEntry[], { families }: OrderQuery): PlacedEntry[] {
  return entries.filter(
    ({ family, isAfter }) => isAfter === 1 && (families.length === 0 || families.includes(family)),
  )
}

/** The first entries. `next` is the place after all of these entries. */
function firstOf(entries: readonly Entry[], limit: number, next: Place | null = null): Found {
  const shown = entries.slice(0, limit)
  return { entries: shown, next: entries.length > limit ? (shown.at(-1) ?? next) : next }
}

function countEach(entries: readonly Entry[]): StatusCounts {
  return countsFrom(entries.map(({ family }) => ({ family, count: 1 })))
}

/** The conditions of a query without its families, for a statement over all orders. */
function foundBy(query: OrderQuery, { search, times, conditions }: Test): Condition[] {
  const found = search.kind === 'phrase' ? [ofPhrase(search.phrase)] : rowTest(search)
  return [...profileFilter(query), ...found, ...times, ...conditions]
}

function ofPhrase(phrase: string): Condition {
  return { sql: `orders.order_id IN (${foundIds})`, values: [phrase, phrase] }
}

function among(orderIds: readonly string[]): Condition {
  const ids = orderIds.flatMap((orderId) => rowNumber(orderId) ?? [])
  return { sql: 'orders.order_id IN (SELECT value FROM json_each(?))', values: [JSON.stringify(ids)] }
}

function profileFilter({ profileId }: OrderQuery): Condition[] {
  return profileId === null ? [] : [ofProfile(profileId)]
}

function ofProfile(profileId: string): Condition {
  return {
    sql: 'orders.profile_key = (SELECT profile_key FROM profiles WHERE profile_id = ?)',
    values: [profileId],
  }
}

function familyFilter({ families }: Pick<OrderQuery, 'families'>): Condition[] {
  if (families.length === 0) return []
  return [{ sql: `orders.family IN (${families.map(() => '?').join(', ')})`, values: families }]
}
