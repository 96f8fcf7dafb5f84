import { runScript, sendLogTo } from './lib/log.mjs'
import { provision } from './lib/provision.mjs'

// Prints the result as one JSON line; what happens on the way goes to standard error.
await runScript(async () => {
  sendLogTo(process.stderr)
  const provisioned = await provision({ needsSession: process.argv.includes('--session') })
  process.stdout.write(`${JSON.stringify(provisioned)}\n`)
})
