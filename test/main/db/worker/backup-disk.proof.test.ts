import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, it, onTestFinished } from 'vitest'
import { WorkerHistoryCopies } from '../../../../src-main/db/worker/worker-history-copies'
import { smallDisk } from '../../../support/small-disk'
import { startMs, TestFolder } from '../builders'
import { buildPrograms, type Programs } from '../programs'

let programs: Programs
beforeAll(async () => {
  programs = await buildPrograms({ care: 'src-main/db/worker/care-worker.ts' })
})
afterAll(() => {
  programs.remove()
})

/** The reason why a backup of a small history to this file fails, and whether the history is as before. */
async function failureAt(target: string): Promise<{ reason: string; isUnharmed: boolean }> {
  const folder = new TestFolder()
  onTestFinished(() => {
    folder.remove()
  })
  folder.fill()
  const before = folder.hash()
  const copies = new WorkerHistoryCopies({
    file: folder.file,
    folder: join(folder.path, 'backups'),
    recoveryFile: join(folder.path, 'recovery.json'),
    workerFile: programs.fileOf('care'),
  })
  const reason = await copies
    .backUp(folder.key, { kind: 'by-hand', atMs: startMs, target }, () => undefined)
    .then(
      () => 'made',
      (error: { details: { reason?: string } }) => error.details.reason ?? 'none',
    )
  return { reason, isUnharmed: folder.hash() === before }
}

it('a backup to a full disk says so and leaves no half file', async () => {
  onTestFinished(() => {
    smallDisk.empty()
  })
  smallDisk.fillUp()
  const target = join(smallDisk.writable, 'mine.db')
  expect(await failureAt(target)).toEqual({ reason: 'disk-full', isUnharmed: true })
  expect(existsSync(target)).toBe(false)
  expect(existsSync(`${target}.new`)).toBe(false)
})

it('a backup to a read-only disk says so', async () => {
  const target = join(smallDisk.readOnly, 'mine.db')
  expect(await failureAt(target)).toEqual({ reason: 'read-only', isUnharmed: true })
})
