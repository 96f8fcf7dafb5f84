import keytar from 'keytar'
import { describeBackend, readLockState } from './keychain-backend'
import { KeychainServer } from './keychain-server'

// Entry of the keychain process: a crash inside the native library takes this process down, never main (P26).

interface ParentPort {
  on(event: 'message', listener: (message: { data: unknown }) => void): void
  postMessage(message: unknown): void
}

const server = new KeychainServer(keytar, {
  platform: process.platform,
  describeBackend: () => describeBackend(process.platform),
  lockState: () => readLockState(process.platform),
})

async function answer(message: unknown, post: (reply: unknown) => void): Promise<void> {
  const reply = await server.answer(message)
  if (reply !== null) post(reply)
}

const parentPort = (process as { parentPort?: ParentPort }).parentPort
if (parentPort !== undefined) {
  parentPort.on('message', ({ data }) => void answer(data, (reply) => parentPort.postMessage(reply)))
} else {
  // Started by plain Node, as tests do.
  process.on('message', (message) => void answer(message, (reply) => process.send?.(reply)))
  process.on('disconnect', () => process.exit(0))
}
