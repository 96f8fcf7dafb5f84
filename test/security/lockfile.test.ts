// S29: the packages of a build. A changed lockfile fails here before its packages run.
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { z } from 'zod'

/**
 * Packages that have a script for their installation. None of them runs, because .npmrc says so, and none needs to: the
 * keychain's looks for its prebuilt file, and that of electron-builder's helper for Squirrel, which is not used here,
 * chooses a 7-Zip.
 */
const mayRunScripts = ['node_modules/electron-winstaller', 'node_modules/keytar']

/**
 * All packages of `dependencies`. A new one must be added here on purpose. Whose code a build holds is checked by
 * scripts/lib/shipped-packages.mjs.
 */
const shipped = [
  'argparse',
  'better-sqlite3',
  'builder-util-runtime',
  'csv-parse',
  'csv-stringify',
  'currency-codes',
  'debug',
  'electron-updater',
  'electron-updater/node_modules/semver',
  'fflate',
  'first-match',
  'fs-extra',
  'graceful-fs',
  'ipaddr.js',
  'js-yaml',
  'jsonfile',
  'keytar',
  'lazy-val',
  'lodash.escaperegexp',
  'lodash.isequal',
  'ms',
  'node-addon-api',
  'nub',
  'pend',
  'sax',
  'tiny-typed-emitter',
  'universalify',
  'yauzl',
  'zod',
]

const root = join(import.meta.dirname, '../..')
const read = (name: string): unknown => JSON.parse(readFileSync(join(root, name), 'utf8'))

const entry = z.looseObject({
  version: z.string().optional(),
  integrity: z.string().optional(),
  resolved: z.string().optional(),
  link: z.boolean().optional(),
  dev: z.boolean().optional(),
  optional: z.boolean().optional(),
  devOptional: z.boolean().optional(),
  hasInstallScript: z.boolean().optional(),
})
const lock = z
  .object({ lockfileVersion: z.literal(3), packages: z.record(z.string(), entry) })
  .parse(read('package-lock.json'))
const versions = z.record(z.string(), z.string())
const manifest = z.object({ dependencies: versions, devDependencies: versions }).parse(read('package.json'))

const installed = Object.entries(lock.packages).filter(([path]) => path !== '')

describe('the lockfile', () => {
  it('pins every package by the hash of its content', () => {
    expect(installed.length).toBeGreaterThan(100)
    const unpinned = installed.filter(
      ([, { integrity }]) => !/^sha512-[A-Za-z0-9+/]{86}==$/.test(integrity ?? ''),
    )
    expect(unpinned.map(([path]) => path)).toEqual([])
  })

  it('takes everything from the configured registry: no address, no git, no folder', () => {
    const elsewhere = installed.filter(([, { resolved, link }]) => resolved !== undefined || link === true)
    expect(elsewhere.map(([path]) => path)).toEqual([])
  })

  it('allows install scripts only in the listed packages', () => {
    const scripted = installed.filter(([, { hasInstallScript }]) => hasInstallScript === true)
    expect(scripted.map(([path]) => path)).toEqual(mayRunScripts)
  })

  it('ships these packages and no others', () => {
    const runtime = installed.filter(
      ([, { dev, optional, devOptional }]) => !(dev ?? optional ?? devOptional ?? false),
    )
    expect(runtime.map(([path]) => path.replace('node_modules/', '')).sort()).toEqual(shipped)
    expect(Object.keys(manifest.dependencies).length).toBeLessThanOrEqual(11)
  })

  it('agrees with package.json, which names exact versions', () => {
    const wanted = { ...manifest.dependencies, ...manifest.devDependencies }
    for (const [name, range] of Object.entries(wanted)) {
      const version = range.replace(/^npm:.*@/, '')
      expect([name, version]).toEqual([name, lock.packages[`node_modules/${name}`]?.version])
    }
  })
})
