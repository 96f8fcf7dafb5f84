import { z } from 'zod'
import { AppError } from '../errors/app-error'

/**
 * Why a sound history takes no entry: no room on the disk, another program holds it, its folder or file may only be
 * read, or the disk failed to write and what lies on it is in doubt.
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

/** The trouble that a failed write tells of; null when the failure says nothing about the next write. */
export function troubleOf(error: unknown): StorageTrouble | null {
  if (!(error instanceof AppError) || error.code !== 'storage-failed') return null
  return troubles[error.details.reason ?? ''] ?? null
}
