import { createHash } from 'node:crypto'
import type { Clock } from '../../platform/clock'
import type { FileDialogs } from '../../ports/file-dialogs'
import type { ProofLines, ProofPlace } from '../../ports/storage'
import { AppError } from '../../../src-shared/errors/app-error'
import type { OperatorSession } from '../common/operator-session'
import type { OpenStorage } from '../common/storage-session'

/**
 * The audit chain as a file of JSON lines, which `npm run verify-log` checks without the app and without a key: a first
 * line, the entries, and a last line with the number of entries and the SHA-256 of all before it.
 */
export class ProofFile {
  readonly #parts

  constructor(parts: {
    readonly storage: OpenStorage
    readonly operators: Pick<OperatorSession, 'actor'>
    readonly dialogs: Pick<FileDialogs, 'saveText'>
    readonly clock: Clock
    readonly appVersion: string
  }) {
    this.#parts = parts
  }

  /** Asks for a file. Null = the person chose none. Errors: `not-allowed-now`, reason `file-not-written`. */
  async save(): Promise<{ readonly fileName: string } | null> {
    const { storage, operators, dialogs, clock } = this.#parts
    const name = `proof-${new Date(clock.nowMs()).toISOString().slice(0, 10)}`
    const counted = { entries: 0 }
    try {
      const saved = await dialogs.saveText({ name, format: 'jsonl' }, this.#lines(counted))
      if (saved !== null)
        await storage.writer.noteAct(
          { kind: 'proof-exported', facts: { entries: counted.entries } },
          (await operators.actor()).name,
        )
      return saved
    } catch (error) {
      if (error instanceof AppError) throw error
      throw new AppError('not-allowed-now', { reason: 'file-not-written' }, { cause: error })
    }
  }

  async *#lines(counted: { entries: number }): AsyncGenerator<string> {
    const { storage, clock, appVersion } = this.#parts
    const hash = createHash('sha256')
    const first = { kind: 'rebill-desk-proof', version: 1, madeAtMs: clock.nowMs(), app: appVersion }
    let lines = `${JSON.stringify(first)}\n`
    for (let place: ProofPlace | null = null; ;) {
      hash.update(lines)
      yield lines
      const next: ProofLines = await storage.reader.proofLines(place)
      if (next.last === null) break
      place = next.last
      counted.entries = place.seq
      lines = next.lines
    }
    yield `${JSON.stringify({ entries: counted.entries, sha256: hash.digest('hex') })}\n`
  }
}
