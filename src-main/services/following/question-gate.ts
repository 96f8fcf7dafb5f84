import type { Clock } from '../../platform/clock'

/** Two questions of one profile are never closer than this, whatever woke them together. */
export const questionGapMs = 10

interface Lane {
  readonly waiting: (() => void)[]
  isClosed: boolean
}

/** Lets the questions of each profile go one by one, in the order in which they came. */
export class QuestionGate {
  readonly #clock: Clock
  readonly #lanes = new Map<string, Lane>()

  constructor(clock: Clock) {
    this.#clock = clock
  }

  /** Calls `ask` when the next question of the profile may go out, and answers with what it answers. */
  pass<T>(profileId: string, ask: () => Promise<T>): Promise<T> {
    return new Promise((resolve, reject) => {
      const lane = this.#laneOf(profileId)
      lane.waiting.push(() => {
        ask().then(resolve, reject)
      })
      if (!lane.isClosed) this.#next(lane)
    })
  }

  #laneOf(profileId: string): Lane {
    const known = this.#lanes.get(profileId)
    if (known !== undefined) return known
    const lane: Lane = { waiting: [], isClosed: false }
    this.#lanes.set(profileId, lane)
    return lane
  }

  #next(lane: Lane): void {
    const ask = lane.waiting.shift()
    lane.isClosed = ask !== undefined
    if (ask === undefined) return
    ask()
    // The gap counts from the question that went, so that late timers cannot let two go together.
    this.#openAt(lane, this.#clock.monotonicMs() + questionGapMs)
  }

  /** A timer of Node counts from the start of the turn in which it was set, so that it may come too early. */
  #openAt(lane: Lane, atMs: number): void {
    this.#clock.schedule(Math.ceil(atMs - this.#clock.monotonicMs()), () => {
      if (this.#clock.monotonicMs() < atMs) this.#openAt(lane, atMs)
      else this.#next(lane)
    })
  }
}
