// Run by scripts/measure-export.mjs: node export-bench.mjs FOLDER
import { stringify } from 'csv-stringify/sync'
import { closeSync, existsSync, openSync, rmSync, statSync, writeFileSync, writeSync } from 'node:fs'
import { join } from 'node:path'
import { monitorEventLoopDelay, performance } from 'node:perf_hooks'
import { connect } from '../../src-main/db/file/connection'
import { OrderList } from '../../src-main/db/queries/order-list'
import { factNames } from '../../src-main/gateway/fact-names'
import { ExportThreads } from '../../src-main/order-files/export-thread'
import type { ExportJob } from '../../src-main/ports/order-export'
import { fileColumns } from '../../src-shared/domain/order-file'
import type { OrderQuery } from '../../src-shared/domain/order-query'
import { historyFile, historyKey, openHistory } from './history'

const folder = process.argv[2] ?? '.'
const key = historyKey
const runs = 3
const rowsAtOnce = 500
const query: OrderQuery = {
  ...{ profileId: null, search: '', families: [], filters: [] },
  ...{ sortBy: 'created', direction: 'desc' },
}

const largest = (['L', 'M'] as const).find((size) => existsSync(historyFile(folder, size))) ?? 'M'
const file = openHistory(folder, largest)
const target = join(folder, 'export-bench.out')

const rows: { id: string; what: string; measured: number; budget: number | null }[] = []
const bare: number[] = []
const csv: number[] = []
const delays: number[] = []
for (let run = 0; run < runs; run++) {
  bare.push(rateOf(() => bareExport()))
  const loop = monitorEventLoopDelay({ resolution: 1 })
  loop.enable()
  csv.push(await ownExport('csv'))
  loop.disable()
  delays.push(loop.percentile(99) / 1e6)
}
note('bare iterate + csv-stringify, rows/s', median(bare), null)
note('export to CSV, rows/s', median(csv), null)
note('ratio', median(csv.map((rate, run) => rate / (bare[run] ?? Number.NaN))), 0.7)
note('main loop delay p99 meanwhile, ms', median(delays), 20)
note('export to XLSX, rows/s', await ownExport('xlsx'), null)
note('size of the XLSX file, MB', statSync(target).size / 1e6, null)
writeFileSync(join(folder, 'export.json'), `${JSON.stringify({ file, rows }, null, 2)}\n`)
rmSync(target, { force: true })

function note(what: string, measured: number, budget: number | null): void {
  rows.push({ id: 'B8', what, measured, budget })
  const limit = budget === null ? '' : ` / ${String(budget)}`
  process.stdout.write(`B8  ${what.padEnd(44)}${measured.toFixed(2).padStart(12)}${limit}\n`)
}

/** The loop that the export is held against: the same query, its columns as they are, and the same library. */
function bareExport(): number {
  const db = connect({ file }, key, 'read')
  const handle = openSync(target, 'w')
  let count = 0
  let waiting: unknown[][] = []
  for (const row of new OrderList(db).everyOrder(query).rows) {
    waiting.push(Object.values(row).slice(0, fileColumns.length))
    count += 1
    if (waiting.length < rowsAtOnce) continue
    writeSync(handle, stringify(waiting))
    waiting = []
  }
  writeSync(handle, stringify(waiting))
  closeSync(handle)
  db.close()
  return count
}

function rateOf(work: () => number): number {
  const startedMs = performance.now()
  const count = work()
  return (count * 1000) / (performance.now() - startedMs)
}

async function ownExport(format: ExportJob['format']): Promise<number> {
  const threads = new ExportThreads({ file, factNames }, new URL('export-worker.mjs', import.meta.url))
  const startedMs = performance.now()
  const { result } = threads.start(
    {
      ...{ file: target, format, query, separator: ',', byteOrderMark: true },
      ...{ timeZone: 'Europe/Berlin', filter: 'all', appVersion: '0' },
    },
    key,
    () => undefined,
  )
  const done = await result
  if (done.kind !== 'done') throw new Error(JSON.stringify(done))
  return (done.written * 1000) / (performance.now() - startedMs)
}

function median(values: readonly number[]): number {
  return [...values].sort((a, b) => a - b)[Math.floor(values.length / 2)] ?? Number.NaN
}
