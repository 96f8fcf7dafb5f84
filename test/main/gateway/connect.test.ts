import net from 'node:net'
import tls from 'node:tls'
import { afterEach, describe, expect, it } from 'vitest'
import { connect, secureContext } from '../../../src-main/gateway/connect'
import type { GatewayCredentials } from '../../../src-main/ports/gateway-client'
import { acceptedBody, credentials, never } from '../../support/gateway-calls'
import { answering200, type Behaviour, type RawGateway } from '../../support/raw-gateway'
import {
  after,
  certificates,
  ending,
  noAnswer,
  notSent,
  plain,
  rebill,
  resolving,
  secured,
  start,
  status,
  stopGateways,
} from '../../support/wire-client'

afterEach(stopGateways)

describe('a call without a connection', () => {
  const hosts = { N1: 'https://gateway.no-such-name.invalid/paynet', N2: 'https://localhost:1/paynet' }

  it('is not sent when the name is unknown', async () => {
    const target: GatewayCredentials = { ...credentials, environment: 'production', baseUrl: hosts.N1 }
    const names = /^(?:ENOTFOUND|EAI_AGAIN)$/
    expect(await rebill(target)).toEqual(notSent(expect.stringMatching(names) as string))
    expect(await status(target)).toEqual(noAnswer(expect.stringMatching(names) as string))
  })

  it('is not sent when the connection is refused', async () => {
    const target: GatewayCredentials = { ...credentials, environment: 'gateway-test', baseUrl: hosts.N2 }
    expect(await rebill(target)).toEqual(notSent('ECONNREFUSED'))
    expect(await status(target)).toEqual(noAnswer('ECONNREFUSED'))
  })

  it.each([
    [['127.0.0.1']],
    [['169.254.169.254']],
    [['::1']],
    [['::ffff:10.0.0.1']],
    [['203.0.113.9', '192.168.1.1']],
    [[]],
  ])('is not sent when the name resolves to %j, which is not a public address (E4)', async (addresses) => {
    const target: GatewayCredentials = {
      ...credentials,
      environment: 'production',
      baseUrl: 'https://127.0.0.1.names.example/paynet',
    }
    expect(await rebill(target, { addresses })).toEqual(notSent('ADDRESS_NOT_PUBLIC'))
    expect(await status(target, { addresses })).toEqual(noAnswer('ADDRESS_NOT_PUBLIC'))
  })

  it('does not connect to a private address before it is refused (E4)', async () => {
    const gateway = await start(() => undefined)
    const connected = await connect(
      {
        url: new URL(`https://gate.example:${gateway.port}/paynet`),
        proxy: 'DIRECT',
        secureContext: () => secureContext([]),
        resolve: resolving(['127.0.0.1']),
      },
      never,
    )
    expect(connected).toEqual({ ok: false, error: 'ADDRESS_NOT_PUBLIC' })
    expect(gateway.connections).toEqual([])
  })

  it('is not sent when the server does not answer in TLS', async () => {
    const gateway = await start(() => undefined)
    expect(await rebill(secured(gateway), { connectTimeoutMs: 200 })).toEqual(notSent('timeout'))
    expect(await status(secured(gateway), { connectTimeoutMs: 200 })).toEqual(noAnswer('timeout'))
    expect(gateway.connections.map(({ received }) => received.includes('control'))).toEqual([false, false])
  })

  it('is not sent when it is cancelled before it is connected', async () => {
    const gateway = await start(() => undefined)
    expect(await rebill(secured(gateway), {}, AbortSignal.timeout(100))).toEqual(notSent('cancelled'))
    expect(await rebill(secured(gateway), {}, AbortSignal.abort())).toEqual(notSent('cancelled'))
  })

  const refusedCertificates = [
    ['self-signed', 'selfSigned', 'tls:DEPTH_ZERO_SELF_SIGNED_CERT:localhost'],
    ['expired', 'expired', 'tls:CERT_HAS_EXPIRED:Test authority'],
    ['not yet valid', 'notYetValid', 'tls:CERT_NOT_YET_VALID:Test authority'],
    ['for another host', 'otherHost', 'tls:ERR_TLS_CERT_ALTNAME_INVALID:Test authority'],
  ] as const

  for (const [what, name, failure] of refusedCertificates) {
    it(`is not sent when the certificate is ${what}, with any environment variables (S12)`, async () => {
      const gateway = await start(answering200(acceptedBody), certificates[name])
      process.env['NODE_TLS_REJECT_UNAUTHORIZED'] = '0'
      try {
        expect(await rebill(secured(gateway))).toEqual(notSent(failure))
        expect(await status(secured(gateway))).toEqual(noAnswer(failure))
      } finally {
        delete process.env['NODE_TLS_REJECT_UNAUTHORIZED']
      }
      expect(gateway.deliveries).toEqual([])
    })
  }

  it('names the issuer that is not trusted (A17)', async () => {
    const gateway = await start(answering200(acceptedBody), certificates.localhost)
    const connected = await connect(
      { url: new URL(secured(gateway).baseUrl), proxy: 'DIRECT', secureContext: () => secureContext([]) },
      never,
    )
    expect(connected).toEqual({ ok: false, error: 'tls:UNABLE_TO_VERIFY_LEAF_SIGNATURE:Test authority' })
    expect(gateway.deliveries).toEqual([])
  })

  it('is not sent when the gateway supports at most TLS 1.1', async () => {
    const old = { minVersion: 'TLSv1', maxVersion: 'TLSv1.1', ciphers: 'DEFAULT@SECLEVEL=0' } as const
    const gateway = await start(answering200(acceptedBody), { ...certificates.localhost, ...old })
    expect(await rebill(secured(gateway))).toEqual(notSent(expect.stringMatching(/^tls:/) as string))
    expect(gateway.deliveries).toEqual([])
  })

  it('is not sent when the gateway closes the connection during the handshake', async () => {
    const gateway = await start(({ socket }) => void socket.once('data', () => socket.resetAndDestroy()))
    expect(await rebill(secured(gateway))).toEqual(notSent('tls:ECONNRESET'))
  })
})

describe('the secure context of connections', () => {
  it('allows nothing older than TLS 1.2, even when the default of the process does (S12)', () => {
    const tls12 = 0x0303
    const before = tls.DEFAULT_MIN_VERSION
    tls.DEFAULT_MIN_VERSION = 'TLSv1'
    try {
      const native: { getMinProto(): number } = secureContext().context
      expect(native.getMinProto()).toBe(tls12)
    } finally {
      tls.DEFAULT_MIN_VERSION = before
    }
  })
})

describe('a call through the proxy of the operating system', () => {
  const tunnelling =
    (gateway: RawGateway, reply = 'HTTP/1.1 200 Connection established\r\n\r\n'): Behaviour =>
    async (connection) => {
      await connection.head()
      const upstream = net.connect(gateway.port, '127.0.0.1')
      upstream.on('error', () => connection.socket.destroy())
      connection.socket.write(reply)
      connection.socket.pipe(upstream).pipe(connection.socket)
    }

  it('asks for a tunnel and sends the proxy only the host', async () => {
    const gateway = await start(answering200(acceptedBody), certificates.localhost)
    const proxy = await start(tunnelling(gateway))
    expect(await rebill(secured(gateway), { proxy: `PROXY 127.0.0.1:${proxy.port}` })).toEqual({
      kind: 'accepted',
      gatewayOrderId: '6684100',
    })
    const [seen = ''] = proxy.connections.map(({ received }) => received)
    const authority = `localhost:${gateway.port}`
    expect(seen.split('\r\n\r\n')[0]).toBe(`CONNECT ${authority} HTTP/1.1\r\nHost: ${authority}`)
    expect(seen).not.toContain('NordShop')
    expect(gateway.deliveries).toHaveLength(1)
  })

  const refusals: readonly (readonly [string, Behaviour, string, number?])[] = [
    ['refuses', after(ending('HTTP/1.1 403 Forbidden\r\n\r\n'), 'head'), 'proxy-403'],
    [
      'asks for a login',
      after(ending('HTTP/1.1 407 Who\r\nProxy-Authenticate: Basic\r\n\r\n'), 'head'),
      'proxy-407',
    ],
    ['fails', after(ending('HTTP/1.1 502 Bad\r\n\r\n'), 'head'), 'proxy-502'],
    [
      'redirects',
      after(ending('HTTP/1.1 302 Found\r\nLocation: http://127.0.0.1:1/\r\n\r\n'), 'head'),
      'proxy-302',
    ],
    ['closes the connection', after(({ socket }) => void socket.end(), 'head'), 'proxy-closed'],
    ['resets', after(({ socket }) => void socket.resetAndDestroy(), 'head'), 'proxy-ECONNRESET'],
    ['does not speak HTTP', after(ending('SSH-2.0-OpenSSH\r\n\r\n'), 'head'), 'proxy-protocol'],
    [
      'sends a head without an end',
      after(({ socket }) => void socket.write('a'.repeat(20_000)), 'head'),
      'proxy-protocol',
    ],
    [
      'sends bytes after its head',
      after(({ socket }) => void socket.write('HTTP/1.1 200 OK\r\n\r\nhello'), 'head'),
      'proxy-protocol',
    ],
    ['does not answer', () => undefined, 'timeout', 300],
  ]
  for (const [what, behave, failure, connectTimeoutMs = 5000] of refusals) {
    it(`is not sent when the proxy ${what}`, async () => {
      const gateway = await start(answering200(acceptedBody), certificates.localhost)
      const proxy = await start(behave)
      const limits = { proxy: `PROXY 127.0.0.1:${proxy.port}; DIRECT`, connectTimeoutMs }
      expect(await rebill(secured(gateway), limits)).toEqual(notSent(failure))
      expect(gateway.connections).toEqual([])
    })
  }

  it('is not sent when the server behind the tunnel is not the gateway', async () => {
    const impostor = await start(answering200(acceptedBody), certificates.selfSigned)
    const proxy = await start(tunnelling(impostor))
    const limits = { proxy: `PROXY 127.0.0.1:${proxy.port}` }
    expect(await rebill(secured(impostor), limits)).toEqual(
      notSent('tls:DEPTH_ZERO_SELF_SIGNED_CERT:localhost'),
    )
    expect(impostor.deliveries).toEqual([])
  })

  it('uses the next proxy only when the first one cannot be reached', async () => {
    const gateway = await start(answering200(acceptedBody), certificates.localhost)
    expect((await rebill(secured(gateway), { proxy: 'PROXY 127.0.0.1:1; DIRECT' })).kind).toBe('accepted')
    expect(await rebill(secured(gateway), { proxy: 'PROXY 127.0.0.1:1' })).toEqual(
      notSent('proxy-ECONNREFUSED'),
    )
    expect(gateway.deliveries).toHaveLength(1)
  })

  it('does not bypass a proxy of an unknown kind, or settings that cannot be read', async () => {
    const gateway = await start(answering200(acceptedBody), certificates.localhost)
    const unreadable = () => Promise.reject(new Error('no settings'))
    expect(await rebill(secured(gateway), { proxy: 'SOCKS5 127.0.0.1:1' })).toEqual(
      notSent('proxy-unsupported'),
    )
    expect(await rebill(secured(gateway), { proxy: unreadable })).toEqual(notSent('proxy-unsupported'))
    expect(await rebill(secured(gateway), { proxy: '' })).toEqual(notSent('proxy-unsupported'))
    expect(gateway.connections).toEqual([])
  })

  it('is not sent when the proxy settings are never returned', async () => {
    const gateway = await start(answering200(acceptedBody), certificates.localhost)
    const limits = { proxy: () => new Promise<string>(() => undefined), connectTimeoutMs: 200 }
    expect(await rebill(secured(gateway), limits)).toEqual(notSent('timeout'))
  })

  it('is never used for the simulator on this machine', async () => {
    const gateway = await start(answering200(acceptedBody))
    const asked: string[] = []
    const proxy = async () => {
      asked.push('asked')
      return 'PROXY 127.0.0.1:1'
    }
    expect((await rebill(plain(gateway), { proxy })).kind).toBe('accepted')
    expect(asked).toEqual([])
  })
})
