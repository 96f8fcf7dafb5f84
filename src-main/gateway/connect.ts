import net from 'node:net'
import tls from 'node:tls'
import { isLoopbackHost } from '../../src-shared/domain/gateway-address'
import { fail, ok, type Result } from '../../src-shared/util/result'
import type { ProxyResolver } from '../ports/gateway-client'
import { publicLookup, type Resolve } from './public-lookup'

/** The target of a connection and the certificates to trust. */
export interface ConnectOptions {
  readonly url: URL
  /** Proxy settings of the operating system: `DIRECT`, `PROXY host:port`, or several separated by `;`. */
  readonly proxy: string
  readonly secureContext: () => tls.SecureContext
  /** Resolves a host name; `dns.lookup` except in tests. */
  readonly resolve?: Resolve
}

const maxProxyHeadBytes = 16_384

/** The trusted authorities for TLS. Create it once, because reading them takes tens of milliseconds. */
export function secureContext(authorities: readonly string[] = trustedAuthorities()): tls.SecureContext {
  return tls.createSecureContext({ ca: [...authorities], minVersion: 'TLSv1.2' })
}

/** The authorities of Node, and those of the operating system when the runtime can read them. */
function trustedAuthorities(): readonly string[] {
  // The Node version in Electron may not have this function yet.
  const { getCACertificates } = tls as Partial<Pick<typeof tls, 'getCACertificates'>>
  return [...tls.rootCertificates, ...(getCACertificates?.('system') ?? [])]
}

/**
 * The proxy for an address, as `ConnectOptions` takes it; null when the signal aborts before the system has answered.
 * Plain http is used only for this machine, without a proxy.
 */
export async function proxyFor(
  proxies: ProxyResolver,
  url: URL,
  signal: AbortSignal,
): Promise<string | null> {
  return url.protocol === 'https:' ? unlessAborted(resolved(proxies, url), signal) : 'DIRECT'
}

async function resolved(proxies: ProxyResolver, url: URL): Promise<string> {
  try {
    return await proxies.resolve(url.href)
  } catch {
    // When the proxy settings cannot be read, the call fails. It must not bypass the proxy.
    return 'UNRESOLVED'
  }
}

function unlessAborted<T>(work: Promise<T>, signal: AbortSignal): Promise<T | null> {
  return new Promise((resolve, reject) => {
    if (signal.aborted) resolve(null)
    signal.addEventListener('abort', () => resolve(null), { once: true })
    work.then(resolve, reject)
  })
}

/**
 * Opens a connection and sends no request on it. For https the certificate is verified. The error is a short technical
 * word; an error proves that no request was sent. Aborting closes the connection, and the reason of the abort is the
 * error.
 *
 * The name of a gateway must resolve to public addresses only; otherwise the error is `ADDRESS_NOT_PUBLIC`. With a proxy
 * the app does not resolve the name, so this check is not possible.
 */
export async function connect(
  options: ConnectOptions,
  signal: AbortSignal,
): Promise<Result<net.Socket, string>> {
  const { url } = options
  const host = hostOf(url)
  const tunnel = await openTunnel(options, signal)
  if (!tunnel.ok || url.protocol !== 'https:') return tunnel
  const secured = tls.connect({
    socket: tunnel.value,
    host,
    ...(net.isIP(host) === 0 ? { servername: host } : {}),
    secureContext: options.secureContext(),
    // Set explicitly, because an environment variable can change the default.
    rejectUnauthorized: true,
    ALPNProtocols: ['http/1.1'],
  })
  let issuer = ''
  // Read before Node checks the certificate: after a refusal the socket has no certificate any more.
  secured.prependListener('secure', () => {
    issuer = issuerOf(secured)
  })
  const failure = await opened(secured, 'secureConnect', signal)
  if (failure === null) return ok(secured)
  tunnel.value.destroy()
  if (signal.aborted) return fail(failure)
  return fail(issuer === '' ? `tls:${failure}` : `tls:${failure}:${issuer}`)
}

/** Name of the certificate's issuer for people: letters, digits and simple punctuation, at most 40 characters. */
function issuerOf(socket: tls.TLSSocket): string {
  const { issuer } = socket.getPeerCertificate()
  const name: unknown = issuer?.CN ?? issuer?.O ?? ''
  return String(name)
    .slice(0, 40)
    .replace(/[^\p{L}\p{N} .,'&()-]/gu, '')
    .trim()
}

/** In a URL an IPv6 address has brackets, which are not part of the address. */
function hostOf(url: URL): string {
  return url.hostname.replace(/^\[|\]$/g, '')
}

/** The connection below TLS, with the same checks as `connect`. */
export async function openTunnel(
  { url, proxy, resolve }: Omit<ConnectOptions, 'secureContext'>,
  signal: AbortSignal,
): Promise<Result<net.Socket, string>> {
  const port = Number(url.port || (url.protocol === 'https:' ? 443 : 80))
  const host = hostOf(url)
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

/** Opens a tunnel through the proxy (CONNECT). */
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

/**
 * Reads the proxy's answer up to the empty line. More bytes are a protocol error, because in TLS the client sends
 * first.
 */
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

/**
 * Waits until a socket is connected. Returns null, or a technical word after an error; then the socket is destroyed.
 */
function opened(
  socket: net.Socket,
  event: 'connect' | 'secureConnect',
  signal: AbortSignal,
): Promise<string | null> {
  return new Promise((resolve) => {
    const finish = (failure: string | null) => {
      socket.off(event, onOpen).off('error', onError).off('close', onClose)
      signal.removeEventListener('abort', onAbort)
      // The next owner adds its listener a moment later. Without a listener an error in between would end the process.
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

/** The code of a socket or TLS error, e.g. `ECONNREFUSED`. The message is not used, because it can contain values. */
export function errorWord(error: unknown): string {
  const code = error instanceof Error && 'code' in error ? error.code : undefined
  return typeof code === 'string' && /^[A-Z0-9_]{1,64}$/.test(code) ? code : 'socket-error'
}
