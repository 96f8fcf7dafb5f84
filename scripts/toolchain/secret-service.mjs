import { readFile, readlink } from 'node:fs/promises'
import { capture } from '../lib/run.mjs'

const NAME = 'org.freedesktop.secrets'

/**
 * The process that provides the keychain (Secret Service) on this message bus; null if there is none.
 * @returns {Promise<{ pid: number, program: string } | null>}
 */
export async function secretServiceOwner() {
  const asked = await capture(
    'dbus-send',
    [
      '--session',
      '--print-reply=literal',
      '--dest=org.freedesktop.DBus',
      '/org/freedesktop/DBus',
      'org.freedesktop.DBus.GetConnectionUnixProcessID',
      `string:${NAME}`,
    ],
    { timeoutMs: 5_000 },
  )
  const pid = /uint32 (\d+)/.exec(asked.stdout)?.[1]
  if (asked.exitCode !== 0 || pid === undefined) return null
  return { pid: Number(pid), program: await programOf(pid) }
}

/** @param {string} pid */
async function programOf(pid) {
  const executable = await readlink(`/proc/${pid}/exe`).catch(() => null)
  if (executable !== null) return executable
  return (await readFile(`/proc/${pid}/comm`, 'utf8').catch(() => 'unknown')).trim()
}
