/** Runs tasks of one key one after the other and tasks of different keys side by side. */
export class KeyedQueue {
  readonly #tails = new Map<string, Promise<unknown>>()

  /** Resolves or rejects as the task does; a failed task does not stop the ones behind it. */
  run<T>(key: string, task: () => Promise<T>): Promise<T> {
    const before = this.#tails.get(key) ?? Promise.resolve()
    const result = before.then(task, task)
    const tail = result.then(
      () => undefined,
      () => undefined,
    )
    this.#tails.set(key, tail)
    void tail.then(() => {
      if (this.#tails.get(key) === tail) this.#tails.delete(key)
    })
    return result
  }

  /** How many keys have tasks that run or wait. */
  get size(): number {
    return this.#tails.size
  }

  /** Resolves when nothing is running any more. */
  async idle(): Promise<void> {
    while (this.#tails.size > 0) await Promise.all(this.#tails.values())
  }
}
