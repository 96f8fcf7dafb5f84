import { randomBytes } from 'node:crypto'
import { copyFileSync, mkdirSync, mkdtempSync, readdirSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from 'vitest'
import { connect } from '../../../../src-main/db/file/connection'
import { createWriter, openReaderAlone, openWriter } from '../../../../src-main/db/storage'
import { WorkerStorageHost } from '../../../../src-main/db/worker/worker-storage-host'
import { smallDisk } from '../../../support/small-disk'
import { newOrder, profile, refusalOf } from '../builders'
import { buildPrograms, type Programs } from '../programs'

const key = new Uint8Array(randomBytes(32))
let programs: Programs

beforeAll(async () => {
  programs = await buildPrograms({
    writer: 'src-main/db/worker/writer-worker.ts',
    reader: 'src-main/db/worker/reader-worker.ts',
  })
})
afterAll(() => {
  programs.remove()
})

/** A database with one order that is only in the write-ahead log, as after a crash. */
function leaveByCrash(folder: string, companions: readonly string[]): { file: string } {
  const made = join(folder, 'made')
  mkdirSync(made, { mode: 0o700, recursive: true })
  const writer = createWriter({ file: join(made, 'log.db') }, key)
  writer.writer.saveProfile(profile())
  writer.close()
  const opened = openWriter({ file: join(made, 'log.db') }, key)
  if (opened.kind !== 'opened') throw new Error(opened.kind)
  opened.writer.adoptOrder(newOrder(), [])
  for (const suffix of ['', ...companions])
    copyFileSync(join(made, `log.db${suffix}`), join(folder, `log.db${suffix}`))
  opened.close()
  rmSync(made, { recursive: true })
  return { file: join(folder, 'log.db') }
}

describe('a history that cannot be written', () => {
  afterEach(() => {
    vi.unstubAllEnvs()
    smallDisk.empty()
  })

  const crashes = [
    ['with the log and its index beside it', ['-wal', '-shm']],
    ['with the log alone beside it', ['-wal']],
  ] as const

  it.each(crashes)('on a full disk is read to its last order, %s (C1)', (_, companions) => {
    const options = leaveByCrash(smallDisk.writable, companions)
    smallDisk.fillUp()
    expect(openWriter(options, key)).toEqual({ kind: 'cannot-write', reason: 'disk-full' })
    const { reader, close } = openReaderAlone(options, key)
    expect(reader.findOrder('prof-1', 'INV-2041')?.summary.orderId).toBe('1')
    expect(reader.quickCheck()).toBeNull()
    close()
    smallDisk.makeRoom()
    const again = openWriter(options, key)
    expect(again).toMatchObject({ kind: 'opened' })
    if (again.kind === 'opened') again.close()
  })

  it.each([...crashes, ['after an orderly end', []] as const])(
    'on a read-only file system is read to its last order, %s, and leaves no copy behind (C2)',
    (_, companions) => {
      // Other tests leave files in the shared folder.
      const temporary = mkdtempSync(join(tmpdir(), 'copies-'))
      vi.stubEnv('TMPDIR', temporary)
      leaveByCrash(smallDisk.writable, companions)
      const options = { file: join(smallDisk.readOnly, 'log.db') }
      expect(openWriter(options, key)).toEqual({ kind: 'cannot-write', reason: 'read-only' })
      const { reader, close } = openReaderAlone(options, key)
      expect(reader.listProfiles()).toHaveLength(1)
      expect(reader.findOrder('prof-1', 'INV-2041')?.summary.orderId).toBe(
        companions.length === 0 ? undefined : '1',
      )
      close()
      expect(readdirSync(temporary)).toEqual([])
    },
  )

  it('that is not there yet is not made on a full disk, with the reason (C1)', () => {
    smallDisk.fillUp()
    expect(refusalOf(() => createWriter({ file: join(smallDisk.writable, 'log.db') }, key))).toEqual({
      code: 'storage-failed',
      reason: 'disk-full',
    })
  })

  const hostOf = (file: string) =>
    new WorkerStorageHost({
      file,
      workerFiles: { writer: programs.fileOf('writer'), reader: programs.fileOf('reader') },
    })

  it('is taken up again as soon as there is room (C1)', async () => {
    const { file } = leaveByCrash(smallDisk.writable, ['-wal'])
    const host = hostOf(file)
    smallDisk.fillUp()
    const full = { kind: 'cannot-write', reason: 'disk-full' }
    expect(await host.open(key)).toEqual(full)
    const reader = await host.openForReading(key)
    expect(await reader.counts(null)).toMatchObject({ inFlight: 1, attention: 0 })
    expect(await host.open(key)).toEqual(full)
    expect(await (await host.openForReading(key)).listProfiles()).toHaveLength(1)
    smallDisk.makeRoom()
    const opened = await host.open(key)
    if (opened.kind !== 'opened') throw new Error(opened.kind)
    await opened.writer.proveWritable()
    expect((await opened.reader.getOrder('1'))?.summary.clientOrderId).toBe('INV-2041')
    await host.close()
  })

  it(
    'can be read while another program locks it, and during each try to write (C1)',
    { timeout: 30_000 },
    async () => {
      const { file } = leaveByCrash(smallDisk.writable, ['-wal'])
      const other = connect({ file }, key, 'write')
      other.exec('BEGIN IMMEDIATE')
      const host = hostOf(file)
      const busy = { kind: 'cannot-write', reason: 'busy' }
      expect(await host.open(key)).toEqual(busy)
      const reader = await host.openForReading(key)
      expect(await host.open(key)).toEqual(busy)
      expect((await reader.getOrder('1'))?.summary.clientOrderId).toBe('INV-2041')
      other.exec('ROLLBACK')
      other.close()
      expect((await host.open(key)).kind).toBe('opened')
      await host.close()
    },
  )
})
