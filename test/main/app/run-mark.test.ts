import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { RunMark } from '../../../src-main/app/run-mark'

let folder: string
let file: string
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'run-mark-'))
  file = join(folder, 'run.json')
})
afterEach(() => {
  rmSync(folder, { recursive: true })
})

describe('the mark of a run', () => {
  it('tells nothing after a run that ended in order', () => {
    const first = new RunMark(file)
    expect(first.begin(1000)).toBeNull()
    first.end()
    expect(new RunMark(file).begin(2000)).toBeNull()
  })

  it('tells when the last run was started that did not end', () => {
    new RunMark(file).begin(1000)
    expect(new RunMark(file).begin(2000)).toBe(1000)
    expect(new RunMark(file).begin(3000)).toBe(2000)
  })

  it.each(['', '{', '{"startedAtMs":"soon"}', `{"startedAtMs":1,"x":"${'x'.repeat(300)}"}`])(
    'takes a file with %j for none, and replaces it',
    (text) => {
      writeFileSync(file, text)
      expect(new RunMark(file).begin(2000)).toBeNull()
      expect(JSON.parse(readFileSync(file, 'utf8'))).toEqual({ startedAtMs: 2000 })
    },
  )

  it('stops nothing when its folder is gone', () => {
    const mark = new RunMark(join(folder, 'gone', 'run.json'))
    expect(mark.begin(1000)).toBeNull()
    mark.end()
  })
})
