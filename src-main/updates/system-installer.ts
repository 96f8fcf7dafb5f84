import { createHash } from 'node:crypto'
import { createReadStream } from 'node:fs'
import { copyFile } from 'node:fs/promises'
import { basename, dirname } from 'node:path'
import { pipeline } from 'node:stream/promises'
import { pathToFileURL } from 'node:url'
import type {
  AppUpdater,
  BaseUpdater,
  MacUpdater,
  Provider,
  ResolvedUpdateFileInfo,
  UpdateInfo,
} from 'electron-updater'
import type { UpdateToInstall } from '../ports/update-installer'

/** The updaters of electron-updater that are used. On Linux it would run a command as root, so it is not used there. */
export type SystemUpdater = Pick<
  BaseUpdater | MacUpdater,
  | 'autoDownload'
  | 'autoInstallOnAppQuit'
  | 'disableDifferentialDownload'
  | 'disableWebInstaller'
  | 'isUserWithinRollout'
  | 'setFeedURL'
  | 'checkForUpdates'
  | 'downloadUpdate'
  | 'quitAndInstall'
>

/** The updater of this system. Loaded only when a package is installed, because it is large. */
export async function systemUpdater(): Promise<SystemUpdater> {
  // eslint-disable-next-line no-restricted-syntax -- Half a megabyte that no start needs; its types are imported above.
  const updaters = await import('electron-updater')
  return process.platform === 'darwin' ? new updaters.MacUpdater() : new updaters.NsisUpdater()
}

/**
 * Gives a checked package to electron-updater, which brings it to the installer of Windows or macOS and there checks who
 * signed it. It opens no connection: its provider names the package on the disk, and its download is a copy that is
 * checked once more, because the copy is what is started.
 * @returns starts the installer and quits the app
 */
export async function prepareInstaller(updater: SystemUpdater, update: UpdateToInstall): Promise<() => void> {
  updater.autoDownload = false
  updater.autoInstallOnAppQuit = false
  updater.disableDifferentialDownload = true
  updater.disableWebInstaller = true
  // This was decided before the version was offered.
  updater.isUserWithinRollout = () => true
  replaceDownload(updater, update)
  updater.setFeedURL({ provider: 'custom', updateProvider: providerOf(update) })
  const found = await updater.checkForUpdates()
  if (found?.isUpdateAvailable !== true) throw new Error('electron-updater does not take the version')
  await updater.downloadUpdate()
  return () => updater.quitAndInstall(false, true)
}

/** The part of the class `Provider` that electron-updater calls. It makes an instance of it. */
type UsedProvider = Pick<
  Provider<UpdateInfo>,
  'getLatestVersion' | 'resolveFiles' | 'setRequestHeaders' | 'fileExtraDownloadHeaders'
>
type CustomProvider = NonNullable<
  Extract<
    Parameters<AppUpdater['setFeedURL']>[0],
    { provider: 'custom'; updateProvider?: unknown }
  >['updateProvider']
>

function providerOf({ file, version, sha512 }: UpdateToInstall): CustomProvider {
  const info = { url: basename(file), sha512: Buffer.from(sha512, 'hex').toString('base64') }
  class DiskProvider implements UsedProvider {
    readonly fileExtraDownloadHeaders = null
    setRequestHeaders(): void {
      // Nothing is requested.
    }
    getLatestVersion(): Promise<UpdateInfo> {
      const parts = { path: info.url, sha512: info.sha512, releaseDate: '' }
      return Promise.resolve({ version, files: [info], ...parts })
    }
    resolveFiles(): ResolvedUpdateFileInfo[] {
      return [{ url: pathToFileURL(file), info }]
    }
  }
  return DiskProvider
}

/** Its own executor would use the network of Chromium, which is closed in this app (src-main/window/network-switches.ts). */
function replaceDownload(updater: SystemUpdater, update: UpdateToInstall): void {
  const download = async (_url: URL, target: string): Promise<string> => {
    await copyFile(update.file, target)
    const hash = createHash('sha512')
    await pipeline(createReadStream(target), hash)
    if (hash.digest('hex') !== update.sha512) throw new Error('the package was changed on the disk')
    return dirname(target)
  }
  Object.defineProperty(updater, 'httpExecutor', { value: { download } })
}
