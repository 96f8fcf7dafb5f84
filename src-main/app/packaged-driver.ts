import { app } from 'electron'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { z } from 'zod'

const manifest = z.object({ databaseDriver: z.object({ nodeApi: z.number().int() }).optional() })

/**
 * The Node-API of the database driver in this package, where the package names one: only a package for tests with an
 * older Electron does (scripts/package/builder-config.mjs). Null in all others and in unpackaged builds.
 */
export function packagedDriver(): number | null {
  if (!app.isPackaged) return null
  const text = readFileSync(join(app.getAppPath(), 'package.json'), 'utf8')
  return manifest.parse(JSON.parse(text)).databaseDriver?.nodeApi ?? null
}
