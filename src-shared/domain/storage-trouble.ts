import { z } from 'zod'
import { AppError } from '../errors/app-error'

/**
 * Why the database cannot be written. `busy`: another program has locked it. `write-failed`: the disk failed, so the
 * content on disk is uncertain.
 */
export const storageTrouble = z.enum(['disk-full', 'busy', 'read-only', 'write-failed'])
export type StorageTrouble = z.infer<typeof storageTrouble>

const troubles: Readonly<Record<string, StorageTrouble>> = {
  'disk-full': 'disk-full',
  busy: 'busy',
  'read-only': 'read-only',
  'io-error': 'write-failed',
  'disk-failed-earlier': 'write-failed',
  'worker-ended': 'write-failed',
}

/** The storage trouble of a failed write; null when the failure does not affect the next write. */
export function troubleOf(error: unknown): StorageTrouble | null {
  if (!(error instanceof AppError) || error.code !== 'storage-failed') return null
  return troubles[error.details.reason ?? ''] ?? null
}
