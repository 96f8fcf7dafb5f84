import { copyVerified, readFacts } from '../file/backup'
import { connect, type DatabaseOptions } from '../file/connection'
import { swapIn } from '../file/swap'
import { prepareRestore } from '../restore'
import type { CareWork } from './worker-protocol'
import { serveDatabase } from './worker-rpc'

/** Each call opens what it needs and closes it again. */
const work = {
  backUp(options, key, copy) {
    return withKey(key, () => {
      const db = connect(options, key, 'read')
      try {
        // The file itself is opened read-only; this only allows writing the copy.
        db.pragma('query_only = OFF')
        return copyVerified(db, options, key, copy)
      } finally {
        db.close()
      }
    })
  },
  read(options, key) {
    return withKey(key, () => readFacts(options, key))
  },
  prepare(options, key, source, act) {
    return withKey(key, () => prepareRestore(options, key, source, act))
  },
  swap(options: DatabaseOptions, keptFile: string) {
    swapIn(options.file, keptFile)
  },
} satisfies CareWork

serveDatabase(work, () => [])

function withKey<T>(key: Uint8Array, step: () => T): T {
  try {
    return step()
  } finally {
    key.fill(0)
  }
}
