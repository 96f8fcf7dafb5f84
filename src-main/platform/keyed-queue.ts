/** Runs tasks with the same key one after the other, and tasks with different keys in parallel. */
export class KeyedQueue {
  readonly #tails = new Map<string, Promise<unknown>>()

  /** Resolves or rejects as the task does. A failed task does not stop the tasks after it. */
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

  /** Number of keys with running or waiting tasks. */
  get size(): number {
    return this.#tails.size
  }

  /** Resolves when no task runs or waits. */
  async idle(): Promise<void> {
    while (this.#tails.size > 0) await Promise.all(this.#tails.values())
  }
}
