import { open, rename, rm } from 'node:fs/promises'
import { dirname } from 'node:path'

/**
 * Replaces a small file so that a crash leaves the old content or the new one, never half of it: written beside the
 * target (mode 0600), synced, renamed. One writer at a time. Rejects with the file system's error and leaves nothing
 * behind; what a crash leaves is replaced by the next writer.
 */
export async function writeDurably(file: string, content: string): Promise<void> {
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
  // Windows cannot open a folder for syncing; NTFS journals the rename itself.
  if (process.platform === 'win32') return
  const handle = await open(folder, 'r')
  try {
    await handle.sync()
  } finally {
    await handle.close()
  }
}
