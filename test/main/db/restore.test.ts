import { copyFileSync, existsSync, readdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { checkCopy, copyVerified } from '../../../src-main/db/file/backup'
import { connect } from '../../../src-main/db/file/connection'
import { finishSwap, restoreDraftOf, swapIn } from '../../../src-main/db/file/swap'
import { prepareRestore } from '../../../src-main/db/restore'
import { openWriter, type OpenWriter } from '../../../src-main/db/storage'
import { draft, newOrder, refusalOf, startMs, TestDatabase, TestFolder } from './builders'

let folder: TestFolder
beforeEach(() => {
  folder = new TestFolder()
})
afterEach(() => {
  folder.remove()
})

const act = { atMs: startMs + 1000, actor: 'Iva', keptFile: 'desk.db.replaced-1', replaces: null }
const kept = () => join(folder.path, act.keptFile)
const backup = () => join(folder.path, 'backup.db')

/** Copies the open history as the thread does. */
function backUp(copy = backup()) {
  const db = connect({ file: folder.file }, folder.key, 'read')
  try {
    db.pragma('query_only = OFF')
    return copyVerified(db, { file: folder.file }, folder.key, copy)
  } finally {
    db.close()
  }
}

function restore(source = backup()) {
  const done = prepareRestore({ file: folder.file }, folder.key, source, act)
  swapIn(folder.file, act.keptFile)
  return done
}

function opened(file = folder.file): OpenWriter {
  const opening = openWriter({ file }, folder.key)
  if (opening.kind !== 'opened') throw new Error(opening.kind)
  return folder.closing(opening)
}

function chargesOf({ reader }: OpenWriter): string[] {
  const { rows } = reader.listOrders(
    { profileId: null, search: '', families: [], filters: [], sortBy: 'created', direction: 'asc' },
    null,
    50,
  )
  return rows.map(({ orderId }) => reader.getOrder(orderId)?.charge?.state ?? 'none')
}

describe('a backup', () => {
  it('is a whole copy that opens with the same key, while the history is open', () => {
    folder.fill()
    const open = opened()
    expect(backUp()).toMatchObject({ orders: 40, lastOrderAtMs: startMs })
    expect(checkCopy({ file: backup() }, folder.key)).toMatchObject({ orders: 40 })
    expect(existsSync(`${backup()}.new`)).toBe(false)
    open.close()
  })

  it('holds what is in the write-ahead log only', () => {
    const database = new TestDatabase(folder.create())
    database.chargeIn('accepted')
    expect(backUp().orders).toBe(1)
  })

  it('leaves an older backup of the same name alone when it fails', () => {
    folder.fill()
    backUp()
    const before = folder.hash(backup())
    folder.tamper("INSERT INTO order_search (order_search, rowid, text) VALUES ('delete', 1, 'not its text')")
    const db = connect({ file: folder.file }, folder.key, 'read')
    const damaged = () => copyVerified(db, { file: folder.file }, folder.key, backup())
    expect(refusalOf(damaged)?.code).toBeDefined()
    db.close()
    expect(folder.hash(backup())).toBe(before)
    expect(existsSync(`${backup()}.new`)).toBe(false)
  })

  it.each([
    ['a file of another program', (file: string) => writeFileSync(file, 'x'.repeat(8192)), 'backup-not-ours'],
    ['an empty file', (file: string) => writeFileSync(file, ''), 'backup-not-ours'],
    ['no file', () => undefined, 'backup-missing'],
  ])('is refused when it is %s', (_what, make, reason) => {
    make(backup())
    expect(refusalOf(() => checkCopy({ file: backup() }, folder.key))).toMatchObject({ reason })
  })

  it('is refused with the key of another history', () => {
    const other = new TestFolder()
    other.fill()
    copyFileSync(other.file, backup())
    other.remove()
    expect(refusalOf(() => checkCopy({ file: backup() }, folder.key))).toMatchObject({
      reason: 'backup-other-key',
    })
  })
})

describe('a restored backup', () => {
  it('takes the place of the history, which stays beside it with everything in it', () => {
    folder.fill()
    backUp()
    const open = opened()
    open.writer.adoptOrder(newOrder({ clientOrderId: 'INV-new' }), [])
    open.close()
    expect(restore()).toMatchObject({ isComplete: true, missing: [] })
    expect(opened().reader.findOrder('prof-1', 'INV-new')).toBeNull()
    expect(opened(kept()).reader.findOrder('prof-1', 'INV-new')).not.toBeNull()
  })

  it('names every sent charge that it does not have, and is open until a person settles it', () => {
    const before = new TestDatabase(folder.create())
    before.chargeIn('accepted')
    backUp()
    const sent = before.chargeIn('outcome-unknown')
    before.chargeIn('not-sent')
    before.open.close()
    restore()
    const { writer, reader } = opened()
    const missing = [
      { clientOrderId: sent.summary.clientOrderId, profileId: 'prof-1', atMs: sent.charge?.createdAtMs },
    ]
    expect(reader.openRestore()).toEqual({
      ...{ atMs: act.atMs, actor: 'Iva', lastKnownMs: startMs, isComplete: true, missing },
    })
    writer.settleRestore(act.atMs + 5, 'Iva')
    expect(reader.openRestore()).toBeNull()
  })

  it('asks the gateway about every charge that may have been sent since, and sends none of them', () => {
    const database = new TestDatabase(folder.create())
    database.chargeIn('recorded')
    database.chargeIn('not-sent')
    database.chargeIn('sending')
    database.chargeIn('cancelled')
    backUp()
    database.open.close()
    restore()
    const open = opened()
    expect(chargesOf(open)).toEqual(['outcome-unknown', 'outcome-unknown', 'outcome-unknown', 'cancelled'])
    expect(open.reader.listFollowed().map(({ charge }) => charge?.transmissions)).toEqual([1, 1, 1])
    expect(open.reader.getOrderView('1')?.timeline.map(({ kind }) => kind)).toContain('restored')
  })

  it('has no unconfirmed charge, which may have been confirmed since', () => {
    const database = new TestDatabase(folder.create())
    const { cardId } = database
    database.open.writer.saveDraft(draft({ cardId, chargeId: 'charge-x' }))
    backUp()
    database.open.close()
    restore()
    expect(opened().reader.getCharge('charge-x')).toBeNull()
  })

  it('says that charges may be missing when the replaced history cannot be read', () => {
    folder.fill()
    backUp()
    writeFileSync(folder.file, Buffer.alloc(8192, 7))
    expect(restore()).toMatchObject({ isComplete: false, missing: [] })
    expect(opened().reader.openRestore()).toMatchObject({ isComplete: false })
  })

  it('changes nothing when the backup is damaged', () => {
    folder.fill()
    backUp()
    const before = folder.hash()
    writeFileSync(backup(), readFileSync(backup()).fill(1, 40_960, 45_056))
    expect(refusalOf(() => restore())?.code).toBeDefined()
    expect(folder.hash()).toBe(before)
    expect(existsSync(restoreDraftOf(folder.file))).toBe(false)
    expect(existsSync(kept())).toBe(false)
  })

  it('is refused when somebody added a trigger to it', () => {
    folder.fill()
    backUp()
    const db = connect({ file: backup() }, folder.key, 'write')
    db.exec('CREATE TRIGGER planted AFTER INSERT ON orders BEGIN SELECT 1; END')
    db.close()
    expect(refusalOf(() => restore())).toMatchObject({ reason: 'backup-not-ours' })
  })
})

describe('a swap', () => {
  it('never plays the write-ahead log of the old history into the new one', () => {
    const database = new TestDatabase(folder.create())
    backUp()
    database.chargeIn('accepted')
    // A crash leaves the write-ahead log.
    for (const suffix of ['', '-wal']) copyFileSync(folder.file + suffix, `${folder.file}.crashed${suffix}`)
    database.open.close()
    for (const suffix of ['', '-wal']) renameSync(`${folder.file}.crashed${suffix}`, folder.file + suffix)
    expect(restore().missing).toHaveLength(1)
    expect(chargesOf(opened())).toEqual([])
    expect(chargesOf(opened(kept()))).toEqual(['accepted'])
  })

  it('does not follow a planted mark to another place', () => {
    folder.fill()
    const before = folder.hash()
    for (const keptFile of ['../elsewhere', 'other.db', '/tmp/desk.db.replaced-1']) {
      writeFileSync(`${folder.file}.swap`, JSON.stringify({ version: 1, kept: keptFile }))
      expect(refusalOf(() => finishSwap(folder.file))).toMatchObject({ reason: 'swap-mark-damaged' })
    }
    expect(folder.hash()).toBe(before)
  })

  it('removes an unfinished preparation at the next start', () => {
    folder.fill()
    writeFileSync(restoreDraftOf(folder.file), 'half')
    opened().close()
    expect(readdirSync(folder.path)).toEqual(['desk.db'])
  })
})
