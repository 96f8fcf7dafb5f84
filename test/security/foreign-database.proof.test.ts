import {
  appendFileSync,
  copyFileSync,
  openSync,
  readdirSync,
  symlinkSync,
  truncateSync,
  writeFileSync,
  writeSync,
  closeSync,
} from 'node:fs'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { connect } from '../../src-main/db/file/connection'
import { supportedVersion } from '../../src-main/db/file/migrate'
import { prepareRestore } from '../../src-main/db/restore'
import { refusalOf, startMs, TestDatabase, TestFolder } from '../main/db/builders'

let folder: TestFolder
let other: TestFolder

beforeEach(() => {
  folder = new TestFolder()
  new TestDatabase(folder.create()).open.close()
  folder.tamper('SELECT 1')
  other = new TestFolder()
})
afterEach(() => {
  folder.remove()
  other.remove()
})

/** A history with the key of the present one, changed by a statement as another program with the key could do. */
function ownWith(sql: string): string {
  const file = join(folder.path, 'chosen.db')
  copyFileSync(folder.file, file)
  const db = connect({ file }, folder.key, 'write')
  db.pragma('writable_schema = ON')
  db.exec(sql)
  db.pragma('wal_checkpoint(TRUNCATE)')
  db.close()
  return file
}

function fileWith(content: string | Uint8Array): string {
  const file = join(folder.path, 'chosen.db')
  writeFileSync(file, content)
  return file
}

function ownChanged(change: (file: string) => void): string {
  const file = join(folder.path, 'chosen.db')
  copyFileSync(folder.file, file)
  change(file)
  return file
}

function overwrite(file: string, at: number, bytes: Uint8Array): void {
  const handle = openSync(file, 'r+')
  writeSync(handle, bytes, 0, bytes.length, at)
  closeSync(handle)
}

const files: [what: string, make: () => string, reason: string][] = [
  ['that does not exist', () => join(folder.path, 'nothing.db'), 'backup-missing'],
  ['that is a folder', () => folder.path, 'backup-not-ours'],
  ['that is empty', () => fileWith(''), 'backup-not-ours'],
  ['that is a text', () => fileWith('order;amount\n1;2\n'.repeat(600)), 'backup-not-ours'],
  ['of random bytes', () => fileWith(Buffer.alloc(8192, 7)), 'backup-not-ours'],
  [
    'that is a database of another program, without encryption',
    () => fileWith(Buffer.concat([Buffer.from('SQLite format 3\0'), Buffer.alloc(8176)])),
    'backup-not-ours',
  ],
  [
    'of another installation',
    () => {
      new TestDatabase(other.create()).open.close()
      other.tamper('SELECT 1')
      return other.file
    },
    'backup-other-key',
  ],
  [
    'that is a link to a file of another installation',
    () => {
      new TestDatabase(other.create()).open.close()
      symlinkSync(other.file, join(folder.path, 'link.db'))
      return join(folder.path, 'link.db')
    },
    'backup-other-key',
  ],
  ['of another program with the key', () => ownWith('PRAGMA application_id = 7'), 'backup-not-ours'],
  [
    'of a later version of the app',
    () => ownWith(`PRAGMA user_version = ${String(supportedVersion + 10)}`),
    'backup-too-new',
  ],
  ['of a version that never existed', () => ownWith('PRAGMA user_version = 101'), 'backup-not-ours'],
  [
    'with a trigger',
    () => ownWith('CREATE TRIGGER t AFTER INSERT ON orders BEGIN SELECT 1; END'),
    'backup-not-ours',
  ],
  ['with a view', () => ownWith('CREATE VIEW v AS SELECT * FROM orders'), 'backup-not-ours'],
  ['with a table', () => ownWith('CREATE TABLE t (x)'), 'backup-not-ours'],
  ['without a trigger', () => ownWith('DROP TRIGGER orders_are_never_deleted'), 'backup-not-ours'],
  ['without an index', () => ownWith('DROP INDEX orders_by_created'), 'backup-not-ours'],
  [
    'with a renamed column',
    () => ownWith('ALTER TABLE cards RENAME COLUMN nickname TO alias'),
    'backup-not-ours',
  ],
  ['that was cut', () => ownChanged((file) => truncateSync(file, 20_000)), 'backup-not-ours'],
  [
    'with a damaged page',
    () => ownChanged((file) => overwrite(file, 10 * 4096, Buffer.alloc(4096, 1))),
    'backup-not-sound',
  ],
  ['with something behind its end', () => ownChanged((file) => appendFileSync(file, 'x')), 'backup-not-ours'],
]

describe('S24: a chosen backup', () => {
  it.each(files)('%s is refused, and the present history stays as it is', (_what, make, reason) => {
    const file = make()
    const before = folder.hash()
    const act = { atMs: startMs, actor: null, keptFile: 'desk.db.replaced-1', replaces: null }
    expect(refusalOf(() => prepareRestore({ file: folder.file }, folder.key, file, act))).toEqual({
      code: 'storage-failed',
      reason,
    })
    expect(folder.hash()).toBe(before)
    expect(readdirSync(folder.path).filter((name) => name.includes('restoring'))).toEqual([])
  })

  it('that is a real backup is taken, so the refusals above are not of everything', () => {
    const file = join(folder.path, 'chosen.db')
    copyFileSync(folder.file, file)
    const act = { atMs: startMs, actor: null, keptFile: 'desk.db.replaced-1', replaces: null }
    expect(prepareRestore({ file: folder.file }, folder.key, file, act)).toMatchObject({ isComplete: true })
  })
})
