// Run by scripts/measure-list.mjs: node list-bench.mjs FOLDER SIZE...
import { rmSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { performance } from 'node:perf_hooks'
import { openReader } from '../../src-main/db/storage'
import { factNames } from '../../src-main/gateway/fact-names'
import { everyOrder, type OrderQuery } from '../../src-shared/domain/order-query'
import { timeBounds } from '../../src-shared/domain/insights'
import { historyKey, historySizes, openHistory, type HistorySize } from './history'

const folder = process.argv[2] ?? '.'
const sizes = Object.keys(historySizes).filter((size): size is HistorySize => process.argv.includes(size))
const runs = 20
const warmUps = 3
const budgetMs = 50
const pageSize = 100

/** What a person asks of the list. Ids and texts are from the middle of the history. */
const questions: Record<string, (number: number) => Partial<OrderQuery>> = {
  'first page': () => ({}),
  'first page of a profile': () => ({ profileId: 'prof-1' }),
  'first page of a small profile': () => ({ profileId: 'prof-3' }),
  'one status': () => ({ families: ['approved'] }),
  'a rare status': () => ({ families: ['unknown'] }),
  'a rare status of a profile': () => ({ profileId: 'prof-2', families: ['unknown', 'open'] }),
  'sorted by amount': () => ({ sortBy: 'amount' }),
  'sorted by cardholder, of a small profile': () => ({ sortBy: 'cardholder', profileId: 'prof-3' }),
  'sorted by status': () => ({ sortBy: 'status', direction: 'asc' }),
  'word in most rows': () => ({ search: 'order' }),
  'word in most rows, sorted by amount': () => ({ search: 'order', sortBy: 'amount' }),
  'word in most rows, a rare status': () => ({ search: 'order', families: ['unknown'] }),
  'two characters': () => ({ search: 'or' }),
  'two characters that no row has': () => ({ search: 'qz' }),
  'one character': () => ({ search: 'g' }),
  'part of a name': () => ({ search: 'sson' }),
  'part of a name with a letter that is not ASCII': () => ({ search: 'dvořák' }),
  'first and last name': () => ({ search: 'Anna Svensson' }),
  'first and last name, sorted by amount': () => ({ search: 'Anna Svensson', sortBy: 'amount' }),
  'word in some descriptions': () => ({ search: 'gift wrapping' }),
  'word in some descriptions, sorted by amount': () => ({ search: 'gift wrapping', sortBy: 'amount' }),
  'three digits': () => ({ search: '123' }),
  'common letters that no row has': () => ({ search: 'instalmentscription' }),
  'id part': (number) => ({ search: `INV-${String(2_000_000 + number)}` }),
  'gateway id': (number) => ({ search: String(6_684_100_000_000 + number * 3) }),
  'four digits': (number) => ({ search: String(number % 10_000).padStart(4, '0') }),
  'last four': (number) => ({ filters: [is('last-four', String(number % 10_000).padStart(4, '0'))] }),
  'a currency': () => ({ filters: [is('currency', 'USD')] }),
  'a rare currency': () => ({ filters: [is('currency', 'JPY')] }),
  'a cardholder': () => ({ filters: [is('cardholder', 'Anna Svensson')] }),
  'an error': () => ({ filters: [is('error', '51')] }),
  'an hour of the day': (number) => ({
    filters: [{ by: 'hour', hour: number % 24, timeZone: 'Europe/Berlin' }],
  }),
  'a time to final, sorted by amount': () => ({
    sortBy: 'amount',
    filters: [{ by: 'took', upToSeconds: null }],
  }),
  'a short time to final': () => ({ filters: [{ by: 'took', upToSeconds: timeBounds[0] }] }),
  'the last week': (number) => ({
    filters: [{ by: 'created', fromMs: 1_700_000_000_000 + number * 61_000, untilMs: null }],
  }),
  'an old week, sorted by amount': (number) => ({
    sortBy: 'amount',
    filters: [
      {
        by: 'created',
        fromMs: 1_700_000_000_000 + (number / 2) * 61_000,
        untilMs: 1_700_000_000_000 + (number / 2) * 61_000 + 7 * 86_400_000,
      },
    ],
  }),
}

const rows: {
  size: HistorySize
  what: string
  medianMs: number
  p95Ms: number
  processorMs: number
  found: string
}[] = []
for (const size of sizes) measure(size)
writeFileSync(join(folder, 'list.json'), `${JSON.stringify(rows, null, 2)}\n`)
if (process.argv.includes('--remove'))
  for (const size of sizes) rmSync(join(folder, `history-${size}.db`), { force: true })

function measure(size: HistorySize): void {
  const file = openHistory(folder, size)
  const bytes = statSync(file).size / historySizes[size]
  process.stdout.write(
    `\n${size}: ${String(historySizes[size])} orders, ${bytes.toFixed(0)} bytes an order\n`,
  )
  process.stdout.write(`${'what'.padEnd(48)}median     p95 / budget ms   processor   rows of total\n`)
  const { reader, close } = openReader({ file, factNames }, historyKey)
  const note = (what: string, question: (number: number) => string) => {
    const times: number[] = []
    // On a busy machine the time of the processor tells more than the clock.
    const processorTimes: number[] = []
    let found = ''
    for (let run = -warmUps; run < runs; run++) {
      const startedMs = performance.now()
      const before = process.cpuUsage()
      found = question(Math.floor(historySizes[size] / 2) + run * 37)
      const { user, system } = process.cpuUsage(before)
      if (run < 0) continue
      times.push(performance.now() - startedMs)
      processorTimes.push((user + system) / 1000)
    }
    const [medianMs, p95Ms, processorMs] = [at(times, 0.5), at(times, 0.95), at(processorTimes, 0.5)]
    rows.push({ size, what, medianMs, p95Ms, processorMs, found })
    process.stdout.write(
      `${what.padEnd(48)}${medianMs.toFixed(1).padStart(6)}${p95Ms.toFixed(1).padStart(8)} / ${String(budgetMs)}${processorMs.toFixed(1).padStart(17)}   ${found}\n`,
    )
  }
  for (const [what, query] of Object.entries(questions))
    note(what, (number) => {
      const page = reader.listOrders({ ...everyOrder, ...query(number) }, null, pageSize)
      return `${String(page.rows.length)} of ${String(page.total)}${page.isTotalExact ? '' : '+'}`
    })
  note('the second page', () => {
    const { nextCursor } = reader.listOrders(everyOrder, null, 1)
    return String(reader.listOrders(everyOrder, nextCursor, pageSize).rows.length)
  })
  note('Home', () => {
    const nowMs = 1_700_000_000_000 + historySizes[size] * 61_000
    const todayMs = nowMs - (nowMs % 86_400_000)
    const days = { todayMs, yesterdayMs: todayMs - 86_400_000, yesterdayNowMs: nowMs - 86_400_000 }
    const home = reader.home('prof-1', days, { year: 2026, month: 1 })
    return String(home.inFlight.length)
  })
  close()
}

/** The value below which this share of the values is. */
function at(values: readonly number[], share: number): number {
  const sorted = values.toSorted((a, b) => a - b)
  return sorted[Math.ceil(share * sorted.length) - 1] ?? Number.NaN
}

function is(field: 'last-four' | 'currency' | 'cardholder' | 'error', value: string) {
  return { by: 'is', field, value, not: false } as const
}
