import { createReadStream } from 'node:fs'
import { Refusal, runScript } from './lib/script.mjs'
import { verifyProof } from './lib/verify-proof.mjs'

const HELP = `Checks a proof file that the app has saved (Settings, History), without the app and without a key.

  npm run verify-log -- FILE`

await runScript(async () => {
  const [file] = process.argv.slice(2)
  if (file === undefined) throw new Refusal(HELP)
  const { entries, head, problem } = await verifyProof(createReadStream(file))
  if (problem !== null) throw new Refusal(`NOT AS IT WAS WRITTEN: ${problem}.`)
  process.stdout.write(
    `${String(entries)} entries, each as it was written. Code of the newest entry: ${head.slice(0, 16)}\n`,
  )
  return 0
})
