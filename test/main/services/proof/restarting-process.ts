import { readFileSync } from 'node:fs'
import { writeDurably } from '../../../../src-main/platform/durable-file'
import type { ChainAnchor } from '../../../../src-main/ports/storage'
import { aProfile } from '../../../support/builders'
import { FakeVault, TestApp, TestEnvironment } from '../../../support/fakes'
import { InProcessStorageHost } from '../../../support/in-process-storage-host'

// Run as a process: starts the services of the app on a real file, says what the start found, charges, and ends in good
// order or without a word, over and over until it is killed. The anchor is in a file, as a keychain keeps it.
const [file = '', keyHex = '', anchorFile = '', seed = '0'] = process.argv.slice(2)

class FileVault extends FakeVault {
  override readChainAnchor(): Promise<ChainAnchor | null> {
    try {
      return Promise.resolve(JSON.parse(readFileSync(anchorFile, 'utf8')) as ChainAnchor)
    } catch {
      return Promise.resolve(null)
    }
  }

  override saveChainAnchor(anchor: ChainAnchor): Promise<void> {
    return writeDurably(anchorFile, JSON.stringify(anchor))
  }
}

const storage = new InProcessStorageHost({ file })
const env = Object.assign(new TestEnvironment(), {
  vault: new FileVault(),
  storage,
}) as unknown as TestEnvironment
await env.vault.saveDatabaseKey(Buffer.from(keyHex, 'hex'))
await env.vault.saveControlKey(aProfile(), env.gateway.controlKey)

for (let run = 0; ; run++) {
  const app = new TestApp(env)
  await app.startup.start()
  await app.proof.verify()
  const { start, proof } = await app.appState.get()
  process.stdout.write(`${start.kind} ${proof.finding?.kind ?? 'sound'}\n`)
  const cents = String((Number(seed) * 7 + run * 13) % 90).padStart(2, '0')
  await app.charge({ amount: `${String(10 + (run % 80))}.${cents}` }).catch(() => undefined)
  if (run % 3 !== 0) await app.proof.end()
  app.kill()
  await storage.close()
}
