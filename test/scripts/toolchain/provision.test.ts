import { createHash } from 'node:crypto'
import { describe, expect, it } from 'vitest'
import { reasonIn } from '../../../scripts/lib/official-electron.mjs'
import { cacheFolder, provisionEnvironment, standInLine } from '../../../scripts/toolchain/provision.mjs'
import { checkSum } from '../../../scripts/toolchain/stand-in.mjs'

describe('the cache folder', () => {
  it.each([
    [{ REBILL_DESK_CACHE: '/srv/cache' }, false, '/srv/cache'],
    [{ REBILL_DESK_CACHE: '/srv/cache', XDG_CACHE_HOME: '/x' }, true, '/srv/cache'],
    [{ XDG_CACHE_HOME: '/x' }, false, '/x/rebill-desk'],
    [{}, false, '/home/ada/.cache/rebill-desk'],
    [{ XDG_CACHE_HOME: '' }, false, '/home/ada/.cache/rebill-desk'],
  ])('with %j and root %s: %s', (env, isRoot, folder) => {
    expect(cacheFolder({ env, isRoot, homeFolder: '/home/ada' })).toBe(folder)
  })

  it('is outside the home folder of root, which the window’s account cannot enter', () => {
    expect(cacheFolder({ env: {}, isRoot: true, homeFolder: '/root' })).toBe('/var/cache/rebill-desk')
  })
})

describe('the choice of an Electron', () => {
  it('prints one line about the reason, version and purpose of the stand-in', () => {
    const line = standInLine('fetch failed')
    expect(line).not.toContain('\n')
    expect(line).toMatch(
      /^Electron \d+\.\d+\.\d+ cannot be downloaded here \(fetch failed\): the stand-in Electron 33\./,
    )
    expect(line).toContain('development and tests only')
  })

  it.each([
    ['TypeError: fetch failed\n    at node:internal/deps/undici\n', 'fetch failed'],
    ['\nError: Response code 404 (Not Found)\n', 'Response code 404 (Not Found)'],
    ['', 'no reason given'],
  ])('finds the reason in %j', (stderr, reason) => {
    expect(reasonIn(stderr)).toBe(reason)
  })

  it('rejects an archive with an unexpected hash', () => {
    const sum = createHash('sha512').update('other bytes').digest('base64')
    expect(() => checkSum('package@1', sum)).toThrow(
      /nothing was installed[\s\S]*sha512 expected[\s\S]*sha512 found/,
    )
    expect(() => checkSum('package@1', sum, sum)).not.toThrow()
  })

  it('passes on the build of better-sqlite3 only if the Electron needs it', () => {
    const official = { electronPath: '/e', electronVersion: '45.5.0', isStandIn: false, sqliteBinding: null }
    expect(provisionEnvironment(official)).toEqual({
      REBILL_DESK_ELECTRON: '/e',
      REBILL_DESK_ELECTRON_VERSION: '45.5.0',
    })
    const standIn = {
      electronPath: '/s',
      electronVersion: '33.2.1',
      isStandIn: true,
      sqliteBinding: '/b.node',
    }
    expect(provisionEnvironment(standIn)).toEqual({
      REBILL_DESK_ELECTRON: '/s',
      REBILL_DESK_ELECTRON_VERSION: '33.2.1 (stand-in)',
      REBILL_DESK_SQLITE_BINDING: '/b.node',
    })
  })
})
