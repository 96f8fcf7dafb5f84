import { existsSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { basename, dirname, join } from 'node:path'
import { z } from 'zod'
import { AppError } from '../../../src-shared/errors/app-error'
import { companions, replaceByDraft, swapMarkOf, syncFolderOf } from './database-file'

const mark = z.strictObject({ version: z.literal(1), kept: z.string() })

/** Where a history is prepared before it takes the place of the present one. */
export function restoreDraftOf(file: string): string {
  return `${file}.restoring`
}

/** What the name of a replaced history starts with. */
export function replacedPrefix(file: string): string {
  return `${basename(file)}.replaced-`
}

/**
 * Puts the prepared history in the place of the present one, which gets the name `kept` in the same folder. Several
 * files must be renamed: the database and its write-ahead log, which would be played into the restored database. So a
 * durable mark comes first. From then on every start finishes the renames before it opens anything, also after a kill
 * at any step. Until the mark is there, nothing has changed. Both files must be closed.
 */
export function swapIn(file: string, kept: string): void {
  const markDraft = `${swapMarkOf(file)}.new`
  writeFileSync(markDraft, JSON.stringify({ version: 1, kept }), { mode: 0o600 })
  replaceByDraft(markDraft, swapMarkOf(file))
  finishSwap(file)
}

/**
 * Finishes a swap that a kill has interrupted. Without a mark it removes what an unfinished preparation left. Throws the
 * file system's errors, or `storage-failed`, reason `swap-mark-damaged`; then nothing must be opened.
 */
export function finishSwap(file: string): void {
  const draft = restoreDraftOf(file)
  const kept = keptName(file)
  if (kept === null) {
    for (const suffix of ['', ...companions]) rmSync(draft + suffix, { force: true })
    return
  }
  // Without the draft the last rename was done.
  if (existsSync(draft)) {
    for (const suffix of ['', '-wal', '-journal'])
      if (existsSync(file + suffix)) renameSync(file + suffix, kept + suffix)
    // An index of the write-ahead log holds nothing that is not in the log.
    rmSync(`${file}-shm`, { force: true })
    syncFolderOf(file)
    renameSync(draft, file)
    syncFolderOf(file)
  }
  rmSync(swapMarkOf(file))
  syncFolderOf(file)
}

/** The path in the mark; null without a mark. */
function keptName(file: string): string | null {
  if (!existsSync(swapMarkOf(file))) return null
  try {
    const { kept } = mark.parse(JSON.parse(readFileSync(swapMarkOf(file), 'utf8')))
    // A planted mark must not move the history elsewhere.
    if (basename(kept) === kept && kept.startsWith(replacedPrefix(file))) return join(dirname(file), kept)
  } catch {
    // Refused below.
  }
  throw new AppError('storage-failed', { reason: 'swap-mark-damaged' })
}
