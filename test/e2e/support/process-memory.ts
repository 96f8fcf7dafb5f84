import { open, readFile } from 'node:fs/promises'
import { setTimeout as sleep } from 'node:timers/promises'
import type { ElectronApplication } from 'playwright-core'

const chunkBytes = 4 * 1024 * 1024

/** Enough small objects to fill every gap that freed objects leave in V8's heap. */
const objectsForGaps = 300_000

/**
 * Runs main's garbage collector twice: V8 sweeps in the background, and objects that became free meanwhile are found
 * only in the second run. After each run new objects fill the gaps, because a freed string keeps its content until its
 * place is used again.
 */
export async function collectGarbage(app: ElectronApplication): Promise<void> {
  for (let times = 0; times < 2; times++) {
    await app.evaluate((_, count) => {
      process.getBuiltinModule('node:v8').setFlagsFromString('--expose-gc')
      const collect = process.getBuiltinModule('node:vm').runInNewContext('gc') as (options: object) => void
      collect({ type: 'major', execution: 'sync', flavor: 'last-resort' })
      return Array.from({ length: count }, (_, n) => ({ n, list: [n] })).length
    }, objectsForGaps)
    await sleep(300)
  }
}

/** Counts the copies of all forms in the writable memory of a Linux process. */
export async function copiesInMemory(pid: number, forms: readonly Buffer[]): Promise<number> {
  const different = [...new Map(forms.map((form) => [form.toString('latin1'), form])).values()]
  const overlap = Math.max(...different.map((form) => form.length)) - 1
  let count = 0
  const memory = await open(`/proc/${pid}/mem`, 'r')
  try {
    for (const { start, end } of writableRegions(await readFile(`/proc/${pid}/maps`, 'utf8')))
      for (let at = start; at < end; at += chunkBytes) {
        // Chunks overlap, so that a copy across two chunks is found. It counts in the chunk where it begins.
        const length = Math.min(chunkBytes + overlap, end - at)
        const chunk = Buffer.alloc(length)
        // A region can be gone by now, and some system pages are not readable.
        const { bytesRead } = await memory.read(chunk, 0, length, at).catch(() => ({ bytesRead: 0 }))
        const found = chunk.subarray(0, bytesRead)
        for (const form of different) count += beginningsIn(found, form)
      }
  } finally {
    await memory.close()
  }
  return count
}

function beginningsIn(chunk: Buffer, form: Buffer): number {
  let count = 0
  for (let at = chunk.indexOf(form); at >= 0 && at < chunkBytes; at = chunk.indexOf(form, at + 1)) count++
  return count
}

function writableRegions(maps: string): { start: number; end: number }[] {
  return maps
    .split('\n')
    .map((line) => /^([0-9a-f]+)-([0-9a-f]+) rw/.exec(line))
    .filter((match) => match !== null)
    .map(([, start = '', end = '']) => ({ start: parseInt(start, 16), end: parseInt(end, 16) }))
}
