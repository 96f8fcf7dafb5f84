import { app } from 'electron'
import { accessSync, chmodSync, constants, existsSync, mkdirSync, mkdtempSync } from 'node:fs'
import { join } from 'node:path'
import { isDevelopment } from './build-kind'
import { policyPlace, type PolicyPlace } from './policy-file'

/** All files and folders of the app. */
export interface AppPaths {
  /** Folder of the data; other users of the machine cannot read it. */
  readonly data: string
  readonly database: string
  readonly recoveryFile: string
  readonly chargeJournal: string
  /** Folder of the backups that the app keeps. */
  readonly backups: string
  readonly careMemory: string
  /** Folder of downloaded packages of the app. */
  readonly updates: string
  readonly updateMemory: string
  /** Outside of the data: an administrator writes it for all users. */
  readonly policy: PolicyPlace
  readonly windowState: string
  /** Where Linux desktops look for what they start at the login. */
  readonly autostart: string
  /** There while the app runs. */
  readonly runMark: string
  readonly simulatorState: string
  readonly logFile: string
  readonly windowLogFile: string
  readonly icon: string
  readonly preload: string
  readonly renderer: string
  readonly dbWriter: string
  readonly dbReader: string
  readonly orderExport: string
  readonly orderImport: string
  /** Where dialogs for files start. */
  readonly documents: string
  readonly dbCare: string
  readonly keychain: string
  readonly simulator: string
}

/**
 * Chooses the folder of the user data and returns it. In a development build an environment variable can set another
 * folder, for tests and the tour. Must run before the app is ready, because Chromium opens its own files in it. When the
 * folder is read-only, Chromium's files go to a temporary folder, because Chromium cannot start without write access.
 */
export function chooseUserData(): string {
  const elsewhere = process.env['REBILL_DESK_USER_DATA']
  if (isDevelopment() && elsewhere !== undefined && elsewhere !== '') app.setPath('userData', elsewhere)
  const home = app.getPath('userData')
  if (isReadOnly(home)) app.setPath('userData', mkdtempSync(join(app.getPath('temp'), 'rebill-desk-')))
  return home
}

/** Creates the folders (mode 0700) and returns all paths. `home` is the result of `chooseUserData`. */
export function appPaths(home: string): AppPaths {
  const data = join(home, 'desk')
  /** Folder for data that may be lost; the same folder unless `home` is read-only. */
  const own = join(app.getPath('userData'), 'desk')
  mkdirSync(own, { recursive: true, mode: 0o700 })
  // mkdir does not change the mode of an existing folder.
  chmodSync(own, 0o700)
  const out = join(app.getAppPath(), 'out')
  return {
    data,
    database: join(data, 'log.db'),
    recoveryFile: join(data, 'recovery.json'),
    chargeJournal: join(data, 'charges.json'),
    backups: join(data, 'backups'),
    careMemory: join(data, 'backups.json'),
    updates: join(data, 'updates'),
    updateMemory: join(data, 'updates.json'),
    policy: policyPlace({
      ...{ platform: process.platform, homeFolder: app.getPath('home'), userId: process.getuid?.() ?? null },
      // A package for staff takes it from nowhere else: a user could give a policy of their own.
      testFile: isDevelopment() ? process.env['REBILL_DESK_POLICY'] : undefined,
    }),
    windowState: join(own, 'window.json'),
    autostart: join(app.getPath('appData'), 'autostart', 'rebill-desk.desktop'),
    runMark: join(own, 'run.json'),
    simulatorState: join(own, 'simulator.json'),
    logFile: join(own, 'logs', 'desk.log'),
    windowLogFile: join(own, 'logs', 'windows.log'),
    icon: join(app.getAppPath(), 'resources', 'icon.png'),
    preload: join(out, 'preload', 'index.cjs'),
    renderer: join(out, 'renderer'),
    dbWriter: join(out, 'main', 'db-writer.js'),
    dbReader: join(out, 'main', 'db-reader.js'),
    orderExport: join(out, 'main', 'order-export.js'),
    orderImport: join(out, 'main', 'order-import.js'),
    documents: app.getPath('documents'),
    dbCare: join(out, 'main', 'db-care.js'),
    keychain: join(out, 'main', 'keychain.js'),
    simulator: join(out, 'main', 'simulator.js'),
  }
}

/** True when the folder, or the app's folder in it, exists and cannot be written. */
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
