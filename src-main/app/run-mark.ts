import { readFileSync, rmSync, writeFileSync } from 'node:fs'
import { z } from 'zod'

const mark = z.object({ startedAtMs: z.number().int() })
const mostBytes = 200

/**
 * A file that is there while the app runs. One that is there at the start was left by a run that was killed or crashed, or
 * whose computer went off. It only tells this: a file that cannot be read or written changes nothing else.
 */
export class RunMark {
  readonly #file

  constructor(file: string) {
    this.#file = file
  }

  /** When the last run was started, if it did not end in order; else null. */
  begin(nowMs: number): number | null {
    const left = this.#read()
    this.#try(() => {
      writeFileSync(this.#file, JSON.stringify({ startedAtMs: nowMs }), { mode: 0o600 })
    })
    return left
  }

  end(): void {
    this.#try(() => {
      rmSync(this.#file, { force: true })
    })
  }

  #read(): number | null {
    try {
      const text = readFileSync(this.#file, 'utf8')
      return text.length > mostBytes ? null : (mark.safeParse(JSON.parse(text)).data?.startedAtMs ?? null)
    } catch {
      return null
    }
  }

  #try(work: () => void): void {
    try {
      work()
    } catch {
      // The next start says less.
    }
  }
}
