import { parentPort } from 'node:worker_threads'

// Run as a thread: receives a call and exits without an answer.
parentPort?.on('message', () => {
  throw new Error('died')
})
