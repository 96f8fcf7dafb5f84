import { createHash } from 'node:crypto'
import { chmod, mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { NsisUpdater, NoOpLogger } from 'electron-updater'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { prepareInstaller } from '../../../src-main/updates/system-installer'

let folder: string

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'desk-installer-'))
})
afterEach(() => rm(folder, { recursive: true, force: true }))

/** The updater for Windows as it ships, in an app whose version is 0.1.0. Its installer is a script of this system. */
async function updaterOn(version = '0.1.0') {
  const config = join(folder, 'app-update.yml')
  await writeFile(config, 'updaterCacheDirName: updater\n')
  const updater = new NsisUpdater(null, {
    ...{ version, name: 'Rebill Desk', isPackaged: true, appUpdateConfigPath: config },
    ...{ userDataPath: folder, baseCachePath: join(folder, 'cache') },
    ...{ whenReady: () => Promise.resolve(), relaunch: () => undefined, quit: () => undefined },
    onQuit: () => undefined,
  })
  updater.logger = new NoOpLogger()
  const errors: unknown[] = []
  updater.on('error', (error) => errors.push(error))
  // The quit at its end needs Electron.
  updater.quitAndInstall = (isSilent) => void updater.install(isSilent, true)
  return { updater, errors }
}

async function packageOf(version: string) {
  const file = join(folder, `rebill-desk-${version}-x64.exe`)
  const content = `#!/bin/sh\nprintf '%s ' "$0" "$@" > '${join(folder, 'started')}'\n`
  await writeFile(file, content)
  await chmod(file, 0o700)
  return { file, version, sha512: createHash('sha512').update(content).digest('hex') }
}

describe('the installer of the system', () => {
  it('is given a checked package by electron-updater, without a connection, and started later', async () => {
    const { updater, errors } = await updaterOn()
    const start = await prepareInstaller(updater, await packageOf('0.2.0'))
    await expect(readFile(join(folder, 'started'), 'utf8')).rejects.toThrow('ENOENT')
    start()
    const pending = join(folder, 'cache', 'updater', 'pending', 'rebill-desk-0.2.0-x64.exe')
    await expect
      .poll(() => readFile(join(folder, 'started'), 'utf8').catch(() => ''))
      .toBe(`${pending} --updated --force-run `)
    expect(errors).toEqual([])
  })

  it('gets no package that was changed since its check (S30)', async () => {
    const update = await packageOf('0.2.0')
    await writeFile(update.file, '#!/bin/sh\ntouch evil\n')
    const { updater } = await updaterOn()
    await expect(prepareInstaller(updater, update)).rejects.toThrow('changed on the disk')
    updater.quitAndInstall(false)
    await expect(readFile(join(folder, 'started'), 'utf8')).rejects.toThrow('ENOENT')
  })

  it.each(['0.1.0', '0.0.9'])('gets no version %s, which is not newer (S30)', async (version) => {
    const { updater } = await updaterOn()
    await expect(prepareInstaller(updater, await packageOf(version))).rejects.toThrow('does not take')
  })

  it('does not get what an earlier run left in its folder (S30)', async () => {
    const left = join(folder, 'cache', 'updater', 'pending')
    await mkdir(left, { recursive: true })
    await writeFile(join(left, 'rebill-desk-0.2.0-x64.exe'), '#!/bin/sh\ntouch evil\n')
    await writeFile(join(left, 'update-info.json'), '{"fileName":"rebill-desk-0.2.0-x64.exe","sha512":"x"}')
    const { updater } = await updaterOn()
    const update = await packageOf('0.2.0')
    await prepareInstaller(updater, update)
    expect(await readFile(join(left, 'rebill-desk-0.2.0-x64.exe'))).toEqual(await readFile(update.file))
  })
})
