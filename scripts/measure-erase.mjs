// Measures the erasure of a person with 1,000 orders at 100,000 orders in the history: the writer's methods, without
// window and threads. It makes the history if `out/bench` does not hold it.
//
//   node scripts/measure-erase.mjs
import path from 'node:path'
import { benchFolder, compileBench } from './lib/bench-program.mjs'
import { runAttached } from './lib/run.mjs'
import { runScript } from './lib/script.mjs'

await runScript(async () => {
  const program = await compileBench({ 'erase-bench': 'test/bench/erase-bench.ts' })
  return await runAttached(process.execPath, [path.join(program, 'erase-bench.mjs'), benchFolder])
})
