import { createHash } from 'node:crypto'

// A reading of its own of the format in docs/decisions/audit-chain.md: it shares no code with the app, so that a fault of
// the app cannot hide itself.

const lineEnd = 10

/**
 * @typedef {object} Verdict
 * @property {number} entries how many were read
 * @property {string} head the hash of the newest of them
 * @property {string | null} problem null = everything is as it was written
 */

/**
 * Checks the bytes of a proof file: form, numbers, every link, and the sum over all.
 * @param {AsyncIterable<Buffer> | Iterable<Buffer>} chunks
 * @returns {Promise<Verdict>}
 */
export async function verifyProof(chunks) {
  const check = new ProofCheck()
  let rest = Buffer.alloc(0)
  for await (const chunk of chunks) {
    rest = Buffer.concat([rest, chunk])
    for (let end = rest.indexOf(lineEnd); end >= 0; end = rest.indexOf(lineEnd)) {
      check.take(rest.subarray(0, end))
      rest = rest.subarray(end + 1)
    }
    if (check.problem !== null) break
  }
  return check.finish(rest.length > 0)
}

class ProofCheck {
  /** @type {string | null} */
  problem = null
  #sum = createHash('sha256')
  #lines = 0
  #link = ''
  #head = ''
  /** The line before: only the end tells which one is the last. @type {Buffer | null} */
  #held = null

  /** @param {Buffer} line without its end */
  take(line) {
    if (this.#held !== null) this.#judge(this.#held)
    this.#held = line
  }

  /** @param {boolean} isCut @returns {Verdict} */
  finish(isCut) {
    const entries = Math.max(0, this.#lines - 1)
    const last = this.#held === null ? null : parsed(this.#held)
    if (isCut || entries === 0) this.#say('the file is cut, or is no proof file')
    if (last?.['entries'] !== entries || last['sha256'] !== this.#sum.digest('hex'))
      this.#say('the last line does not fit the lines before it')
    return { entries, head: this.#head, problem: this.problem }
  }

  /** @param {Buffer} line */
  #judge(line) {
    this.#sum.update(line).update('\n')
    this.#lines += 1
    const where = `line ${String(this.#lines)}`
    const row = parsed(line)
    if (row === null) this.#say(`${where} is not as it was written`)
    else if (this.#lines === 1) {
      if (row['kind'] !== 'rebill-desk-proof' || row['version'] !== 1)
        this.#say(`${where} is not the first line of a proof file`)
    } else this.#judgeEntry(row, where)
  }

  /** @param {Record<string, unknown>} row @param {string} where */
  #judgeEntry({ seq, atMs, kind, orderId, facts, hash, mac }, where) {
    const due = this.#lines - 1
    if (seq !== due) this.#say(`${where}: entry ${String(due)} is missing`)
    const content = `${this.#link}\n${JSON.stringify([seq, atMs, kind, orderId, facts])}`
    if (hash !== createHash('sha256').update(content).digest('hex'))
      this.#say(`${where}: entry ${String(due)} was changed, or the one before it`)
    this.#link = `${String(hash)}${String(mac)}`
    this.#head = String(hash)
  }

  /** @param {string} problem the first one counts */
  #say(problem) {
    this.problem ??= problem
  }
}

/**
 * The object of a line that is written exactly as JSON is written; null for any other line.
 * @param {Buffer} line
 * @returns {Record<string, unknown> | null}
 */
function parsed(line) {
  try {
    const text = line.toString('utf8')
    const value = JSON.parse(text)
    return JSON.stringify(value) === text ? value : null
  } catch {
    return null
  }
}
