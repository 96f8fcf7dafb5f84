import { execFileSync } from 'node:child_process'
import { chmod, mkdir, mkdtemp, rm, symlink, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { DiskPolicy, distrustOf, policyPlace } from '../../../src-main/app/policy-file'
import { managedShop } from '../../support/a-policy'

const userId = process.getuid?.() ?? 0
const isRoot = userId === 0

let folder: string
let path: string

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'policy-'))
  path = join(folder, 'policy.json')
})

afterEach(() => rm(folder, { recursive: true, force: true }))

const read = (ownerId: number | null = userId) => new DiskPolicy({ path, ownerId }).read()
const write = (content: string | Uint8Array) => writeFile(path, content, { mode: 0o644 })
const writeJson = (content: unknown) => write(JSON.stringify(content))
const unusable = (cause: string, place: string | null = null, detail: string | null = null) => ({
  kind: 'unusable',
  problem: { path, cause, place, detail },
})

describe('the policy file', () => {
  it('is no policy only when it is not there', async () => {
    expect(await read()).toEqual({ kind: 'none' })
  })

  it('is read with the values that it leaves out', async () => {
    await writeJson({ version: 1, profiles: [managedShop], limits: [{ currency: 'JPY', perCharge: '500' }] })
    expect(await read()).toMatchObject({
      kind: 'found',
      found: {
        path,
        policy: {
          profiles: [{ profileId: 'shop-us', defaultIpAddress: '', pollPace: { minMs: 3000, maxMs: 5000 } }],
          limits: [{ currency: 'JPY', perChargeMinor: 500, perCardDayMinor: null }],
        },
      },
    })
  })

  it('may begin with a mark of the byte order, as editors of Windows write it', async () => {
    await write('\uFEFF{ "version": 1 }')
    expect(await read()).toMatchObject({ kind: 'found' })
  })

  it.each([
    ['nothing', '', unusableAt('not-json', '1:1')],
    ['half of a file', '{\n  "version": 1,\n', unusableAt('not-json', '3:1')],
    ['a comma too much', '{\n  "version": 1,\n  "limits": [],\n}', unusableAt('not-json', '4:1')],
    ['text of UTF-16', Buffer.from('{ "version": 1 }', 'utf16le'), unusableAt('not-json', '1:2')],
    ['bytes that are no text', Uint8Array.from([0x7b, 0xff, 0x7d]), unusableAt('not-text', null)],
  ])('is refused with %s', async (_, content, expected) => {
    await write(content)
    expect(await read()).toEqual({ kind: 'unusable', problem: { path, ...expected } })
  })

  it('is refused above its size, and not read as a whole', async () => {
    await write(`{ "version": 1${' '.repeat(256 * 1024)}}`)
    expect(await read()).toEqual(unusable('too-large'))
  })

  it('is refused as a folder, and as a pipe, for which the start does not wait', async () => {
    await mkdir(path)
    expect(await read()).toEqual(unusable('not-a-file'))
    await rm(path, { recursive: true })
    execFileSync('mkfifo', [path])
    expect(await read()).toEqual(unusable('not-a-file'))
  })

  it('is refused when its folder cannot be looked at, because a policy may be in it', async () => {
    const file = join(folder, 'file')
    await writeFile(file, '')
    const problem = { path: join(file, 'policy.json'), cause: 'unreadable', place: null, detail: null }
    expect(await new DiskPolicy({ path: problem.path, ownerId: userId }).read()).toEqual({
      kind: 'unusable',
      problem,
    })
  })

  it('is refused as a link that leads nowhere', async () => {
    await symlink(join(folder, 'missing.json'), path)
    expect(await read()).toEqual(unusable('unreadable'))
  })

  it.each([
    [0o664, 'writable'],
    [0o646, 'writable'],
    [0o666, 'writable'],
  ])('is refused with the mode %o, because somebody else could have written it', async (mode, cause) => {
    await writeJson({ version: 1 })
    await chmod(path, mode)
    expect(await read()).toEqual(unusable(cause))
  })

  it('is refused in a folder in which others can put another file', async () => {
    await writeJson({ version: 1 })
    await chmod(folder, 0o777)
    expect(await read()).toEqual(unusable('folder-writable'))
  })

  it('is refused when it belongs to another user than the administrator', async () => {
    await writeJson({ version: 1 })
    expect(await read(userId + 1)).toMatchObject(isRoot ? { kind: 'found' } : unusable('of-a-user'))
  })

  it('is judged by the file that a link leads to', async () => {
    const other = join(folder, 'other.json')
    await writeFile(other, '{ "version": 1 }')
    await chmod(other, 0o666)
    await symlink(other, path)
    expect(await read()).toEqual(unusable('writable'))
  })

  it.each([
    ['an unknown key', { version: 1, leastSafty: 'typed' }, 'leastSafty', 'unknown-field'],
    ['no version', { leastSafety: 'typed' }, 'version', 'required'],
    ['a list in place of an object', [], '', 'wrong-type'],
    ['a level that there is not', { version: 1, leastSafety: 'strict' }, 'leastSafety', 'not-allowed'],
    ['a listener that is on', { version: 1, callbackListener: 'on' }, 'callbackListener', 'not-allowed'],
    [
      'a channel that there is not',
      { version: 1, updates: { channel: 'x' } },
      'updates.channel',
      'not-allowed',
    ],
    [
      'a control key',
      { version: 1, profiles: [{ ...managedShop, controlKey: 'secret' }] },
      'profiles.0.controlKey',
      'unknown-field',
    ],
    [
      'no login',
      { version: 1, profiles: [{ ...managedShop, login: undefined }] },
      'profiles.0.login',
      'required',
    ],
    [
      'an id with a space',
      { version: 1, profiles: [{ ...managedShop, id: 'a b' }] },
      'profiles.0.id',
      'not-a-policy-id',
    ],
    ['an id twice', { version: 1, profiles: [managedShop, managedShop] }, 'profiles.1', 'given-twice'],
    [
      'a simulator',
      { version: 1, profiles: [{ ...managedShop, environment: 'simulator' }] },
      'profiles.0.environment',
      'not-allowed',
    ],
    [
      'an endpoint without a currency',
      { version: 1, profiles: [{ ...managedShop, routes: [{ kind: 'endpoint', id: '1' }] }] },
      'profiles.0.routes.0.currency',
      'required',
    ],
    [
      'a card number as login',
      { version: 1, profiles: [{ ...managedShop, login: '4111111111111111' }] },
      'profiles.0.login',
      'card-number',
    ],
    [
      'an amount as a number',
      { version: 1, limits: [{ currency: 'EUR', perCharge: 500 }] },
      'limits.0.perCharge',
      'wrong-type',
    ],
    [
      'no amount',
      { version: 1, limits: [{ currency: 'EUR', perCharge: '0' }] },
      'limits.0.perCharge',
      'not-positive',
    ],
    [
      'too many decimals',
      { version: 1, limits: [{ currency: 'JPY', askAbove: '1.5' }] },
      'limits.0.askAbove',
      'too-many-decimals',
    ],
    [
      'a currency twice',
      { version: 1, limits: [{ currency: 'EUR' }, { currency: 'EUR' }] },
      'limits.1',
      'given-twice',
    ],
  ])('is refused with %s, and names the place', async (_, content, place, detail) => {
    await writeJson(content)
    expect(await read()).toEqual(unusable('not-valid', place, detail))
  })
})

describe('the owner of the policy', () => {
  const [root, iva, ben] = [0, 1000, 1001]
  const of = (uid: number, mode = 0o644) => ({ uid, mode })

  it.each([
    ['nobody when file and folder are of root', of(root), of(root, 0o755), root, null],
    ['a user who owns the file', of(iva), of(root, 0o755), root, 'of-a-user'],
    ['a user who owns the folder', of(root), of(iva, 0o755), root, 'folder-of-a-user'],
    ['a group that writes the file', of(root, 0o664), of(root, 0o755), root, 'writable'],
    ['everybody who writes the folder', of(root), of(root, 0o757), root, 'folder-writable'],
    ['nobody when a test has a file of its own user', of(iva), of(iva, 0o700), iva, null],
    ['another user in a test', of(ben), of(iva, 0o700), iva, 'of-a-user'],
  ])('leaves in doubt %s', (_, file, folderOfIt, ownerId, cause) => {
    expect(distrustOf(file, folderOfIt, ownerId)).toBe(cause)
  })
})

describe('the place of the policy', () => {
  const system = { homeFolder: '/home/iva', userId: 1000, testFile: undefined }

  it.each([
    ['linux', '/home/iva', '/etc/rebill-desk/policy.json', 0],
    ['darwin', '/Users/iva', '/Library/Application Support/Rebill Desk/policy.json', 0],
    ['win32', 'D:\\Users\\iva', 'D:\\ProgramData\\Rebill Desk\\policy.json', null],
  ])('on %s belongs to the administrator', (platform, homeFolder, expected, ownerId) => {
    expect(policyPlace({ ...system, platform, homeFolder })).toEqual({ path: expected, ownerId })
  })

  it('can be another one in a test, which its user may own', () => {
    expect(policyPlace({ ...system, platform: 'linux', testFile: '/tmp/policy.json' })).toEqual({
      path: '/tmp/policy.json',
      ownerId: 1000,
    })
  })
})

function unusableAt(cause: string, place: string | null) {
  return { cause, place, detail: null }
}
