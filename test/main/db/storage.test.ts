import { describe, expect, it } from 'vitest'
import { SqliteReader } from '../../../src-main/db/sqlite-reader'
import { SqliteWriter } from '../../../src-main/db/sqlite-writer'
import {
  readerThreadReads,
  writerMethods,
  writerThreadReads,
} from '../../../src-main/db/worker/worker-protocol'
import type { StorageReader, StorageWriter } from '../../../src-main/ports/storage'
import { memoryDatabase } from './builders'

describe('reader and writer', () => {
  it('have every method on exactly one list of the workers', () => {
    const methodsOf = (type: { prototype: object }) =>
      Object.getOwnPropertyNames(type.prototype)
        .filter((name) => name !== 'constructor')
        .sort()
    const reading: (keyof StorageReader)[] = [...keysOf(writerThreadReads), ...keysOf(readerThreadReads)]
    const writing: (keyof StorageWriter)[] = keysOf(writerMethods)
    expect(reading.sort()).toEqual(methodsOf(SqliteReader))
    // A restore is noted in a copy that no worker has open.
    expect([...writing, 'beginChain', 'noteRestore'].sort()).toEqual(methodsOf(SqliteWriter))
  })

  it('tell the version of SQLite and that the file is sound', () => {
    const { reader } = memoryDatabase()
    expect(reader.sqliteVersion()).toMatch(/^3\.\d+\.\d+$/)
    expect(reader.quickCheck()).toBeNull()
    expect(reader.listTables()).toEqual(expect.arrayContaining(['orders', 'timeline', 'order_search']))
    for (const table of reader.listTables()) expect([table, reader.quickCheck(table)]).toEqual([table, null])
  })
})

function keysOf<T extends object>(names: T): (keyof T)[] {
  return Object.keys(names) as (keyof T)[]
}
