import { execFileSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { openApp } from './support/app-calls'
import { filesBelow } from './support/artefacts'

it('no process of the app leaves its memory in a core dump (S27)', async () => {
  const testApp = await openApp()
  const processes = await processesOf(testApp.pid)
  const kinds = processes.map(({ command }) => /--type=([a-z-]+)/.exec(command)?.[1] ?? 'main')
  expect(new Set(kinds)).toEqual(new Set(['main', 'zygote', 'gpu-process', 'utility', 'renderer']))
  expect(processes.filter(({ filter }) => !['', '00000000'].includes(filter))).toEqual([])
  // Without a setting a process has another filter, like that of this test.
  expect(await read('self', 'coredump_filter')).not.toBe('00000000')
  await testApp.close()
})

/** Otherwise the system hands a dump to a program of its own. */
const writesDumps = !/[|/]/.test(readFileSync('/proc/sys/kernel/core_pattern', 'utf8'))

it.runIf(writesDumps)(
  'a crash of main leaves none of what it knew, though the system writes a core dump (S27)',
  async () => {
    const testApp = await openApp()
    const folder = await mkdtemp(join(tmpdir(), 'crash-'))
    await testApp.app.evaluate((_electron, cwd) => {
      process.chdir(cwd)
      // Made here, so that the whole text is in memory and in no source.
      Object.assign(globalThis, { crashMark: Buffer.from(['crash', 'mark', process.pid].join('-')) })
    }, folder)
    execFileSync('prlimit', ['--core=unlimited', '--pid', String(testApp.pid)])
    process.kill(testApp.pid, 'SIGABRT')
    const main = testApp.app.process()
    // The dump is complete when the process has ended.
    await expect.poll(() => main.signalCode, { timeout: 20_000 }).toBe('SIGABRT')
    await testApp.kill()
    const [dump = ''] = await readdir(folder)
    const content = await readFile(join(folder, dump))
    expect(content.subarray(1, 4).toString('latin1')).toBe('ELF')
    expect(content.includes(`crash-mark-${testApp.pid}`)).toBe(false)
    expect((await filesBelow(testApp.userDataDir)).includes(`crash-mark-${testApp.pid}`)).toBe(false)
    await rm(folder, { recursive: true })
  },
)

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
