import { app } from 'electron'
import { chmodSync, mkdirSync } from 'node:fs'
import { join } from 'node:path'

/** Every file and folder the app uses, in one place. */
export interface AppPaths {
  /** The person's data; closed to other users of the machine (C31). */
  readonly data: string
  readonly database: string
  readonly recoveryFile: string
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
 * Lets an unpackaged build keep its data elsewhere, for tests and the tour; must run before the app is ready, since
 * Chromium opens its own files there.
 */
export function chooseUserData(): void {
  const elsewhere = process.env['REBILL_DESK_USER_DATA']
  if (!app.isPackaged && elsewhere !== undefined && elsewhere !== '') app.setPath('userData', elsewhere)
}

/** The paths, with the data folder made and closed to others. */
export function appPaths(): AppPaths {
  const data = join(app.getPath('userData'), 'desk')
  mkdirSync(data, { recursive: true, mode: 0o700 })
  // An existing folder keeps its mode when made again.
  chmodSync(data, 0o700)
  const out = join(app.getAppPath(), 'out')
  return {
    data,
    database: join(data, 'log.db'),
    recoveryFile: join(data, 'recovery.json'),
    windowState: join(data, 'window.json'),
    simulatorState: join(data, 'simulator.json'),
    logFile: join(data, 'logs', 'desk.log'),
    icon: join(app.getAppPath(), 'resources', 'icon.png'),
    preload: join(out, 'preload', 'index.cjs'),
    renderer: join(out, 'renderer'),
    dbWriter: join(out, 'main', 'db-writer.js'),
    dbReader: join(out, 'main', 'db-reader.js'),
    keychain: join(out, 'main', 'keychain.js'),
    simulator: join(out, 'main', 'simulator.js'),
  }
}
