import { describe, expect, it } from 'vitest'
import { asUnprivileged, chooseAccount } from '../../scripts/lib/account.mjs'

const good = { isRoot: true, canDropRoot: true, canReachFiles: true, canIsolate: true }

describe('the account that runs the window', () => {
  it('is an unprivileged one with the sandbox on when root starts it', () => {
    expect(chooseAccount(good)).toEqual({ dropsRoot: true, hasSandbox: true, warning: null })
  })

  it('is the one of the person who starts it, with the sandbox on', () => {
    const person = { ...good, isRoot: false, canDropRoot: false, canReachFiles: false }
    expect(chooseAccount(person)).toEqual({ dropsRoot: false, hasSandbox: true, warning: null })
  })

  it.each([
    ['root cannot take on another account', { canDropRoot: false }, false],
    ['the other account cannot read the files', { canReachFiles: false }, false],
    ['the kernel gives it no user namespaces', { canIsolate: false }, true],
  ])('says that the sandbox is off when %s', (_case, change, dropsRoot) => {
    const account = chooseAccount({ ...good, ...change })
    expect(account).toMatchObject({ dropsRoot, hasSandbox: false })
    expect(account.warning).toContain('sandbox is off')
  })

  it('never keeps root while it claims the sandbox is on', () => {
    for (let bits = 0; bits < 16; bits++) {
      const [isRoot, canDropRoot, canReachFiles, canIsolate] = [1, 2, 4, 8].map((bit) => (bits & bit) !== 0)
      const account = chooseAccount({
        isRoot: Boolean(isRoot),
        canDropRoot: Boolean(canDropRoot),
        canReachFiles: Boolean(canReachFiles),
        canIsolate: Boolean(canIsolate),
      })
      expect(account.hasSandbox && Boolean(isRoot) && !account.dropsRoot).toBe(false)
      expect(account.hasSandbox).toBe(account.warning === null)
    }
  })

  it('gives up groups and capabilities with the user id', () => {
    const { file, args } = asUnprivileged('node', ['x.mjs'])
    expect(file).toBe('setpriv')
    expect(args).toEqual(expect.arrayContaining(['--reuid=nobody', '--clear-groups', '--inh-caps=-all']))
    expect(args.slice(-2)).toEqual(['node', 'x.mjs'])
  })
})
