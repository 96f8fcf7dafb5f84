import { open, readFile } from 'node:fs/promises'
import { setTimeout as sleep } from 'node:timers/promises'
import type { ElectronApplication } from 'playwright-core'

const chunkBytes = 4 * 1024 * 1024

/**
 * Collects everything that main no longer uses: twice, since V8 sweeps in the background and finds what became free
 * meanwhile only the next time.
 */
export async function collectGarbage(app: ElectronApplication): Promise<void> {
  for (let times = 0; times < 2; times++) {
    await app.evaluate(() => {
      process.getBuiltinModule('node:v8').setFlagsFromString('--expose-gc')
      const collect = process.getBuiltinModule('node:vm').runInNewContext('gc') as (options: object) => void
      collect({ type: 'major', execution: 'sync', flavor: 'last-resort' })
    })
    await sleep(300)
  }
}

/** Counts the copies of any of the forms in everything that a Linux process can write to, used or not. */
export async function copiesInMemory(pid: number, forms: readonly Buffer[]): Promise<number> {
  const different = [...new Map(forms.map((form) => [form.toString('latin1'), form])).values()]
  const overlap = Math.max(...different.map((form) => form.length)) - 1
  let count = 0
  const memory = await open(`/proc/${pid}/mem`, 'r')
  try {
    for (const { start, end } of writableRegions(await readFile(`/proc/${pid}/maps`, 'utf8')))
      for (let at = start; at < end; at += chunkBytes) {
        // The beginning of the next chunk is read with this one; a copy counts where it begins.
        const length = Math.min(chunkBytes + overlap, end - at)
        const chunk = Buffer.alloc(length)
        // A region may be gone by now, and some pages of the system cannot be read.
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
