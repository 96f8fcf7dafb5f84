import { closeSync, openSync, readdirSync, rmSync, writeSync } from 'node:fs'
import { join } from 'node:path'
import { SMALL_DISK_VARIABLE } from '../../scripts/toolchain/small-disk.mjs'

const folder = process.env[SMALL_DISK_VARIABLE]
if (folder === undefined) throw new Error(`${SMALL_DISK_VARIABLE} is not set: this is not a session.`)

/** The small disk of the session, mounted writable and read-only. */
export const smallDisk = {
  writable: join(folder, 'writable'),
  readOnly: join(folder, 'read-only'),

  /** Fills the disk to the last byte. */
  fillUp(): void {
    const handle = openSync(join(this.writable, 'ballast'), 'w')
    try {
      for (const bytes of [1_048_576, 4096, 1])
        for (let isFull = false; !isFull;) isFull = !hasWritten(handle, bytes)
    } finally {
      closeSync(handle)
    }
  },

  makeRoom(): void {
    rmSync(join(this.writable, 'ballast'))
  },

  empty(): void {
    for (const name of readdirSync(this.writable)) rmSync(join(this.writable, name), { recursive: true })
  },
}

function hasWritten(handle: number, bytes: number): boolean {
  try {
    return writeSync(handle, Buffer.alloc(bytes)) === bytes
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'ENOSPC') return false
    throw error
  }
}
