import type { Clock } from '../../../src-main/platform/clock'

/**
 * A process of the app that can be killed at a chosen step, as by SIGKILL. All its parts are wrapped: after the kill,
 * running calls never return and its timers do not fire. Disk and gateway keep what has reached them.
 */
export class Life {
  readonly death: Promise<void>
  #steps = 0
  #isOver = false
  #dieAtStep: number | null
  #die: () => void = () => undefined

  constructor(parts: { readonly dieAtStep?: number | null } = {}) {
    this.#dieAtStep = parts.dieAtStep ?? null
    this.death = new Promise((resolve) => {
      this.#die = resolve
    })
  }

  get isOver(): boolean {
    return this.#isOver
  }

  /** Steps so far. Each call to a wrapped part counts once before and once after its effect. */
  get steps(): number {
    return this.#steps
  }

  /** Sets the step of the kill, counted from now. */
  dieAfter(steps: number): void {
    this.#dieAtStep = this.#steps + steps
  }

  kill(): void {
    this.#isOver = true
    this.#die()
  }

  /** Wraps an object for this process. */
  wrap<T extends object>(target: T): T {
    return new Proxy(target, {
      get: (_, name) => {
        const member: unknown = Reflect.get(target, name, target)
        if (typeof member !== 'function') return member
        return (...args: unknown[]) => this.#call(() => Reflect.apply(member, target, args) as unknown)
      },
    })
  }

  clock(clock: Clock): Clock {
    return {
      nowMs: () => clock.nowMs(),
      monotonicMs: () => clock.monotonicMs(),
      schedule: (delayMs, task) =>
        clock.schedule(delayMs, () => {
          if (!this.#isOver) task()
        }),
    }
  }

  #call(effect: () => unknown): unknown {
    if (this.#reachStep()) return never
    const result = effect()
    if (result instanceof Promise)
      return result.then(
        (value: unknown) => (this.#reachStep() ? never : value),
        (error: unknown) => {
          if (this.#reachStep()) return never
          throw error
        },
      )
    return isPreparedCall(result) ? this.wrap(result) : result
  }

  /** True when the process is dead after this step. */
  #reachStep(): boolean {
    this.#steps += 1
    if (this.#steps === this.#dieAtStep) this.kill()
    return this.#isOver
  }
}

const never = new Promise<never>(() => undefined)

function isPreparedCall(value: unknown): value is { send: unknown } {
  return typeof value === 'object' && value !== null && 'send' in value
}
