import { readFile } from 'node:fs/promises'
import { z } from 'zod'
import { careMemory, keptForEver, type CareMemory } from '../../../src-shared/domain/data-care'
import { AppError } from '../../../src-shared/errors/app-error'
import { writeDurably } from '../../platform/durable-file'
import type { CareMemoryFile } from '../../ports/care-memory'

/** What holds when nothing was stored: a copy a day, of the last week and of four weeks before. */
export const defaultCareMemory: CareMemory = {
  schedule: { isOn: true, dailies: 7, weeklies: 4 },
  lastSuccess: null,
  lastFailure: null,
  lastCheck: null,
  retention: keptForEver,
}

/** The memory of backups as a small file. */
export class DiskCareMemory implements CareMemoryFile {
  readonly #path: string

  constructor(path: string) {
    this.#path = path
  }

  async read(): Promise<CareMemory> {
    try {
      const stored = z.record(z.string(), z.unknown()).parse(JSON.parse(await readFile(this.#path, 'utf8')))
      // An earlier version of the app knew no retention rule.
      return careMemory.parse({ retention: keptForEver, ...stored })
    } catch {
      // Then a backup is due at once, which is the safe side.
      return defaultCareMemory
    }
  }

  async write(memory: CareMemory): Promise<void> {
    try {
      await writeDurably(this.#path, JSON.stringify(memory))
    } catch (error) {
      throw new AppError('storage-failed', { reason: 'care-memory-not-written' }, { cause: error })
    }
  }
}
