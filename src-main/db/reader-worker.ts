import type { DatabaseOptions } from './connection'
import { serveDatabase } from './serve-database'
import { openReader, type OpenReader } from './storage'
import { patientMethods, type WorkerLifecycle } from './worker-protocol'

let current: OpenReader | null = null

const lifecycle = {
  open(options: DatabaseOptions, key: Uint8Array) {
    try {
      current = openReader(options, key)
      return { kind: 'opened' }
    } finally {
      key.fill(0)
    }
  },
  close() {
    current?.close()
    current = null
  },
} satisfies WorkerLifecycle

serveDatabase(lifecycle, () => (current === null ? [] : [{ target: current.reader, names: patientMethods }]))
