import type { PersonView } from '../../../src-shared/domain/person'
import { AppError } from '../../../src-shared/errors/app-error'
import type { OpenStorage } from '../common/storage-session'

/** The cards and charges of one person. */
export class PeopleService {
  readonly #storage: OpenStorage

  constructor(storage: OpenStorage) {
    this.#storage = storage
  }

  /** Errors: `not-found`. */
  async get(of: 'card' | 'order', id: string): Promise<PersonView> {
    const person = await this.#storage.reader.person(of, id)
    if (person === null) throw new AppError('not-found', { reason: of })
    return person
  }
}
