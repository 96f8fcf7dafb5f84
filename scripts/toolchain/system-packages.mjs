import { constants } from 'node:fs'
import { access, readFile } from 'node:fs/promises'
import path from 'node:path'
import { Refusal, say, withProgress } from '../lib/script.mjs'
import { capture, lastLines } from '../lib/run.mjs'
import { runsAsRoot } from './account.mjs'

/** @typedef {{ family: 'debian' | 'other', hasTime64Names: boolean, name: string }} Distribution */
/** @typedef {{ programs: readonly string[], libraries: readonly string[], packages?: readonly string[] }} Missing */

/**
 * @typedef {{ kind: 'nothing' }
 *   | { kind: 'install', packages: string[] }
 *   | { kind: 'refuse', message: string }} Plan
 */

/** Debian's package for each program that these scripts start. @type {Record<string, string>} */
const PACKAGE_OF_PROGRAM = {
  Xvfb: 'xvfb',
  'dbus-daemon': 'dbus',
  'dbus-send': 'dbus',
  'desktop-file-validate': 'desktop-file-utils',
  'dpkg-deb': 'dpkg',
  'dpkg-shlibdeps': 'dpkg-dev',
  'g++': 'g++',
  'gnome-keyring-daemon': 'gnome-keyring',
  ip: 'iproute2',
  make: 'make',
  python3: 'python3',
  tar: 'tar',
  tcpdump: 'tcpdump',
  unzip: 'unzip',
  xdotool: 'xdotool',
  xprop: 'x11-utils',
  xz: 'xz-utils',
}

/** Debian's package for each library that Electron and keytar ask for. @type {Record<string, string>} */
const PACKAGE_OF_LIBRARY = {
  'libX11-xcb.so.1': 'libx11-xcb1',
  'libX11.so.6': 'libx11-6',
  'libXcomposite.so.1': 'libxcomposite1',
  'libXdamage.so.1': 'libxdamage1',
  'libXext.so.6': 'libxext6',
  'libXfixes.so.3': 'libxfixes3',
  'libXrandr.so.2': 'libxrandr2',
  'libasound.so.2': 'libasound2',
  'libatk-1.0.so.0': 'libatk1.0-0',
  'libatk-bridge-2.0.so.0': 'libatk-bridge2.0-0',
  'libatspi.so.0': 'libatspi2.0-0',
  'libcairo.so.2': 'libcairo2',
  'libcups.so.2': 'libcups2',
  'libdbus-1.so.3': 'libdbus-1-3',
  'libdrm.so.2': 'libdrm2',
  'libexpat.so.1': 'libexpat1',
  'libgbm.so.1': 'libgbm1',
  'libgdk_pixbuf-2.0.so.0': 'libgdk-pixbuf-2.0-0',
  'libgio-2.0.so.0': 'libglib2.0-0',
  'libglib-2.0.so.0': 'libglib2.0-0',
  'libgmodule-2.0.so.0': 'libglib2.0-0',
  'libgobject-2.0.so.0': 'libglib2.0-0',
  'libgdk-3.so.0': 'libgtk-3-0',
  'libgtk-3.so.0': 'libgtk-3-0',
  'libnspr4.so': 'libnspr4',
  'libnss3.so': 'libnss3',
  'libnssutil3.so': 'libnss3',
  'libpango-1.0.so.0': 'libpango-1.0-0',
  'libpangocairo-1.0.so.0': 'libpango-1.0-0',
  'libsecret-1.so.0': 'libsecret-1-0',
  'libsmime3.so': 'libnss3',
  'libudev.so.1': 'libudev1',
  'libxcb.so.1': 'libxcb1',
  'libxkbcommon.so.0': 'libxkbcommon0',
  'libxshmfence.so.1': 'libxshmfence1',
}

/** Packages that were renamed when Debian switched to 64-bit time. */
const RENAMED_FOR_TIME64 = new Set([
  'libasound2',
  'libatk-bridge2.0-0',
  'libatk1.0-0',
  'libatspi2.0-0',
  'libcups2',
  'libglib2.0-0',
  'libgtk-3-0',
])

/** @param {string} osRelease the text of /etc/os-release @returns {Distribution} */
export function parseDistribution(osRelease) {
  /** @type {Record<string, string>} */
  const fields = {}
  for (const line of osRelease.split('\n')) {
    const match = /^([A-Z_]+)=(?:"(.*)"|'(.*)'|(.*))$/.exec(line.trim())
    if (match) fields[match[1] ?? ''] = match[2] ?? match[3] ?? match[4] ?? ''
  }
  const id = fields.ID ?? ''
  const kin = [id, ...(fields.ID_LIKE ?? '').split(' ')]
  const major = Number.parseInt(fields.VERSION_ID ?? '', 10)
  return {
    family: kin.includes('debian') || kin.includes('ubuntu') ? 'debian' : 'other',
    // Debian testing and unstable have no version.
    hasTime64Names: Number.isNaN(major) || major >= (id === 'debian' ? 13 : 24),
    name: fields.PRETTY_NAME ?? (id || 'this system'),
  }
}

/** The libraries that the loader cannot find. @param {string} lddOutput */
export function missingLibrariesIn(lddOutput) {
  return [...lddOutput.matchAll(/^\s*(\S+) => not found$/gm)].map((match) => match[1] ?? '')
}

/**
 * Decides what to do about missing programs and libraries.
 * @param {Missing} missing
 * @param {{ distribution: Distribution, isRoot: boolean }} machine
 * @returns {Plan}
 */
export function planPackages({ programs, libraries, packages: named = [] }, { distribution, isRoot }) {
  if (programs.length + libraries.length + named.length === 0) return { kind: 'nothing' }
  const known = [
    ...named,
    ...programs.map((program) => PACKAGE_OF_PROGRAM[program]),
    ...libraries.map((library) => PACKAGE_OF_LIBRARY[library]),
  ].filter((name) => name !== undefined)
  const unknown = [
    ...programs.filter((program) => !(program in PACKAGE_OF_PROGRAM)),
    ...libraries.filter((library) => !(library in PACKAGE_OF_LIBRARY)),
  ]
  if (distribution.family !== 'debian') {
    return {
      kind: 'refuse',
      message:
        `${distribution.name} lacks ${[...programs, ...libraries, ...named].join(', ')}.\n` +
        'Install the packages that hold them and run this again.',
    }
  }
  const packages = [...new Set(known)]
    .map((name) => (distribution.hasTime64Names && RENAMED_FOR_TIME64.has(name) ? `${name}t64` : name))
    .sort()
  if (unknown.length > 0) {
    const rest = packages.length > 0 ? `\nThe others come with: ${aptCommand(packages, isRoot)}` : ''
    return {
      kind: 'refuse',
      message: `${distribution.name} lacks ${unknown.join(', ')}, and it is not known here which package holds it.${rest}`,
    }
  }
  if (isRoot) return { kind: 'install', packages }
  return {
    kind: 'refuse',
    message: `System packages are missing. Install them and run this again:\n  ${aptCommand(packages, false)}`,
  }
}

/**
 * @param {readonly string[]} packages
 * @param {boolean} isRoot
 */
export function aptCommand(packages, isRoot) {
  const sudo = isRoot ? '' : 'sudo '
  return `${sudo}apt-get update && ${sudo}apt-get install -y --no-install-recommends ${packages.join(' ')}`
}

/**
 * Ensures that programs and all libraries of the given binaries are installed.
 * @param {object} needed
 * @param {readonly string[]} [needed.programs]
 * @param {readonly string[]} [needed.binaries]
 * @param {readonly string[]} [needed.packages] Debian's names, for what is neither a program nor a library
 */
export async function ensureSystemPackages({ programs = [], binaries = [], packages = [] }) {
  if (process.platform !== 'linux') return
  const missing = await findMissing(programs, binaries, packages)
  const osRelease = await readFile('/etc/os-release', 'utf8').catch(() => '')
  const distribution = parseDistribution(osRelease)
  const plan = planPackages(missing, { distribution, isRoot: runsAsRoot() })
  if (plan.kind === 'nothing') return
  if (plan.kind === 'refuse') throw new Refusal(plan.message)
  await install(plan.packages)
  const still = await findMissing(programs, binaries, packages)
  const rest = [...still.programs, ...still.libraries, ...still.packages]
  if (rest.length > 0) throw new Refusal(`Still missing after the installation: ${rest.join(', ')}`)
}

/** @param {readonly string[]} packages */
async function install(packages) {
  say(`Missing system packages are being installed: ${aptCommand(packages, true)}`)
  const env = { DEBIAN_FRONTEND: 'noninteractive' }
  const wait = ['-o', 'DPkg::Lock::Timeout=300']
  await withProgress('  apt-get', async () => {
    const updated = await capture('apt-get', [...wait, 'update'], { env })
    if (updated.exitCode !== 0) throw new Refusal(`apt-get update failed:\n${lastLines(updated)}`)
    const installed = await capture(
      'apt-get',
      [...wait, 'install', '-y', '--no-install-recommends', ...packages],
      {
        env,
      },
    )
    if (installed.exitCode !== 0) throw new Refusal(`apt-get install failed:\n${lastLines(installed)}`)
  })
}

/**
 * @param {readonly string[]} programs
 * @param {readonly string[]} binaries
 * @param {readonly string[]} packages
 * @returns {Promise<Required<Missing>>}
 */
async function findMissing(programs, binaries, packages) {
  const absentPrograms = []
  for (const program of programs) {
    if (!(await isOnPath(program))) absentPrograms.push(program)
  }
  /** @type {Set<string>} */
  const absentLibraries = new Set()
  for (const binary of binaries) {
    const listed = await capture('ldd', [binary], { env: { LC_ALL: 'C' } })
    for (const library of missingLibrariesIn(listed.stdout)) absentLibraries.add(library)
  }
  // Electron has its own libraries next to the executable, which ldd does not find on every system.
  return {
    programs: absentPrograms,
    libraries: [...absentLibraries].filter((name) => !OWN_LIBRARIES.has(name)),
    packages: await absentPackages(packages),
  }
}

/** @param {readonly string[]} packages */
async function absentPackages(packages) {
  const absent = []
  for (const name of packages) {
    const asked = await capture('dpkg-query', ['-W', '-f', '${db:Status-Status}', name])
    if (asked.stdout !== 'installed') absent.push(name)
  }
  return absent
}

const OWN_LIBRARIES = new Set(['libffmpeg.so', 'libEGL.so', 'libGLESv2.so'])

/** @param {string} program */
async function isOnPath(program) {
  // /usr/sbin and similar folders are not in the PATH of every user.
  const folders = [
    ...(process.env.PATH ?? '').split(path.delimiter),
    '/usr/bin',
    '/bin',
    '/usr/sbin',
    '/sbin',
  ]
  for (const folder of folders) {
    const isThere = await access(path.join(folder, program), constants.X_OK).then(
      () => true,
      () => false,
    )
    if (isThere) return true
  }
  return false
}
