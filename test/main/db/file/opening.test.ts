import { randomBytes } from 'node:crypto'
import { copyFileSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { connect } from '../../../../src-main/db/file/connection'
import { supportedVersion } from '../../../../src-main/db/file/migrate'
import { createWriter, openReader, openWriter } from '../../../../src-main/db/storage'
import type { OrderQuery } from '../../../../src-shared/domain/order-query'
import { newOrder, profile, refusalOf, startMs, TestDatabase, TestFolder } from '../builders'

let folder: TestFolder

beforeEach(() => {
  folder = new TestFolder()
})
afterEach(() => {
  folder.remove()
})

const options = () => ({ file: folder.file })
const open = (key: Uint8Array = folder.key) => openWriter(options(), key)
const modeOf = (path: string) => statSync(path).mode & 0o777

describe('opening', () => {
  it('finds nothing where nothing is, and makes nothing', () => {
    expect(open()).toEqual({ kind: 'missing' })
    expect(readdirSync(folder.path)).toEqual([])
  })

  it('finds again what was stored', () => {
    folder.fill()
    const opening = open()
    if (opening.kind !== 'opened') throw new Error(opening.kind)
    folder.closing(opening)
    const reader = folder.closing(openReader(options(), folder.key))
    expect(reader.reader.listProfiles()).toEqual([profile()])
    expect(reader.reader.findOrder('prof-1', 'INV-39')?.summary.description).toHaveLength(500)
    expect(reader.reader.quickCheck()).toBeNull()
  })

  it('finds the file sound although orders were written since the last search of the reader (C7)', () => {
    const { writer } = new TestDatabase(folder.create()).open
    const { reader } = folder.closing(openReader(options(), folder.key))
    const query: OrderQuery = {
      ...{ profileId: null, search: 'PAST-1', families: [], filters: [] },
      ...{ sortBy: 'created', direction: 'desc' },
    }
    const complaints = []
    for (let number = 0; number < 200; number++) {
      const { summary } = writer.adoptOrder(newOrder({ clientOrderId: `PAST-${number}` }), [])
      writer.changeOrder({
        orderId: summary.orderId,
        expectedRevision: summary.revision,
        atMs: startMs,
        set: { status: 'approved', cardholderName: `Holder ${number}` },
        entries: [],
      })
      if (number % 20 !== 19) continue
      complaints.push(reader.quickCheck(), ...reader.listTables().map((table) => reader.quickCheck(table)))
      reader.listOrders(query, null, 5)
    }
    expect(complaints).toEqual(complaints.map(() => null))
  })

  it('lets the reader see acknowledged writes, and never write', () => {
    const database = new TestDatabase(folder.create())
    const { reader } = folder.closing(openReader(options(), folder.key))
    database.open.writer.adoptOrder(newOrder(), [])
    expect(reader.findOrder('prof-1', 'INV-2041')?.summary.orderId).toBe('1')
    const db = folder.closing(connect(options(), folder.key, 'read'))
    expect(() => db.exec('DELETE FROM cards')).toThrow(/readonly/)
  })

  it('works under the settings that make it durable and strict', () => {
    folder.create()
    const db = folder.closing(connect(options(), folder.key, 'write'))
    const settings = [
      'journal_mode',
      'synchronous',
      'foreign_keys',
      'trusted_schema',
      'cell_size_check',
      'secure_delete',
      'recursive_triggers',
      'temp_store',
      'mmap_size',
      'busy_timeout',
    ]
    db.prepare('SELECT count(*) FROM orders').get()
    expect(settings.map((name) => [name, db.pragma(name, { simple: true })])).toEqual([
      ['journal_mode', 'wal'],
      ['synchronous', 2],
      ['foreign_keys', 1],
      ['trusted_schema', 0],
      ['cell_size_check', 1],
      ['secure_delete', 1],
      ['recursive_triggers', 1],
      ['temp_store', 2],
      ['mmap_size', 0],
      ['busy_timeout', 5000],
    ])
  })
})

describe('a key', () => {
  it('that does not fit is distinguished from damage, and the file is not changed', () => {
    folder.fill()
    const before = folder.hash()
    expect(open(new Uint8Array(randomBytes(32)))).toEqual({ kind: 'key-does-not-fit' })
    expect(folder.hash()).toBe(before)
    expect(open().kind).toBe('opened')
  })

  it('of another length is refused', () => {
    for (const length of [0, 16, 31, 33, 64])
      expect(refusalOf(() => createWriter(options(), new Uint8Array(length)))?.code).toBe('storage-failed')
    folder.fill()
    for (const length of [0, 16, 31, 33, 64])
      expect(open(new Uint8Array(length))).toEqual({ kind: 'key-does-not-fit' })
  })

  it('stays with the caller and shows in no file and no error', () => {
    const copy = Uint8Array.from(folder.key)
    folder.fill()
    folder.closing(open() as { close: () => void })
    expect(folder.key).toEqual(copy)
    const forms = ['hex', 'base64', 'base64url', 'latin1'].map((encoding) =>
      Buffer.from(copy).toString(encoding as BufferEncoding),
    )
    for (const name of readdirSync(folder.path)) {
      const content = readFileSync(join(folder.path, name)).toString('latin1')
      for (const form of forms) expect(content.includes(form)).toBe(false)
    }
    writeFileSync(folder.file, 'text')
    const failure = refusalOf(() => createWriter(options(), copy))
    for (const form of forms) expect(JSON.stringify(failure)).not.toContain(form)
  })
})

describe('a database of a newer version', () => {
  it('is reported as such and not changed, whatever its write-ahead log contains', () => {
    folder.fill()
    const newer = connect(options(), folder.key, 'write')
    newer.pragma('user_version = 990')
    copyFileSync(folder.file, join(folder.path, 'copy.db'))
    copyFileSync(`${folder.file}-wal`, join(folder.path, 'copy.db-wal'))
    newer.close()
    const file = join(folder.path, 'copy.db')
    const before = [folder.hash(file), folder.hash(`${file}-wal`)]
    expect(openWriter({ file }, folder.key)).toEqual({
      kind: 'too-new',
      found: 990,
      supported: supportedVersion,
    })
    expect([folder.hash(file), folder.hash(`${file}-wal`)]).toEqual(before)
  })

  it('is not taken for one of a version that never was', () => {
    folder.fill()
    for (const version of [0, 15, -1]) {
      folder.tamper(`PRAGMA user_version = ${String(version)}`)
      expect(open()).toEqual({ kind: 'damaged', reason: 'unknown-version' })
    }
  })
})

describe('making a database', () => {
  it('happens whole or not at all: what an interrupted attempt left is no obstacle and no database', () => {
    writeFileSync(`${folder.file}.new`, randomBytes(5000))
    writeFileSync(`${folder.file}.new-wal`, randomBytes(5000))
    expect(open()).toEqual({ kind: 'missing' })
    folder.create()
    expect(readdirSync(folder.path).sort()).toEqual(['desk.db', 'desk.db-shm', 'desk.db-wal'])
  })

  it('makes the folder it lies in', () => {
    const file = join(folder.path, 'deep', 'er', 'desk.db')
    folder.closing(createWriter({ file }, folder.key))
    expect(modeOf(join(folder.path, 'deep', 'er'))).toBe(0o700)
  })

  it('fails with a plain reason where no file can be', () => {
    writeFileSync(join(folder.path, 'a-file'), '')
    const file = join(folder.path, 'a-file', 'desk.db')
    expect(refusalOf(() => createWriter({ file }, folder.key))?.code).toBe('storage-failed')
  })
})
