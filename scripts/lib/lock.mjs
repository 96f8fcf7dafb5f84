import { mkdir, open, readFile, rename, rm, stat, utimes } from 'node:fs/promises'
import path from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { say } from './log.mjs'

const SAY_AFTER_MS = 2_000

/**
 * Lets one process at a time do a piece of work that others on this machine may start too.
 * The holder touches the file while it works; one that stopped touching it has died and is passed over.
 * Should two waiters ever pass it over at the same moment, both work: the work itself ends in one atomic rename.
 * @template T
 * @param {string} file
 * @param {() => Promise<T>} work
 * @param {{ staleAfterMs?: number, pollMs?: number }} [options]
 * @returns {Promise<T>}
 */
export async function withLock(file, work, { staleAfterMs = 20_000, pollMs = 250 } = {}) {
  await mkdir(path.dirname(file), { recursive: true })
  await take(file, staleAfterMs, pollMs)
  const heartbeat = setInterval(() => {
    const now = new Date()
    utimes(file, now, now).catch(() => undefined)
  }, staleAfterMs / 4)
  try {
    return await work()
  } finally {
    clearInterval(heartbeat)
    await rm(file, { force: true })
  }
}

/**
 * @param {string} file
 * @param {number} staleAfterMs
 * @param {number} pollMs
 */
async function take(file, staleAfterMs, pollMs) {
  const startedAtMs = Date.now()
  for (let hasSaid = false; ;) {
    try {
      const handle = await open(file, 'wx')
      await handle.writeFile(String(process.pid))
      await handle.close()
      return
    } catch (error) {
      if (/** @type {NodeJS.ErrnoException} */ (error).code !== 'EEXIST') throw error
    }
    const touchedAtMs = await stat(file).then(
      (stats) => stats.mtimeMs,
      () => null,
    )
    if (touchedAtMs !== null && Date.now() - touchedAtMs > staleAfterMs) {
      const aside = `${file}.${process.pid}.stale`
      await rename(file, aside).catch(() => undefined)
      await rm(aside, { force: true })
      continue
    }
    if (!hasSaid && Date.now() - startedAtMs > SAY_AFTER_MS) {
      hasSaid = true
      const holder = await readFile(file, 'utf8').catch(() => '')
      say(
        `Waiting for process ${holder || 'another'}, which is doing the same work (${path.basename(file)}) ...`,
      )
    }
    await sleep(pollMs)
  }
}
