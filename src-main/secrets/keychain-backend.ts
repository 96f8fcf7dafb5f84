import { execFile } from 'node:child_process'
import { readlink } from 'node:fs/promises'
import { basename } from 'node:path'
import type { LockState } from '../ports/secret-store'

/** Name of the program that stores the secrets, for display. "Secret Service" when it cannot be found out. */
export async function describeBackend(platform: NodeJS.Platform): Promise<string> {
  if (platform === 'darwin') return 'macOS Keychain'
  if (platform === 'win32') return 'Windows Credential Manager'
  try {
    return basename(await readlink(`/proc/${await ownerOfSecretService()}/exe`))
  } catch {
    return 'Secret Service'
  }
}

/**
 * Whether the keyring for new items is locked. This is a property of the Secret Service that is read without a
 * prompt. macOS and Windows have no such state: `unknown`, as for an unreadable answer. Never rejects.
 */
export async function readLockState(platform: NodeJS.Platform): Promise<LockState> {
  if (platform === 'darwin' || platform === 'win32') return 'unknown'
  try {
    const reply = await run(dbusSend, [
      '--session',
      '--print-reply=literal',
      '--dest=org.freedesktop.secrets',
      '/org/freedesktop/secrets/aliases/default',
      'org.freedesktop.DBus.Properties.Get',
      'string:org.freedesktop.Secret.Collection',
      'string:Locked',
    ])
    const isLocked = /boolean (true|false)/.exec(reply)?.[1]
    if (isLocked === undefined) return 'unknown'
    return isLocked === 'true' ? 'locked' : 'unlocked'
  } catch {
    return 'unknown'
  }
}

// Absolute path, because a program of the same name earlier in PATH would run with access to the keychain.
const dbusSend = '/usr/bin/dbus-send'

async function ownerOfSecretService(): Promise<string> {
  const reply = await run(dbusSend, [
    '--session',
    '--print-reply=literal',
    '--dest=org.freedesktop.DBus',
    '/org/freedesktop/DBus',
    'org.freedesktop.DBus.GetConnectionUnixProcessID',
    'string:org.freedesktop.secrets',
  ])
  const processId = /uint32 ([0-9]+)/.exec(reply)?.[1]
  if (processId === undefined) throw new Error('the bus did not name an owner')
  return processId
}

function run(program: string, parameters: readonly string[]): Promise<string> {
  return new Promise((resolve, reject) => {
    execFile(program, parameters, { timeout: 2000 }, (error, output) => {
      if (error === null) resolve(output)
      else reject(new Error(`${program} failed`, { cause: error }))
    })
  })
}
