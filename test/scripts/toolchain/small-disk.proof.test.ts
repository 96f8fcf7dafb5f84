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

  it('is seen a second time, where nothing can be written', () => {
    writeFileSync(join(smallDisk.writable, 'note'), 'kept')
    const seen = join(smallDisk.readOnly, 'note')
    expect(readFileSync(seen, 'utf8')).toBe('kept')
    expect(() => {
      writeFileSync(seen, 'changed')
    }).toThrow('EROFS')
  })

  it('takes nothing more when it is full, and something again when there is room', () => {
    const write = (): void => {
      writeFileSync(join(smallDisk.writable, 'note'), 'a note')
    }
    smallDisk.fillUp()
    expect(write).toThrow('ENOSPC')
    smallDisk.makeRoom()
    expect(write).not.toThrow()
  })
})
