import { mkdtemp, symlink, mkdir } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { findSharing, sharingOf } from '../../../src-main/platform/shared-folder'

const mounts = [
  '21 1 8:1 / / rw,relatime shared:1 - ext4 /dev/sda1 rw',
  '22 21 0:44 / /home rw,relatime shared:2 - nfs4 files.nord.example:/home rw',
  '23 22 8:2 / /home/anna/local rw - btrfs /dev/sdb1 rw',
  '24 21 0:45 / /mnt/all\\040shops rw - cifs //files/shops rw',
  '25 21 0:46 / /media/old rw - nfs files:/old rw',
  '26 21 8:3 / /media/old rw - ext4 /dev/sdc1 rw',
].join('\n')
const onLinux = (path: string) => sharingOf(path, mounts, '/')
const onWindows = (path: string) => sharingOf(path, '', '\\')

describe('S32: the data folder', () => {
  it.each([
    ['/var/lib/desk', null],
    ['/home/anna/.config/Rebill Desk/desk', 'nfs4'],
    ['/home/anna/local/desk', null],
    ['/home/anna/local', null],
    ['/home/anna/locally/desk', 'nfs4'],
    ['/homes/anna/desk', null],
    ['/mnt/all shops/desk', 'cifs'],
    ['/media/old/desk', null],
  ])('%s is on the network as %o', (path, name) => {
    expect(onLinux(path)).toEqual(name === null ? null : { by: 'network', name })
  })

  it.each([
    ['/opt/anna/Dropbox/desk', 'Dropbox'],
    ['/opt/anna/dropbox (Personal)/desk', 'Dropbox'],
    ['/Users/anna/Library/Mobile Documents/desk', 'Mobile Documents'],
    ['/Users/anna/Library/CloudStorage/GoogleDrive-anna@nord.example/desk', 'GoogleDrive'],
    ['/opt/anna/Nextcloud', 'Nextcloud'],
    ['/opt/dropbox-tools/desk', null],
    ['/opt/anna/my-dropbox/desk', null],
  ])('%s is synced by %o', (path, name) => {
    expect(onLinux(path)).toEqual(name === null ? null : { by: 'sync', name })
  })

  it.each([
    ['\\\\files.nord.example\\anna$\\AppData\\desk', { by: 'network', name: 'SMB' }],
    ['C:\\Users\\anna\\OneDrive - Nord Shop\\desk', { by: 'sync', name: 'OneDrive' }],
    ['C:\\Users\\anna\\AppData\\Roaming\\Rebill Desk\\desk', null],
  ])('%s on Windows is %o', (path, sharing) => {
    expect(onWindows(path)).toEqual(sharing)
  })

  it('of this machine is not shared, and a link to a synced one is', async () => {
    const folder = await mkdtemp(join(tmpdir(), 'sharing-'))
    await mkdir(join(folder, 'Dropbox', 'desk'), { recursive: true })
    await symlink(join(folder, 'Dropbox', 'desk'), join(folder, 'desk'))
    expect(await findSharing(folder)).toBeNull()
    expect(await findSharing(join(folder, 'desk'))).toEqual({ by: 'sync', name: 'Dropbox' })
    expect(await findSharing(join(folder, 'Dropbox', 'later'))).toEqual({ by: 'sync', name: 'Dropbox' })
    expect(await findSharing(join(folder, 'later'))).toBeNull()
  })
})
