import { describe, expect, it } from 'vitest'
import { driverProblem, isStrictStart, startProblem } from '../../../src-main/window/environment-check'

const variables = [
  'NODE_TLS_REJECT_UNAUTHORIZED',
  'NODE_OPTIONS',
  'NODE_EXTRA_CA_CERTS',
  'NODE_DEBUG',
  'NODE_PATH',
  'NODE_V8_COVERAGE',
  'NODE_NEW_IN_SOME_VERSION',
  'ELECTRON_RUN_AS_NODE',
  'ELECTRON_NO_ASAR',
  'SSLKEYLOGFILE',
  'REBILL_DESK_UPDATE_ADDRESS',
  'REBILL_DESK_UPDATE_KEY',
]

const switches = [
  '--remote-debugging-port=9222',
  '--remote-debugging-port',
  '--remote-debugging-pipe',
  '--remote-debugging-address=0.0.0.0',
  '--remote-allow-origins=*',
  '--inspect',
  '--inspect=0.0.0.0:9229',
  '--inspect-brk',
  '--inspect-wait',
  '--inspect-port=1',
  '--inspect-publish-uid=http',
  '--debug',
  '--debug-brk=1',
  '--wait-for-debugger-children',
  '--js-flags=--expose-gc',
  '--ignore-certificate-errors',
  '--ignore-certificate-errors-spki-list=abc',
  '--ignore-urlfetcher-cert-requests',
  '--allow-insecure-localhost',
  '--allow-running-insecure-content',
  '--unsafely-treat-insecure-origin-as-secure=http://a',
  '--ssl-key-log-file=keys.txt',
  '--ssl-version-min=tls1',
  '--cipher-suite-blacklist=0x1',
  '--host-rules=MAP * 127.0.0.1',
  '--host-resolver-rules=MAP * 127.0.0.1',
  '--proxy-server=127.0.0.1:8080',
  '--proxy-pac-url=http://a/p.pac',
  '--proxy-bypass-list=*',
  '--auth-server-whitelist=*',
  '--log-net-log=log.json',
  '--net-log-capture-mode=Everything',
  '--no-sandbox',
  '--no-zygote',
  '--single-process',
  '--disable-setuid-sandbox',
  '--disable-namespace-sandbox',
  '--disable-seccomp-filter-sandbox',
  '--disable-gpu-sandbox',
  '--allow-sandbox-debugging',
  '--disable-web-security',
  '--disable-site-isolation-trials',
  '--disable-features=IsolateOrigins',
  '--enable-blink-features=X',
  '--force-webrtc-ip-handling-policy=default',
  '--load-extension=/tmp/x',
  '--require=/tmp/x.js',
  '--experimental-loader=/tmp/x.mjs',
  '--import=/tmp/x.mjs',
  '--browser-subprocess-path=/tmp/x',
  '--renderer-cmd-prefix=gdb',
  '--utility-cmd-prefix=gdb',
  '--gpu-launcher=gdb',
]

const strict = { isStrict: true, env: {}, argv: [] }

describe('a strict start (S12)', () => {
  it.each(variables)('is refused with the variable %s, in any case, and names it', (name) => {
    for (const written of [name, name.toLowerCase()])
      expect(startProblem({ ...strict, env: { PATH: '/bin', [written]: '0' } })).toMatch(
        new RegExp(`does not start while ${name} is set.*Remove it.*start again`),
      )
  })

  it.each(switches)('is refused with the switch %s, however it is written, and names it', (given) => {
    const [name = ''] = given.split('=')
    for (const written of [
      given,
      given.slice(1),
      `/${given.slice(2)}`,
      given.replace(name, name.toUpperCase()),
    ])
      expect(startProblem({ ...strict, argv: ['first', written] })).toContain(`while ${name} is set`)
  })

  it('names everything that it found', () => {
    const env = { NODE_OPTIONS: '-r x', SSLKEYLOGFILE: 'keys' }
    expect(startProblem({ isStrict: true, env, argv: ['--inspect', '--no-sandbox'] })).toContain(
      'while --inspect, --no-sandbox, NODE_OPTIONS, SSLKEYLOGFILE is set',
    )
  })

  it('accepts what weakens nothing', () => {
    const env = { HOME: '/home/a', NODE_ENV: 'production', NODE_OPTIONS: '', SSLKEYLOGFILE: undefined }
    const argv = [
      '/opt/app',
      '/proxy-server/folder',
      '--ozone-platform-hint=auto',
      '--force-device-scale-factor=2',
      '--lang=de',
      '--disable-gpu',
      '',
      '--',
      '-',
    ]
    expect(startProblem({ isStrict: true, env, argv })).toBeNull()
  })

  it('is that of every packaged build, and of another that asks for it; no switch takes it back', () => {
    expect(isStrictStart(true, [])).toBe(true)
    expect(isStrictStart(true, ['--check-start=off', '--no-check-start'])).toBe(true)
    expect([isStrictStart(false, []), isStrictStart(false, ['--check-start'])]).toEqual([false, true])
  })

  it('is not that of a development build, which needs some of these', () => {
    expect(startProblem({ isStrict: false, env: { NODE_OPTIONS: '-r x' }, argv: ['--inspect'] })).toBeNull()
  })
})

describe('the driver of the database', () => {
  const start = { isPackaged: false, env: {}, nodeApi: 9, packagedDriver: null }

  it('is refused where it would crash', () => {
    expect(driverProblem(start)).toMatch(/needs Node-API 10, and this Electron has 9.*npm start/)
  })

  it('runs where the runtime is new enough, and where a developer brings another build', () => {
    expect(driverProblem({ ...start, nodeApi: 10 })).toBeNull()
    const env = { REBILL_DESK_SQLITE_BINDING: '/builds/driver.node' }
    expect(driverProblem({ ...start, env })).toBeNull()
    expect(driverProblem({ ...start, env, isPackaged: true })).not.toBeNull()
  })

  it('runs in a package for tests on the older runtime that its own build fits, and on none below it', () => {
    const packaged = { ...start, isPackaged: true, packagedDriver: 9 }
    expect(driverProblem(packaged)).toBeNull()
    expect(driverProblem({ ...packaged, nodeApi: 8 })).toMatch(/needs Node-API 9, and this Electron has 8/)
  })
})
