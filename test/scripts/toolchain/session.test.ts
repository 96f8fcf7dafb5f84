import { describe, expect, it } from 'vitest'
import { sessionEnvironment, xauthority } from '../../../scripts/toolchain/session.mjs'

describe('the environment of a session', () => {
  const outside = {
    PATH: '/usr/bin',
    HOME: '/home/ada',
    DISPLAY: ':0',
    WAYLAND_DISPLAY: 'wayland-0',
    DBUS_SESSION_BUS_ADDRESS: 'unix:path=/run/user/1000/bus',
    XDG_RUNTIME_DIR: '/run/user/1000',
    XDG_DATA_HOME: '/home/ada/.local/share',
    GNOME_KEYRING_CONTROL: '/run/user/1000/keyring',
    SSH_AUTH_SOCK: '/run/user/1000/ssh',
    CI: 'true',
  }

  it('contains no reference to the real desktop, keychain or home', () => {
    const inside = sessionEnvironment(outside, '/tmp/s')
    expect(inside).toEqual({
      PATH: '/usr/bin',
      CI: 'true',
      LANG: 'C.UTF-8',
      HOME: '/tmp/s/home',
      TMPDIR: '/tmp/s/tmp',
      XDG_RUNTIME_DIR: '/tmp/s/run',
      XAUTHORITY: '/tmp/s/xauthority',
    })
  })
})

describe('the secret of the virtual screen', () => {
  it('has the file format of X clients', () => {
    const cookie = Buffer.from('00112233445566778899aabbccddeeff', 'hex')
    const expected = `ffff00000000${'0012'}${Buffer.from('MIT-MAGIC-COOKIE-1').toString('hex')}0010${cookie.toString('hex')}`
    expect(xauthority(cookie).toString('hex')).toBe(expected)
  })
})
