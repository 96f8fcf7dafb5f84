import { copyFile, rm } from 'node:fs/promises'
import path from 'node:path'
import { TEST_PACKAGE_FOLDER } from '../lib/build.mjs'
import { outFolder, projectRoot } from '../lib/paths.mjs'
import { STAND_IN } from '../toolchain/stand-in.mjs'
import { setFuses, TEST_PACKAGE_FUSES, WANTED_FUSES } from './fuses.mjs'

/** Folder of the finished packages. */
export const packagesFolder = path.join(outFolder, 'packages')

export const EXECUTABLE = 'rebill-desk'

/** How each file, program and description of a package is marked that holds the stand-in Electron. */
export const STAND_IN_MARK = 'stand-in, for tests only'

/** The name of the package and of its files. @param {boolean} isStandIn */
export function packageName(isStandIn) {
  return isStandIn ? `${EXECUTABLE}-stand-in-for-tests-only` : EXECUTABLE
}

/**
 * Makes electron-builder write the file in which electron-updater finds the name of the publisher. The app takes the
 * address from elsewhere (src-main/app/update-source.ts), so this one is never asked.
 * @type {{ provider: 'generic', url: string }}
 */
const UPDATER_FILE = { provider: 'generic', url: 'https://updates.invalid' }

/** Packages that are loaded at run time; everything else that main needs is inside of its built files. */
const LOADED = ['better-sqlite3', 'keytar']

/**
 * What goes into a package and where it is put together. The package for the window tests is never given to anybody: it
 * takes a debugger.
 */
const KINDS = {
  release: { built: outFolder, output: packagesFolder, fuses: WANTED_FUSES },
  test: {
    built: path.join(TEST_PACKAGE_FOLDER, 'out'),
    output: path.join(TEST_PACKAGE_FOLDER, 'package'),
    fuses: TEST_PACKAGE_FUSES,
  },
}

/** @typedef {keyof typeof KINDS} PackageKind */

/**
 * What electron-builder makes out of the built app. It copies the Electron that is already on this machine, so it
 * downloads none.
 * @param {import('../toolchain/provision.mjs').Provision} provisioned
 * @param {PackageKind} kind
 * @returns {import('electron-builder').Configuration}
 */
export function builderConfig({ electronPath, electronVersion, isStandIn, sqliteBinding }, kind) {
  const { built, output, fuses } = KINDS[kind]
  return {
    appId: 'rebill-desk',
    productName: 'Rebill Desk',
    electronVersion,
    electronDist: distFolder(electronPath),
    directories: { output, buildResources: path.join(projectRoot, 'scripts', 'package') },
    files: [
      {
        from: path.relative(projectRoot, built),
        to: 'out',
        filter: ['main/**/*.js', 'preload/index.cjs', 'renderer/**', '!**/*.map'],
      },
      'package.json',
      'resources/icon.png',
      `!node_modules/!(${LOADED.join('|')})/**`,
      '!node_modules/*/!(lib|prebuilds|package.json|LICENSE*)',
      '!node_modules/*/!(lib|prebuilds)/**',
      // electron-builder fills in what stands in braces.
      '!node_modules/*/prebuilds/!(${platform}-${arch}|${platform}-${arch}.node){,/**}',
    ],
    // Only what the loader of the system must find as a file is outside of the archive.
    asar: { smartUnpack: false },
    asarUnpack: ['**/*.node'],
    extraResources: [{ from: documentsFolder(kind), to: 'documents' }],
    // The native modules bring their builds.
    npmRebuild: false,
    extraMetadata: {
      // The name of the desktop entry, by which Linux joins windows and icon.
      desktopName: `${EXECUTABLE}.desktop`,
      ...(isStandIn ? { databaseDriver: { nodeApi: STAND_IN.nodeApi } } : {}),
    },
    afterPack: async ({ appOutDir, electronPlatformName, packager }) => {
      const resources = packager.getResourcesDir(appOutDir)
      for (const name of ['default_app.asar', 'app'])
        await rm(path.join(resources, name), { recursive: true, force: true })
      await rm(path.join(appOutDir, 'version'), { force: true })
      // Its first packager left a snapshot of another app in the stand-in.
      if (isStandIn) await rm(path.join(appOutDir, 'browser_v8_context_snapshot.bin'), { force: true })
      if (sqliteBinding !== null) {
        const prebuilds = path.join(
          resources,
          'app.asar.unpacked',
          'node_modules',
          'better-sqlite3',
          'prebuilds',
        )
        await copyFile(sqliteBinding, path.join(prebuilds, `${process.platform}-${process.arch}.node`))
      }
      await setFuses(binaryOf(appOutDir, electronPlatformName), fuses)
    },
    // macOS reads this in the app; on Linux the desktop entry names it, on Windows the installer.
    protocols: { name: 'Rebill Desk order', schemes: ['rebill-desk'] },
    linux: { target: 'dir', executableName: EXECUTABLE, icon: path.join(projectRoot, 'resources') },
    win: { target: 'nsis', icon: path.join(projectRoot, 'resources', 'icon.png'), publish: UPDATER_FILE },
    nsis: {
      oneClick: false,
      perMachine: true,
      allowToChangeInstallationDirectory: true,
      // The history stays when the app is removed.
      deleteAppDataOnUninstall: false,
      include: path.join(projectRoot, 'scripts', 'package', 'windows-links.nsh'),
      artifactName: artifactName('exe', isStandIn),
    },
    mac: {
      // macOS installs updates from the zip.
      target: ['dmg', 'zip'],
      publish: UPDATER_FILE,
      artifactName: artifactName('${ext}', isStandIn),
      category: 'public.app-category.finance',
      hardenedRuntime: true,
      icon: path.join(projectRoot, 'resources', 'icon.png'),
    },
  }
}

/** The folder in which a package is put together. @param {PackageKind} kind */
export function outputFolder(kind) {
  return KINDS[kind].output
}

/** The texts that come with the app. @param {PackageKind} kind */
export function documentsFolder(kind) {
  return path.join(outputFolder(kind), 'documents')
}

/** @param {string} ending @param {boolean} isStandIn */
function artifactName(ending, isStandIn) {
  // electron-builder fills in what stands in braces.
  return `${packageName(isStandIn)}-\${version}-\${arch}.${ending}`
}

/** The folder that holds all of an Electron. @param {string} electronPath the program in it */
function distFolder(electronPath) {
  const bundle = /^(.*)\/[^/]+\.app\/Contents\/MacOS\/[^/]+$/.exec(electronPath)
  return bundle?.[1] ?? path.dirname(electronPath)
}

/**
 * @param {string} folder
 * @param {string} platform as electron-builder names it
 */
export function binaryOf(folder, platform) {
  const name = { darwin: 'Rebill Desk.app', mas: 'Rebill Desk.app', win32: 'Rebill Desk.exe' }[platform]
  return path.join(folder, name ?? EXECUTABLE)
}
