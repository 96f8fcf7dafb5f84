import { copyFileSync, existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { basename, join } from 'node:path'
import { connect } from '../../src-main/db/file/connection'
import { unpack } from '../../src-main/db/tables/packing'

/**
 * Everything an encrypted database holds, in the clear: the pages of a decrypted copy (log included, free
 * pages too) followed by what its packed columns say. For searching planted secrets; the files themselves
 * stay as they are.
 */
export function decryptDatabase(file: string, key: Uint8Array): Buffer {
  const folder = mkdtempSync(join(tmpdir(), 'decrypted-'))
  try {
    const copy = join(folder, basename(file))
    for (const suffix of ['', '-wal'])
      if (existsSync(file + suffix)) copyFileSync(file + suffix, copy + suffix)
    const db = connect({ file: copy }, key, 'write')
    const packed: string[] = []
    try {
      for (const { table, column } of packedColumns)
        for (const blob of db.prepare<[], Buffer | null>(`SELECT ${column} FROM ${table}`).pluck().all())
          if (blob !== null) packed.push(JSON.stringify(unpack(blob)))
      db.pragma('wal_checkpoint(TRUNCATE)')
      db.pragma('journal_mode = DELETE')
      db.pragma(`rekey = ''`)
    } finally {
      db.close()
    }
    return Buffer.concat([readFileSync(copy), Buffer.from(packed.join('\n'), 'utf8')])
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}

const packedColumns = [
  { table: 'exchanges', column: 'body' },
  { table: 'order_facts', column: 'facts' },
  { table: 'charges', column: 'draft' },
  { table: 'charges', column: 'sent_parameters' },
  { table: 'three_ds_steps', column: 'answer' },
  { table: 'callbacks', column: 'reading' },
]
