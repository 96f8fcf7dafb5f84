import { createHash } from 'node:crypto'
import { createReadStream } from 'node:fs'
import { cp, mkdir, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { pipeline } from 'node:stream/promises'
import { ensureBuilt } from './lib/build.mjs'
import { outFolder, projectRoot } from './lib/paths.mjs'
import { capture, lastLines } from './lib/run.mjs'
import { nodeLine, Refusal, runScript, say, withProgress } from './lib/script.mjs'
import {
  binaryOf,
  builderConfig,
  packageName,
  packagesFolder,
  STAND_IN_MARK,
  unpackedFolder,
} from './package/builder-config.mjs'
import { listContent, megabytes, requireContent, sizeTable } from './package/content.mjs'
import { debianArchitecture, makeDeb } from './package/debian.mjs'
import { fuseTable, readFuses, requireFuses } from './package/fuses.mjs'
import { provision } from './toolchain/provision.mjs'
import { ensureSystemPackages } from './toolchain/system-packages.mjs'

// Makes the packages that this system can make, in out/packages/. docs/releasing.md says what each system makes.
await runScript(async () => {
  say(nodeLine(process.env))
  const provisioned = await provision({ needsSession: false })
  await ensureSystemPackages({ programs: ['dpkg-deb', 'dpkg-shlibdeps', 'tar', 'xz'] })
  if (provisioned.isStandIn) say(`The packages are marked: ${STAND_IN_MARK}.`)
  await ensureBuilt()
  await rm(packagesFolder, { recursive: true, force: true })
  const documents = path.join(packagesFolder, 'documents')
  await collectDocuments(documents)
  const unpacked = await withProgress(
    'Putting the app together',
    async () => await runBuilder({ ...provisioned, documents }),
  )
  const fuses = await readFuses(binaryOf(unpacked, process.platform))
  say(`\n${fuseTable(fuses)}\n`)
  requireFuses(fuses)
  if (process.platform === 'linux') await makeLinuxPackages(provisioned.isStandIn)
  for (const name of [
    'documents',
    path.basename(unpacked),
    'builder-debug.yml',
    'builder-effective-config.yaml',
  ])
    await rm(path.join(packagesFolder, name), { recursive: true, force: true })
  await writeSums()
  return 0
})

/** What comes with the app as text: licences, the list of packages, the changelog. @param {string} folder */
async function collectDocuments(folder) {
  const program = path.join(projectRoot, 'scripts', 'sbom.mjs')
  const made = await capture(process.execPath, [program], { cwd: projectRoot })
  if (made.exitCode !== 0) throw new Refusal(`The list of packages cannot be made:\n${lastLines(made)}`)
  await mkdir(folder, { recursive: true })
  for (const name of ['CHANGELOG.md', 'LICENSE'])
    await cp(path.join(projectRoot, name), path.join(folder, name))
  for (const name of ['licences.txt', 'sbom.cdx.json'])
    await cp(path.join(outFolder, name), path.join(folder, name))
}

/**
 * @param {Parameters<typeof builderConfig>[0]} given
 * @returns {Promise<string>} the folder of the unpacked app
 */
async function runBuilder(given) {
  // Imported late, because it is large and slow to load.
  const { build, Platform } = await import('electron-builder')
  let unpacked = ''
  const config = builderConfig(given)
  await build({
    targets: Platform.current().createTarget(),
    config: {
      ...config,
      afterPack: async (context) => {
        await /** @type {(context: import('electron-builder').AfterPackContext) => Promise<void>} */ (
          config.afterPack
        )(context)
        unpacked = context.appOutDir
      },
    },
    publish: 'never',
    projectDir: projectRoot,
  })
  return unpacked
}

/** @param {boolean} isStandIn */
async function makeLinuxPackages(isStandIn) {
  const files = await listContent(unpackedFolder)
  say(`${sizeTable(files)}\n`)
  requireContent(files)
  const manifest = JSON.parse(await readFile(path.join(projectRoot, 'package.json'), 'utf8'))
  const name = packageName(isStandIn)
  const work = path.join(packagesFolder, 'debian')
  const file = path.join(packagesFolder, `${name}_${manifest.version}_${debianArchitecture()}.deb`)
  await mkdir(work)
  try {
    await withProgress('Making the Debian package', async () => {
      await makeDeb({ appFolder: unpackedFolder, work, file, manifest, isStandIn })
    })
  } finally {
    for (const folder of [work, `${work}.shlibdeps`]) await rm(folder, { recursive: true, force: true })
  }
  await withProgress('Making the archive for other systems', async () => {
    await makeArchive(`${name}-${manifest.version}-linux-${process.arch}`)
  })
}

/** A .tar.xz of the unpacked app, in a folder of the archive's name. @param {string} name */
async function makeArchive(name) {
  const from = path.basename(unpackedFolder)
  const file = path.join(packagesFolder, `${name}.tar.xz`)
  const order = ['--sort=name', '--owner=0', '--group=0', '--numeric-owner']
  const args = [...order, '-C', packagesFolder, `--transform=s,^${from},${name},`, '-cJf', file, from]
  const made = await capture('tar', args, { env: { XZ_OPT: '-1 -T0' } })
  if (made.exitCode !== 0) throw new Refusal(`tar failed:\n${lastLines(made)}`)
}

/** Writes the SHA-256 of each package, in the form that sha256sum -c reads. */
async function writeSums() {
  const names = (await readdir(packagesFolder)).sort()
  let lines = ''
  for (const name of names) {
    const file = path.join(packagesFolder, name)
    const hash = createHash('sha256')
    await pipeline(createReadStream(file), hash)
    lines += `${hash.digest('hex')}  ${name}\n`
    say(`out/packages/${name}  ${megabytes((await stat(file)).size)}`)
  }
  if (names.length === 0) throw new Refusal('electron-builder made no package.')
  await writeFile(path.join(packagesFolder, 'SHA256SUMS'), lines)
}
