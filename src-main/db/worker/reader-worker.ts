import type { DatabaseOptions } from '../file/connection'
import { openReader, openReaderAlone, type OpenReader } from '../storage'
import { readerThreadReads, writerThreadReads, type ReaderLifecycle } from './worker-protocol'
import { serveDatabase } from './worker-rpc'

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
  openAlone(options: DatabaseOptions, key: Uint8Array) {
    try {
      const opened = openReaderAlone(options, key)
      current = opened
      return { holdsFile: opened.holdsFile }
    } finally {
      key.fill(0)
    }
  },
  close() {
    current?.close()
    current = null
  },
} satisfies ReaderLifecycle

serveDatabase(lifecycle, () =>
  current === null ? [] : [{ target: current.reader, names: { ...readerThreadReads, ...writerThreadReads } }],
)
