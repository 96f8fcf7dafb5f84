import { chmodSync, readdirSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { openReader, openWriter } from '../../../../src-main/db/storage'
import { refusalOf, TestFolder } from '../builders'

let folder: TestFolder

beforeEach(() => {
  folder = new TestFolder()
})
afterEach(() => {
  folder.remove()
})

const options = () => ({ file: folder.file })
const open = (key: Uint8Array = folder.key) => openWriter(options(), key)
const modeOf = (path: string) => statSync(path).mode & 0o777

describe('other users of the machine (S31)', () => {
  it('get no right to new files, whatever the umask', () => {
    const before = process.umask(0)
    try {
      folder.create()
      folder.closing(openReader(options(), folder.key))
    } finally {
      process.umask(before)
    }
    expect(readdirSync(folder.path).map((name) => [name, modeOf(join(folder.path, name))])).toEqual([
      ['desk.db', 0o600],
      ['desk.db-shm', 0o600],
      ['desk.db-wal', 0o600],
    ])
  })

  it('lose the rights they were given', () => {
    folder.fill()
    chmodSync(folder.path, 0o755)
    chmodSync(folder.file, 0o666)
    folder.closing(open() as { close: () => void })
    expect(modeOf(folder.path)).toBe(0o700)
    for (const name of readdirSync(folder.path)) expect(modeOf(join(folder.path, name)), name).toBe(0o600)
  })

  it('are not shut out of a folder that is everybody’s: it is refused', () => {
    folder.fill()
    chmodSync(folder.path, 0o1777)
    expect(refusalOf(() => open())).toEqual({ code: 'storage-failed', reason: 'permissions' })
    chmodSync(folder.path, 0o700)
  })
})
