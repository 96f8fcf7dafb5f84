import { open } from 'node:fs/promises'

/** The end of a file that is read; a rotated file is not looked at. */
const tailBytes = 256 * 1024

/**
 * The newest warnings and errors of several log files, oldest first. A file that cannot be read has none.
 * @param count most lines of all files together
 */
export async function recentProblems(
  files: readonly string[],
  count: number,
): Promise<readonly Readonly<Record<string, unknown>>[]> {
  const lines = (await Promise.all(files.map((file) => tailOf(file).catch(() => '')))).flatMap((text) =>
    text.split('\n').flatMap(problemIn),
  )
  return lines.sort((one, other) => (one.at < other.at ? -1 : 1)).slice(-count)
}

async function tailOf(file: string): Promise<string> {
  const handle = await open(file, 'r')
  try {
    const { size } = await handle.stat()
    const from = Math.max(0, size - tailBytes)
    const { buffer, bytesRead } = await handle.read(Buffer.alloc(Math.min(size, tailBytes)), {
      position: from,
    })
    return buffer.toString('utf8', 0, bytesRead)
  } finally {
    await handle.close()
  }
}

/** Lines of other kinds, and the half line with which a tail begins, are left out. */
function problemIn(line: string): { readonly at: string; readonly level: string }[] {
  try {
    const parsed = JSON.parse(line) as { at?: unknown; level?: unknown } | null
    const { at, level } = parsed ?? {}
    return typeof at === 'string' && (level === 'warn' || level === 'error') ? [{ ...parsed, at, level }] : []
  } catch {
    return []
  }
}
