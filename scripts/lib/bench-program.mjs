import { mkdir } from 'node:fs/promises'
import path from 'node:path'
import { build } from 'vite'
import { outFolder, projectRoot } from './paths.mjs'

/** Where generated histories and results are. */
export const benchFolder = path.join(outFolder, 'bench')

/**
 * Compiles programs of a benchmark to one folder, so that they find each other.
 * @param {Readonly<Record<string, string>>} entries name -> source file
 * @returns {Promise<string>} the folder of the programs
 */
export async function compileBench(entries) {
  await mkdir(benchFolder, { recursive: true })
  const program = path.join(benchFolder, 'program')
  for (const [name, entry] of Object.entries(entries))
    await build({
      root: projectRoot,
      configFile: false,
      logLevel: 'error',
      ssr: { noExternal: true, external: ['better-sqlite3'] },
      build: {
        ssr: path.join(projectRoot, entry),
        target: 'node20',
        outDir: program,
        emptyOutDir: false,
        minify: false,
        rollupOptions: { output: { format: 'es', entryFileNames: `${name}.mjs` } },
      },
    })
  return program
}
