import { readdir, readFile } from 'node:fs/promises'

/**
 * Memory of a process and all its descendants: shared pages are counted in shares, so the sum is what they cost together.
 * @param {number} root process id
 * @returns {Promise<number>} megabytes
 */
export async function pssOfTree(root) {
  const parents = new Map()
  for (const name of await readdir('/proc')) {
    if (!/^[0-9]+$/.test(name)) continue
    const stat = await readFile(`/proc/${name}/stat`, 'utf8').catch(() => null)
    if (stat !== null) parents.set(Number(name), Number(stat.slice(stat.lastIndexOf(')') + 2).split(' ')[1]))
  }
  const isInside = (/** @type {number} */ pid) => {
    for (let at = pid; at > 1; at = parents.get(at) ?? 0) if (at === root) return true
    return false
  }
  let kilobytes = 0
  for (const pid of [...parents.keys()].filter(isInside)) {
    const memory = await readFile(`/proc/${pid}/smaps_rollup`, 'utf8').catch(() => '')
    kilobytes += Number(/^Pss:\s+([0-9]+) kB$/m.exec(memory)?.[1] ?? 0)
  }
  return kilobytes / 1024
}
