import path from 'node:path'
import { runScript, say } from './lib/script.mjs'
import { projectRoot } from './lib/paths.mjs'
import { capture } from './lib/run.mjs'

const TSC = path.join('typescript', 'bin', 'tsc')
const VUE_TSC = path.join('vue-tsc', 'bin', 'vue-tsc.js')

/** Each folder is checked separately, with only the types that it may use. */
const CHECKS = [
  { compiler: VUE_TSC, folder: 'src-renderer' },
  { compiler: VUE_TSC, folder: 'test' },
  { compiler: TSC, folder: 'src-main' },
  { compiler: TSC, folder: 'src-shared' },
  { compiler: TSC, folder: 'scripts' },
]

await runScript(async () => {
  const results = await Promise.all(CHECKS.map(check))
  return results.every(Boolean) ? 0 : 1
})

/** @param {{ compiler: string, folder: string }} check */
async function check({ compiler, folder }) {
  const program = path.join(projectRoot, 'node_modules', compiler)
  const checked = await capture(process.execPath, [program, '-p', folder, '--noEmit'], { cwd: projectRoot })
  if (checked.exitCode !== 0) say(`${folder}:\n${checked.stdout}${checked.stderr}`)
  return checked.exitCode === 0
}
