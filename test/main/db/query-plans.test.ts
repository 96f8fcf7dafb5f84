import { expect, it, vi } from 'vitest'
import { chainSealOf } from '../../../src-main/db/file/chain-seal'
import type { Sqlite } from '../../../src-main/db/file/connection'
import { SqliteReader } from '../../../src-main/db/sqlite-reader'
import { SqliteWriter } from '../../../src-main/db/sqlite-writer'
import { factNames } from '../../../src-main/gateway/fact-names'
import { memoryDatabase } from './builders'

/** Tables that grow with each order, charge, poll, callback or act. The page has all cards of a profile anyway. */
const largeTables = [
  ...['orders', 'order_facts', 'order_identities', 'order_labels', 'imported_orders', 'charges', 'timeline'],
  ...['poll_runs', 'exchanges', 'exchange_contents', 'three_ds_steps', 'callbacks', 'audit_chain'],
]

/** Statements that may do so, by their beginning. */
const allowed = [
  // Only in a backup that is being restored.
  "SELECT order_id FROM charges WHERE state IN ('not-sent'",
  'SELECT order_id, seq FROM three_ds_steps WHERE answer IS NOT NULL',
]

it('no statement that the app keeps prepared reads a large table whole, or all that a profile has in it', () => {
  const { db } = memoryDatabase()
  const prepare = vi.spyOn(db, 'prepare')
  const seal = chainSealOf(new Uint8Array(32), 'test')
  void [new SqliteWriter(db, seal, factNames), new SqliteReader(db, seal, factNames)]
  const statements = new Set(prepare.mock.calls.map(([text]) => text.replaceAll(/\s+/g, ' ').trim()))
  prepare.mockRestore()
  const indexes = partialIndexes(db)
  const found = [...statements]
    .filter((text) => !isInsertion(text) && !allowed.some((beginning) => text.startsWith(beginning)))
    .flatMap((text) => wholeReads(db, text, indexes).map((step) => `${step}: ${text.slice(0, 100)}`))
  expect(statements.size).toBeGreaterThan(150)
  expect(found).toEqual([])
})

/** Its plan names the tables that refer to its row. They are read only while a reference is broken. */
function isInsertion(text: string): boolean {
  return text.startsWith('INSERT ') && text.includes(' VALUES ')
}

/** An index with a condition holds few rows, or only its last row is read. */
function partialIndexes(db: Sqlite): ReadonlySet<string> {
  const select = "SELECT name FROM sqlite_schema WHERE type = 'index' AND sql LIKE '%WHERE%'"
  return new Set(db.prepare<[], string>(select).pluck().all())
}

function wholeReads(db: Sqlite, text: string, indexes: ReadonlySet<string>): string[] {
  const places = text.match(/\?/g) ?? []
  const names = text.match(/(?<=@)\w+/g) ?? []
  const values = [
    ...places.map(() => null),
    ...(names.length === 0 ? [] : [Object.fromEntries(names.map((name) => [name, null]))]),
  ]
  const plan = db.prepare<unknown[], { detail: string }>(`EXPLAIN QUERY PLAN ${text}`).all(...values)
  return plan
    .map(({ detail }) => detail)
    .filter((detail) => {
      const scan = /^SCAN (\w+)(?: USING (?:COVERING )?INDEX (\w+))?$/.exec(detail)
      const search = /^SEARCH (\w+) USING (?:COVERING )?INDEX (\w+) \(profile_key=\?\)$/.exec(detail)
      const [, table = '', index = ''] = scan ?? search ?? []
      return largeTables.includes(table) && !indexes.has(index)
    })
}
