import { cp, mkdir, rm } from 'node:fs/promises'
import path from 'node:path'
import { outFolder, projectRoot } from '../lib/paths.mjs'
import { capture, lastLines } from '../lib/run.mjs'
import { Refusal } from '../lib/script.mjs'
import { builderConfig, documentsFolder, outputFolder } from './builder-config.mjs'

/**
 * Puts the built app, Electron and the texts into one folder, as it is installed. What an earlier run left is removed.
 * @param {import('../toolchain/provision.mjs').Provision} provisioned
 * @param {import('./builder-config.mjs').PackageKind} kind
 * @returns {Promise<string>} the folder of the app
 */
export async function putTogether(provisioned, kind) {
  await rm(outputFolder(kind), { recursive: true, force: true })
  await collectDocuments(documentsFolder(kind))
  // Imported late, because it is large and slow to load.
  const { build, Platform } = await import('electron-builder')
  const config = builderConfig(provisioned, kind)
  let folder = ''
  await build({
    targets: Platform.current().createTarget(kind === 'test' ? 'dir' : undefined),
    config: {
      ...config,
      afterPack: async (context) => {
        await /** @type {(context: import('electron-builder').AfterPackContext) => Promise<void>} */ (
          config.afterPack
        )(context)
        folder = context.appOutDir
      },
    },
    publish: 'never',
    projectDir: projectRoot,
  })
  return folder
}

/** What comes with the app as text: licences, the list of packages, the changelog, the guide for administrators. @param {string} folder */
async function collectDocuments(folder) {
  const program = path.join(projectRoot, 'scripts', 'sbom.mjs')
  const made = await capture(process.execPath, [program], { cwd: projectRoot })
  if (made.exitCode !== 0) throw new Refusal(`The list of packages cannot be made:\n${lastLines(made)}`)
  await mkdir(folder, { recursive: true })
  for (const name of ['CHANGELOG.md', 'LICENSE', 'docs/administrators.md', 'docs/policy.schema.json'])
    await cp(path.join(projectRoot, name), path.join(folder, path.basename(name)))
  for (const name of ['licences.txt', 'sbom.cdx.json'])
    await cp(path.join(outFolder, name), path.join(folder, name))
}
