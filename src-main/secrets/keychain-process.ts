import keytar from 'keytar'
import { describeBackend, readLockState } from './keychain-backend'
import { KeychainServer } from './keychain-server'

// Entry point of the keychain process. It is a separate process, because a crash in the native library must not end
// main.

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
  // Started by plain Node in tests.
  process.on('message', (message) => void answer(message, (reply) => process.send?.(reply)))
  process.on('disconnect', () => process.exit(0))
}
