import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { commandOf } from '../../../scripts/package/desktop-entry.mjs'
import { entryAutostart, listedAutostart } from '../../../src-main/app/autostart'

describe('the start with the computer on Linux', () => {
  let folder: string
  let file: string
  beforeEach(() => {
    folder = mkdtempSync(join(tmpdir(), 'autostart-'))
    file = join(folder, 'autostart', 'rebill-desk.desktop')
  })
  afterEach(() => {
    rmSync(folder, { recursive: true })
  })

  it('is an entry in the folder of the user, which runs the app without a window', async () => {
    const autostart = entryAutostart(file, ['/opt/rebill-desk/rebill-desk'])
    expect(await autostart.isOn()).toBe(false)
    await autostart.set(true)
    expect(await autostart.isOn()).toBe(true)
    expect(commandOf(readFileSync(file, 'utf8'))).toEqual(['/opt/rebill-desk/rebill-desk', '--hidden'])
    await autostart.set(false)
    expect(existsSync(file)).toBe(false)
    await autostart.set(false)
  })

  it.each(['Hidden=true', 'X-GNOME-Autostart-enabled=false'])(
    'is off when the settings of the desktop wrote %s',
    async (line) => {
      const autostart = entryAutostart(file, ['/desk'])
      await autostart.set(true)
      const text = readFileSync(file, 'utf8').replace('X-GNOME-Autostart-enabled=true', line)
      writeFileSync(file, text)
      expect(await autostart.isOn()).toBe(false)
      await autostart.set(true)
      expect(await autostart.isOn()).toBe(true)
    },
  )

  it('keeps blanks, quotes and percent signs of the path as they are', async () => {
    await entryAutostart(file, ['/home/Ana "A" $HOME/100%/desk']).set(true)
    const exec = /^Exec=(.*)$/m.exec(readFileSync(file, 'utf8'))?.[1]
    expect(exec).toBe('"/home/Ana \\\\"A\\\\" \\\\$HOME/100%%/desk" "--hidden"')
  })

  it('that cannot be changed is an error with a reason', async () => {
    writeFileSync(join(folder, 'autostart'), 'a file where the folder would be')
    await expect(entryAutostart(file, ['/desk']).set(true)).rejects.toMatchObject({
      code: 'not-allowed-now',
      details: { reason: 'autostart-not-changed' },
    })
  })
})

describe('the start with the computer on Windows and macOS', () => {
  function system(takes: boolean) {
    let kept = false
    return {
      getLoginItemSettings: () => ({ openAtLogin: kept }) as Electron.LoginItemSettings,
      setLoginItemSettings: ({ openAtLogin = false }: Electron.Settings) => {
        if (takes) kept = openAtLogin
      },
    }
  }

  it('is in the list that the system keeps', async () => {
    const autostart = listedAutostart(system(true))
    await autostart.set(true)
    expect(await autostart.isOn()).toBe(true)
    await autostart.set(false)
    expect(await autostart.isOn()).toBe(false)
  })

  it('that the system does not take is an error with a reason', async () => {
    await expect(listedAutostart(system(false)).set(true)).rejects.toMatchObject({
      details: { reason: 'autostart-not-changed' },
    })
  })
})
