import { generateKeyPairSync } from 'node:crypto'
import { existsSync } from 'node:fs'
import { writeFile } from 'node:fs/promises'
import { Refusal, runScript, say } from './lib/script.mjs'

const HELP = `Creates the key that signs releases, and prints its public half for "updates" in package.json.

  npm run release:key -- FILE

FILE is new, and stays with the releaser. It must not be in the repository.`

await runScript(async () => {
  const [file] = process.argv.slice(2)
  if (file === undefined) throw new Refusal(HELP)
  const { privateKey, publicKey } = generateKeyPairSync('ed25519')
  const pem = privateKey.export({ type: 'pkcs8', format: 'pem' })
  if (existsSync(file)) throw new Refusal(`${file} exists. A key is never replaced.`)
  await writeFile(file, pem, { flag: 'wx', mode: 0o600 })
  say(publicKey.export({ type: 'spki', format: 'der' }).toString('base64'))
  return 0
})
