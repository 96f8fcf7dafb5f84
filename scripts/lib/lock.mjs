import { mkdir } from 'node:fs/promises'
import path from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { say } from './script.mjs'

const SAY_AFTER_MS = 2_000
const SQLITE_BUSY = 5

/**
 * Lets one process at a time do a piece of work that others on this machine may start too. The lock is the one that
 * SQLite takes on a file: the system gives it back by itself when its holder dies.
 * @template T
 * @param {string} file stays behind, empty
 * @param {() => Promise<T>} work
 * @param {{ pollMs?: number }} [options]
 * @returns {Promise<T>}
 */
export async function withLock(file, work, { pollMs = 250 } = {}) {
  await mkdir(path.dirname(file), { recursive: true })
  // Loaded late: a Node that is too old does not have it, and must come as far as the message that says so.
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
