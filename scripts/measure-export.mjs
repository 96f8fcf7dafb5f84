// Measures the export of a whole history to CSV (B8). It takes the largest history that `out/bench` holds; without one it
// makes one of 100,000 orders.
//
//   node scripts/measure-export.mjs
import { mkdir } from 'node:fs/promises'
import path from 'node:path'
import { build } from 'vite'
import { outFolder, projectRoot } from './lib/paths.mjs'
import { runAttached } from './lib/run.mjs'
import { runScript } from './lib/script.mjs'

await runScript(async () => {
  const folder = path.join(outFolder, 'bench')
  await mkdir(folder, { recursive: true })
  const program = path.join(folder, 'program')
  const compile = (/** @type {string} */ entry, /** @type {string} */ name) =>
    build({
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
  await compile('test/bench/export-bench.ts', 'export-bench')
  await compile('src-main/order-files/export-worker.ts', 'export-worker')
  return await runAttached(process.execPath, [path.join(program, 'export-bench.mjs'), folder])
})
