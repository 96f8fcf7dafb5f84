import { createServer } from 'node:http'
import type { AddressInfo, Socket } from 'node:net'
import { isPublicHost } from '../platform/public-address'
import type { Clock } from '../platform/clock'
import type { ProxyResolver } from '../ports/gateway-client'
import type { IssuerNetwork, IssuerRoute } from '../ports/issuer-network'
import { openTunnel } from './connect'
import type { Resolve } from './public-lookup'

const address = '127.0.0.1'
/** Chromium opens at most 32 connections to a proxy. */
const maxConnections = 64
const connectMs = 20_000
/** The first byte of a connection with TLS. */
const tlsHandshake = 0x16

interface TunnelParts {
  readonly clock: Pick<Clock, 'schedule'>
  readonly proxies: ProxyResolver
  readonly onRefused: () => void
  /** Resolves a host name; `dns.lookup` except in tests. */
  readonly resolve?: Resolve
}

/**
 * A loopback proxy between an issuer's window and the network. Chromium asks it for a tunnel by host name (CONNECT), so
 * that Chromium itself resolves no name and connects to nothing else. The name is resolved once, and the address that
 * was checked is the one that is connected to: a name that resolves otherwise a moment later (DNS rebinding) gains
 * nothing. TLS is between Chromium and the issuer.
 */
export class IssuerTunnel implements IssuerNetwork {
  readonly #parts: TunnelParts

  constructor(parts: TunnelParts) {
    this.#parts = parts
  }

  async open(): Promise<IssuerRoute> {
    const refused = new Set<string>()
    const sockets = new Set<Socket>()
    const keep = (socket: Socket) => {
      sockets.add(socket)
      socket.on('error', () => socket.destroy())
      socket.on('close', () => sockets.delete(socket))
    }
    const server = createServer((_request, response) => {
      // Anything but a tunnel. Plain http is never a page of an issuer.
      response.writeHead(405, { connection: 'close' }).end()
    })
    server.maxConnections = maxConnections
    server.on('connection', keep)
    server.on('connect', (request, downstream: Socket, early: Buffer) => {
      void this.#reach(request.url ?? '', downstream).then((outcome) => {
        if (outcome.kind === 'refused') {
          refused.add(outcome.host)
          this.#parts.onRefused()
        }
        if (outcome.kind !== 'open') {
          downstream.end(
            `HTTP/1.1 ${outcome.kind === 'refused' ? '403 Forbidden' : '502 Bad Gateway'}\r\n\r\n`,
          )
          return
        }
        const upstream = outcome.socket
        keep(upstream)
        if (downstream.destroyed) return void upstream.destroy()
        downstream.on('close', () => upstream.destroy())
        upstream.on('close', () => downstream.destroy())
        downstream.write('HTTP/1.1 200 Connection established\r\n\r\n')
        if (early.length > 0) downstream.unshift(early)
        downstream.once('data', (first: Buffer) => {
          // Only TLS passes. WebRTC asks for tunnels as well.
          if (first[0] !== tlsHandshake) return void downstream.destroy()
          upstream.write(first)
          downstream.pipe(upstream).pipe(downstream)
        })
      })
    })
    await new Promise<void>((resolve, reject) => {
      server.once('error', reject).listen(0, address, resolve)
    })
    return {
      port: (server.address() as AddressInfo).port,
      hasRefused: (host) => refused.has(host),
      close: () => {
        server.close()
        for (const socket of sockets) socket.destroy()
      },
    }
  }

  async #reach(
    authority: string,
    downstream: Socket,
  ): Promise<{ kind: 'open'; socket: Socket } | { kind: 'refused'; host: string } | { kind: 'failed' }> {
    const text = `https://${authority}/`
    if (!/^.{1,300}:[0-9]{1,5}$/.test(authority) || !URL.canParse(text)) return { kind: 'failed' }
    const url = new URL(text)
    if (url.host !== authority && `${url.hostname}:443` !== authority) return { kind: 'failed' }
    if (!isPublicHost(url.hostname)) return { kind: 'refused', host: url.hostname }
    const opening = new AbortController()
    const abort = () => opening.abort('closed')
    const cancelTimer = this.#parts.clock.schedule(connectMs, () => opening.abort('connect-timeout'))
    downstream.once('close', abort)
    try {
      const proxy = await this.#parts.proxies.resolve(url.href)
      const { resolve } = this.#parts
      const tunnel = await openTunnel(
        { url, proxy, ...(resolve === undefined ? {} : { resolve }) },
        opening.signal,
      )
      if (tunnel.ok) return { kind: 'open', socket: tunnel.value }
      return tunnel.error === 'ADDRESS_NOT_PUBLIC'
        ? { kind: 'refused', host: url.hostname }
        : { kind: 'failed' }
    } catch {
      return { kind: 'failed' }
    } finally {
      cancelTimer()
      downstream.off('close', abort)
    }
  }
}
