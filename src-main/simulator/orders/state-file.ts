import { readFile, rename, writeFile } from 'node:fs/promises'
import { emptyState } from './state'
import type { SimulatorState } from './state'

/** Stores orders and tokens, so that the next start of the simulator has them. */
export interface StateStore {
  /** Undefined when nothing was stored yet. */
  load(): Promise<SimulatorState | undefined>
  /** Resolves when a copy that was taken after this call is on disk. */
  save(state: SimulatorState): Promise<void>
}

/** Stores nothing. */
export class NoStateStore implements StateStore {
  load(): Promise<undefined> {
    return Promise.resolve(undefined)
  }

  save(): Promise<void> {
    return Promise.resolve()
  }
}

/**
 * One JSON file. Each save replaces the whole file by a rename, so that a kill leaves the old or the new state, never a
 * part.
 */
export class StateFile implements StateStore {
  #lastWrite: Promise<void> = Promise.resolve()
  #nextWrite: Promise<void> | undefined
  /** The past orders of the last write and their text, which is much longer than the rest. */
  #past: { readonly orders: SimulatorState['past']; readonly text: string } | undefined

  constructor(
    private readonly path: string,
    private readonly warn: (message: string) => void,
  ) {}

  async load(): Promise<SimulatorState | undefined> {
    let text: string
    try {
      text = await readFile(this.path, 'utf8')
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code === 'ENOENT') return undefined
      throw error
    }
    const state = readState(text)
    if (state) return state
    const movedPath = `${this.path}.unreadable`
    await rename(this.path, movedPath)
    this.warn(`The state file could not be read and was moved to ${movedPath}; starting with fresh orders.`)
    return undefined
  }

  save(state: SimulatorState): Promise<void> {
    // All calls that arrive during a write share the next write.
    this.#nextWrite ??= this.#lastWrite.then(() => {
      this.#nextWrite = undefined
      return this.#write(state)
    })
    const saved = this.#nextWrite
    this.#lastWrite = saved.catch(() => undefined)
    return saved
  }

  async #write(state: SimulatorState): Promise<void> {
    const unfinishedPath = `${this.path}.tmp`
    await writeFile(unfinishedPath, this.#textOf(state), { mode: 0o600 })
    await rename(unfinishedPath, this.path)
  }

  #textOf({ past, ...others }: SimulatorState): string {
    if (this.#past?.orders !== past) this.#past = { orders: past, text: JSON.stringify(past) }
    return `${JSON.stringify(others).slice(0, -1)},"past":${this.#past.text}}`
  }
}

function readState(text: string): SimulatorState | undefined {
  try {
    const value = JSON.parse(text) as Partial<SimulatorState> | null
    const isComplete =
      value?.version === 2 &&
      typeof value.salt === 'string' &&
      Array.isArray(value.orders) &&
      (value.past === undefined || Array.isArray(value.past)) &&
      Array.isArray(value.tokens) &&
      Array.isArray(value.paymentDeliveries)
    // A file of an earlier build may lack properties that were added later.
    return isComplete ? { ...emptyState(), ...value } : undefined
  } catch {
    return undefined
  }
}
