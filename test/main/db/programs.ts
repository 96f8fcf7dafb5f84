import { mkdirSync, mkdtempSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { build } from 'vite'

const root = join(import.meta.dirname, '../../..')

/**
 * Builds TypeScript programs for threads and processes. They are inside the project so that they find its packages.
 */
export interface Programs {
  readonly folder: string
  readonly fileOf: (name: string) => string
  readonly remove: () => void
}

/** Builds entry files, given by name and path in the project. */
export async function buildPrograms(entries: Readonly<Record<string, string>>): Promise<Programs> {
  const cache = join(root, 'node_modules', '.cache')
  mkdirSync(cache, { recursive: true })
  const folder = mkdtempSync(join(cache, 'test-programs-'))
  await build({
    root,
    configFile: false,
    logLevel: 'error',
    // One small bundle starts faster than the packages it uses.
    ssr: { noExternal: true, external: ['better-sqlite3'] },
    build: {
      ssr: true,
      target: 'node20',
      outDir: folder,
      minify: false,
      rollupOptions: {
        input: Object.fromEntries(Object.entries(entries).map(([name, path]) => [name, join(root, path)])),
        output: { format: 'es', entryFileNames: '[name].mjs', chunkFileNames: '[name]-[hash].mjs' },
      },
    },
  })
  return {
    folder,
    fileOf: (name) => join(folder, `${name}.mjs`),
    remove: () => {
      rmSync(folder, { recursive: true, force: true })
    },
  }
}
