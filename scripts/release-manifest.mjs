import { readFile, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { parseArgs } from 'node:util'
import { projectRoot } from './lib/paths.mjs'
import { Refusal, runScript, say } from './lib/script.mjs'
import { packagesFolder } from './package/builder-config.mjs'
import {
  KEY_VARIABLE,
  makeManifest,
  MANIFEST_NAME,
  notesOf,
  readSigningKey,
  signManifest,
} from './package/manifest.mjs'

const HELP = `Signs what the app is told about a release, and writes it beside the packages as ${MANIFEST_NAME}.

  ${KEY_VARIABLE}=FILE npm run release:manifest -- [FOLDER] --roll-out 10 [--days 30] [--minimum-version 0.1.0]

FOLDER holds the packages of all systems (default: out/packages). --roll-out is the share of installations in percent that
are offered the version. --days is how long the manifest counts; sign a new one before. Installations older than
--minimum-version are told to update by hand.`

await runScript(async () => {
  const { values, positionals } = readArguments()
  const [folder = packagesFolder] = positionals
  const rollOut = numberOf(values['roll-out'], 0, 100)
  const days = numberOf(values.days, 1, 400)
  const key = await readSigningKey(process.env[KEY_VARIABLE])
  const { version } = JSON.parse(await readFile(path.join(projectRoot, 'package.json'), 'utf8'))
  const changelog = await readFile(path.join(projectRoot, 'CHANGELOG.md'), 'utf8')
  const manifest = await makeManifest(folder, {
    ...{ version, minimumVersion: values['minimum-version'], rollOut, days },
    ...{ notes: notesOf(changelog, version), nowMs: Date.now() },
  })
  const file = path.join(folder, MANIFEST_NAME)
  await writeFile(file, signManifest(manifest, key))
  for (const { name, system, bytes } of manifest.files) say(`${name}  ${system}  ${bytes} bytes`)
  say(
    `${file}: version ${version}, ${rollOut} % of installations, until ${new Date(manifest.expiresAtMs).toISOString()}`,
  )
  return 0
})

function readArguments() {
  try {
    return parseArgs({
      allowPositionals: true,
      options: {
        'roll-out': { type: 'string' },
        days: { type: 'string', default: '30' },
        'minimum-version': { type: 'string', default: '0.0.0' },
      },
    })
  } catch {
    throw new Refusal(HELP)
  }
}

/** @param {string | undefined} text @param {number} min @param {number} max */
function numberOf(text, min, max) {
  const value = Number(text)
  if (text === undefined || !Number.isInteger(value) || value < min || value > max) throw new Refusal(HELP)
  return value
}
