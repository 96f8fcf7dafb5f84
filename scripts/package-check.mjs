import { chown, mkdtemp, open, readdir, readFile, rm, stat } from 'node:fs/promises'
import path from 'node:path'
import { outFolder, projectRoot } from './lib/paths.mjs'
import { capture, captureOrRefuse, lastLines } from './lib/run.mjs'
import { nodeLine, Refusal, runScript, say, withProgress } from './lib/script.mjs'
import { EXECUTABLE, packageName, packagesFolder } from './package/builder-config.mjs'
import { listContent, requireContent, sizeTable } from './package/content.mjs'
import { INSTALLED_FOLDER } from './package/debian.mjs'
import { fuseTable, readFuses, requireFuses } from './package/fuses.mjs'
import { installedPackages, listSystemFiles } from './package/system-state.mjs'
import { runsAsRoot, UNPRIVILEGED } from './toolchain/account.mjs'
import { provision } from './toolchain/provision.mjs'
import { runInSession } from './toolchain/session.mjs'
import { ensureSystemPackages, parseDistribution } from './toolchain/system-packages.mjs'

const DESKTOP_ENTRY = `/usr/share/applications/${EXECUTABLE}.desktop`

// Installs the Debian package of out/packages/, uses the installed program as a person does, and removes it again.
await runScript(async () => {
  say(nodeLine(process.env))
  await refuseOtherSystems()
  const deb = await findDeb()
  const provisioned = await provision({ needsSession: true })
  await ensureSystemPackages({
    programs: ['xdotool', 'xprop', 'desktop-file-validate'],
    packages: ['at-spi2-core', 'gir1.2-atspi-2.0', 'gir1.2-gtk-3.0', 'python3-gi'],
  })
  const name = await fieldOf(deb, 'Package')
  const present = await installedPackages()
  // The one conflicts with the other, so apt would remove it.
  for (const installed of [packageName(true), packageName(false)])
    if (present.has(installed))
      throw new Refusal(`${installed} is installed already. Remove it first: apt-get purge ${installed}`)

  const filesBefore = await listSystemFiles()
  const home = await makeHome()
  try {
    const added = await install(deb)
    try {
      await checkInstalled(name)
      await useInstalled(provisioned, home)
    } finally {
      await remove(added)
    }
    await checkRemoved(filesBefore, home)
  } finally {
    await rm(home, { recursive: true, force: true })
  }
  say(`\n${name} installs, works and is removed.`)
  return 0
})

async function refuseOtherSystems() {
  const osRelease = await readFile('/etc/os-release', 'utf8').catch(() => '')
  const isDebian = process.platform === 'linux' && parseDistribution(osRelease).family === 'debian'
  if (!isDebian)
    throw new Refusal(
      'npm run package:check installs a Debian package, so it needs Debian or a system made from it.',
    )
  if (!runsAsRoot())
    throw new Refusal('npm run package:check installs and removes a package, so it must be started by root.')
}

async function findDeb() {
  const names = await readdir(packagesFolder).catch(() => [])
  const [name, ...more] = names.filter((each) => each.endsWith('.deb'))
  if (name === undefined)
    throw new Refusal('There is no package in out/packages/. Make it first: npm run package')
  if (more.length > 0) throw new Refusal('There are several packages in out/packages/. Keep one of them.')
  return path.join(packagesFolder, name)
}

/**
 * @param {string} deb
 * @returns {Promise<readonly string[]>} the package and what came with it
 */
async function install(deb) {
  const before = await installedPackages()
  const brought = async () => [...(await installedPackages())].filter((each) => !before.has(each))
  try {
    await withProgress(`Installing ${path.basename(deb)}`, async () => {
      // The account that apt uses for downloads cannot read every checkout; apt then says so and reads the file as root.
      await apt(['install', deb])
    })
  } catch (error) {
    await remove(await brought())
    throw error
  }
  return await brought()
}

/** What the system itself can tell of the installed package. @param {string} name */
async function checkInstalled(name) {
  const files = await listContent(INSTALLED_FOLDER)
  say(`\n${sizeTable(files)}\n`)
  requireContent(files)
  say('Content: every file is on the list of what a package holds.')

  const fuses = await readFuses(path.join(INSTALLED_FOLDER, EXECUTABLE))
  say(`\n${fuseTable(fuses)}\n`)
  requireFuses(fuses)

  const loose = ['(', '!', '-user', 'root', '-o', '-perm', '/022', ')', '!', '-type', 'l']
  const open = await captureOrRefuse('find', [INSTALLED_FOLDER, ...loose])
  if (open.stdout !== '') throw new Refusal(`Others than root can change:\n${open.stdout}`)
  const { mode } = await stat(path.join(INSTALLED_FOLDER, 'chrome-sandbox'))
  if ((mode & 0o7777) !== 0o4755) throw new Refusal("Chromium's sandbox helper has not the mode 4755.")
  say('Files: only root can change them; the sandbox helper has the mode 4755.')

  await captureOrRefuse('desktop-file-validate', [DESKTOP_ENTRY])
  await checkVerify(name)
}

/**
 * Electron checks no archive on Linux. What tells a changed file there is dpkg; one changed byte shows that it does.
 * @param {string} name
 */
async function checkVerify(name) {
  const archive = path.join(INSTALLED_FOLDER, 'resources', 'app.asar')
  const verify = async () => (await capture('dpkg', ['--verify', name])).stdout.trim()
  if ((await verify()) !== '') throw new Refusal(`dpkg --verify complains:\n${await verify()}`)
  const file = await open(archive, 'r+')
  try {
    const { size } = await file.stat()
    const byte = Buffer.alloc(1)
    await file.read(byte, 0, 1, size - 1)
    await file.write(Buffer.from([(byte[0] ?? 0) ^ 1]), 0, 1, size - 1)
    const told = await verify()
    await file.write(byte, 0, 1, size - 1)
    if (!told.includes(archive))
      throw new Refusal(`dpkg --verify does not tell a changed byte of ${archive}.`)
  } finally {
    await file.close()
  }
  if ((await verify()) !== '') throw new Refusal(`${archive} was not put back.`)
  say('dpkg --verify: nothing is changed, and one changed byte of the archive is told.')
}

/**
 * @param {import('./toolchain/provision.mjs').Provision} provisioned
 * @param {string} home
 */
async function useInstalled(provisioned, home) {
  say('\nThe installed program runs on a virtual display and does its main job.')
  const pictures = path.join(outFolder, 'package-check')
  await rm(pictures, { recursive: true, force: true })
  const program = path.join(projectRoot, 'scripts', 'package', 'use-installed.mjs')
  const exitCode = await runInSession({
    // The session chooses its account by the program that will run in it.
    provisioned: { ...provisioned, electronPath: path.join(INSTALLED_FOLDER, EXECUTABLE) },
    command: [process.execPath, program, DESKTOP_ENTRY, pictures],
    writableFolders: [pictures],
    env: { HOME: home },
  })
  if (exitCode !== 0) throw new Refusal('The installed program did not do its job.')
}

/** A home folder that stays when the session ends: the data of a person, which no removal may touch. */
async function makeHome() {
  const home = await mkdtemp('/tmp/rebill-desk-home-')
  const [uid, gid] = await Promise.all(
    ['-u', '-g'].map(async (of) => (await captureOrRefuse('id', [of, UNPRIVILEGED])).stdout),
  )
  await chown(home, Number(uid), Number(gid))
  return home
}

/** @param {readonly string[]} added */
async function remove(added) {
  if (added.length === 0) return
  await withProgress(`Removing ${added.join(', ')}`, async () => {
    await apt(['purge', ...added])
  })
}

/**
 * @param {ReadonlySet<string>} filesBefore
 * @param {string} home
 */
async function checkRemoved(filesBefore, home) {
  const left = [...(await listSystemFiles())].filter((file) => !filesBefore.has(file))
  if (left.length > 0) throw new Refusal(`The removal left:\n${left.slice(0, 30).join('\n')}`)
  const history = path.join(home, '.config', 'Rebill Desk', 'desk', 'log.db')
  const { size } = await stat(history).catch(() => ({ size: 0 }))
  if (size === 0) throw new Refusal("The removal took the user's history with it.")
  say("Removed: no file of the package is left; the user's history is still there.")
}

/**
 * @param {string} deb
 * @param {string} field
 */
async function fieldOf(deb, field) {
  return (await captureOrRefuse('dpkg-deb', ['--field', deb, field])).stdout.trim()
}

/** @param {string[]} args */
async function apt(args) {
  const wait = ['-o', 'DPkg::Lock::Timeout=300', '-y']
  const done = await capture('apt-get', [...wait, ...args], { env: { DEBIAN_FRONTEND: 'noninteractive' } })
  if (done.exitCode !== 0) throw new Refusal(`apt-get ${args[0]} failed:\n${lastLines(done, 30)}`)
}
