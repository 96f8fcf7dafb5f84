import { existsSync } from 'node:fs'
import { mkdir, readdir, readFile, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { outFolder, projectRoot } from './lib/paths.mjs'
import { lastLines, runNpm } from './lib/run.mjs'
import { Refusal, runScript, say } from './lib/script.mjs'
import { shippedPackages } from './lib/shipped-packages.mjs'

/** @type {{ packages: Record<string, { version?: string }> }} */
const lock = JSON.parse(await readFile(path.join(projectRoot, 'package-lock.json'), 'utf8'))

// What ships, for the release and for who must know which versions are in it: a list in the format CycloneDX, and the
// texts of all licences. npm makes the list of everything in package-lock.json; what only developers use is left out.
await runScript(async () => {
  // With NODE_ENV=production npm would leave out what the page is built from.
  const made = await runNpm(
    ['sbom', '--sbom-format=cyclonedx', '--package-lock-only', '--include=dev'],
    projectRoot,
  )
  if (made.exitCode !== 0) throw new Refusal(`npm sbom failed:\n${lastLines(made)}`)
  /** @type {Sbom} */
  const all = JSON.parse(made.stdout)
  const names = new Set(Object.values(shippedPackages).flat())
  // An optional package in another version is in the lockfile, but not installed here.
  const listed = all.components.filter((each) => names.has(each.name) && existsSync(folderOf(each)))
  const missing = [...names].filter((name) => !listed.some((component) => component.name === name))
  if (missing.length > 0) throw new Refusal(`Not in package-lock.json: ${missing.join(', ')}`)
  const components = await Promise.all(listed.map(withLicence))
  const unlicensed = components.filter(({ licenses = [] }) => licenses.length === 0)
  if (unlicensed.length > 0)
    throw new Refusal(`Without a licence: ${unlicensed.map(({ name }) => name).join(', ')}`)

  const refs = new Set(components.map((component) => component['bom-ref']))
  const sbom = {
    ...all,
    components: components.map((component) => ({ ...component, scope: 'required', properties: [] })),
    dependencies: all.dependencies
      .filter(({ ref }) => refs.has(ref))
      .map(({ ref, dependsOn = [] }) => ({ ref, dependsOn: dependsOn.filter((each) => refs.has(each)) })),
  }
  await mkdir(outFolder, { recursive: true })
  await writeFile(path.join(outFolder, 'sbom.cdx.json'), `${JSON.stringify(sbom, null, 2)}\n`)
  const licences = await Promise.all(components.map(licenceOf))
  await writeFile(path.join(outFolder, 'licences.txt'), licences.join(`\n${'-'.repeat(80)}\n\n`))
  say(`${components.length} packages ship: out/sbom.cdx.json, out/licences.txt`)
  return 0
})

/**
 * @typedef {{ 'bom-ref': string, name: string, version: string,
 *   licenses?: { license?: { id?: string, name?: string }, expression?: string }[] }} Component
 * @typedef {{ components: Component[], dependencies: { ref: string, dependsOn?: string[] }[] }} Sbom
 */

/**
 * npm lists only names of the SPDX list, so an older name such as "MIT/X11" is taken from the package itself.
 * @param {Component} component
 * @returns {Promise<Component>}
 */
async function withLicence(component) {
  if ((component.licenses ?? []).length > 0) return component
  const manifest = path.join(folderOf(component), 'package.json')
  const { license: name } = JSON.parse(await readFile(manifest, 'utf8'))
  return typeof name === 'string' ? { ...component, licenses: [{ license: { name } }] } : component
}

/** A package that others need in another version is in a folder of theirs. @param {Component} component */
function folderOf({ name, version }) {
  const found = Object.entries(lock.packages).find(
    ([folder, entry]) => folder.endsWith(`node_modules/${name}`) && entry.version === version,
  )
  if (found === undefined) throw new Refusal(`Not in package-lock.json: ${name} ${version}`)
  return path.join(projectRoot, found[0])
}

/** @param {Component} component @returns {Promise<string>} */
async function licenceOf(component) {
  const { name, version, licenses = [] } = component
  const kinds = licenses.map(({ license, expression }) => expression ?? license?.id ?? license?.name ?? '')
  const folder = folderOf(component)
  const files = (await readdir(folder, { withFileTypes: true }))
    .filter((entry) => entry.isFile() && /^(?:licen[cs]e|copying|notice)/i.test(entry.name))
    .map((entry) => entry.name)
    .sort()
  const texts = await Promise.all(files.map((file) => readFile(path.join(folder, file), 'utf8')))
  return [`${name} ${version} (${kinds.join(', ')})`, ...texts.map((text) => text.trim())].join('\n\n') + '\n'
}
