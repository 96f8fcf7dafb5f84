import type { DatabaseOptions } from '../file/connection'
import { createWriter, openWriter, type OpenWriter } from '../storage'
import { writerMethods, writerThreadReads, type WriterLifecycle } from './worker-protocol'
import { serveDatabase, tellMain } from './worker-rpc'

let current: OpenWriter | null = null

const lifecycle = {
  open(options: DatabaseOptions, key: Uint8Array) {
    try {
      const opening = openWriter(options, key, undefined, tellMain)
      if (opening.kind !== 'opened') return opening
      current = opening
      return { kind: 'opened' }
    } finally {
      key.fill(0)
    }
  },
  create(options: DatabaseOptions, key: Uint8Array) {
    try {
      current = createWriter(options, key)
    } finally {
      key.fill(0)
    }
  },
  close() {
    current?.close()
    current = null
  },
} satisfies WriterLifecycle

serveDatabase(lifecycle, () =>
  current === null
    ? []
    : [
        { target: current.writer, names: writerMethods },
        { target: current.reader, names: writerThreadReads },
      ],
)
