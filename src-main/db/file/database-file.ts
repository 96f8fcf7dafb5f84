import {
  accessSync,
  chmodSync,
  closeSync,
  constants,
  copyFileSync,
  existsSync,
  fsyncSync,
  linkSync,
  mkdirSync,
  mkdtempSync,
  openSync,
  readSync,
  renameSync,
  rmSync,
  statfsSync,
  statSync,
  unlinkSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { basename, dirname, join } from 'node:path'
import { AppError } from '../../../src-shared/errors/app-error'
import { markBytes, readMark } from './database-key'

/** Files that SQLite keeps beside a database. */
export const companions = ['-wal', '-shm', '-journal']

/** SQLite writes whole pages of this size. */
const pageBytes = 4096
/** With less free space than this, a file cannot be expected to grow. */
const leastRoomBytes = 64 * 1024
const othersMask = 0o077
const stickyBit = 0o1000

/** The state of the file. It is read without SQLite, which would turn an empty file into a new database. */
export type FileFinding =
  | { readonly kind: 'missing' }
  | { readonly kind: 'fits' }
  | { readonly kind: 'key-does-not-fit' }
  | { readonly kind: 'damaged'; readonly reason: string }

/** Checks the first bytes of the file. Throws the file system’s errors. */
export function inspectFile(file: string, key: Uint8Array): FileFinding {
  const found = statSync(file, { throwIfNoEntry: false })
  if (found === undefined) {
    // A write-ahead log without a database is an existing history, not a first start.
    return hasWal(file) ? { kind: 'damaged', reason: 'main-file-missing' } : { kind: 'missing' }
  }
  if (!found.isFile()) return { kind: 'damaged', reason: 'not-a-file' }
  if (found.size === 0) return { kind: 'damaged', reason: 'empty-file' }
  switch (readMark(firstBytes(file), key)) {
    case 'fits':
      // If there is a write-ahead log, it also holds a page that a crash left half-written.
      return found.size % pageBytes === 0 || hasWal(file)
        ? { kind: 'fits' }
        : { kind: 'damaged', reason: 'truncated' }
    case 'other-key':
      return { kind: 'key-does-not-fit' }
    case 'not-ours':
      return { kind: 'damaged', reason: 'not-our-database' }
  }
}

/** The size of a file with its write-ahead log; 0 when there is none. */
export function sizeOf(file: string): number {
  const bytes = (path: string) => statSync(path, { throwIfNoEntry: false })?.size ?? 0
  return bytes(file) + bytes(`${file}-wal`)
}

/** True when there is enough free space beside a file, or when the file system does not tell. */
export function hasRoom(file: string): boolean {
  try {
    const { bavail, bsize } = statfsSync(dirname(file))
    return bavail * bsize >= leastRoomBytes
  } catch {
    return true
  }
}

/** Why a file could not be opened or created, judged by its folder: `disk-full`, `read-only` or null. */
export function fileSystemReason(error: unknown, file: string): 'disk-full' | 'read-only' | null {
  if (isCode(error, 'ENOSPC') || isCode(error, 'EDQUOT')) return 'disk-full'
  if (isCode(error, 'EROFS')) return 'read-only'
  const folder = dirname(file)
  if (!existsSync(folder)) return null
  try {
    accessSync(folder, constants.W_OK)
  } catch {
    return 'read-only'
  }
  return hasRoom(file) ? null : 'disk-full'
}

/**
 * Copies a database and its write-ahead log into a new folder that only this user can read; returns the path of the
 * copy.
 */
export function copyAside(file: string): string {
  const folder = mkdtempSync(join(tmpdir(), 'rebill-desk-'))
  const copy = join(folder, basename(file))
  try {
    copyFileSync(file, copy)
    if (hasWal(file)) copyFileSync(`${file}-wal`, `${copy}-wal`)
    return copy
  } catch (error) {
    removeCopy(copy)
    throw error
  }
}

/** Removes a copy made by `copyAside` and its folder. */
export function removeCopy(copy: string): void {
  rmSync(dirname(copy), { recursive: true, force: true })
}

/** True when a file exists that a new database must not replace. */
export function isOccupied(file: string): boolean {
  return existsSync(file) || hasWal(file) || existsSync(swapMarkOf(file))
}

/** The file that says that a restored history is being put in the place of this one. */
export function swapMarkOf(file: string): string {
  return `${file}.swap`
}

function hasWal(file: string): boolean {
  return (statSync(`${file}-wal`, { throwIfNoEntry: false })?.size ?? 0) > 0
}

function firstBytes(file: string): Buffer {
  const start = Buffer.alloc(markBytes)
  const handle = openSync(file, 'r')
  try {
    return start.subarray(0, readSync(handle, start, 0, markBytes, 0))
  } finally {
    closeSync(handle)
  }
}

/**
 * Removes the access of other users to the folder and its database files. Throws `storage-failed`, reason
 * `permissions`.
 */
export function shutOutOthers(file: string): void {
  if (process.platform === 'win32') return
  const folder = dirname(file)
  if ((statSync(folder).mode & stickyBit) !== 0)
    // A folder shared by all users of the machine must stay open to them.
    throw new AppError('storage-failed', { reason: 'permissions' })
  for (const path of [folder, file, ...companions.map((suffix) => file + suffix)]) shutOut(path)
}

function shutOut(path: string): void {
  const mode = statSync(path, { throwIfNoEntry: false })?.mode
  if (mode === undefined || (mode & othersMask) === 0) return
  try {
    chmodSync(path, mode & 0o777 & ~othersMask)
  } catch (error) {
    throw new AppError('storage-failed', { reason: 'permissions' }, { cause: error })
  }
}

/** Creates an empty file with mode 0600 for SQLite to fill. Removes what an earlier attempt left at this path. */
export function startDraft(draft: string): void {
  mkdirSync(dirname(draft), { recursive: true, mode: 0o700 })
  for (const path of [draft, ...companions.map((suffix) => draft + suffix)]) rmSync(path, { force: true })
  closeSync(openSync(draft, 'wx', 0o600))
}

/**
 * Renames a finished draft unless the name is taken; durable when it returns. Throws `storage-failed`, reason
 * `already-exists`.
 */
export function publishDraft(draft: string, file: string): void {
  syncPath(draft, 'r+')
  try {
    linkSync(draft, file)
  } catch (error) {
    if (isCode(error, 'EEXIST')) throw alreadyExists(error)
    copyWithoutClobber(draft, file)
  }
  unlinkSync(draft)
  syncFolderOf(file)
}

/** Some file systems have no hard links. There, a copy that refuses an existing target is used. */
function copyWithoutClobber(draft: string, file: string): void {
  try {
    copyFileSync(draft, file, constants.COPYFILE_EXCL)
  } catch (error) {
    throw isCode(error, 'EEXIST') ? alreadyExists(error) : error
  }
  chmodSync(file, 0o600)
  syncPath(file, 'r+')
}

/** Renames a finished draft and replaces an existing file; durable when it returns. */
export function replaceByDraft(draft: string, file: string): void {
  syncPath(draft, 'r+')
  renameSync(draft, file)
  syncFolderOf(file)
}

/** Makes new and renamed names in the folder of a file durable. */
export function syncFolderOf(file: string): void {
  // Windows cannot open a folder for syncing; NTFS journals the change itself.
  if (process.platform !== 'win32') syncPath(dirname(file), 'r')
}

/** Makes the content of a file durable. */
export function syncPath(path: string, flags: string): void {
  const handle = openSync(path, flags)
  try {
    fsyncSync(handle)
  } finally {
    closeSync(handle)
  }
}

function alreadyExists(cause: unknown): AppError {
  return new AppError('storage-failed', { reason: 'already-exists' }, { cause })
}

function isCode(error: unknown, code: string): boolean {
  return error instanceof Error && 'code' in error && error.code === code
}
