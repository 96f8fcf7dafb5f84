/** What is remembered about updates, in a file beside the history. */
export interface UpdateMemory {
  readonly isDaily: boolean
  readonly lastCheckAtMs: number | null
  /** When the newest manifest was signed that was ever accepted. */
  readonly newestSignedAtMs: number
  /** A random text of this installation, for releases in steps. It is sent to nobody. */
  readonly installationId: string
}

export interface UpdateMemoryFile {
  /** The defaults, with a new id, when the file is missing or cannot be read. */
  read(): Promise<UpdateMemory>
  /** On disk when it resolves. Rejects with `storage-failed`. */
  write(memory: UpdateMemory): Promise<void>
}
