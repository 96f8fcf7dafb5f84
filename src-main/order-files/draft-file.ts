import { closeSync, fsyncSync, openSync, renameSync, rmSync, writeSync } from 'node:fs'
import { dirname } from 'node:path'
import type { ExportProblem } from '../../src-shared/domain/order-export'

/**
 * A file that takes its name only when it is complete: it is written beside its place (mode 0600), synced and renamed.
 * Until then a file of the same name stays as it was.
 */
export class DraftFile {
  readonly #file: string
  readonly #draft: string
  #handle: number | null
  #bytes = 0

  /** Throws the file system's errors. */
  constructor(file: string) {
    this.#file = file
    this.#draft = `${file}.${String(process.pid)}.part`
    this.#handle = openSync(this.#draft, 'wx', 0o600)
  }

  /** Bytes written so far. */
  get bytes(): number {
    return this.#bytes
  }

  write(chunk: Uint8Array): void {
    let at = 0
    while (at < chunk.length) at += writeSync(this.#open(), chunk, at)
    this.#bytes += chunk.length
  }

  publish(): void {
    fsyncSync(this.#open())
    this.#close()
    renameSync(this.#draft, this.#file)
    // Windows cannot sync a folder. NTFS journals the rename.
    if (process.platform === 'win32') return
    const folder = openSync(dirname(this.#file), 'r')
    try {
      fsyncSync(folder)
    } finally {
      closeSync(folder)
    }
  }

  /** Removes what was written. A folder that is gone is no error. */
  discard(): void {
    try {
      this.#close()
    } finally {
      rmSync(this.#draft, { force: true })
    }
  }

  #open(): number {
    if (this.#handle === null) throw new Error('the file is closed')
    return this.#handle
  }

  #close(): void {
    if (this.#handle !== null) closeSync(this.#handle)
    this.#handle = null
  }
}

/** What a failed write means for the person. */
export function exportProblemOf(error: unknown): ExportProblem {
  const code = error instanceof Error && 'code' in error ? error.code : null
  switch (code) {
    case 'ENOSPC':
    case 'EDQUOT':
      return 'disk-full'
    case 'ENOENT':
    case 'ENOTDIR':
    case 'ENODEV':
    case 'EIO':
      return 'folder-missing'
    case 'EROFS':
    case 'EACCES':
      return 'folder-read-only'
    // Windows refuses to rename over a file that another program has open.
    case 'EPERM':
    case 'EBUSY':
    case 'ETXTBSY':
      return 'file-in-use'
    case 'EFBIG':
      return 'file-too-large'
    default:
      return 'unknown'
  }
}
