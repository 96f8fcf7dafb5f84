import { copyFileSync, existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { basename, join } from 'node:path'
import { connect, type Sqlite } from '../../src-main/db/file/connection'

/** Opens a copy of an encrypted database and its write-ahead log, which is removed afterwards. */
export function withCopyOf<T>(file: string, key: Uint8Array, use: (db: Sqlite, copy: string) => T): T {
  const folder = mkdtempSync(join(tmpdir(), 'decrypted-'))
  try {
    const copy = join(folder, basename(file))
    for (const suffix of ['', '-wal'])
      if (existsSync(file + suffix)) copyFileSync(file + suffix, copy + suffix)
    const db = connect({ file: copy }, key, 'write')
    try {
      return use(db, copy)
    } finally {
      db.close()
    }
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}

/**
 * The whole content of an encrypted database in plain text: the pages of a decrypted copy (with the write-ahead log
 * and free pages), then its texts, because a long text is split over pages. Used to search for planted secrets. The
 * original files are not changed.
 */
export function decryptDatabase(file: string, key: Uint8Array): Buffer {
  return withCopyOf(file, key, (db, copy) => {
    const texts = textColumns.flatMap(({ table, column }) =>
      db.prepare<[], string>(`SELECT ${column} FROM ${table} WHERE ${column} IS NOT NULL`).pluck().all(),
    )
    db.pragma('wal_checkpoint(TRUNCATE)')
    db.pragma('journal_mode = DELETE')
    db.pragma(`rekey = ''`)
    db.close()
    return Buffer.concat([readFileSync(copy), Buffer.from(texts.join('\n'), 'utf8')])
  })
}

const textColumns = [
  { table: 'exchange_contents', column: 'request' },
  { table: 'exchange_contents', column: 'answer' },
  { table: 'exchange_contents', column: 'unreadable_body' },
  { table: 'order_facts', column: 'facts' },
  { table: 'charges', column: 'draft' },
  { table: 'charges', column: 'sent_parameters' },
  { table: 'three_ds_steps', column: 'answer' },
  { table: 'callbacks', column: 'reading' },
]
