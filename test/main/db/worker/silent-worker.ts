import { parentPort } from 'node:worker_threads'

// Run as a thread: takes a call and dies without an answer.
parentPort?.on('message', () => {
  throw new Error('died')
})
