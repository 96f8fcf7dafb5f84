import { mkdir } from 'node:fs/promises'
import path from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { say } from './script.mjs'

const SAY_AFTER_MS = 2_000
const SQLITE_BUSY = 5

/**
 * Lets only one process on this machine do a piece of work at a time. It uses SQLite's lock on a file, which the system
 * releases when the process ends.
 * @template T
 * @param {string} file stays behind, empty
 * @param {() => Promise<T>} work
 * @param {{ pollMs?: number }} [options]
 * @returns {Promise<T>}
 */
export async function withLock(file, work, { pollMs = 250 } = {}) {
  await mkdir(path.dirname(file), { recursive: true })
  // Imported late: an old Node has no `node:sqlite`, and must still be able to print that it is too old.
  const { DatabaseSync } = await import('node:sqlite')
  const lock = new DatabaseSync(file)
  try {
    const startedAtMs = Date.now()
    for (let hasSaid = false; !isTaken(lock); await sleep(pollMs)) {
      if (hasSaid || Date.now() - startedAtMs < SAY_AFTER_MS) continue
      hasSaid = true
      say(`Waiting for another process, which is doing the same work (${path.basename(file)}) ...`)
    }
    return await work()
  } finally {
    lock.close()
  }
}

/** @param {import('node:sqlite').DatabaseSync} lock */
function isTaken(lock) {
  try {
    lock.exec('BEGIN EXCLUSIVE')
    return true
  } catch (error) {
    if (/** @type {{ errcode?: number }} */ (error).errcode === SQLITE_BUSY) return false
    throw error
  }
}
