import { existsSync, readdirSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, afterEach, beforeAll, beforeEach, expect, it } from 'vitest'
import { WorkerHistoryCopies } from '../../../../src-main/db/worker/worker-history-copies'
import { openWriter } from '../../../../src-main/db/storage'
import { startMs, TestFolder } from '../builders'
import { buildPrograms, type Programs } from '../programs'

let programs: Programs
let folder: TestFolder
let copies: WorkerHistoryCopies

beforeAll(async () => {
  programs = await buildPrograms({ care: 'src-main/db/worker/care-worker.ts' })
})
afterAll(() => {
  programs.remove()
})
beforeEach(() => {
  folder = new TestFolder()
  folder.fill()
  copies = new WorkerHistoryCopies({
    file: folder.file,
    folder: backups(),
    recoveryFile: join(folder.path, 'recovery.json'),
    workerFile: programs.fileOf('care'),
  })
})
afterEach(() => {
  folder.remove()
})

const backups = () => join(folder.path, 'backups')
const ignore = () => undefined
const byHand = (target: string | null = null) => ({ kind: 'by-hand' as const, atMs: startMs, target })

it('makes a backup in the folder of the app that no other user can read, and lists it', async () => {
  const { path, facts } = await copies.backUp(folder.key, byHand(), ignore)
  expect(statSync(path).mode & 0o777).toBe(0o600)
  expect(statSync(backups()).mode & 0o777).toBe(0o700)
  expect(await copies.list()).toMatchObject([
    { kind: 'by-hand', madeAtMs: startMs, bytes: facts.bytes, path },
  ])
  expect(await copies.read(folder.key, path)).toEqual(facts)
  expect(folder.key.some((byte) => byte !== 0)).toBe(true)
})

it('does works that are asked for at the same time one after the other', async () => {
  const { path } = await copies.backUp(folder.key, byHand(), ignore)
  const read = () => copies.read(folder.key, path)
  expect(await Promise.all([read(), read(), read()])).toHaveLength(3)
})

it('saves the recovery file beside a backup in a chosen file', async () => {
  writeFileSync(join(folder.path, 'recovery.json'), '{}')
  await copies.backUp(folder.key, byHand(join(folder.path, 'mine.db')), ignore)
  expect(existsSync(join(folder.path, 'mine.recovery.json'))).toBe(true)
})

it('does not make the folder of a drive that is gone', async () => {
  const target = join(folder.path, 'usb', 'mine.db')
  await expect(copies.backUp(folder.key, byHand(target), ignore)).rejects.toMatchObject({
    details: { reason: 'backup-folder-missing' },
  })
  expect(existsSync(join(folder.path, 'usb'))).toBe(false)
})

it('leaves nothing behind when it is stopped', async () => {
  const running = copies.backUp(folder.key, byHand(), ignore)
  const outcome = running.then(
    () => 'done',
    ({ code }: { code: string }) => code,
  )
  // The thread has been started by now, and has not loaded its program.
  await Promise.resolve()
  await copies.stop()
  expect(await outcome).toBe('cancelled')
  expect(await copies.list()).toEqual([])
})

it('removes what a killed backup left, and no other file', async () => {
  await copies.backUp(folder.key, byHand(), ignore)
  writeFileSync(join(backups(), 'daily-20260101T000000Z.db.new'), 'half')
  writeFileSync(join(backups(), 'a file of a person'), '')
  await copies.backUp(folder.key, { ...byHand(), kind: 'daily' }, ignore)
  expect(readdirSync(backups()).map((name) => name.slice(0, 8))).toEqual(['a file o', 'by-hand-', 'daily-20'])
  await copies.remove(['a file of a person', '../desk.db'])
  expect(existsSync(folder.file)).toBe(true)
  expect(readdirSync(backups())).toHaveLength(3)
})

it('restores a backup and keeps the replaced history, which can be restored again', async () => {
  const { path } = await copies.backUp(folder.key, byHand(), ignore)
  folder.tamper("UPDATE app_state SET operator_name = 'Newer'")
  const act = { atMs: startMs + 60_000, actor: null, replaces: null }
  const { keptFile } = await copies.restore(folder.key, path, act, ignore)
  const operator = () => {
    const opening = openWriter({ file: folder.file }, folder.key)
    if (opening.kind !== 'opened') throw new Error(opening.kind)
    const { operatorName } = opening.reader.getState().settings
    opening.close()
    return operatorName
  }
  expect(operator()).toBe('')
  expect((await copies.list())[0]).toMatchObject({ name: keptFile, kind: 'replaced' })
  await copies.restore(folder.key, join(folder.path, keptFile), { ...act, atMs: act.atMs + 1000 }, ignore)
  expect(operator()).toBe('Newer')
})
