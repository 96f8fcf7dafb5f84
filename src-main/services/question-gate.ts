import type { Clock } from '../platform/clock'

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

  /** Resolves when the next question of the profile may go out; it must go out at once. */
  async turn(profileId: string): Promise<void> {
    const lane = this.#laneOf(profileId)
    if (lane.isClosed) await new Promise<void>((resolve) => lane.waiting.push(resolve))
    else this.#close(lane)
  }

  #laneOf(profileId: string): Lane {
    const known = this.#lanes.get(profileId)
    if (known !== undefined) return known
    const lane: Lane = { waiting: [], isClosed: false }
    this.#lanes.set(profileId, lane)
    return lane
  }

  /** The gap counts from the question that went, so that late timers cannot let two go together. */
  #close(lane: Lane): void {
    lane.isClosed = true
    this.#clock.schedule(questionGapMs, () => {
      lane.isClosed = false
      const next = lane.waiting.shift()
      if (next === undefined) return
      this.#close(lane)
      next()
    })
  }
}
