import Database from 'better-sqlite3'
import { createHash, randomBytes } from 'node:crypto'
import {
  chmodSync,
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
import { connect } from '../../../src-main/db/connection'
import { supportedVersion } from '../../../src-main/db/migrate'
import { createWriter, openReader, openWriter } from '../../../src-main/db/storage'
import { newOrder, profile, refusalOf, TestDesk, TestFolder } from './builders'

let folder: TestFolder

beforeEach(() => {
  folder = new TestFolder()
})
afterEach(() => {
  folder.remove()
})

const options = () => ({ file: folder.file })
const open = (key: Uint8Array = folder.key) => openWriter(options(), key)
const hash = (file = folder.file) => createHash('sha256').update(readFileSync(file)).digest('hex')
const modeOf = (path: string) => statSync(path).mode & 0o777

/** A closed database with a few rows in it. */
function makeDatabase(): void {
  const desk = new TestDesk(createWriter(options(), folder.key))
  for (let number = 0; number < 40; number++)
    desk.open.writer.adoptOrder(
      newOrder({ clientOrderId: `INV-${String(number)}`, description: 'x'.repeat(500) }),
      [],
    )
  desk.open.close()
}

/** Runs a statement on the closed database, as another program with the key could. */
function tamper(sql: string): void {
  const db = connect(options(), folder.key, 'write')
  db.exec(sql)
  db.pragma('wal_checkpoint(TRUNCATE)')
  db.close()
}

describe('opening', () => {
  it('finds nothing where nothing is, and makes nothing', () => {
    expect(open()).toEqual({ kind: 'missing' })
    expect(readdirSync(folder.path)).toEqual([])
  })

  it('finds again what was stored', () => {
    makeDatabase()
    const opening = open()
    if (opening.kind !== 'opened') throw new Error(opening.kind)
    folder.closing(opening)
    const reader = folder.closing(openReader(options(), folder.key))
    expect(reader.reader.listProfiles()).toEqual([profile()])
    expect(reader.reader.findOrder('prof-1', 'INV-39')?.summary.description).toHaveLength(500)
    expect(reader.reader.quickCheck()).toBeNull()
  })

  it('lets the reader see what was acknowledged, and never write', () => {
    const desk = new TestDesk(folder.create())
    const { reader } = folder.closing(openReader(options(), folder.key))
    desk.open.writer.adoptOrder(newOrder(), [])
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
  it('that does not fit is told apart from damage, and the file stays as it is', () => {
    makeDatabase()
    const before = hash()
    expect(open(new Uint8Array(randomBytes(32)))).toEqual({ kind: 'key-does-not-fit' })
    expect(hash()).toBe(before)
    expect(open().kind).toBe('opened')
  })

  it('of another length is refused', () => {
    for (const length of [0, 16, 31, 33, 64])
      expect(refusalOf(() => createWriter(options(), new Uint8Array(length)))?.code).toBe('storage-failed')
    makeDatabase()
    for (const length of [0, 16, 31, 33, 64])
      expect(open(new Uint8Array(length))).toEqual({ kind: 'key-does-not-fit' })
  })

  it('stays with the caller and shows in no file and no error', () => {
    const copy = Uint8Array.from(folder.key)
    makeDatabase()
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

describe('a file that is no database of ours (P16)', () => {
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
      return statSync(path).isFile() ? [name, hash(path)] : [name]
    })
    expect(open()).toEqual({ kind: 'damaged', reason })
    expect(refusalOf(() => createWriter(options(), folder.key))).toEqual({
      code: 'storage-failed',
      reason: 'already-exists',
    })
    expect(
      readdirSync(folder.path).map((name) => {
        const path = join(folder.path, name)
        return statSync(path).isFile() ? [name, hash(path)] : [name]
      }),
    ).toEqual(before)
  })

  it('is recognised when cut at any length', () => {
    makeDatabase()
    const whole = statSync(folder.file).size
    for (const size of [whole - 4096, whole - 1000, 40_960, 8192, 4096, 4095, 1000, 100, 16]) {
      const copy = join(folder.path, `cut-${String(size)}.db`)
      copyFileSync(folder.file, copy)
      truncateSync(copy, size)
      const before = hash(copy)
      expect(openWriter({ file: copy }, folder.key), String(size)).toEqual({
        kind: 'damaged',
        reason: size % 4096 === 0 ? 'unreadable' : 'truncated',
      })
      expect(hash(copy)).toBe(before)
    }
  })

  it('is recognised by its mark when it has our key but another purpose', () => {
    makeDatabase()
    tamper('PRAGMA application_id = 7')
    expect(open()).toEqual({ kind: 'damaged', reason: 'not-our-database' })
  })

  it('shows every flipped bit: no changed page is ever read (P15)', () => {
    makeDatabase()
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
            if (opening.reader.quickCheck() !== null) seen += 1
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

describe('a database from the future (P19)', () => {
  it('is named as such and not touched, whatever lies in its log', () => {
    makeDatabase()
    const newer = connect(options(), folder.key, 'write')
    newer.pragma('user_version = 990')
    copyFileSync(folder.file, join(folder.path, 'copy.db'))
    copyFileSync(`${folder.file}-wal`, join(folder.path, 'copy.db-wal'))
    newer.close()
    const file = join(folder.path, 'copy.db')
    const before = [hash(file), hash(`${file}-wal`)]
    expect(openWriter({ file }, folder.key)).toEqual({
      kind: 'too-new',
      found: 990,
      supported: supportedVersion,
    })
    expect([hash(file), hash(`${file}-wal`)]).toEqual(before)
  })

  it('is not taken for one of a version that never was', () => {
    makeDatabase()
    for (const version of [0, 15, -1]) {
      tamper(`PRAGMA user_version = ${String(version)}`)
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

describe('other users of the machine (C31)', () => {
  it('get no right to new files, whatever the umask', () => {
    const before = process.umask(0)
    try {
      folder.create()
      folder.closing(openReader(options(), folder.key))
    } finally {
      process.umask(before)
    }
    expect(readdirSync(folder.path).map((name) => [name, modeOf(join(folder.path, name))])).toEqual([
      ['desk.db', 0o600],
      ['desk.db-shm', 0o600],
      ['desk.db-wal', 0o600],
    ])
  })

  it('lose the rights they were given', () => {
    makeDatabase()
    chmodSync(folder.path, 0o755)
    chmodSync(folder.file, 0o666)
    folder.closing(open() as { close: () => void })
    expect(modeOf(folder.path)).toBe(0o700)
    for (const name of readdirSync(folder.path)) expect(modeOf(join(folder.path, name)), name).toBe(0o600)
  })

  it('are not shut out of a folder that is everybody’s: it is refused', () => {
    makeDatabase()
    chmodSync(folder.path, 0o1777)
    expect(refusalOf(() => open())).toEqual({ code: 'storage-failed', reason: 'permissions' })
    chmodSync(folder.path, 0o700)
  })
})

describe('a stale log of another database beside ours (P18)', () => {
  it('is not read into ours: the start is refused, and nothing is lost once the log is out of the way', () => {
    makeDatabase()
    const other = new TestFolder()
    new TestDesk(other.create()).open.writer.adoptOrder(newOrder({ clientOrderId: 'THEIRS' }), [])
    const log = `${folder.file}-wal`
    copyFileSync(`${other.file}-wal`, log)
    other.remove()
    const before = [hash(), hash(log)]
    expect(open()).toEqual({ kind: 'damaged', reason: 'unreadable' })
    expect([hash(), hash(log)]).toEqual(before)
    rmSync(log)
    rmSync(`${folder.file}-shm`, { force: true })
    const opening = open()
    if (opening.kind !== 'opened') throw new Error(opening.kind)
    folder.closing(opening)
    expect(opening.reader.findOrder('prof-1', 'INV-39')).not.toBeNull()
    expect(opening.reader.quickCheck()).toBeNull()
  })
})
