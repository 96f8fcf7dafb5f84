import net from 'node:net'
import tls from 'node:tls'
import { isLoopbackHost } from '../../src-shared/domain/gateway-address'
import { fail, ok, type Result } from '../../src-shared/util/result'
import { publicLookup, type Resolve } from './public-address'

/** Where to connect to and what to trust. */
export interface ConnectOptions {
  readonly url: URL
  /** As the proxy settings of the operating system answer: `DIRECT`, `PROXY host:port`, several joined by `;`. */
  readonly proxy: string
  readonly secureContext: () => tls.SecureContext
  /** Asks for the addresses of a name; `dns.lookup` unless a test says otherwise. */
  readonly resolve?: Resolve
}

const maxProxyHeadBytes = 16_384

/**
 * Opens a connection on which nothing was sent to the gateway yet: connected for http, verified by TLS for https.
 * The error is a short technical word and proves that no request left. Aborting destroys what was opened so far;
 * its reason is then the error.
 *
 * A gateway's name must lead to public addresses only; `ADDRESS_NOT_PUBLIC` otherwise. Behind a proxy the app does not
 * resolve the name, so the proxy decides where it leads.
 */
export async function connect(
  options: ConnectOptions,
  signal: AbortSignal,
): Promise<Result<net.Socket, string>> {
  const { url } = options
  const port = Number(url.port || (url.protocol === 'https:' ? 443 : 80))
  // The brackets of an IPv6 literal belong to the URL, not to the address.
  const host = url.hostname.replace(/^\[|\]$/g, '')
  const tunnel = await openTunnel(options, host, port, signal)
  if (!tunnel.ok || url.protocol !== 'https:') return tunnel
  const secured = tls.connect({
    socket: tunnel.value,
    host,
    ...(net.isIP(host) === 0 ? { servername: host } : {}),
    secureContext: options.secureContext(),
    // Said here because an environment variable switches verification off where it is not.
    rejectUnauthorized: true,
    ALPNProtocols: ['http/1.1'],
  })
  let issuer = ''
  // Asked before Node checks the certificate, since a refused connection has none to ask about any more.
  secured.prependListener('secure', () => {
    issuer = issuerOf(secured)
  })
  const failure = await opened(secured, 'secureConnect', signal)
  if (failure === null) return ok(secured)
  tunnel.value.destroy()
  if (signal.aborted) return fail(failure)
  return fail(issuer === '' ? `tls:${failure}` : `tls:${failure}:${issuer}`)
}

/** Who vouches for the other side, for people: 40 characters at most, and none that a stranger could make look like ours. */
function issuerOf(socket: tls.TLSSocket): string {
  const { issuer } = socket.getPeerCertificate()
  const name: unknown = issuer?.CN ?? issuer?.O ?? ''
  return String(name)
    .slice(0, 40)
    .replace(/[^\p{L}\p{N} .,'&()-]/gu, '')
    .trim()
}

async function openTunnel(
  { url, proxy, resolve }: ConnectOptions,
  host: string,
  port: number,
  signal: AbortSignal,
): Promise<Result<net.Socket, string>> {
  if (url.protocol !== 'https:') return openTcp(host, port, signal)
  let result: Result<net.Socket, string> = fail('proxy-unsupported')
  for (const route of proxy.split(';').map((part) => part.trim())) {
    if (/^DIRECT$/i.test(route))
      return openTcp(host, port, signal, isLoopbackHost(url.hostname) ? undefined : publicLookup(resolve))
    const match = /^PROXY\s+\[?([^\s\]]+?)\]?:([0-9]{1,5})$/i.exec(route)
    if (match === null) continue
    const toProxy = await openTcp(match[1] ?? '', Number(match[2]), signal)
    if (toProxy.ok) return throughProxy(toProxy.value, `${url.hostname}:${port}`, signal)
    result = fail(signal.aborted ? toProxy.error : `proxy-${toProxy.error}`)
  }
  return result
}

async function openTcp(
  host: string,
  port: number,
  signal: AbortSignal,
  lookup?: net.LookupFunction,
): Promise<Result<net.Socket, string>> {
  if (port > 65_535) return fail('bad-port')
  const socket = net.connect({ host, port, noDelay: true, ...(lookup === undefined ? {} : { lookup }) })
  const failure = await opened(socket, 'connect', signal)
  return failure === null ? ok(socket) : fail(failure)
}

/** Asks the proxy for a tunnel; the gateway's own bytes start only behind it. */
async function throughProxy(
  socket: net.Socket,
  authority: string,
  signal: AbortSignal,
): Promise<Result<net.Socket, string>> {
  socket.write(`CONNECT ${authority} HTTP/1.1\r\nHost: ${authority}\r\n\r\n`)
  const head = await readProxyHead(socket, signal)
  const status = head.ok ? /^HTTP\/1\.[01] ([0-9]{3})/.exec(head.value)?.[1] : undefined
  if (status?.startsWith('2') === true) return ok(socket)
  socket.destroy()
  if (!head.ok) return head
  return fail(status === undefined ? 'proxy-protocol' : `proxy-${status}`)
}

/** Reads the proxy's answer up to its empty line; a word more than that is a protocol error, since TLS starts with us. */
function readProxyHead(socket: net.Socket, signal: AbortSignal): Promise<Result<string, string>> {
  return new Promise((resolve) => {
    let head = ''
    const finish = (result: Result<string, string>) => {
      socket.off('data', onData).off('error', onError).off('close', onClose)
      signal.removeEventListener('abort', onAbort)
      socket.pause()
      resolve(result)
    }
    const onData = (chunk: Buffer) => {
      head += chunk.toString('latin1')
      const end = head.indexOf('\r\n\r\n')
      if (end >= 0) finish(end + 4 === head.length ? ok(head) : fail('proxy-protocol'))
      else if (head.length > maxProxyHeadBytes) finish(fail('proxy-protocol'))
    }
    const onError = (error: Error) => finish(fail(`proxy-${errorWord(error)}`))
    const onClose = () => finish(fail('proxy-closed'))
    const onAbort = () => finish(fail(String(signal.reason)))
    socket.on('data', onData).on('error', onError).on('close', onClose)
    signal.addEventListener('abort', onAbort)
    if (signal.aborted) onAbort()
  })
}

/** Waits until a socket stands; null, or the word for what went wrong, in which case the socket is destroyed. */
function opened(
  socket: net.Socket,
  event: 'connect' | 'secureConnect',
  signal: AbortSignal,
): Promise<string | null> {
  return new Promise((resolve) => {
    const finish = (failure: string | null) => {
      socket.off(event, onOpen).off('error', onError).off('close', onClose)
      signal.removeEventListener('abort', onAbort)
      // Whoever takes the socket over listens a moment later; an error in between must not end the process.
      socket.on('error', ignore)
      if (failure !== null) socket.destroy()
      resolve(failure)
    }
    const onOpen = () => finish(null)
    const onError = (error: Error) => finish(errorWord(error))
    const onClose = () => finish('closed')
    const onAbort = () => finish(String(signal.reason))
    socket.on(event, onOpen).on('error', onError).on('close', onClose)
    signal.addEventListener('abort', onAbort)
    if (signal.aborted) onAbort()
  })
}

function ignore(): void {}

/** The code of a socket or TLS error, e.g. `ECONNREFUSED`; never its message, which can hold values. */
export function errorWord(error: unknown): string {
  const code = error instanceof Error && 'code' in error ? error.code : undefined
  return typeof code === 'string' && /^[A-Z0-9_]{1,64}$/.test(code) ? code : 'socket-error'
}
