import { rmSync } from 'node:fs'
import type { CopyFacts } from '../../../src-shared/domain/data-care'
import { AppError } from '../../../src-shared/errors/app-error'
import { applicationId, connect, type DatabaseOptions, type Sqlite } from './connection'
import { inspectFile, replaceByDraft, sizeOf, startDraft } from './database-file'
import { migrations } from '../migrations/index'
import { schemaVersion, supportedVersion } from './migrate'

/** What a copy is called while it is written and checked. */
export function draftOf(copy: string): string {
  return `${copy}.new`
}

/**
 * Writes a compact copy with the same key, opens it again and checks it before it gets its name, so a file with that
 * name is always a whole copy. An existing file of this name stays until the new copy is checked. Throws when the copy
 * cannot be made or is damaged; then no draft is left. This is the only way in which a backup is made: by hand, by
 * schedule and before a migration.
 */
export function copyVerified(db: Sqlite, options: DatabaseOptions, key: Uint8Array, copy: string): CopyFacts {
  const draft = draftOf(copy)
  startDraft(draft)
  try {
    db.prepare('VACUUM INTO ?').run(draft)
    const facts = checkCopy({ ...options, file: draft }, key)
    const source = factsOf(db, options.file)
    // The source may have changed since the copy was taken, so the copy may have less, never another format.
    if (facts.schemaVersion !== source.schemaVersion || facts.orders > source.orders) throw notSound()
    replaceByDraft(draft, copy)
    return facts
  } catch (error) {
    rmSync(draft, { force: true })
    throw error
  }
}

/**
 * Opens a copy with the key and checks all of it. Throws `storage-failed` with reason `backup-other-key`,
 * `backup-not-ours`, `backup-too-new` or `backup-not-sound`.
 */
export function checkCopy(options: DatabaseOptions, key: Uint8Array): CopyFacts {
  requireFit(options.file, key)
  const copy = connect(options, key, 'read')
  try {
    if (copy.pragma('application_id', { simple: true }) !== applicationId) throw notOurs()
    if (schemaVersion(copy) > supportedVersion)
      throw new AppError('storage-failed', { reason: 'backup-too-new' })
    if (!migrations.some(({ number }) => number === schemaVersion(copy))) throw notOurs()
    if (copy.pragma('integrity_check(1)', { simple: true }) !== 'ok') throw notSound()
    return factsOf(copy, options.file)
  } finally {
    copy.close()
  }
}

/**
 * True when a sound copy holds the same orders in an earlier format. An update that was interrupted made it. Its next try
 * must keep it: a copy of the half-updated history would be one that the earlier app does not open.
 */
export function isCopyFromBefore(
  db: Sqlite,
  options: DatabaseOptions,
  key: Uint8Array,
  copy: string,
): boolean {
  try {
    const before = checkCopy({ ...options, file: copy }, key)
    const now = factsOf(db, options.file)
    return (
      before.schemaVersion < now.schemaVersion &&
      before.orders === now.orders &&
      before.lastOrderAtMs === now.lastOrderAtMs
    )
  } catch {
    return false
  }
}

/** What a copy holds, without a check of its content. Throws like `checkCopy`. */
export function readFacts(options: DatabaseOptions, key: Uint8Array): CopyFacts {
  requireFit(options.file, key)
  const copy = connect(options, key, 'read')
  try {
    return factsOf(copy, options.file)
  } finally {
    copy.close()
  }
}

/**
 * Reads the first bytes of a file, before anything of it is copied or opened. Throws `storage-failed` with reason
 * `backup-other-key`, `backup-missing` or `backup-not-ours`.
 */
export function requireFit(file: string, key: Uint8Array): void {
  switch (inspectFile(file, key).kind) {
    case 'fits':
      return
    case 'key-does-not-fit':
      throw new AppError('storage-failed', { reason: 'backup-other-key' })
    case 'missing':
      throw new AppError('storage-failed', { reason: 'backup-missing' })
    case 'damaged':
      throw notOurs()
  }
}

function factsOf(db: Sqlite, file: string): CopyFacts {
  const numberOf = (sql: string) => db.prepare<[], number | null>(sql).pluck().get() ?? null
  return {
    bytes: sizeOf(file),
    schemaVersion: schemaVersion(db),
    // Orders are never deleted, so the highest row number is their count, and it costs nothing.
    orders: numberOf('SELECT max(order_id) FROM orders') ?? 0,
    lastOrderAtMs: numberOf('SELECT max(created_at_ms) FROM orders'),
  }
}

function notOurs(): AppError {
  return new AppError('storage-failed', { reason: 'backup-not-ours' })
}

function notSound(): AppError {
  return new AppError('storage-failed', { reason: 'backup-not-sound' })
}
