import { createHash } from 'node:crypto'
import { chmod, cp, mkdir, readdir, readFile, stat, symlink, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { gzipSync } from 'node:zlib'
import { projectRoot } from '../lib/paths.mjs'
import { captureOrRefuse, lastLines } from '../lib/run.mjs'
import { Refusal } from '../lib/script.mjs'
import { EXECUTABLE, packageName, STAND_IN_MARK } from './builder-config.mjs'
import { desktopEntry } from './desktop-entry.mjs'

/** Where the package puts the app. */
export const INSTALLED_FOLDER = `/opt/${EXECUTABLE}`

/** Debian's names of the architectures that Electron has for Linux. @type {Record<string, string>} */
const ARCHITECTURES = { x64: 'amd64', arm64: 'arm64' }

export function debianArchitecture() {
  const name = ARCHITECTURES[process.arch]
  if (name === undefined) throw new Refusal(`There is no Debian package for ${process.arch}.`)
  return name
}

/**
 * @typedef {object} DebianPackage
 * @property {string} appFolder the unpacked app; it is moved into the package's tree as hard links
 * @property {string} work an empty folder for the tree
 * @property {string} file the .deb to make
 * @property {{ version: string, description: string, author: string }} manifest
 * @property {boolean} isStandIn
 */

/**
 * Makes a .deb with dpkg-deb. The package needs no script of its own: dpkg keeps the mode of the sandbox helper, and the
 * triggers of Debian update menus and icons.
 * @param {DebianPackage} wanted
 */
export async function makeDeb({ appFolder, work, file, manifest, isStandIn }) {
  const name = packageName(isStandIn)
  const app = path.join(work, INSTALLED_FOLDER)
  await mkdir(path.dirname(app), { recursive: true })
  await captureOrRefuse('cp', ['--archive', '--link', appFolder, app])
  await addMenuFiles(work, { name, isStandIn, comment: manifest.description })
  await addDocuments(work, { name, appFolder })
  await captureOrRefuse('chmod', ['-R', 'u=rwX,go=rX', work])
  // Where the kernel gives a user no namespaces, Chromium's sandbox needs this helper to run as root.
  const sandbox = path.join(app, 'chrome-sandbox')
  await captureOrRefuse('cp', ['--remove-destination', path.join(appFolder, 'chrome-sandbox'), sandbox])
  await chmod(sandbox, 0o4755)

  const files = (await filesBelow(work)).sort()
  const control = path.join(work, 'DEBIAN')
  await mkdir(control, { mode: 0o755 })
  await writeFile(path.join(control, 'md5sums'), await md5Lines(work, files))
  const depends = await neededLibraries(work, app)
  const bytes = await sizeOf(work, files)
  await writeFile(path.join(control, 'control'), controlText({ name, manifest, isStandIn, depends, bytes }))
  await captureOrRefuse('dpkg-deb', ['--root-owner-group', '-Zxz', '-z1', '--build', work, file])
}

/**
 * @param {{ name: string, manifest: DebianPackage['manifest'], isStandIn: boolean, depends: string, bytes: number }} given
 */
export function controlText({ name, manifest, isStandIn, depends, bytes }) {
  const other = packageName(!isStandIn)
  const marked = isStandIn ? ` (${STAND_IN_MARK})` : ''
  return [
    `Package: ${name}`,
    // Debian sorts what follows a tilde before the release.
    `Version: ${manifest.version.replace('-', '~')}`,
    `Architecture: ${debianArchitecture()}`,
    `Maintainer: ${manifest.author}`,
    'Section: misc',
    'Priority: optional',
    `Installed-Size: ${Math.ceil(bytes / 1024)}`,
    `Depends: ${depends}`,
    'Recommends: gnome-keyring | libpam-kwallet5, xdg-utils',
    `Conflicts: ${other}`,
    `Replaces: ${other}`,
    `Description: charges stored cards through a payment gateway${marked}`,
    ...wrapped(manifest.description),
    ...(isStandIn
      ? wrapped(
          'STAND-IN, FOR TESTS ONLY: this package holds an old Electron without security updates. Never use it with real keys.',
        )
      : []),
    '',
  ].join('\n')
}

/** Lines of a long description, each behind a space. @param {string} text */
function wrapped(text) {
  return text.match(/.{1,77}(?:\s|$)/g)?.map((line) => ` ${line.trimEnd()}`) ?? []
}

/**
 * @param {string} work
 * @param {{ name: string, isStandIn: boolean, comment: string }} program
 */
async function addMenuFiles(work, { isStandIn, comment }) {
  const command = `/usr/bin/${EXECUTABLE}`
  const applications = path.join(work, 'usr/share/applications')
  const icons = path.join(work, 'usr/share/icons/hicolor')
  for (const folder of [
    applications,
    path.join(work, 'usr/bin'),
    `${icons}/512x512/apps`,
    `${icons}/scalable/apps`,
  ])
    await mkdir(folder, { recursive: true })
  await symlink(`../..${INSTALLED_FOLDER}/${EXECUTABLE}`, path.join(work, command))
  const name = isStandIn ? `Rebill Desk (${STAND_IN_MARK})` : 'Rebill Desk'
  await writeFile(path.join(applications, `${EXECUTABLE}.desktop`), desktopEntry({ name, command, comment }))
  const resources = path.join(projectRoot, 'resources')
  await cp(path.join(resources, 'icon.png'), `${icons}/512x512/apps/${EXECUTABLE}.png`)
  await cp(path.join(resources, 'icon.svg'), `${icons}/scalable/apps/${EXECUTABLE}.svg`)
}

/**
 * @param {string} work
 * @param {{ name: string, appFolder: string }} program
 */
async function addDocuments(work, { name, appFolder }) {
  const folder = path.join(work, 'usr/share/doc', name)
  const documents = path.join(appFolder, 'resources', 'documents')
  await mkdir(folder, { recursive: true })
  const changelog = await readFile(path.join(documents, 'CHANGELOG.md'))
  await writeFile(path.join(folder, 'changelog.gz'), gzipSync(changelog, { level: 9 }))
  const licence = await readFile(path.join(documents, 'LICENSE'), 'utf8')
  const others = `${INSTALLED_FOLDER}/resources/documents/licences.txt`
  await writeFile(
    path.join(folder, 'copyright'),
    `${licence}\nThe licences of the packages in this program are in ${others},\n` +
      `those of Electron and Chromium in ${INSTALLED_FOLDER}/LICENSE.electron.txt and LICENSES.chromium.html.\n`,
  )
}

/**
 * The packages that hold the libraries of the programs, as Debian's own tool finds them.
 * @param {string} work
 * @param {string} app
 */
async function neededLibraries(work, app) {
  const prebuilds = path.join(app, 'resources/app.asar.unpacked/node_modules')
  const names = [EXECUTABLE, 'chrome_crashpad_handler', 'libGLESv2.so', 'libEGL.so', 'libvulkan.so.1']
  const native = (await filesBelow(prebuilds)).map((name) => path.join(prebuilds, name))
  // It looks for this file although it uses nothing of it.
  const folder = `${work}.shlibdeps`
  await mkdir(path.join(folder, 'debian'), { recursive: true })
  await writeFile(
    path.join(folder, 'debian', 'control'),
    `Source: ${EXECUTABLE}\n\nPackage: ${EXECUTABLE}\nArchitecture: any\n`,
  )
  const files = [...names.map((name) => path.join(app, name)), ...native].map((file) => `-e${file}`)
  const found = await captureOrRefuse('dpkg-shlibdeps', ['-O', `-l${app}`, `-x${EXECUTABLE}`, ...files], {
    cwd: folder,
  })
  const depends = /^shlibs:Depends=(.+)$/m.exec(found.stdout)?.[1]
  if (depends === undefined) throw new Refusal(`dpkg-shlibdeps found no library:\n${lastLines(found)}`)
  return depends
}

/**
 * @param {string} work
 * @param {readonly string[]} files
 */
async function md5Lines(work, files) {
  let lines = ''
  for (const name of files) {
    const sum = createHash('md5')
      .update(await readFile(path.join(work, name)))
      .digest('hex')
    lines += `${sum}  ${name}\n`
  }
  return lines
}

/**
 * @param {string} work
 * @param {readonly string[]} files
 */
async function sizeOf(work, files) {
  let bytes = 0
  for (const name of files) bytes += (await stat(path.join(work, name))).size
  return bytes
}

/** Regular files, as paths below a folder. @param {string} folder */
async function filesBelow(folder) {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true })
  return entries
    .filter((entry) => entry.isFile())
    .map((entry) => path.relative(folder, path.join(entry.parentPath, entry.name)))
}
