import { describe, expect, it } from 'vitest'
import { asUnprivileged, chooseAccount } from '../../../scripts/toolchain/account.mjs'
import { translatePath } from '../../../scripts/toolchain/checkout-mount.mjs'

const root = { isRoot: true, canDropRoot: true, reachesFiles: 'directly', canIsolate: true } as const
const person = { ...root, isRoot: false, canDropRoot: false, reachesFiles: 'never' } as const

describe('the account that runs the window', () => {
  it('is an unprivileged one with the sandbox on when root starts it', () => {
    const account = { dropsRoot: true, needsMount: false, hasSandbox: true, warning: null }
    expect(chooseAccount(root)).toEqual(account)
    expect(chooseAccount({ ...root, reachesFiles: 'by mount' })).toEqual({ ...account, needsMount: true })
  })

  it('is the account of the user who starts it, with the sandbox on', () => {
    const account = { dropsRoot: false, needsMount: false, hasSandbox: true, warning: null }
    expect(chooseAccount(person)).toEqual(account)
  })

  it.each([
    ['root cannot take on another account', { ...root, canDropRoot: false }, false],
    ['the other account cannot read the files', { ...root, reachesFiles: 'never' as const }, false],
    ['the kernel gives it no user namespaces', { ...root, canIsolate: false }, true],
    ['the kernel gives a person no user namespaces', { ...person, canIsolate: false }, false],
  ])('says that the sandbox is off when %s', (_case, machine, dropsRoot) => {
    const account = chooseAccount(machine)
    expect(account).toMatchObject({ dropsRoot, hasSandbox: false })
    expect(account.warning).toContain('sandbox is off')
  })

  it('is never root with the sandbox on', () => {
    const either = [true, false]
    for (const isRoot of either) {
      for (const canDropRoot of either) {
        for (const reachesFiles of ['directly', 'by mount', 'never'] as const) {
          for (const canIsolate of either) {
            const account = chooseAccount({ isRoot, canDropRoot, reachesFiles, canIsolate })
            expect(account.hasSandbox && isRoot && !account.dropsRoot).toBe(false)
            expect(account.hasSandbox).toBe(account.warning === null)
          }
        }
      }
    }
  })

  it('gives up groups and capabilities with the user id', () => {
    const { file, args } = asUnprivileged('node', ['x.mjs'])
    expect(file).toBe('setpriv')
    expect(args).toEqual(expect.arrayContaining(['--reuid=nobody', '--clear-groups', '--inh-caps=-all']))
    expect(args.slice(-2)).toEqual(['node', 'x.mjs'])
  })
})

describe('the mount of the checkout', () => {
  it.each([
    ['/root/desk', '/m'],
    ['/root/desk/scripts/tour.mjs', '/m/scripts/tour.mjs'],
    ['--outputFile.json=/root/desk/out/a.json', '--outputFile.json=/m/out/a.json'],
    ['/root/desk/node_modules/.bin:/usr/bin:/root/desk', '/m/node_modules/.bin:/usr/bin:/m'],
    ['/root/desk2/x', '/root/desk2/x'],
    ['/srv/root/desk', '/srv/root/desk'],
    ['49.00', '49.00'],
    ['', ''],
  ])('translates %j to %j', (text, translated) => {
    expect(translatePath(text, '/root/desk', '/m')).toBe(translated)
  })
})
