// Measures the orders list at 10,000, 100,000 and 1,000,000 orders (B2, B12): the query of the reader, without window and
// threads. It makes the histories that `out/bench` does not hold; the largest one takes some minutes and 2 GB.
//
//   node scripts/measure-list.mjs [S] [M] [L]
import path from 'node:path'
import { benchFolder, compileBench } from './lib/bench-program.mjs'
import { runAttached } from './lib/run.mjs'
import { runScript } from './lib/script.mjs'

await runScript(async () => {
  const sizes = process.argv.length > 2 ? process.argv.slice(2) : ['S', 'M', 'L']
  const program = await compileBench({ 'list-bench': 'test/bench/list-bench.ts' })
  return await runAttached(process.execPath, [path.join(program, 'list-bench.mjs'), benchFolder, ...sizes])
})
