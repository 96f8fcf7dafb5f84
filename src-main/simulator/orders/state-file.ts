import { readFile, rename, writeFile } from 'node:fs/promises'
import { emptyState } from './state'
import type { SimulatorState } from './state'

/** Where the simulator's orders and tokens outlive it. */
export interface StateStore {
  /** Undefined when there is nothing yet. */
  load(): Promise<SimulatorState | undefined>
  /** Resolves when a copy taken after this call is safe. */
  save(state: SimulatorState): Promise<void>
}

/** Keeps nothing: everything is gone when the simulator stops. */
export class NoStateStore implements StateStore {
  load(): Promise<undefined> {
    return Promise.resolve(undefined)
  }

  save(): Promise<void> {
    return Promise.resolve()
  }
}

/** One JSON file, replaced whole, so that a kill leaves the old or the new state and never half of one. */
export class StateFile implements StateStore {
  #lastWrite: Promise<void> = Promise.resolve()
  #nextWrite: Promise<void> | undefined

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
    const asidePath = `${this.path}.unreadable`
    await rename(this.path, asidePath)
    this.warn(`The state file could not be read and was moved to ${asidePath}; starting with fresh orders.`)
    return undefined
  }

  save(state: SimulatorState): Promise<void> {
    // Whoever arrives while a copy is being written shares the next one.
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
    await writeFile(unfinishedPath, JSON.stringify(state), { mode: 0o600 })
    await rename(unfinishedPath, this.path)
  }
}

function readState(text: string): SimulatorState | undefined {
  try {
    const value = JSON.parse(text) as Partial<SimulatorState> | null
    const isWhole =
      value?.version === 1 &&
      typeof value.salt === 'string' &&
      Array.isArray(value.orders) &&
      Array.isArray(value.tokens) &&
      Array.isArray(value.paymentDeliveries)
    // A file of an earlier version lacks what was added since.
    return isWhole ? { ...emptyState(), ...value } : undefined
  } catch {
    return undefined
  }
}
