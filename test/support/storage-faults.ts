import type { StorageTrouble } from '../../src-shared/domain/storage-trouble'
import { AppError } from '../../src-shared/errors/app-error'
import type { OpenedForChecking, OpenResult, StorageHost, StorageWriter } from '../../src-main/ports/storage'

type Opened = Extract<OpenResult, { kind: 'opened' }>

/** A writer method with its arguments. */
export interface Write {
  readonly method: keyof StorageWriter
  readonly args: readonly unknown[]
}

/** The faults of a storage; none at first. */
export class StorageFaults {
  /** The result of `open` instead of the storage. */
  found: Exclude<OpenResult, { kind: 'opened' }> | null = null
  /** The fault of opening for writing and of creating. */
  trouble: StorageTrouble | null = null
  /** The fault of opening read-only. */
  readingTrouble: string | null = null
  /** The result of the integrity check. */
  complaint: string | null = null
  /** Called before a table is checked. */
  onCheck: (table: string | undefined) => void = () => undefined
  /** Runs before each write. Throwing makes the write fail with nothing stored; a promise delays it. */
  beforeWrite: (write: Write) => void | Promise<void> = () => undefined
  /** Runs after each stored write. Throwing loses the reply; a promise delays it. */
  afterWrite: (write: Write) => void | Promise<void> = () => undefined

  /** All writes, or those of one method, fail until `endWriteFaults`. */
  failWrites(reason: string, method?: keyof StorageWriter): void {
    this.beforeWrite = (write) => {
      if (method === undefined || write.method === method) throw new AppError('storage-failed', { reason })
    }
  }

  endWriteFaults(): void {
    this.beforeWrite = () => undefined
    this.afterWrite = () => undefined
  }
}

/** Wraps a storage with faults. */
export function faultyStorage(host: StorageHost, faults: StorageFaults): StorageHost {
  const through = ({ kind, writer, reader }: Opened): Opened => ({
    kind,
    writer: faultyWriter(writer, faults),
    reader,
  })
  return {
    exists: () => host.exists(),
    open: async (key, onUpdate) => {
      if (faults.found !== null) return faults.found
      if (faults.trouble !== null) return { kind: 'cannot-write', reason: faults.trouble }
      const opening = await host.open(key, onUpdate)
      return opening.kind === 'opened' ? through(opening) : opening
    },
    create: async (key) => {
      if (faults.trouble !== null) throw new AppError('storage-failed', { reason: faults.trouble })
      return through(await host.create(key))
    },
    openForReading: async (key) => {
      if (faults.readingTrouble !== null)
        throw new AppError('storage-failed', { reason: faults.readingTrouble })
      return host.openForReading(key)
    },
    openForChecking: async (key) => {
      const { reader, close } = await host.openForChecking(key)
      return { reader: faultyCheck(reader, faults), close }
    },
    close: () => host.close(),
  }
}

function faultyWriter(writer: StorageWriter, faults: StorageFaults): StorageWriter {
  return new Proxy(writer, {
    get: (target, name) => {
      const member: unknown = Reflect.get(target, name, target)
      if (typeof member !== 'function') return member
      return async (...args: unknown[]) => {
        const write = { method: name as keyof StorageWriter, args }
        const held = faults.beforeWrite(write)
        if (held !== undefined) await held
        const answer = (await Reflect.apply(member, target, args)) as unknown
        const late = faults.afterWrite(write)
        if (late !== undefined) await late
        return answer
      }
    },
  })
}

function faultyCheck(
  reader: OpenedForChecking['reader'],
  faults: StorageFaults,
): OpenedForChecking['reader'] {
  return {
    ...reader,
    quickCheck: async (table) => {
      faults.onCheck(table)
      return faults.complaint ?? (await reader.quickCheck(table))
    },
  }
}
