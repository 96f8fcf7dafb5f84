import { execFileSync } from 'node:child_process'
import { appendFileSync, closeSync, mkdtempSync, openSync, rmSync, writeSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

/** Only root can mount; elsewhere the tests of a disk of their own are skipped. */
export const canMount = process.platform === 'linux' && process.getuid?.() === 0

/** A file system of a few megabytes that can be filled up and be made read-only. */
export class SmallDisk {
  readonly path = mkdtempSync(join(tmpdir(), 'small-disk-'))

  constructor() {
    execFileSync('mount', ['-t', 'tmpfs', '-o', 'size=4m,mode=700', 'tmpfs', this.path])
  }

  /** Takes all the room that is left, to the last byte. */
  fill(): void {
    const handle = openSync(join(this.path, 'ballast'), 'w')
    try {
      for (const bytes of [65_536, 4096, 1])
        for (let isFull = false; !isFull;) isFull = !hasWritten(handle, bytes)
    } finally {
      closeSync(handle)
    }
  }

  makeRoom(): void {
    rmSync(join(this.path, 'ballast'))
  }

  makeReadOnly(): void {
    execFileSync('mount', ['-o', 'remount,ro', this.path])
  }

  makeWritable(): void {
    execFileSync('mount', ['-o', 'remount,rw', this.path])
    appendFileSync(join(this.path, 'proof'), '')
  }

  remove(): void {
    // A process that still looks into it does not hold up the test.
    execFileSync('umount', ['--lazy', this.path])
    rmSync(this.path, { recursive: true, force: true })
  }
}

function hasWritten(handle: number, bytes: number): boolean {
  try {
    return writeSync(handle, Buffer.alloc(bytes)) === bytes
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'ENOSPC') return false
    throw error
  }
}
