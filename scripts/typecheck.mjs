import path from 'node:path'
import { runScript, say } from './lib/script.mjs'
import { projectRoot } from './lib/paths.mjs'
import { capture } from './lib/run.mjs'

const TSC = path.join('typescript', 'bin', 'tsc')
const VUE_TSC = path.join('vue-tsc', 'bin', 'vue-tsc.js')

/** What a check found out is kept for the next one, which then looks at changed files only. */
const CACHE = path.join(projectRoot, 'node_modules', '.cache', 'types')

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
  const buildInfo = path.join(CACHE, `${folder}.tsbuildinfo`)
  const args = ['-p', folder, '--noEmit', '--incremental', '--tsBuildInfoFile', buildInfo]
  const checked = await capture(process.execPath, [program, ...args], { cwd: projectRoot })
  if (checked.exitCode !== 0) say(`${folder}:\n${checked.stdout}${checked.stderr}`)
  return checked.exitCode === 0
}
