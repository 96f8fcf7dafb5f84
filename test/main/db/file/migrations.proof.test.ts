import { spawnSync } from 'node:child_process'
import { cpSync, readdirSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { connect } from '../../../../src-main/db/file/connection'
import { schemaVersion, supportedVersion } from '../../../../src-main/db/file/migrate'
import { migrations } from '../../../../src-main/db/migrations/index'
import { openWriter } from '../../../../src-main/db/storage'
import { everyOrder } from '../../../../src-shared/domain/order-query'
import { buildPrograms, type Programs } from '../programs'
import { TestFolder } from '../builders'

let programs: Programs
let made: TestFolder

beforeAll(async () => {
  programs = await buildPrograms({ 'migrate-and-die': 'test/main/db/file/migrate-and-die.ts' })
  made = new TestFolder()
  made.createHistoryOf110()
})
afterAll(() => {
  made.remove()
  programs.remove()
})

/** Opens a copy of the history in a process that dies before a step; null when it had no such step. */
function dieBeforeStep(step: number): { readonly version: number } | null {
  const folder = new TestFolder()
  try {
    cpSync(made.file, folder.file)
    const keyHex = Buffer.from(made.key).toString('hex')
    const { signal, status, stderr } = spawnSync(process.execPath, [
      ...[programs.fileOf('migrate-and-die'), folder.file, keyHex, String(step)],
    ])
    if (signal !== 'SIGKILL' && status !== 0) throw new Error(stderr.toString())
    const left = connect({ file: folder.file }, made.key, 'read')
    const version = schemaVersion(left)
    expect(left.pragma('integrity_check', { simple: true })).toBe('ok')
    expect(left.prepare('SELECT count(*) FROM orders').pluck().get()).toBe(22)
    left.close()
    // The next start of the app.
    const opening = openWriter({ file: folder.file }, made.key)
    if (opening.kind !== 'opened') throw new Error(opening.kind)
    folder.closing(opening)
    expect(opening.reader.listOrders(everyOrder, null, 1).total).toBe(22)
    expect(readdirSync(folder.path).filter((name) => name.endsWith('.new'))).toEqual([])
    const backup = join(folder.path, `desk.db.before-version-${String(supportedVersion)}`)
    const copy = folder.closing(connect({ file: backup }, made.key, 'read'))
    expect(copy.prepare('SELECT count(*) FROM orders').pluck().get()).toBe(22)
    // The next start must not replace it by a copy of the half-updated history, which no earlier app opens.
    expect(schemaVersion(copy)).toBe(110)
    return signal === null ? null : { version }
  } finally {
    folder.remove()
  }
}

it('leaves a whole history of the earlier or a later version after a kill before any step, and the next start goes on', () => {
  const versions: number[] = []
  for (let step = 1; ; step++) {
    const outcome = dieBeforeStep(step)
    if (outcome === null) break
    versions.push(outcome.version)
  }
  expect(versions[0]).toBe(110)
  // A kill in each migration leaves the version before it.
  const left = migrations.map(({ number }) => number).filter((number) => number >= 110)
  expect([...new Set(versions)].filter((version) => version < supportedVersion)).toEqual(left.slice(0, -1))
  expect(versions).toEqual(versions.toSorted((a, b) => a - b))
})
