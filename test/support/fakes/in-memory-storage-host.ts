import type { StorageTrouble } from '../../../src-shared/domain/storage-trouble'
import { AppError } from '../../../src-shared/errors/app-error'
import type { OpenResult, StorageHost, StorageReader } from '../../../src-main/ports/storage'
import { InMemoryReader } from './in-memory-reader'
import { InMemoryTables } from './in-memory-tables'
import { InMemoryWriter } from './in-memory-writer'

type Opened = Extract<OpenResult, { kind: 'opened' }>

/** A file that can be opened with the key it was made with; `found` plays what else an opening may find. */
export class InMemoryStorageHost implements StorageHost {
  readonly tables: InMemoryTables
  /** Overrides what `open` finds. */
  found: Exclude<OpenResult, { kind: 'opened' }> | null = null
  /** What keeps the file from being written; reading it goes on. */
  trouble: StorageTrouble | null = null
  /** False plays a file of an older version, which cannot be read before it was brought up to date. */
  canBeRead = true
  #key: Uint8Array | null
  isOpen = false
  /** What the background check finds. */
  complaint: string | null = null

  constructor(parts: { readonly tables?: InMemoryTables; readonly key?: Uint8Array } = {}) {
    this.tables = parts.tables ?? new InMemoryTables()
    this.#key = parts.key ?? null
  }

  get key(): Uint8Array | null {
    return this.#key
  }

  async exists(): Promise<boolean> {
    await Promise.resolve()
    return this.#key !== null
  }

  async open(key: Uint8Array): Promise<OpenResult> {
    await Promise.resolve()
    if (this.found !== null) return this.found
    if (this.#key === null) return { kind: 'missing' }
    if (Buffer.compare(this.#key, key) !== 0) return { kind: 'key-does-not-fit' }
    if (this.trouble !== null) return { kind: 'cannot-write', reason: this.trouble }
    return this.#opened()
  }

  async openForReading(key: Uint8Array): Promise<StorageReader> {
    await Promise.resolve()
    if (this.#key === null || Buffer.compare(this.#key, key) !== 0)
      throw new AppError('storage-failed', { reason: 'cannot-open' })
    if (!this.canBeRead) throw new AppError('storage-failed', { reason: 'not-up-to-date' })
    this.isOpen = true
    return this.#reader()
  }

  async create(key: Uint8Array): Promise<Opened> {
    await Promise.resolve()
    if (this.#key !== null) throw new AppError('storage-failed', { reason: 'exists' })
    if (this.trouble !== null) throw new AppError('storage-failed', { reason: this.trouble })
    this.#key = Uint8Array.from(key)
    return this.#opened()
  }

  async close(): Promise<void> {
    await Promise.resolve()
    this.isOpen = false
  }

  #opened(): Opened {
    this.isOpen = true
    return { kind: 'opened', writer: new InMemoryWriter(this.tables), reader: this.#reader() }
  }

  #reader(): InMemoryReader {
    const reader = new InMemoryReader(this.tables)
    reader.complaint = this.complaint
    return reader
  }
}
