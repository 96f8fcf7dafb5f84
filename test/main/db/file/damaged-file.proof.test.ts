import Database from 'better-sqlite3'
import { randomBytes } from 'node:crypto'
import {
  copyFileSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  truncateSync,
  writeFileSync,
} from 'node:fs'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { createWriter, openWriter } from '../../../../src-main/db/storage'
import { newOrder, refusalOf, TestDatabase, TestFolder } from '../builders'

let folder: TestFolder

beforeEach(() => {
  folder = new TestFolder()
})
afterEach(() => {
  folder.remove()
})

const options = () => ({ file: folder.file })
const open = (key: Uint8Array = folder.key) => openWriter(options(), key)

describe('a file that is no database of ours', () => {
  const shapes: readonly [name: string, make: (file: string) => void, reason: string][] = [
    [
      'an empty file',
      (file) => {
        writeFileSync(file, '')
      },
      'empty-file',
    ],
    [
      'a short text',
      (file) => {
        writeFileSync(file, 'hi')
      },
      'not-our-database',
    ],
    [
      'a long text',
      (file) => {
        writeFileSync(file, 'Dear accountant,\n'.repeat(1000))
      },
      'not-our-database',
    ],
    [
      'zeroes',
      (file) => {
        writeFileSync(file, Buffer.alloc(40_960))
      },
      'not-our-database',
    ],
    [
      'random bytes',
      (file) => {
        writeFileSync(file, randomBytes(40_960))
      },
      'not-our-database',
    ],
    [
      'a folder',
      (file) => {
        mkdirSync(file)
      },
      'not-a-file',
    ],
    [
      'a plain SQLite database',
      (file) => {
        new Database(file).exec('CREATE TABLE orders (id)').close()
      },
      'not-our-database',
    ],
    [
      'a database encrypted by another program',
      (file) => {
        const db = new Database(file)
        db.pragma(`key = 'secret'`)
        db.exec('CREATE TABLE orders (id)').close()
      },
      'not-our-database',
    ],
    [
      'a log without its database',
      (file) => {
        writeFileSync(`${file}-wal`, randomBytes(4096))
      },
      'main-file-missing',
    ],
  ]

  it.each(shapes)('%s is called damaged, left alone and never replaced', (_name, make, reason) => {
    make(folder.file)
    const before = readdirSync(folder.path).map((name) => {
      const path = join(folder.path, name)
      return statSync(path).isFile() ? [name, folder.hash(path)] : [name]
    })
    expect(open()).toEqual({ kind: 'damaged', reason })
    expect(refusalOf(() => createWriter(options(), folder.key))).toEqual({
      code: 'storage-failed',
      reason: 'already-exists',
    })
    expect(
      readdirSync(folder.path).map((name) => {
        const path = join(folder.path, name)
        return statSync(path).isFile() ? [name, folder.hash(path)] : [name]
      }),
    ).toEqual(before)
  })

  it('is recognised when cut at any length', () => {
    folder.fill()
    const whole = statSync(folder.file).size
    for (const size of [whole - 4096, whole - 1000, 40_960, 8192, 4096, 4095, 1000, 100, 16]) {
      const copy = join(folder.path, `cut-${String(size)}.db`)
      copyFileSync(folder.file, copy)
      truncateSync(copy, size)
      const before = folder.hash(copy)
      expect(openWriter({ file: copy }, folder.key), String(size)).toEqual({
        kind: 'damaged',
        reason: size % 4096 === 0 ? 'unreadable' : 'truncated',
      })
      expect(folder.hash(copy)).toBe(before)
    }
  })

  it('is recognised by its mark when it has our key but another purpose', () => {
    folder.fill()
    folder.tamper('PRAGMA application_id = 7')
    expect(open()).toEqual({ kind: 'damaged', reason: 'not-our-database' })
  })

  it('shows every flipped bit: no changed page is ever read', () => {
    folder.fill()
    const sound = readFileSync(folder.file)
    let seen = 0
    const flips = 80
    for (let flip = 0; flip < flips; flip++) {
      const position = Math.floor((flip / flips) * sound.length) + (flip % 97)
      const bytes = Buffer.from(sound)
      bytes[position] = (bytes[position] ?? 0) ^ (1 << (flip % 8))
      const copy = join(folder.path, 'flipped.db')
      writeFileSync(copy, bytes)
      try {
        const opening = openWriter({ file: copy }, folder.key)
        if (opening.kind !== 'opened') seen += 1
        else {
          try {
            const { reader } = opening
            if (reader.listTables().some((table) => reader.quickCheck(table) !== null)) seen += 1
          } finally {
            opening.close()
          }
        }
      } catch (error) {
        expect(error).toMatchObject({ code: 'storage-failed', details: { reason: 'damaged' } })
        seen += 1
      }
    }
    expect(seen).toBe(flips)
  })
})

describe('a stale log of another database beside ours', () => {
  it('is not read into ours: the start is refused, and nothing is lost once the log is out of the way', () => {
    folder.fill()
    const other = new TestFolder()
    new TestDatabase(other.create()).open.writer.adoptOrder(newOrder({ clientOrderId: 'THEIRS' }), [])
    const log = `${folder.file}-wal`
    copyFileSync(`${other.file}-wal`, log)
    other.remove()
    const before = [folder.hash(), folder.hash(log)]
    expect(open()).toEqual({ kind: 'damaged', reason: 'unreadable' })
    expect([folder.hash(), folder.hash(log)]).toEqual(before)
    rmSync(log)
    rmSync(`${folder.file}-shm`, { force: true })
    const opening = open()
    if (opening.kind !== 'opened') throw new Error(opening.kind)
    folder.closing(opening)
    expect(opening.reader.findOrder('prof-1', 'INV-39')).not.toBeNull()
    expect(opening.reader.quickCheck()).toBeNull()
  })
})
