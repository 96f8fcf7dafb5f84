import { readdir, readFile } from 'node:fs/promises'
import { expect, it } from 'vitest'
import { openApp } from './support/app-calls'

it('no process of the app leaves its memory in a core dump (C27)', async () => {
  const testApp = await openApp()
  const processes = await processesOf(testApp.pid)
  const kinds = processes.map(({ command }) => /--type=([a-z-]+)/.exec(command)?.[1] ?? 'main')
  expect(new Set(kinds)).toEqual(new Set(['main', 'zygote', 'gpu-process', 'utility', 'renderer']))
  expect(processes.filter(({ filter }) => !['', '00000000'].includes(filter))).toEqual([])
  // Without a setting a process has another filter, like that of this test.
  expect(await read('self', 'coredump_filter')).not.toBe('00000000')
  await testApp.close()
})

/** The app has a process group of its own. */
async function processesOf(group: number) {
  const pids = (await readdir('/proc')).filter((name) => /^[0-9]+$/.test(name))
  const all = await Promise.all(
    pids.map(async (pid) => ({
      group: Number((await read(pid, 'stat')).replace(/^.*\) /s, '').split(' ')[2]),
      command: (await read(pid, 'cmdline')).replaceAll('\0', ' '),
      filter: await read(pid, 'coredump_filter'),
    })),
  )
  return all.filter((each) => each.group === group)
}

/** A file of a process; empty when the process has ended. */
async function read(pid: string, name: string): Promise<string> {
  const text = await readFile(`/proc/${pid}/${name}`, 'utf8').catch(() => '')
  return text.trim()
}
