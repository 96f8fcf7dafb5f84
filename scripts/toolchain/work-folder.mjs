import { mkdtemp, readdir, rm } from 'node:fs/promises'
import path from 'node:path'

/**
 * Gives a piece of work a folder that is gone afterwards. The caller holds a lock, so folders of the same kind that
 * are there already were left by a run that was killed.
 * @template T
 * @param {string} parent
 * @param {string} prefix
 * @param {(folder: string) => Promise<T>} work
 * @returns {Promise<T>}
 */
export async function inWorkFolder(parent, prefix, work) {
  const leftovers = (await readdir(parent)).filter((name) => name.startsWith(prefix))
  for (const name of leftovers) await rm(path.join(parent, name), { recursive: true, force: true })
  const folder = await mkdtemp(path.join(parent, prefix))
  try {
    return await work(folder)
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
}
