import { randomUUID } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import { z } from 'zod'
import { AppError } from '../../src-shared/errors/app-error'
import { writeDurably } from '../platform/durable-file'
import type { UpdateMemory, UpdateMemoryFile } from '../ports/update-memory'

const memory = z.strictObject({
  isDaily: z.boolean(),
  lastCheckAtMs: z.number().int().nullable(),
  newestSignedAtMs: z.number().int().min(0),
  installationId: z.uuid(),
})

/** The memory of updates as a small file. */
export class DiskUpdateMemory implements UpdateMemoryFile {
  readonly #path: string

  constructor(path: string) {
    this.#path = path
  }

  async read(): Promise<UpdateMemory> {
    try {
      return memory.parse(JSON.parse(await readFile(this.#path, 'utf8')))
    } catch {
      // Asking by itself is off until a person switches it on.
      return { isDaily: false, lastCheckAtMs: null, newestSignedAtMs: 0, installationId: randomUUID() }
    }
  }

  async write(value: UpdateMemory): Promise<void> {
    try {
      await writeDurably(this.#path, JSON.stringify(value))
    } catch (error) {
      throw new AppError('storage-failed', { reason: 'update-memory-not-written' }, { cause: error })
    }
  }
}
