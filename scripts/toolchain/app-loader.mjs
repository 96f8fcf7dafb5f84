// Replaces the default app of a stock Electron: `electron [-r MODULE]... APP_FOLDER_OR_FILE [ARGUMENTS]`.
// It is an ES module with a top-level await, because Electron delays `ready` until the module is evaluated. Otherwise
// an app could not register privileged schemes before `ready`.
import { app } from 'electron'
import { existsSync, readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import path from 'node:path'
import { pathToFileURL } from 'node:url'

const { modules, target } = readArguments(process.argv.slice(1))
if (target === null) {
  console.error('This Electron shows no app of its own: give it the folder of one.')
  process.exit(1)
}

const require = createRequire(import.meta.url)
for (const file of modules) require(file)
await import(pathToFileURL(entryOf(target)).href)

function readArguments(args) {
  const modules = []
  for (let index = 0; index < args.length; index++) {
    if (args[index] === '-r' || args[index] === '--require') modules.push(path.resolve(args[++index]))
    else if (!args[index].startsWith('-')) return { modules, target: path.resolve(args[index]) }
  }
  return { modules, target: null }
}

function entryOf(target) {
  const manifestFile = path.join(target, 'package.json')
  if (!existsSync(manifestFile)) return target
  const manifest = JSON.parse(readFileSync(manifestFile, 'utf8'))
  app.setName(manifest.productName ?? manifest.name)
  if (manifest.version) app.setVersion(manifest.version)
  app.setAppPath(target)
  return path.join(target, manifest.main ?? 'index.js')
}
