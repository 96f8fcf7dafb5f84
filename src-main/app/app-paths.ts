import { app } from 'electron'
import { accessSync, chmodSync, constants, existsSync, mkdirSync, mkdtempSync } from 'node:fs'
import { join } from 'node:path'

/** Every file and folder the app uses, in one place. */
export interface AppPaths {
  /** The person's data; closed to other users of the machine (C31). */
  readonly data: string
  readonly database: string
  readonly recoveryFile: string
  readonly chargeJournal: string
  readonly windowState: string
  readonly simulatorState: string
  readonly logFile: string
  readonly icon: string
  readonly preload: string
  readonly renderer: string
  readonly dbWriter: string
  readonly dbReader: string
  readonly keychain: string
  readonly simulator: string
}

/**
 * Chooses where the person's data is and answers with that folder; an unpackaged build may keep it elsewhere, for tests
 * and the tour. Must run before the app is ready, since Chromium opens its own files: those go to a folder for temporary
 * files when the data folder may only be read, because Chromium does not start without a place to write.
 */
export function chooseUserData(): string {
  const elsewhere = process.env['REBILL_DESK_USER_DATA']
  if (!app.isPackaged && elsewhere !== undefined && elsewhere !== '') app.setPath('userData', elsewhere)
  const home = app.getPath('userData')
  if (isReadOnly(home)) app.setPath('userData', mkdtempSync(join(app.getPath('temp'), 'rebill-desk-')))
  return home
}

/** The paths, with the folders made and closed to others. `home` is what `chooseUserData` answered. */
export function appPaths(home: string): AppPaths {
  const data = join(home, 'desk')
  /** What the app can lose; the same folder unless that may only be read. */
  const own = join(app.getPath('userData'), 'desk')
  mkdirSync(own, { recursive: true, mode: 0o700 })
  // An existing folder keeps its mode when made again.
  chmodSync(own, 0o700)
  const out = join(app.getAppPath(), 'out')
  return {
    data,
    database: join(data, 'log.db'),
    recoveryFile: join(data, 'recovery.json'),
    chargeJournal: join(data, 'charges.json'),
    windowState: join(own, 'window.json'),
    simulatorState: join(own, 'simulator.json'),
    logFile: join(own, 'logs', 'desk.log'),
    icon: join(app.getAppPath(), 'resources', 'icon.png'),
    preload: join(out, 'preload', 'index.cjs'),
    renderer: join(out, 'renderer'),
    dbWriter: join(out, 'main', 'db-writer.js'),
    dbReader: join(out, 'main', 'db-reader.js'),
    keychain: join(out, 'main', 'keychain.js'),
    simulator: join(out, 'main', 'simulator.js'),
  }
}

/** True when a folder is there and nothing can be made in it, or in the app's own folder within. */
function isReadOnly(home: string): boolean {
  return [home, join(home, 'desk')].some((folder) => {
    if (!existsSync(folder)) return false
    try {
      accessSync(folder, constants.W_OK)
      return false
    } catch {
      return true
    }
  })
}
