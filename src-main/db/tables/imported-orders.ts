import { z } from 'zod'
import { fileColumns, type FileColumnName } from '../../../src-shared/domain/order-file'
import type { ImportedFacts, ImportedOrigin } from '../../../src-shared/domain/order-import'
import { AppError } from '../../../src-shared/errors/app-error'
import type { ImportedCells, ImportedRow, OrderIds } from '../../ports/order-import'
import type { NewImport } from '../../ports/storage'
import type { Sqlite } from '../file/connection'
import type { Actors } from './actors'
import { fromJson, fromJsonOr } from './stored-json'

const storedCells = z.record(z.string(), z.string())
const storedColumns = z.array(z.string())

/** An import that is under way. */
export interface ImportRow {
  readonly import_id: number
  readonly profile_key: number
  readonly file_name: string
  readonly at_ms: number
  readonly actor: string | null
  readonly actor_id: number | null
  readonly first_order_id: number | null
}

interface OriginRow {
  readonly file_name: string
  readonly at_ms: number
  readonly actor: string | null
  readonly line: number
  readonly cells: string
}

/** The cells of a stored row. Errors: `internal`, reason `unreadable-row`. */
function cellsIn(json: string): ImportedCells {
  return fromJson(storedCells, json)
}

/** What a list shows of an order of a file. Cells that cannot be read are shown as empty. */
export function importedFactsIn(json: string | null): ImportedFacts | null {
  if (json === null) return null
  const cells: ImportedCells = fromJsonOr(storedCells, json, {})
  return {
    status: cells.status ?? cells.gatewayStatus ?? '',
    amount: cells.amount ?? '',
    currency: cells.currency ?? '',
    card: cells.card ?? '',
    hasTime: cells.createdUtc !== undefined || cells.createdLocal !== undefined,
  }
}

/** The cells of an order as they were in its file. The columns that the file did not have keep the given cells. */
export function asInFile(own: readonly string[], cells: string, columns: string): string[] {
  const [read, had] = [cellsIn(cells), new Set(fromJson(storedColumns, columns))]
  return fileColumns.map(({ name }, at) => (had.has(name) ? (read[name] ?? '') : (own[at] ?? '')))
}

/** The same rule as that of the trigger on new orders. */
const isKnown = (profileKey: string, clientOrderId: string, gatewayOrderId: string) => `
  SELECT 1 FROM orders WHERE profile_key = ${profileKey} AND client_order_id = ${clientOrderId} AND (
    gateway_order_id IS NULL OR ${gatewayOrderId} IS NULL OR gateway_order_id = ${gatewayOrderId}
  )
`

/** Imports of files, and what the files said about their orders. */
export class ImportedOrders {
  readonly #start
  readonly #getImport
  readonly #newestOrder
  readonly #isTaken
  readonly #isKnown
  readonly #countKnown
  readonly #insert
  readonly #origin

  readonly #actors

  constructor(db: Sqlite, actors: Actors) {
    this.#actors = actors
    this.#start = db.prepare<[Record<string, string | number | null>]>(`
      INSERT INTO order_imports (profile_key, file_name, at_ms, actor, actor_id, columns, first_order_id)
      VALUES (@profile_key, @file_name, @at_ms, @actor, @actor_id, @columns, @first_order_id)
    `)
    this.#getImport = db.prepare<[number], ImportRow>('SELECT * FROM order_imports WHERE import_id = ?')
    this.#newestOrder = db.prepare<[], number>('SELECT coalesce(max(order_id), 0) FROM orders').pluck()
    this.#isTaken = db.prepare<[number], number>('SELECT 1 FROM orders WHERE order_id = ?').pluck()
    this.#isKnown = db
      .prepare<[{ profileKey: number; clientOrderId: string; gatewayOrderId: string | null }], number>(
        isKnown('@profileKey', '@clientOrderId', '@gatewayOrderId'),
      )
      .pluck()
    this.#countKnown = db
      .prepare<[string, string], number>(
        `
        WITH profile AS (SELECT profile_key AS key FROM profiles WHERE profile_id = ?)
        SELECT count(*) FROM json_each(?) AS given
        WHERE EXISTS (${isKnown('(SELECT key FROM profile)', `given.value ->> 'clientOrderId'`, `given.value ->> 'gatewayOrderId'`)})
        `,
      )
      .pluck()
    this.#insert = db.prepare<[number, number, number, string]>(
      'INSERT INTO imported_orders (order_id, import_id, line, cells) VALUES (?, ?, ?, ?)',
    )
    this.#origin = db.prepare<[number], OriginRow>(`
      SELECT file_name, at_ms, actor, line, cells
      FROM imported_orders JOIN order_imports USING (import_id) WHERE order_id = ?
    `)
  }

  /** Stores an import before its first order, and returns its id. */
  start(newImport: NewImport, profileKey: number): number {
    const { fileName, atMs, actor, columns, total, isNewestFirst } = newImport
    const { lastInsertRowid } = this.#start.run({
      profile_key: profileKey,
      file_name: fileName,
      at_ms: atMs,
      actor: actor?.name ?? null,
      actor_id: this.#actors.idOf(actor),
      columns: JSON.stringify(columns),
      // Orders of the same time are listed by their number. With these numbers they are listed as in the file.
      first_order_id: isNewestFirst ? (this.#newestOrder.get() ?? 0) + total : null,
    })
    return Number(lastInsertRowid)
  }

  /** It must exist. */
  requireImport(importId: number): ImportRow {
    const row = this.#getImport.get(importId)
    if (row === undefined) throw new AppError('internal')
    return row
  }

  isKnown({ profile_key: profileKey }: ImportRow, { clientOrderId, gatewayOrderId }: ImportedRow): boolean {
    return this.#isKnown.get({ profileKey, clientOrderId, gatewayOrderId }) !== undefined
  }

  /** How many of these orders the history of a profile has. */
  countKnown(profileId: string, ids: readonly OrderIds[]): number {
    return this.#countKnown.get(profileId, JSON.stringify(ids)) ?? 0
  }

  /** The row number for the order of a row; null = the next free one. */
  orderIdFor({ first_order_id: first }: ImportRow, { index }: ImportedRow): number | null {
    const wanted = first === null ? null : first - index
    return wanted === null || this.#isTaken.get(wanted) !== undefined ? null : wanted
  }

  add(orderId: number, { import_id: importId }: ImportRow, { line, cells }: ImportedRow): void {
    this.#insert.run(orderId, importId, line, JSON.stringify(cells))
  }

  originOf(orderId: number): ImportedOrigin | null {
    const row = this.#origin.get(orderId)
    if (row === undefined) return null
    const cells: ImportedCells = fromJsonOr(storedCells, row.cells, {})
    return {
      fileName: row.file_name,
      line: row.line,
      atMs: row.at_ms,
      actor: row.actor,
      cells: fileColumns.flatMap(({ name, title }: { name: FileColumnName; title: string }) =>
        cells[name] === undefined ? [] : { title, value: cells[name] },
      ),
    }
  }
}
