import Database from 'better-sqlite3'
import { spawn, type ChildProcess } from 'node:child_process'
import { chmodSync, chownSync, readdirSync } from 'node:fs'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { chainSealOf } from '../../../../src-main/db/file/chain-seal'
import { connect, type Sqlite } from '../../../../src-main/db/file/connection'
import { SqliteReader } from '../../../../src-main/db/sqlite-reader'
import { SqliteWriter } from '../../../../src-main/db/sqlite-writer'
import { openReaderAlone, openWriter } from '../../../../src-main/db/storage'
import { AppError } from '../../../../src-shared/errors/app-error'
import { recordOf } from '../../../support/builders'
import { entry, exchange, newOrder, profile, refusalOf, TestDatabase, TestFolder } from '../builders'
import { everyExchange } from '../../../../src-shared/domain/exchange'

const seal = chainSealOf(new Uint8Array(32), 'test')
let folder: TestFolder

beforeEach(() => {
  folder = new TestFolder()
})
afterEach(() => {
  folder.remove()
})

const adopt = (clientOrderId: string) => newOrder({ clientOrderId, description: clientOrderId.repeat(300) })

describe('a full disk', () => {
  it('refuses the whole change, keeps stored data and works again once there is space', () => {
    folder.create()
    const db = folder.closing(connect({ file: folder.file }, folder.key, 'write'))
    const writer = new SqliteWriter(db, seal)
    const reader = new SqliteReader(db, seal)
    writer.saveProfile(profile())
    const order = recordOf(writer.adoptOrder(newOrder(), []))
    const pages = db.pragma('page_count', { simple: true }) as number
    db.pragma(`max_page_count = ${String(pages + 2)}`)
    let stored = 0
    const fill = () => {
      for (; ; stored++) writer.adoptOrder(adopt(`fill-${String(stored)}`), [entry('adopted')])
    }
    expect(refusalOf(fill)).toEqual({ code: 'storage-failed', reason: 'disk-full' })
    const change = () =>
      writer.changeOrder({
        orderId: order.summary.orderId,
        expectedRevision: 1,
        atMs: 1,
        set: { status: 'approved', errorMessage: 'm'.repeat(20_000) },
        entries: [entry('final')],
        exchange: exchange({ unreadableBody: 'y'.repeat(20_000) }),
      })
    expect(refusalOf(change)).toEqual({ code: 'storage-failed', reason: 'disk-full' })
    expect(reader.getOrder(order.summary.orderId)).toEqual(order)
    expect(reader.listExchanges(everyExchange, null, 10).total).toBe(0)
    expect(reader.counts(null).inFlight).toBe(stored + 1)
    expect(reader.quickCheck()).toBeNull()
    db.pragma('max_page_count = 1000000')
    expect(change().summary.revision).toBe(2)
  })
})

/** A connection whose commit fails with the given error code. Everything else is real. */
function withBrokenCommit(db: Sqlite, code: string): { db: Sqlite; mend: () => void } {
  let isBroken = true
  const stub = new Proxy(db, {
    get(target, name) {
      const value: unknown = Reflect.get(target, name)
      if (name === 'transaction' && isBroken)
        return () => ({
          immediate: () => {
            throw new Database.SqliteError('disk I/O error', code)
          },
        })
      return typeof value === 'function' ? (value.bind(target) as unknown) : value
    },
  })
  return {
    db: stub,
    mend: () => {
      isBroken = false
    },
  }
}

describe('a disk that fails', () => {
  it.each(['SQLITE_IOERR_FSYNC', 'SQLITE_IOERR_WRITE', 'SQLITE_IOERR_DIR_FSYNC', 'SQLITE_IOERR_TRUNCATE'])(
    'is never written to again in this run after %s; reading continues',
    (code) => {
      const database = new TestDatabase(folder.create())
      const broken = withBrokenCommit(
        folder.closing(connect({ file: folder.file }, folder.key, 'write')),
        code,
      )
      const writer = new SqliteWriter(broken.db, seal)
      expect(refusalOf(() => writer.adoptOrder(newOrder(), []))).toEqual({
        code: 'storage-failed',
        reason: 'io-error',
      })
      broken.mend()
      const later = { code: 'storage-failed', reason: 'disk-failed-earlier' }
      expect(refusalOf(() => writer.adoptOrder(newOrder(), []))).toEqual(later)
      expect(
        refusalOf(() => {
          writer.setRecoveryMade(true)
        }),
      ).toEqual(later)
      expect(database.open.reader.listProfiles()).toHaveLength(1)
    },
  )

  it('is written to again after a failure that leaves no doubt about what lies on it', () => {
    new TestDatabase(folder.create())
    for (const [code, reason] of [
      ['SQLITE_FULL', 'disk-full'],
      ['SQLITE_BUSY_SNAPSHOT', 'busy'],
      ['SQLITE_LOCKED', 'busy'],
      ['SQLITE_IOERR_READ', 'io-error'],
      ['SQLITE_READONLY_DIRECTORY', 'read-only'],
      ['SQLITE_CORRUPT_VTAB', 'damaged'],
      ['SQLITE_CANTOPEN_ISDIR', 'cannot-open'],
      ['SQLITE_NOMEM', 'database'],
    ] as const) {
      const broken = withBrokenCommit(
        folder.closing(connect({ file: folder.file }, folder.key, 'write')),
        code,
      )
      const writer = new SqliteWriter(broken.db, seal)
      expect(refusalOf(() => writer.adoptOrder(adopt(code), []))).toEqual({ code: 'storage-failed', reason })
      broken.mend()
      expect(writer.adoptOrder(adopt(code), []).summary.clientOrderId).toBe(code)
    }
  })
})

/** Runs a step without root rights, because root ignores file modes. */
function withoutRoot<T>(step: () => T): T {
  if (process.seteuid === undefined || process.getuid?.() !== 0) return step()
  const nobody = 65_534
  for (const path of [folder.path, ...readdirSync(folder.path).map((name) => join(folder.path, name))])
    chownSync(path, nobody, nobody)
  process.seteuid(nobody)
  try {
    return step()
  } finally {
    process.seteuid(0)
  }
}

describe('a file that may only be read', () => {
  it('cannot be opened for writing, with the reason, and is read whole (C2)', () => {
    const database = new TestDatabase(folder.create())
    const order = recordOf(database.open.writer.adoptOrder(newOrder(), []))
    database.open.close()
    chmodSync(folder.file, 0o400)
    withoutRoot(() => {
      const readOnly = { kind: 'cannot-write', reason: 'read-only' }
      expect(openWriter({ file: folder.file }, folder.key)).toEqual(readOnly)
      const opening = openReaderAlone({ file: folder.file }, folder.key)
      try {
        expect(opening.reader.getOrder('1')).toEqual(order)
        expect(
          opening.reader.listOrders(
            { profileId: null, search: '', families: [], filters: [], sortBy: 'created', direction: 'desc' },
            null,
            5,
          ).total,
        ).toBe(1)
      } finally {
        opening.close()
      }
    })
  })

  it('in a folder that may only be read is read all the same (C2)', () => {
    new TestDatabase(folder.create()).open.close()
    withoutRoot(() => {
      chmodSync(folder.path, 0o500)
      try {
        const readOnly = { kind: 'cannot-write', reason: 'read-only' }
        expect(openWriter({ file: folder.file }, folder.key)).toEqual(readOnly)
        const { reader, close } = openReaderAlone({ file: folder.file }, folder.key)
        expect(reader.listProfiles()).toHaveLength(1)
        close()
      } finally {
        chmodSync(folder.path, 0o700)
      }
    })
  })

  it('that belongs to another user fails with a clear reason', () => {
    new TestDatabase(folder.create()).open.close()
    withoutRoot(() => {
      chmodSync(folder.file, 0o000)
      expect(refusalOf(() => openWriter({ file: folder.file }, folder.key))).toEqual({
        code: 'storage-failed',
        reason: 'cannot-open',
      })
    })
  })
})

describe('a second process that holds the database', () => {
  const program = `
    import Database from 'better-sqlite3'
    const db = new Database(process.argv[1])
    db.pragma("cipher = 'sqlcipher'")
    db.pragma('legacy = 4')
    db.pragma(\`key = "x'\${process.argv[2]}'"\`)
    db.exec('BEGIN IMMEDIATE')
    process.stdout.write('holding\\n')
    process.stdin.on('end', () => { db.exec('ROLLBACK'); db.close() }).resume()
  `
  let holder: ChildProcess | null = null
  afterEach(() => {
    holder?.kill('SIGKILL')
    holder = null
  })

  it('blocks a write for five seconds at most, and nothing is written', { timeout: 20_000 }, async () => {
    const database = new TestDatabase(folder.create())
    const child = spawn(
      process.execPath,
      ['--input-type=module', '-e', program, folder.file, Buffer.from(folder.key).toString('hex')],
      { stdio: ['pipe', 'pipe', 'inherit'] },
    )
    holder = child
    await new Promise((resolve) => child.stdout.once('data', resolve))
    expect(refusalOf(() => database.open.writer.adoptOrder(newOrder(), []))).toEqual({
      code: 'storage-failed',
      reason: 'busy',
    })
    expect(database.open.reader.findOrder('prof-1', 'INV-2041')).toBeNull()
    const gone = new Promise((resolve) => child.once('exit', resolve))
    child.stdin.end()
    await gone
    expect(database.open.writer.adoptOrder(newOrder(), []).summary.orderId).toBe('1')
  })
})

describe('what crosses to other layers', () => {
  it('is a code and a reason, never a text of the database or a value', () => {
    const database = new TestDatabase(folder.create())
    const secret = 'Iva Testova'
    const failures = [
      () => database.open.writer.adoptOrder(newOrder({ environment: secret as 'production' }), []),
      () => database.open.writer.upsertCard({ profileId: secret, cardRefId: secret, routeId: '1', atMs: 1 }),
      () =>
        database.open.reader.listOrders(
          { profileId: null, search: secret, families: [], filters: [], sortBy: 'amount', direction: 'asc' },
          secret,
          1,
        ),
    ].map((step) => {
      try {
        step()
        return null
      } catch (error) {
        return error instanceof AppError ? error.describe() : error
      }
    })
    expect(failures).toEqual([
      { code: 'internal', details: { reason: 'constraint' } },
      { code: 'not-found', details: { reason: 'profile' } },
      { code: 'validation-failed', details: { fields: { cursor: 'not-a-cursor' } } },
    ])
  })
})
