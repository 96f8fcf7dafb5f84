import { createHash } from 'node:crypto'
import { createReadStream } from 'node:fs'
import { mkdir, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { pipeline } from 'node:stream/promises'
import { ensureBuilt } from './lib/build.mjs'
import { projectRoot } from './lib/paths.mjs'
import { capture, lastLines } from './lib/run.mjs'
import { nodeLine, Refusal, runScript, say, withProgress } from './lib/script.mjs'
import { binaryOf, packageName, packagesFolder, STAND_IN_MARK } from './package/builder-config.mjs'
import { listContent, megabytes, requireContent, sizeTable } from './package/content.mjs'
import { debianArchitecture, makeDeb } from './package/debian.mjs'
import { fuseTable, readFuses, requireFuses } from './package/fuses.mjs'
import { putTogether } from './package/put-together.mjs'
import { provision } from './toolchain/provision.mjs'
import { ensureSystemPackages } from './toolchain/system-packages.mjs'

// Makes the packages that this system can make, in out/packages/. docs/releasing.md says what each system makes.
await runScript(async () => {
  say(nodeLine(process.env))
  const provisioned = await provision({ needsSession: false })
  await ensureSystemPackages({ programs: ['dpkg-deb', 'dpkg-shlibdeps', 'tar', 'xz'] })
  if (provisioned.isStandIn) say(`The packages are marked: ${STAND_IN_MARK}.`)
  await ensureBuilt()
  const unpacked = await withProgress(
    'Putting the app together',
    async () => await putTogether(provisioned, 'release'),
  )
  const fuses = await readFuses(binaryOf(unpacked, process.platform))
  say(`\n${fuseTable(fuses)}\n`)
  requireFuses(fuses)
  if (process.platform === 'linux') await makeLinuxPackages(unpacked, provisioned.isStandIn)
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

/** @param {string} unpacked the folder of the app @param {boolean} isStandIn */
async function makeLinuxPackages(unpacked, isStandIn) {
  const files = await listContent(unpacked)
  say(`${sizeTable(files)}\n`)
  requireContent(files)
  const manifest = JSON.parse(await readFile(path.join(projectRoot, 'package.json'), 'utf8'))
  const name = packageName(isStandIn)
  const work = path.join(packagesFolder, 'debian')
  const file = path.join(packagesFolder, `${name}_${manifest.version}_${debianArchitecture()}.deb`)
  await mkdir(work)
  try {
    await withProgress('Making the Debian package', async () => {
      await makeDeb({ appFolder: unpacked, work, file, manifest, isStandIn })
    })
  } finally {
    for (const folder of [work, `${work}.shlibdeps`]) await rm(folder, { recursive: true, force: true })
  }
  await withProgress('Making the archive for other systems', async () => {
    await makeArchive(unpacked, `${name}-${manifest.version}-linux-${process.arch}`)
  })
}

/** A .tar.xz of the unpacked app, in a folder of the archive's name. @param {string} unpacked @param {string} name */
async function makeArchive(unpacked, name) {
  const from = path.basename(unpacked)
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
