import { describe, expect, it } from 'vitest'
import { startOf } from '../../../scripts/lib/launch.mjs'
import { projectRoot } from '../../../scripts/lib/paths.mjs'

const session = { REBILL_DESK_ELECTRON: '/electron/electron', REBILL_DESK_CHROMIUM_SANDBOX: 'on' }
const packaged = { ...session, REBILL_DESK_PACKAGED: '/package/rebill-desk' }

describe('the program of a window test', () => {
  it('is Electron with the folder of the app', () => {
    expect(startOf(undefined, session)).toEqual({ program: '/electron/electron', own: [projectRoot] })
  })

  it('is the packaged app, which brings its own files, where one is tested', () => {
    expect(startOf(undefined, packaged)).toEqual({ program: '/package/rebill-desk', own: [] })
  })

  it('is Electron for an app of another folder, also where a packaged app is tested', () => {
    expect(startOf('/other', packaged)).toEqual({ program: '/electron/electron', own: ['/other'] })
  })

  it('is started without a sandbox where the session has none', () => {
    const without = { ...packaged, REBILL_DESK_CHROMIUM_SANDBOX: 'off' }
    expect(startOf(undefined, without).own).toEqual(['--no-sandbox'])
  })

  it('must be chosen by the session', () => {
    expect(() => startOf(undefined, {})).toThrow('No Electron was chosen')
  })
})
