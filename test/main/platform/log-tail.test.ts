import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { recentProblems } from '../../../src-main/platform/log-tail'

let folder: string
const line = (second: number, level: string, event: string) =>
  JSON.stringify({ at: `2026-11-30T08:00:${String(second).padStart(2, '0')}.000Z`, level, event })

function log(name: string, lines: readonly string[]): string {
  const file = join(folder, name)
  writeFileSync(file, lines.map((each) => `${each}\n`).join(''))
  return file
}

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'logs-'))
})
afterEach(() => {
  rmSync(folder, { recursive: true })
})

const eventsOf = async (files: readonly string[], count = 50) =>
  (await recentProblems(files, count)).map(({ event }) => event)

describe('the last problems of the logs', () => {
  it('are the warnings and errors of all files, in the order of their time', async () => {
    const desk = log('desk.log', [line(1, 'error', 'a'), line(2, 'info', 'b'), line(5, 'warn', 'c')])
    const windows = log('windows.log', [line(3, 'warn', 'd'), line(4, 'debug', 'e')])
    expect(await eventsOf([desk, windows])).toEqual(['a', 'd', 'c'])
  })

  it('are the newest ones', async () => {
    const lines = Array.from({ length: 60 }, (_, at) => line(at, 'warn', String(at)))
    expect(await eventsOf([log('desk.log', lines)], 3)).toEqual(['57', '58', '59'])
  })

  it('are read from the end of a long file, without the line that is cut there', async () => {
    const long = 'x'.repeat(200_000)
    const file = log('desk.log', [line(1, 'warn', long), line(2, 'warn', long), line(3, 'warn', 'last')])
    expect(await eventsOf([file])).toEqual([long, 'last'])
  })

  it('are none where a file is missing, empty or holds something else', async () => {
    const other = log('other.log', ['null', '{"level":"error"}', '[]', 'text', '{"at":1,"level":"warn"}'])
    expect(await eventsOf([join(folder, 'none.log'), log('empty.log', []), other])).toEqual([])
  })
})
