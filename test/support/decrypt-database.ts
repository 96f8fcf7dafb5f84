import { copyFileSync, existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { basename, join } from 'node:path'
import { connect } from '../../src-main/db/file/connection'

/**
 * The whole content of an encrypted database in plain text: the pages of a decrypted copy (with the write-ahead log
 * and free pages), then its texts, because a long text is split over pages. Used to search for planted secrets. The
 * original files are not changed.
 */
export function decryptDatabase(file: string, key: Uint8Array): Buffer {
  const folder = mkdtempSync(join(tmpdir(), 'decrypted-'))
  try {
    const copy = join(folder, basename(file))
    for (const suffix of ['', '-wal'])
      if (existsSync(file + suffix)) copyFileSync(file + suffix, copy + suffix)
    const db = connect({ file: copy }, key, 'write')
    const texts: string[] = []
    try {
      for (const { table, column } of textColumns)
        texts.push(
          ...db
            .prepare<[], string>(`SELECT ${column} FROM ${table} WHERE ${column} IS NOT NULL`)
            .pluck()
            .all(),
        )
      db.pragma('wal_checkpoint(TRUNCATE)')
      db.pragma('journal_mode = DELETE')
      db.pragma(`rekey = ''`)
    } finally {
      db.close()
    }
    return Buffer.concat([readFileSync(copy), Buffer.from(texts.join('\n'), 'utf8')])
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
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
