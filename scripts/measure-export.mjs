// Measures the export of a whole history to CSV (B8). It takes the largest history that `out/bench` holds; without one it
// makes one of 100,000 orders.
//
//   node scripts/measure-export.mjs
import path from 'node:path'
import { benchFolder, compileBench } from './lib/bench-program.mjs'
import { runAttached } from './lib/run.mjs'
import { runScript } from './lib/script.mjs'

await runScript(async () => {
  const program = await compileBench({
    'export-bench': 'test/bench/export-bench.ts',
    'export-worker': 'src-main/order-files/export-worker.ts',
  })
  return await runAttached(process.execPath, [path.join(program, 'export-bench.mjs'), benchFolder])
})
