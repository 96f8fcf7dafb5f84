import { appendFileSync, chmodSync, existsSync, mkdirSync, renameSync, rmSync, statSync } from 'node:fs'
import { dirname } from 'node:path'
import type { LogSink } from './logger'

/** A log file that only this user can read. A full file is renamed; the last `keep` old files are kept. */
export class LogFile implements LogSink {
  readonly #path: string
  readonly #maxBytes: number
  readonly #keep: number
  #bytes: number

  /** Creates the folder (mode 0700) and continues an existing file (mode 0600). */
  constructor(path: string, limits: { readonly maxBytes: number; readonly keep: number }) {
    this.#path = path
    this.#maxBytes = limits.maxBytes
    this.#keep = limits.keep
    mkdirSync(dirname(path), { recursive: true, mode: 0o700 })
    const isThere = existsSync(path)
    this.#bytes = isThere ? statSync(path).size : 0
    if (isThere) chmodSync(path, 0o600)
  }

  write(line: string): void {
    const text = `${line}\n`
    const bytes = Buffer.byteLength(text)
    if (this.#bytes > 0 && this.#bytes + bytes > this.#maxBytes) this.#rotate()
    appendFileSync(this.#path, text, { mode: 0o600 })
    this.#bytes += bytes
  }

  #rotate(): void {
    rmSync(`${this.#path}.${this.#keep}`, { force: true })
    for (let number = this.#keep - 1; number >= 1; number--) {
      const from = `${this.#path}.${number}`
      if (existsSync(from)) renameSync(from, `${this.#path}.${number + 1}`)
    }
    if (this.#keep > 0) renameSync(this.#path, `${this.#path}.1`)
    else rmSync(this.#path)
    this.#bytes = 0
  }
}
