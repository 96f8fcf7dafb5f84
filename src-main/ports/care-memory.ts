import type { CareMemory } from '../../src-shared/domain/data-care'

/** What is remembered about backups, in a file beside the history: a restored history must not change it. */
export interface CareMemoryFile {
  /** The defaults when the file is missing or cannot be read. */
  read(): Promise<CareMemory>
  /** On disk when it resolves. Rejects with `storage-failed`. */
  write(memory: CareMemory): Promise<void>
}
