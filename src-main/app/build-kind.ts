import { app } from 'electron'

/** The bundler fills in the mode, so every other build holds `false` here. */
const isTestPackage = import.meta.env.MODE === 'test-package'

/**
 * True in an unpackaged build, and in a package that was made for the window tests (scripts/package/test-package.mjs).
 * Only there do tests choose the folder of the data, connect a debugger and use a gateway without https.
 */
export function isDevelopment(): boolean {
  return !app.isPackaged || isTestPackage
}
