import { open, rename, rm } from 'node:fs/promises'
import { dirname } from 'node:path'

/**
 * Replaces a small file so that a crash leaves the old or the new content, never a part: writes a temporary file in the
 * same folder (mode 0600), syncs it, renames it. One writer at a time. Rejects with the file system's error and removes
 * the temporary file. After a crash the next writer replaces it.
 */
export async function writeDurably(file: string, content: string | AsyncIterable<string>): Promise<void> {
  const draft = `${file}.tmp`
  try {
    await rm(draft, { force: true })
    const handle = await open(draft, 'wx', 0o600)
    try {
      await handle.writeFile(content)
      await handle.sync()
    } finally {
      await handle.close()
    }
    await rename(draft, file)
  } catch (error) {
    await rm(draft, { force: true })
    throw error
  }
  await syncFolder(dirname(file))
}

async function syncFolder(folder: string): Promise<void> {
  // Windows cannot sync a folder. NTFS journals the rename.
  if (process.platform === 'win32') return
  const handle = await open(folder, 'r')
  try {
    await handle.sync()
  } finally {
    await handle.close()
  }
}
