import { existsSync, renameSync, rmSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { performance } from 'node:perf_hooks'
import { chainSealOf } from '../../src-main/db/file/chain-seal'
import { connect, type Sqlite } from '../../src-main/db/file/connection'
import { SqliteWriter } from '../../src-main/db/sqlite-writer'
import { createWriter, openWriter } from '../../src-main/db/storage'
import { factNames } from '../../src-main/gateway/fact-names'
import { recordOf } from '../support/builders'
import { entry, newOrder, profile } from '../main/db/builders'

/** The sets of generated orders. */
export const historySizes = { S: 10_000, M: 100_000, L: 1_000_000 } as const
export type HistorySize = keyof typeof historySizes

/** The key of a generated history. It holds no person's data. */
export const historyKey = new Uint8Array(32).fill(7)

/** Time between two orders, on average. */
const stepMs = 61_000
const firstMs = 1_700_000_000_000
const batch = 10_000

const profiles = ['prof-1', 'prof-2', 'prof-3'] as const
const firstNames =
  'Anna Jonas Žofie Marek Lucía Ahmed Ingrid Paulo Chloé Viktor Mei Omar Greta Tomáš Sofia Liam Noor Ivan Elena Björn'.split(
    ' ',
  )
const lastNames =
  'Svensson Dvořáková Novák García Haddad Larsen Silva Moreau Petrov Chen Rossi Schmidt Nielsen Kowalski Byrne Costa Ivanova Weber Jansen Lindqvist Horvat Bauer Keller Marin Okafor Santos Farkas Vogel Steiner Popescu'.split(
    ' ',
  )
const plans = ['monthly subscription', 'yearly subscription', 'second instalment', 'upgrade', 'top-up']

export const historyFile = (folder: string, size: HistorySize) => join(folder, `history-${size}.db`)

/**
 * The history of a size: believable orders, the same in every run, written by the writer's own SQL with all triggers on,
 * many in one transaction. Makes it when the folder has none.
 */
export function openHistory(folder: string, size: HistorySize): string {
  const file = historyFile(folder, size)
  if (existsSync(file)) bringUpToDate(file)
  else make(file, historySizes[size])
  return file
}

/** An older history is migrated as the app does it. */
function bringUpToDate(file: string): void {
  const startedMs = performance.now()
  const opening = openWriter({ file, factNames }, historyKey)
  if (opening.kind !== 'opened') throw new Error(opening.kind)
  opening.close()
  const seconds = (performance.now() - startedMs) / 1000
  process.stdout.write(`opened ${file} for writing, with its migrations: ${seconds.toFixed(1)} s\n`)
}

function make(file: string, count: number): void {
  const draft = `${file}.new-history`
  rmSync(draft, { force: true })
  createWriter({ file: draft, factNames }, historyKey).close()
  const db: Sqlite = connect({ file: draft }, historyKey, 'write')
  db.pragma('synchronous = OFF')
  db.pragma('cache_size = -400000')
  const writer = new SqliteWriter(db, chainSealOf(historyKey, 'bench'), factNames)
  const startedMs = performance.now()
  for (const profileId of profiles) writer.saveProfile(profile({ profileId, name: profileId }))
  const random = randomOf(20_260)
  for (let from = 0; from < count; from += batch)
    db.transaction(() => {
      for (let number = from; number < Math.min(from + batch, count); number++) add(writer, number, random)
    })()
  db.pragma('wal_checkpoint(TRUNCATE)')
  db.close()
  renameSync(draft, file)
  const seconds = (performance.now() - startedMs) / 1000
  process.stdout.write(
    `made ${String(count)} orders: ${(count / seconds).toFixed(0)} orders/s, ${(statSync(file).size / count).toFixed(0)} bytes an order\n`,
  )
}

/** An order with its five timeline entries and its facts. Three in ten thousand are still open. */
function add(writer: SqliteWriter, number: number, random: () => number): void {
  const pick = <T>(values: readonly T[]): T => values[Math.floor(random() * values.length)] as T
  const digits = (length: number) => String(Math.floor(random() * 10 ** length)).padStart(length, '0')
  // A few orders have the time of a clock that was wrong by an hour.
  const createdAtMs =
    firstMs + number * stepMs + Math.floor(random() * stepMs) - (number % 5000 === 9 ? 3_600_000 : 0)
  const share = random()
  const profileId = share < 0.7 ? profiles[0] : share < 0.95 ? profiles[1] : profiles[2]
  const { summary } = recordOf(
    writer.adoptOrder(
      newOrder({
        ...{ profileId, createdAtMs, bin: pick(['411111', '520000', '424242']), lastFour: digits(4) },
        clientOrderId: `INV-${String(2_000_000 + number)}-${digits(4)}`,
        gatewayOrderId: String(6_684_100_000_000 + number * 3),
        cardholderName: `${pick(firstNames)} ${pick(lastNames)}`,
        description: `Order ${String(number)}, ${pick(plans)}${random() < 0.05 ? ', with gift wrapping' : ''}`,
        reference: random() < 0.5 ? `CRM-${digits(6)}` : null,
        nextCheckAtMs: null,
      }),
      [entry('adopted', { atMs: createdAtMs })],
    ),
  )
  const outcome = random()
  const status =
    outcome < 0.78
      ? 'approved'
      : outcome < 0.94
        ? 'declined'
        : outcome < 0.97
          ? 'error'
          : outcome < 0.9992
            ? 'filtered'
            : outcome < 0.9997
              ? 'unknown'
              : 'processing'
  const currency = random() < 0.8 ? 'EUR' : random() < 0.9 ? 'USD' : pick(['GBP', 'CZK', 'JPY'])
  const after = (seconds: number) => createdAtMs + seconds * 1000
  writer.changeOrder({
    ...{ orderId: summary.orderId, expectedRevision: summary.revision, atMs: after(9) },
    set: {
      ...{ status, currency, amountMinor: 100 + Math.floor(random() * 90_000), answeredAtMs: after(9) },
      ...(status === 'approved' || status === 'processing'
        ? {}
        : { errorCode: pick(['5', '14', '51', '204']) }),
      ...(status === 'declined'
        ? { errorMessage: pick(['Insufficient funds', 'Do not honor', 'Expired card']) }
        : {}),
      orderStage: `sale_${status}`,
      followState: 'stopped',
    },
    facts: [
      ...[
        { name: 'processor-rrn', value: digits(12) },
        { name: 'approval-code', value: digits(6) },
      ],
      ...['card-type', 'bank-name', 'seller-commission', 'receipt-id'].map((name) => ({
        ...{ name, value: `${name} ${digits(2)}` },
      })),
    ],
    entries: [
      entry('status-changed', {
        atMs: after(3),
        changes: [{ name: 'status', before: null, after: 'processing' }],
      }),
      entry('status-changed', {
        atMs: after(6),
        changes: [{ name: 'order-stage', before: null, after: 'sale' }],
      }),
      entry('final', { atMs: after(9), changes: [{ name: 'status', before: 'processing', after: status }] }),
      entry('status-changed', {
        atMs: after(9),
        changes: [{ name: 'processor-rrn', before: null, after: digits(12) }],
      }),
    ],
  })
}

/** Numbers from 0 to 1, the same for the same seed (mulberry32). */
function randomOf(seed: number): () => number {
  let state = seed
  return () => {
    state = (state + 0x6d2b79f5) | 0
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state)
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296
  }
}
