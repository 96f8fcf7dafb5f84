import { readFileSync, statfsSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterEach, describe, expect, it } from 'vitest'
import { smallDisk } from '../../support/small-disk'

afterEach(() => {
  smallDisk.empty()
})

describe('the small disk of a session', () => {
  it('has room for 64 MB', () => {
    const { blocks, bsize } = statfsSync(smallDisk.writable)
    expect(blocks * bsize).toBe(64 * 1024 * 1024)
  })

  it('has a second, read-only mount', () => {
    writeFileSync(join(smallDisk.writable, 'note'), 'kept')
    const seen = join(smallDisk.readOnly, 'note')
    expect(readFileSync(seen, 'utf8')).toBe('kept')
    expect(() => {
      writeFileSync(seen, 'changed')
    }).toThrow('EROFS')
  })

  it('rejects writes when it is full, and accepts them again when there is space', () => {
    const write = (): void => {
      writeFileSync(join(smallDisk.writable, 'note'), 'a note')
    }
    smallDisk.fillUp()
    expect(write).toThrow('ENOSPC')
    smallDisk.makeRoom()
    expect(write).not.toThrow()
  })
})
