// S31: other users of the machine must not read the data folder. Files are created with closed modes under any umask,
// and
// modes that somebody opened are closed at the next start.
import { randomBytes } from 'node:crypto'
import { chmodSync, mkdtempSync, readdirSync, rmSync, statSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { LogFile } from '../../src-main/platform/log-file'
import { DiskRecoveryFile } from '../../src-main/secrets/recovery-file'
import { WindowStateFile } from '../../src-main/window/window-state'
import { InProcessStorageHost } from '../support/in-process-storage-host'

let folder: string
let umask: number
const key = randomBytes(32)

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'data-folder-'))
  umask = process.umask(0)
})
afterEach(() => {
  process.umask(umask)
  rmSync(folder, { recursive: true, force: true })
})

async function fill(step: 'create' | 'open'): Promise<Record<string, string>> {
  new LogFile(join(folder, 'logs', 'desk.log'), { maxBytes: 1000, keep: 1 }).write('{"event":"app.started"}')
  const host = new InProcessStorageHost({ file: join(folder, 'log.db') })
  await host[step](key)
  const modes = modesIn(folder)
  await host.close()
  return modes
}

function modesIn(place: string): Record<string, string> {
  const names = readdirSync(place, { recursive: true, encoding: 'utf8' }).sort()
  return Object.fromEntries(
    names.map((name) => [name, (statSync(join(place, name)).mode & 0o777).toString(8)]),
  )
}

describe('S31: the data folder', () => {
  it('contains nothing that others can read, under any umask', async () => {
    await new DiskRecoveryFile(join(folder, 'recovery.json')).create(key)
    new WindowStateFile(join(folder, 'window.json')).write({
      bounds: { x: 0, y: 0, width: 1280, height: 800 },
      isMaximized: false,
      zoomFactor: 1,
    })
    expect(await fill('create')).toEqual({
      'log.db': '600',
      'log.db-shm': '600',
      'log.db-wal': '600',
      logs: '700',
      'logs/desk.log': '600',
      'recovery.json': '600',
      'window.json': '600',
    })
  })

  it('is closed again when somebody opened it', async () => {
    await fill('create')
    chmodSync(folder, 0o777)
    chmodSync(join(folder, 'log.db'), 0o666)
    chmodSync(join(folder, 'logs', 'desk.log'), 0o644)
    expect(await fill('open')).toMatchObject({ 'log.db': '600', 'log.db-wal': '600', 'logs/desk.log': '600' })
    expect((statSync(folder).mode & 0o777).toString(8)).toBe('700')
  })
})
