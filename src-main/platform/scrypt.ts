import { Worker } from 'node:worker_threads'
import { KeyedQueue } from './keyed-queue'

/** The cost of a scrypt key: N, the block size r, and the parallel parts p. */
export interface ScryptCost {
  readonly n: number
  readonly r: number
  readonly p: number
}

const program = `
  const { scryptSync } = require('node:crypto')
  const { parentPort, workerData } = require('node:worker_threads')
  const { secret, salt, bytes, options } = workerData
  const key = scryptSync(secret, salt, bytes, options)
  parentPort.postMessage(key, [key.buffer])
`

/** One key at a time, because each takes up to 128 MB of memory. */
const queue = new KeyedQueue()

/**
 * The scrypt key of a secret, of this many bytes. It is computed in a thread of its own: with the cryptography of Electron,
 * Node's asynchronous function computes the key once in the calling thread, to check the cost, before it starts.
 */
export function scryptKey(
  secret: string,
  salt: Uint8Array,
  bytes: number,
  { n, r, p }: ScryptCost,
): Promise<Buffer> {
  // Node's default limit of 32 MiB is too low for our costs.
  const options = { N: n, r, p, maxmem: 256 * n * r + 1_048_576 }
  return queue.run('scrypt', () => runThread({ secret, salt, bytes, options }))
}

function runThread(workerData: object): Promise<Buffer> {
  const worker = new Worker(program, { eval: true, workerData })
  return new Promise((resolve, reject) => {
    worker.once('message', (key: Uint8Array<ArrayBuffer>) => {
      resolve(Buffer.from(key.buffer, key.byteOffset, key.byteLength))
    })
    worker.once('error', reject)
    worker.once('exit', () => {
      reject(new Error('The thread ended without a key.'))
    })
  })
}
