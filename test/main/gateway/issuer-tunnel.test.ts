import net, { type AddressInfo } from 'node:net'
import { describe, expect, it, onTestFinished } from 'vitest'
import { IssuerTunnel } from '../../../src-main/gateway/issuer-tunnel'
import type { Resolve } from '../../../src-main/gateway/public-lookup'
import { FakeClock } from '../../support/fakes/fake-clock'

describe('the route of an issuer’s page (S9)', () => {
  it.each([
    '127.0.0.1:443',
    'localhost:443',
    '10.0.0.8:443',
    '[::1]:443',
    '[::ffff:10.0.0.1]:443',
    'printer.local:443',
  ])('refuses %s without a name lookup', async (authority) => {
    const { ask, lookups, refusals } = await openRoute()
    expect(await ask(authority)).toMatch(/^HTTP\/1\.1 (?:403|502) /)
    expect(lookups).toEqual([])
    expect(refusals()).toBeLessThanOrEqual(1)
  })

  it('refuses a name that resolves to an address in the office, also beside a public one', async () => {
    for (const addresses of [['192.168.1.10'], ['8.8.8.8', '10.0.0.1'], ['::ffff:127.0.0.1'], ['fd00::1']]) {
      const { ask, route, refusals } = await openRoute(addresses)
      expect(await ask('acs.bank.example:443')).toMatch(/^HTTP\/1\.1 403 /)
      expect([route.hasRefused('acs.bank.example'), refusals()]).toEqual([true, 1])
    }
  })

  it('opens no tunnel for plain http, and none for an address that is no host and port', async () => {
    const { send, lookups } = await openRoute()
    expect(await send('GET http://acs.bank.example/ HTTP/1.1\r\nHost: acs.bank.example\r\n\r\n')).toMatch(
      / 405 /,
    )
    for (const authority of ['a@127.0.0.1:443', 'acs.bank.example', '127.1:443', '2130706433:443'])
      expect(await send(`CONNECT ${authority} HTTP/1.1\r\nHost: a\r\n\r\n`)).toMatch(/ (?:502|400) /)
    expect(lookups).toEqual([])
  })

  it('passes bytes both ways through the proxy of the system, and ends with the visit', async () => {
    const office = await startOfficeProxy()
    const { route } = await openRoute([], office.proxy)
    const { socket, seen } = await openTunnelOn(route.port)
    socket.write('\x16hello')
    await expect.poll(() => seen.join('')).toContain('echo \x16hello')
    socket.write('more')
    await expect.poll(() => seen.join('')).toContain('echo more')
    expect(office.asked).toEqual(['CONNECT acs.bank.example:443 HTTP/1.1'])
    const closed = new Promise((resolve) => socket.once('close', resolve))
    route.close()
    await closed
  })

  it('passes nothing but TLS, so that WebRTC gets no way out through a tunnel', async () => {
    const office = await startOfficeProxy()
    const { route } = await openRoute([], office.proxy)
    const { socket, seen } = await openTunnelOn(route.port)
    const closed = new Promise((resolve) => socket.once('close', resolve))
    socket.write('\x00\x03allocate')
    await closed
    expect([seen.join('').includes('echo'), office.received]).toEqual([false, []])
  })
})

/** A proxy of the system that answers itself: it sends back what it receives in the tunnel. */
async function startOfficeProxy() {
  const asked: string[] = []
  const received: string[] = []
  const office = net.createServer((socket) => {
    socket.on('error', () => undefined)
    socket.once('data', (head) => {
      asked.push(String(head).split('\r\n')[0] ?? '')
      socket.write('HTTP/1.1 200 OK\r\n\r\n')
      socket.on('data', (bytes) => {
        received.push(String(bytes))
        socket.write(`echo ${String(bytes)}`)
      })
    })
  })
  await new Promise<void>((resolve) => office.listen(0, '127.0.0.1', resolve))
  onTestFinished(() => void office.close())
  const { port } = office.address() as AddressInfo
  return { asked, received, proxy: `PROXY 127.0.0.1:${String(port)}` }
}

async function openTunnelOn(port: number) {
  const socket = net.connect(port, '127.0.0.1')
  socket.on('error', () => undefined)
  const seen: string[] = []
  socket.on('data', (bytes) => seen.push(String(bytes)))
  socket.write('CONNECT acs.bank.example:443 HTTP/1.1\r\nHost: acs.bank.example:443\r\n\r\n')
  await expect.poll(() => seen.join('')).toMatch(/ 200 /)
  return { socket, seen }
}

async function openRoute(addresses: string[] = ['8.8.8.8'], proxy = 'DIRECT') {
  const lookups: string[] = []
  let refused = 0
  const resolve: Resolve = (host, _options, callback) => {
    lookups.push(host)
    callback(
      null,
      addresses.map((address) => ({ address, family: net.isIP(address) })),
    )
  }
  const tunnel = new IssuerTunnel({
    clock: new FakeClock(),
    proxies: { resolve: () => Promise.resolve(proxy) },
    onRefused: () => refused++,
    resolve,
  })
  const route = await tunnel.open()
  onTestFinished(() => route.close())
  const send = (head: string) =>
    new Promise<string>((resolveHead) => {
      const socket = net.connect(route.port, '127.0.0.1', () => socket.write(head))
      socket.once('data', (bytes) => {
        resolveHead(String(bytes))
        socket.destroy()
      })
      socket.on('error', () => undefined)
    })
  const ask = (authority: string) => send(`CONNECT ${authority} HTTP/1.1\r\nHost: ${authority}\r\n\r\n`)
  return { route, send, ask, lookups, refusals: () => refused }
}
