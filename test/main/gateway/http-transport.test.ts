import { afterEach, describe, expect, it } from 'vitest'
import type { GatewayCredentials } from '../../../src-main/ports/gateway-client'
import {
  acceptedBody,
  approvedBody,
  never,
  rebillRequest,
  sent,
  statusRequest,
} from '../../support/gateway-calls'
import { answering, answering200, type Behaviour } from '../../support/raw-gateway'
import {
  after,
  certificates,
  chunkedHead,
  clientWith,
  noAnswer,
  page,
  peers,
  plain,
  rebill,
  secured,
  signals,
  start,
  status,
  unknown,
  withLength,
  withoutLength,
  stopGateways,
} from '../../support/wire-client'

afterEach(stopGateways)

describe('a call over TLS', () => {
  it('is sent once, as one form body, on a new connection', async () => {
    const gateway = await start(answering200(acceptedBody), certificates.localhost)
    expect(await rebill(secured(gateway))).toEqual({ kind: 'accepted', gatewayOrderId: '6684100' })
    const [request = ''] = gateway.deliveries
    const [head = '', body] = request.split('\r\n\r\n')
    const [line, ...headers] = head.split('\r\n')
    expect(gateway.connections).toHaveLength(1)
    expect(line).toBe('POST /paynet/api/v2/make-rebill/4411 HTTP/1.1')
    expect(headers.map((header) => header.toLowerCase()).sort()).toEqual([
      'accept-encoding: identity',
      'accept: */*',
      'connection: close',
      `content-length: ${body?.length}`,
      'content-type: application/x-www-form-urlencoded; charset=utf-8',
      `host: localhost:${gateway.port}`,
      'user-agent: rebilldesk',
    ])
    expect(body).toBe(
      'client_orderid=INV-2041&login=NordShop&cardrefid=880017&order_desc=Membership+March&amount=10.15&currency=USD' +
        '&ipaddress=203.0.113.7&control=8eca1a45fa338fcbb6703f7026fc0f1dc1eb7190',
    )
    expect(peers.at(-1)).toEqual({
      host: `localhost:${gateway.port}`,
      issuer: 'Test authority',
      protocol: 'TLSv1.3',
    })
  })
})

/** Answers every request with the same body and keeps the connection open. */
function answeringAgain(body: string, head = 'HTTP/1.1 200 OK'): Behaviour {
  return async (connection) => {
    for (;;) {
      await connection.request()
      connection.received = ''
      connection.socket.write(`${head}\r\nContent-Length: ${body.length}\r\n\r\n${body}`)
    }
  }
}

describe('calls that only read', () => {
  const ask = async (client: ReturnType<typeof clientWith>, target: GatewayCredentials) =>
    (await client.status(target, statusRequest(), never)).outcome.kind

  it('reuse their connection: a hundred polls over TLS need one (D7)', async () => {
    const gateway = await start(answeringAgain(approvedBody), certificates.localhost)
    const client = clientWith()
    const before = peers.length
    for (let poll = 0; poll < 100; poll++) expect(await ask(client, secured(gateway))).toBe('answered')
    expect(gateway.connections).toHaveLength(1)
    expect(peers).toHaveLength(before + 1)
  })

  it('that run at the same time use one connection each (D7)', async () => {
    const gateway = await start(answeringAgain(approvedBody))
    const client = clientWith()
    for (let round = 0; round < 3; round++)
      await Promise.all(Array.from({ length: 5 }, () => ask(client, plain(gateway))))
    expect(gateway.connections.length).toBeLessThanOrEqual(5)
  })

  it('never share their connection with a charge (D7)', async () => {
    const gateway = await start(answeringAgain(approvedBody))
    const client = clientWith()
    await ask(client, plain(gateway))
    gateway.behave = answering200(acceptedBody)
    expect((await sent(client.prepareRebill(plain(gateway), rebillRequest(), ''))).outcome.kind).toBe(
      'accepted',
    )
    expect((await sent(client.prepareRebill(plain(gateway), rebillRequest(), ''))).outcome.kind).toBe(
      'accepted',
    )
    expect(gateway.connections).toHaveLength(3)
    await ask(client, plain(gateway))
    expect(gateway.connections).toHaveLength(3)
  })

  it('of another profile have connections of their own (D7)', async () => {
    const gateway = await start(answeringAgain(approvedBody))
    const client = clientWith()
    await ask(client, plain(gateway))
    await ask(client, { ...plain(gateway), profileId: 'profile-2' })
    expect(gateway.connections).toHaveLength(2)
  })

  it('are sent once more when the gateway closed the idle connection (D7)', async () => {
    const gateway = await start(answeringAgain(approvedBody))
    const client = clientWith()
    await ask(client, plain(gateway))
    const [first] = gateway.connections
    first?.socket.on('data', () => first.socket.resetAndDestroy())
    expect(await ask(client, plain(gateway))).toBe('answered')
    expect(gateway.connections).toHaveLength(2)
  })

  it('are sent at most once more, and not after a byte of an answer (D7)', async () => {
    const gateway = await start(answeringAgain(approvedBody))
    const client = clientWith()
    await ask(client, plain(gateway))
    gateway.behave = ({ socket }) => void socket.once('data', () => socket.resetAndDestroy())
    const [first] = gateway.connections
    first?.socket.on('data', () => first.socket.resetAndDestroy())
    expect(await ask(client, plain(gateway))).toBe('no-answer')
    expect(gateway.connections).toHaveLength(2)
    expect(await ask(client, plain(gateway))).toBe('no-answer')
    expect(gateway.connections).toHaveLength(3)
  })

  it('do not reuse a connection with unexpected bytes (D7)', async () => {
    const gateway = await start(answeringAgain(approvedBody))
    const client = clientWith()
    expect(await ask(client, plain(gateway))).toBe('answered')
    const [first] = gateway.connections
    await new Promise((resolve) => first?.socket.once('close', resolve).write(withLength(approvedBody)))
    expect(await ask(client, plain(gateway))).toBe('answered')
    expect(gateway.connections).toHaveLength(2)
  })

  it.each([
    ['says close', 'HTTP/1.1 200 OK\r\nConnection: close'],
    ['speaks HTTP 1.0', 'HTTP/1.0 200 OK'],
  ])('do not reuse the connection of a gateway that %s (D7)', async (_, head) => {
    const gateway = await start(answeringAgain(approvedBody, head))
    const client = clientWith()
    for (let poll = 0; poll < 3; poll++) expect(await ask(client, plain(gateway))).toBe('answered')
    expect(gateway.connections).toHaveLength(3)
  })
})

describe('the outcome of a charge', () => {
  it('is unknown when the connection breaks while a long request is being sent', async () => {
    const gateway = await start(({ socket }) => void socket.once('data', () => socket.resetAndDestroy()))
    const long = rebillRequest({ orderDescription: 'ä'.repeat(32_000), merchantData: 'ö'.repeat(32_000) })
    const { outcome } = await sent(clientWith().prepareRebill(plain(gateway), long, ''))
    expect(outcome).toEqual(unknown(expect.stringMatching(/^(?:ECONNRESET|EPIPE)$/) as string))
    expect(gateway.deliveries).toEqual([])
  })

  it('is unknown, and nothing is sent again, when the gateway resets at once', async () => {
    const gateway = await start(({ socket }) => void socket.resetAndDestroy())
    const { kind } = await rebill(plain(gateway))
    expect(['not-sent', 'unknown']).toContain(kind)
    expect(gateway.connections.map(({ received }) => received)).toEqual([''])
  })

  it('is unknown when the connection breaks after the TLS handshake', async () => {
    const gateway = await start(({ socket }) => void socket.destroy(), certificates.localhost)
    expect((await rebill(secured(gateway))).kind).toBe('unknown')
  })

  it('is unknown at the deadline; a late answer is read, and nothing is sent again (B4)', async () => {
    let answer = () => {}
    const gateway = await start(async (connection) => {
      await connection.request()
      answer = () => void connection.socket.end(withLength(acceptedBody))
    })
    const limits = { timeoutMs: 100, lateMs: 5000 }
    const result = await clientWith(limits).prepareRebill(plain(gateway), rebillRequest(), '').send(never)
    expect(result.outcome).toEqual(unknown('timeout'))
    answer()
    expect(await result.late).toMatchObject({
      outcome: { kind: 'accepted', gatewayOrderId: '6684100' },
      exchange: { outcome: 'answered', clientOrderId: 'INV-2041' },
    })
    expect(gateway.deliveries).toHaveLength(1)
  })

  it('stays unknown when no late answer comes (B4)', async () => {
    const gateway = await start(async (connection) => {
      await connection.request()
    })
    const limits = { timeoutMs: 100, lateMs: 100 }
    const result = await clientWith(limits).prepareRebill(plain(gateway), rebillRequest(), '').send(never)
    expect(await result.late).toBeNull()
    expect(gateway.connections).toHaveLength(1)
  })

  it('does not read an answer that comes after the wait for a late one', async () => {
    const gateway = await start(async (connection) => {
      await connection.request()
      await new Promise((resolve) => connection.socket.once('end', resolve).once('error', resolve))
      connection.socket.write(withLength(acceptedBody))
    })
    expect(await rebill(plain(gateway), { timeoutMs: 200 })).toEqual(unknown('timeout'))
    expect(gateway.deliveries).toHaveLength(1)
  })

  it('is unknown at the deadline although bytes keep coming', async () => {
    const gateway = await start(async (connection) => {
      await connection.request()
      for (const byte of withLength(acceptedBody)) {
        if (connection.socket.destroyed) return
        connection.socket.write(byte)
        await new Promise((resolve) => setTimeout(resolve, 30))
      }
    })
    expect(await rebill(plain(gateway), { timeoutMs: 200 })).toEqual(unknown('timeout'))
    expect(await status(plain(gateway), { timeoutMs: 200 })).toEqual(noAnswer('timeout'))
  })

  it('is unknown when the call is cancelled after the request was sent', async () => {
    const cancelling = new AbortController()
    const gateway = await start(after(() => cancelling.abort()))
    expect(await rebill(plain(gateway), {}, cancelling.signal)).toEqual(unknown('cancelled'))
    expect(gateway.deliveries).toHaveLength(1)
  })

  it('is unknown when 100 MB arrive, with or without a length, and memory stays flat', async () => {
    const megabyte = Buffer.alloc(1_048_576, 'a')
    const pouring = (head: string): Behaviour =>
      after(async ({ socket }) => {
        socket.write(head)
        for (let sentMb = 0; sentMb < 100 && !socket.destroyed; sentMb++)
          await new Promise((resolve) => socket.write(megabyte, resolve))
        socket.end()
      })
    const before = process.memoryUsage().rss
    for (const head of [
      `HTTP/1.1 200 OK\r\nContent-Length: ${100 * 1_048_576}\r\n\r\n`,
      'HTTP/1.1 200 OK\r\n\r\n',
    ]) {
      const gateway = await start(pouring(head))
      expect(await rebill(plain(gateway))).toEqual(unknown('too-large'))
    }
    expect(process.memoryUsage().rss - before).toBeLessThan(50 * 1_048_576)
  })

  it('reports a denied access for a status; for a rebill the outcome stays unknown', async () => {
    for (const code of [401, 403]) {
      const gateway = await start(page(code))
      expect(await rebill(plain(gateway))).toEqual(unknown(`http-${code}`))
      expect(await status(plain(gateway))).toEqual({ ...noAnswer(`http-${code}`), isAccessDenied: true })
    }
  })

  it('reports the wait that a 429 asks for, for every operation (D6)', async () => {
    const gateway = await start(answering('HTTP/1.1 429 Slow down\nRetry-After: 30\nContent-Length: 0'))
    expect(await rebill(plain(gateway))).toEqual(unknown('http-429'))
    expect(await status(plain(gateway))).toEqual(noAnswer('http-429'))
    expect(signals.map(({ profileId, pause }) => [profileId, pause])).toEqual([
      ['profile-1', { waitMs: 30_000 }],
      ['profile-1', { waitMs: 30_000 }],
    ])
  })

  for (const code of [301, 302, 303, 307, 308]) {
    it(`does not follow a ${code}, to here or elsewhere (S11)`, async () => {
      const trap = await start(answering200(approvedBody))
      for (const place of [
        `http://127.0.0.1:${trap.port}/paynet`,
        '/elsewhere',
        `//127.0.0.1:${trap.port}/`,
      ]) {
        const gateway = await start(
          answering(`HTTP/1.1 ${code} Moved\nLocation: ${place}\nContent-Length: 0`),
        )
        expect(await rebill(plain(gateway))).toEqual(unknown(`http-${code}`))
        expect(await status(plain(gateway))).toEqual(noAnswer(`http-${code}`))
        expect(gateway.connections).toHaveLength(2)
      }
      expect(trap.connections).toEqual([])
    })
  }

  it('never leads to a request to an address in an answer (S10)', async () => {
    const trap = await start(answering200(approvedBody))
    const place = encodeURIComponent(`http://127.0.0.1:${trap.port}/x`)
    const places = ['redirect-to', 'html', 'descriptor', 'tds-creq-form-acs-url', 'own'].map(
      (name) => `&${name}=${place}\n`,
    )
    const body = approvedBody + places.join('')
    const head = `HTTP/1.1 200 OK\nContent-Length: ${body.length}\nContent-Location: http://127.0.0.1:${trap.port}/\nLink: <http://127.0.0.1:${trap.port}/>; rel=preload`
    const gateway = await start(answering(head, body))
    expect((await status(plain(gateway))).kind).toBe('answered')
    expect(trap.connections).toEqual([])
  })
})

describe('an answer that can be read', () => {
  const readable: readonly (readonly [string, string])[] = [
    ['has its length', withLength(acceptedBody)],
    [
      'comes in chunks',
      `${chunkedHead}10\r\n${acceptedBody.slice(0, 16)}\r\n${(acceptedBody.length - 16).toString(16)}\r\n${acceptedBody.slice(16)}\r\n0\r\n\r\n`,
    ],
    ['ends with the connection, its last value with a line feed', withoutLength()],
    ['follows an early hint', `HTTP/1.1 103 Early Hints\r\nLink: </x>\r\n\r\n${withLength(acceptedBody)}`],
    ['is followed by more bytes', `${withLength(acceptedBody)}HTTP/1.1 500 No\r\n\r\n`],
    ['says identity', withLength(acceptedBody).replace('\r\n', '\r\nContent-Encoding: Identity\r\n')],
    ['lies about its charset', withLength(acceptedBody).replace('utf-8', 'iso-8859-1')],
  ]
  for (const [what, answer] of readable) {
    it(`is accepted when it ${what}`, async () => {
      const gateway = await start(after(({ socket }) => void socket.end(answer)))
      expect(await rebill(plain(gateway))).toEqual({ kind: 'accepted', gatewayOrderId: '6684100' })
    })
  }

  it('does not wait for a connection that the gateway keeps open', async () => {
    const gateway = await start(after(({ socket }) => void socket.write(withLength(acceptedBody))))
    expect((await rebill(plain(gateway))).kind).toBe('accepted')
  })

  it('reports the difference of the clocks', async () => {
    const later = new Date(Date.now() + 400_000).toUTCString()
    const gateway = await start(
      answering(`HTTP/1.1 200 OK\nDate: ${later}\nContent-Length: ${approvedBody.length}`, approvedBody),
    )
    const { clockSkewMs } = await clientWith().status(plain(gateway), statusRequest(), never)
    expect(clockSkewMs).toBeGreaterThan(398_000)
    expect(clockSkewMs).toBeLessThan(401_000)
  })
})
