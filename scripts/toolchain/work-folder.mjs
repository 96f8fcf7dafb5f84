import { mkdtemp, readdir, rm } from 'node:fs/promises'
import path from 'node:path'

/**
 * Runs work in a temporary folder. The caller holds a lock, so existing folders of the same kind are left over from a
 * killed run.
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
