import { spawnSync } from 'node:child_process'
import { cpSync, existsSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { copyVerified } from '../../../src-main/db/file/backup'
import { connect } from '../../../src-main/db/file/connection'
import { openWriter, type OpenWriter } from '../../../src-main/db/storage'
import { newOrder, TestDatabase, TestFolder } from './builders'
import { buildPrograms, type Programs } from './programs'

const keptFile = 'desk.db.replaced-1'
let programs: Programs
let made: TestFolder

/** A history whose newest charge is in the write-ahead log only, as a crash leaves it, and a backup without it. */
beforeAll(async () => {
  programs = await buildPrograms({ 'restore-and-die': 'test/main/db/restore-and-die.ts' })
  made = new TestFolder()
  const database = new TestDatabase(made.create())
  database.open.writer.adoptOrder(newOrder({ clientOrderId: 'INV-old' }), [])
  const db = connect({ file: made.file }, made.key, 'read')
  db.pragma('query_only = OFF')
  copyVerified(db, { file: made.file }, made.key, join(made.path, 'backup.db'))
  db.close()
  database.chargeIn('outcome-unknown')
})
afterAll(() => {
  made.remove()
  programs.remove()
})

function opened(folder: TestFolder, file: string): OpenWriter {
  const opening = openWriter({ file }, made.key)
  if (opening.kind !== 'opened') throw new Error(opening.kind)
  return folder.closing(opening)
}

const holdsCharge = ({ reader }: OpenWriter) =>
  reader.findOrder('prof-1', `NS-${'1'.padStart(26, '0')}`) !== null

/** Restores in a process that dies before a step; null when it had no such step. */
function dieBefore(step: number): { isRestored: boolean; isKept: boolean; isBlocked: boolean } | null {
  const folder = new TestFolder()
  try {
    for (const name of ['desk.db', 'desk.db-wal', 'backup.db'])
      cpSync(join(made.path, name), join(folder.path, name))
    const keyHex = Buffer.from(made.key).toString('hex')
    const { signal, status, stderr } = spawnSync(process.execPath, [
      ...[programs.fileOf('restore-and-die'), folder.file, keyHex, join(folder.path, 'backup.db')],
      ...[keptFile, String(step)],
    ])
    if (signal !== 'SIGKILL' && status !== 0) throw new Error(stderr.toString())
    // The next start of the app.
    const present = opened(folder, folder.file)
    expect(present.reader.quickCheck()).toBeNull()
    expect(present.reader.findOrder('prof-1', 'INV-old')).not.toBeNull()
    const isRestored = !holdsCharge(present)
    const missing = present.reader.openRestore()?.missing.length
    const kept = join(folder.path, keptFile)
    const isKept = existsSync(kept) && holdsCharge(opened(folder, kept))
    expect(existsSync(`${folder.file}.swap`)).toBe(false)
    expect(existsSync(`${folder.file}.restoring`)).toBe(false)
    return signal === null ? null : { isRestored, isKept, isBlocked: missing === 1 }
  } finally {
    folder.remove()
  }
}

it('leaves the present history or the whole restored one after a kill before any step of a restore', () => {
  const outcomes = []
  for (let step = 1; ; step++) {
    const outcome = dieBefore(step)
    if (outcome === null) break
    outcomes.push(outcome)
  }
  // Restored means: the old history is beside it, and nothing can be charged before the missing charge was checked.
  expect(outcomes.filter(({ isRestored, isKept }) => isRestored !== isKept)).toEqual([])
  expect(outcomes.filter(({ isRestored, isBlocked }) => isRestored !== isBlocked)).toEqual([])
  const firstRestored = outcomes.findIndex(({ isRestored }) => isRestored)
  expect(firstRestored).toBeGreaterThan(5)
  expect(outcomes.slice(firstRestored).every(({ isRestored }) => isRestored)).toBe(true)
  expect(outcomes.length - firstRestored).toBeGreaterThan(5)
}, 120_000)
