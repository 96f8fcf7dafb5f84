import { ensureTestPackageBuilt } from '../lib/build.mjs'
import { say, withProgress } from '../lib/script.mjs'
import { binaryOf } from './builder-config.mjs'
import { fuseTable, readFuses, requireFuses, TEST_PACKAGE_FUSES } from './fuses.mjs'
import { putTogether } from './put-together.mjs'

/**
 * Makes the package for window tests and measurements: built and put together like a release, but a debugger can drive it.
 * @param {import('../toolchain/provision.mjs').Provision} provisioned
 * @returns {Promise<string>} the program in it
 */
export async function makeTestPackage(provisioned) {
  await ensureTestPackageBuilt()
  const folder = await withProgress(
    'Putting the app together',
    async () => await putTogether(provisioned, 'test'),
  )
  const program = binaryOf(folder, process.platform)
  const fuses = await readFuses(program, TEST_PACKAGE_FUSES)
  say(`\n${fuseTable(fuses)}\n`)
  requireFuses(fuses)
  return program
}
