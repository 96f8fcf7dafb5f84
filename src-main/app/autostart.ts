import type { App } from 'electron'
import { mkdir, readFile, rm, writeFile } from 'node:fs/promises'
import { dirname } from 'node:path'
import { AppError } from '../../src-shared/errors/app-error'
import type { Autostart } from '../ports/autostart'
import { appName } from '../window/messages'

/** A start with this switch shows no window until a person asks for it. */
export const hiddenSwitch = '--hidden'

/** Windows and macOS keep a list of programs. `app` is Electron's. */
export function listedAutostart(app: Pick<App, 'getLoginItemSettings' | 'setLoginItemSettings'>): Autostart {
  const own = { args: [hiddenSwitch] }
  return {
    isOn: () => Promise.resolve(app.getLoginItemSettings(own).openAtLogin),
    set: async (isOn) => {
      app.setLoginItemSettings({ ...own, openAtLogin: isOn })
      if (app.getLoginItemSettings(own).openAtLogin !== isOn) throw notChanged()
      await Promise.resolve()
    },
  }
}

/**
 * Linux desktops start each entry in a folder of the user (Desktop Application Autostart Specification). `command` is the
 * program and its arguments.
 */
export function entryAutostart(file: string, command: readonly string[]): Autostart {
  return {
    isOn: async () => isActive(await readFile(file, 'utf8').catch(() => '')),
    set: async (isOn) => {
      try {
        if (!isOn) return await rm(file, { force: true })
        await mkdir(dirname(file), { recursive: true })
        await writeFile(file, entryText([...command, hiddenSwitch]))
      } catch (error) {
        throw notChanged(error)
      }
    },
  }
}

/** Settings of desktops switch an entry off by one of these lines. */
function isActive(text: string): boolean {
  return /^Exec=/m.test(text) && !/^(?:Hidden=true|X-GNOME-Autostart-enabled=false)$/m.test(text)
}

function entryText(command: readonly string[]): string {
  const exec = command.map(quoted).join(' ')
  return `[Desktop Entry]\nType=Application\nName=${appName}\nExec=${exec}\nX-GNOME-Autostart-enabled=true\n`
}

/** As the specification of desktop entries asks: the percent sign would be a field code. */
function quoted(part: string): string {
  const escaped = part.replaceAll(/["`$\\]/g, (sign) => `\\${sign}`)
  // The value is a string, in which a backslash is escaped once more.
  return `"${escaped.replaceAll('\\', '\\\\').replaceAll('%', '%%')}"`
}

function notChanged(cause?: unknown): AppError {
  return new AppError('not-allowed-now', { reason: 'autostart-not-changed' }, { cause })
}
