import { mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { LogFile } from '../../../src-main/platform/log-file'

let folder: string

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'desk-log-'))
})

afterEach(() => {
  rmSync(folder, { recursive: true, force: true })
})

const modeOf = (path: string) => statSync(path).mode & 0o777
const read = (name: string) => readFileSync(join(folder, 'logs', name), 'utf8')

describe('the log file', () => {
  it('is for its user alone, whatever the umask and however it was before (S31)', () => {
    const before = process.umask(0)
    try {
      new LogFile(join(folder, 'logs', 'desk.log'), { maxBytes: 100, keep: 1 }).write('a')
      expect(modeOf(join(folder, 'logs'))).toBe(0o700)
      expect(modeOf(join(folder, 'logs', 'desk.log'))).toBe(0o600)
      writeFileSync(join(folder, 'open.log'), 'old\n', { mode: 0o666 })
      const old = new LogFile(join(folder, 'open.log'), { maxBytes: 100, keep: 1 })
      expect(modeOf(join(folder, 'open.log'))).toBe(0o600)
      old.write('new')
      expect(readFileSync(join(folder, 'open.log'), 'utf8')).toBe('old\nnew\n')
    } finally {
      process.umask(before)
    }
  })

  it('moves itself aside when it is full and keeps so many old ones', () => {
    const file = new LogFile(join(folder, 'logs', 'desk.log'), { maxBytes: 8, keep: 2 })
    for (const line of ['aaa', 'bbb', 'ccc', 'ddd', 'eee', 'fff', 'ggg']) file.write(line)
    expect(readdirSync(join(folder, 'logs')).sort()).toEqual(['desk.log', 'desk.log.1', 'desk.log.2'])
    expect([read('desk.log'), read('desk.log.1'), read('desk.log.2')]).toEqual([
      'ggg\n',
      'eee\nfff\n',
      'ccc\nddd\n',
    ])
  })

  it('counts what was there before, in bytes', () => {
    const path = join(folder, 'logs', 'desk.log')
    new LogFile(path, { maxBytes: 8, keep: 1 }).write('ää')
    const again = new LogFile(path, { maxBytes: 8, keep: 1 })
    again.write('öö')
    expect([read('desk.log'), read('desk.log.1')]).toEqual(['öö\n', 'ää\n'])
  })

  it('takes a line that is longer than a file whole', () => {
    const file = new LogFile(join(folder, 'logs', 'desk.log'), { maxBytes: 4, keep: 0 })
    file.write('a long line')
    file.write('b')
    expect(readdirSync(join(folder, 'logs'))).toEqual(['desk.log'])
    expect(read('desk.log')).toBe('b\n')
  })
})
