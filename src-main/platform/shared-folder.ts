import { readFile, realpath } from 'node:fs/promises'
import { sep } from 'node:path'

/** A folder that other machines write to as well, with the name of the file system or of the program that does it. */
export interface SharedFolder {
  readonly by: 'network' | 'sync'
  readonly name: string
}

/**
 * File systems of other machines, as Linux names them. SQLite's write-ahead log needs memory that all its users share, so
 * a database there breaks without an error.
 */
const networkFileSystems = new Set([
  '9p',
  'afs',
  'beegfs',
  'ceph',
  'cifs',
  'coda',
  'davfs',
  'fuse.davfs2',
  'fuse.glusterfs',
  'fuse.rclone',
  'fuse.s3fs',
  'fuse.sshfs',
  'fuse.vmhgfs-fuse',
  'gfs2',
  'glusterfs',
  'lustre',
  'ncpfs',
  'nfs',
  'nfs4',
  'ocfs2',
  'smb3',
  'smbfs',
  'vboxsf',
])

/**
 * Folders of programs that copy files to other machines and back. They copy a database while it is written, and put an
 * older copy in its place. The name may be followed by that of a person or a company.
 */
const syncFolders = [
  'Dropbox',
  'OneDrive',
  'Google Drive',
  'GoogleDrive',
  'iCloud Drive',
  'iCloudDrive',
  'Mobile Documents',
  'CloudStorage',
  'Nextcloud',
  'ownCloud',
  'Box Sync',
  'pCloud Drive',
  'MEGAsync',
  'Yandex.Disk',
  'Seafile',
  'Syncthing',
  'Tresorit',
] as const

/**
 * Why the database may not be in a folder; null = nothing is known against it. A drive letter of a network drive on
 * Windows, a network volume on macOS and a renamed folder of a sync program are not recognised.
 * A folder that is not there, or cannot be looked at, is judged by its name.
 */
export async function findSharing(folder: string): Promise<SharedFolder | null> {
  const real = await realpath(folder).catch(() => folder)
  // Only Linux has the file.
  const mounts = await readFile('/proc/self/mountinfo', 'utf8').catch(() => '')
  return sharingOf(real, mounts, sep)
}

/**
 * @param path absolute and without links
 * @param mounts content of `/proc/self/mountinfo`, or nothing
 * @param separator of the names in `path`
 */
export function sharingOf(path: string, mounts: string, separator: string): SharedFolder | null {
  if (separator === '\\' && path.startsWith('\\\\')) return { by: 'network', name: 'SMB' }
  const fileSystem = fileSystemOf(path, mounts)
  if (fileSystem !== null && networkFileSystems.has(fileSystem)) return { by: 'network', name: fileSystem }
  const program = syncFolders.find((name) =>
    path.split(separator).some((folder) => isFolderOf(folder.toLowerCase(), name.toLowerCase())),
  )
  return program === undefined ? null : { by: 'sync', name: program }
}

/** `OneDrive - Nord Shop`, `Dropbox (Personal)` and `GoogleDrive-anna@nord.example` count, `dropbox-tools` does not. */
function isFolderOf(folder: string, name: string): boolean {
  if (!folder.startsWith(name)) return false
  const rest = folder.slice(name.length)
  return rest === '' || rest.startsWith(' ') || (rest.startsWith('-') && rest.includes('@'))
}

/** The type of the file system that a path is on: that of the longest mount point above it, the newest of equal ones. */
function fileSystemOf(path: string, mounts: string): string | null {
  let longest = ''
  let type: string | null = null
  for (const line of mounts.split('\n')) {
    const [mount = '', source = ''] = line.split(' - ')
    const point = unescaped(mount.split(' ')[4] ?? '')
    if (point === '' || point.length < longest.length) continue
    if (point !== '/' && path !== point && !path.startsWith(`${point}/`)) continue
    longest = point
    type = source.split(' ')[0] ?? null
  }
  return type
}

/** The kernel writes spaces and the like as `\040`. */
function unescaped(text: string): string {
  return text.replace(/\\([0-7]{3})/g, (_, digits: string) => String.fromCharCode(Number.parseInt(digits, 8)))
}
