import http from 'node:http'
import https from 'node:https'
import type { Socket } from 'node:net'
import { TLSSocket, type SecureContext } from 'node:tls'
import type { Clock } from '../platform/clock'
import type { ProxyResolver } from '../ports/gateway-client'
import { connect, errorWord, proxyFor, secureContext } from './connect'
import { KeptConnections } from './kept-connections'
import type { Resolve } from './public-lookup'
import { wireLimits } from './wire-format'

/** One POST of a form body. */
export interface HttpCall {
  readonly url: URL
  readonly body: string
  /** Value of the Authorization header, for v4 calls. */
  readonly authorization?: string
  /** Owner of the connections that the call may reuse; only for calls that only read. Absent = a new connection. */
  readonly sharedBy?: string
  /** Time limit from the start of the connection to the last byte of the answer. */
  readonly timeoutMs: number
  /** How long a late answer is still read after the time limit. Nothing is sent again. Absent = not read. */
  readonly lateMs?: number
}

/** The used parts of an answer's head. */
export interface AnswerHead {
  readonly status: number
  readonly date: string | null
  readonly retryAfter: string | null
  readonly contentType: string | null
}

/** How a call ended. `not-sent` proves that no byte of the request was sent: there was no connection. */
export type HttpResult =
  | {
      readonly kind: 'answered'
      readonly head: AnswerHead
      readonly body: Uint8Array
      /** False when neither a length nor chunks mark the end of the body, only the end of the connection. */
      readonly isLengthProven: boolean
    }
  | { readonly kind: 'not-sent'; readonly failure: string }
  /** The request may have been sent, and no complete answer came. `head` is set when the head came. */
  | {
      readonly kind: 'broken'
      readonly failure: string
      readonly head: AnswerHead | null
      /** Set at the deadline of a call with `lateMs`: how the call ended later. */
      readonly late?: Promise<HttpResult>
    }

/**
 * Sends a call once; never rejects. Only a call with `sharedBy` is sent a second time, when the reused connection was
 * already closed by the gateway.
 */
export interface HttpTransport {
  post(call: HttpCall, signal: AbortSignal): Promise<HttpResult>
}

/** The parts of the transport. Tests set the optional ones. */
export interface TransportParts {
  readonly clock: Clock
  readonly proxies: ProxyResolver
  readonly connectTimeoutMs?: number
  /** Replaces the resolver of the operating system. */
  readonly resolve?: Resolve
  /** PEM certificates that replace the trusted authorities. */
  readonly authorities?: readonly string[]
  /** Called for each verified connection with the issuer of its certificate. */
  readonly onVerified?: (peer: VerifiedPeer) => void
}

/** The peer of a verified connection. */
export interface VerifiedPeer {
  readonly host: string
  readonly issuer: string
  readonly protocol: string
}

const defaultConnectTimeoutMs = 10_000

/**
 * HTTP without redirects and compression. Each call uses a new connection, except calls with `sharedBy`. The request is
 * given to HTTP only after the connection is verified, so that `not-sent` is certain before that.
 */
export class NodeHttpTransport implements HttpTransport {
  readonly #parts: TransportParts
  readonly #kept: KeptConnections
  #context: SecureContext | undefined

  constructor(parts: TransportParts) {
    this.#parts = parts
    this.#kept = new KeptConnections(parts.clock)
  }

  async post(call: HttpCall, signal: AbortSignal): Promise<HttpResult> {
    const whole = new AbortController()
    const cancel = () => whole.abort('cancelled')
    signal.addEventListener('abort', cancel)
    if (signal.aborted) cancel()
    const stopWaiting = this.#parts.clock.schedule(call.timeoutMs, () => whole.abort('timeout'))
    try {
      const keep = this.#keeperOf(call)
      const kept = keep === null ? null : this.#kept.take(keep.key)
      const first =
        kept === null
          ? null
          : await exchange(kept, call, whole.signal, { keeper: keep, clock: this.#parts.clock })
      if (first !== null && (!isClosedBefore(first) || whole.signal.aborted)) return first
      const connected = await this.#connect(call.url, whole.signal)
      if (!connected.ok) return { kind: 'not-sent', failure: connected.error }
      return await exchange(connected.value, call, whole.signal, { keeper: keep, clock: this.#parts.clock })
    } finally {
      stopWaiting()
      signal.removeEventListener('abort', cancel)
    }
  }

  /** Connections are reused only for the same owner and origin. */
  #keeperOf({ sharedBy, url }: HttpCall): Keeper | null {
    if (sharedBy === undefined) return null
    const key = `${sharedBy} ${url.origin}`
    return { key, onFree: (socket) => this.#kept.keep(key, socket) }
  }

  async #connect(url: URL, whole: AbortSignal) {
    const opening = new AbortController()
    const stop = () => opening.abort(whole.reason)
    whole.addEventListener('abort', stop)
    if (whole.aborted) stop()
    const limit = this.#parts.connectTimeoutMs ?? defaultConnectTimeoutMs
    const stopWaiting = this.#parts.clock.schedule(limit, () => opening.abort('timeout'))
    try {
      const proxy = await proxyFor(this.#parts.proxies, url, opening.signal)
      if (proxy === null) return { ok: false, error: String(opening.signal.reason) } as const
      const context = () => this.#secureContext()
      const { resolve } = this.#parts
      const options = { url, proxy, secureContext: context, ...(resolve === undefined ? {} : { resolve }) }
      const connected = await connect(options, opening.signal)
      if (connected.ok && connected.value instanceof TLSSocket)
        this.#parts.onVerified?.(peerOf(url, connected.value))
      return connected
    } finally {
      stopWaiting()
      whole.removeEventListener('abort', stop)
    }
  }

  #secureContext(): SecureContext {
    this.#context ??= secureContext(this.#parts.authorities)
    return this.#context
  }
}

/** Stores connections for reuse. */
interface Keeper {
  readonly key: string
  readonly onFree: (socket: Socket) => void
}

/**
 * True when a reused connection was closed before any byte of the answer. The call only reads, so it may be sent again.
 */
function isClosedBefore(result: HttpResult): boolean {
  return (
    result.kind === 'broken' &&
    result.head === null &&
    ['ECONNRESET', 'EPIPE', 'closed'].includes(result.failure)
  )
}

function peerOf(url: URL, socket: TLSSocket): VerifiedPeer {
  const { issuer } = socket.getPeerCertificate()
  return { host: url.host, issuer: String(issuer.CN ?? issuer.O ?? ''), protocol: socket.getProtocol() ?? '' }
}

/** Sends the request on an open connection and reads the answer. From here on "not sent" cannot be proven. */
function exchange(
  socket: Socket,
  call: HttpCall,
  signal: AbortSignal,
  { keeper, clock }: { readonly keeper: Keeper | null; readonly clock: Clock },
): Promise<HttpResult> {
  return new Promise((resolve) => {
    let head: AnswerHead | null = null
    let settle = resolve
    let stopListening = () => {}
    let isFinished = false
    const onFree = () => keeper?.onFree(socket)
    const finish = (result: HttpResult) => {
      if (isFinished) return
      isFinished = true
      signal.removeEventListener('abort', onAbort)
      stopListening()
      // Closing the connection also discards an answer that comes too late. A reusable connection is released by Node
      // after the answer was read; Node closes every other one.
      if (keeper === null || result.kind !== 'answered') socket.off('free', onFree).destroy()
      settle(result)
    }
    const fail = (failure: string) => finish({ kind: 'broken', failure, head })
    const listenOn = (lateMs: number) => {
      const late = new Promise<HttpResult>((resolveLate) => {
        settle = resolveLate
      })
      stopListening = clock.schedule(lateMs, () => fail('timeout'))
      resolve({ kind: 'broken', failure: 'timeout', head, late })
    }
    const onAbort = () => {
      const failure = String(signal.reason)
      if (failure === 'timeout' && call.lateMs !== undefined) listenOn(call.lateMs)
      else fail(failure)
    }
    if (signal.aborted) {
      fail(String(signal.reason))
      return
    }
    signal.addEventListener('abort', onAbort)

    if (keeper !== null) socket.once('free', onFree)
    const { request: send } = call.url.protocol === 'https:' ? https : http
    const request = send(call.url, {
      method: 'POST',
      createConnection: () => socket,
      headers: headersOf(call),
    })
    request.on('error', (error) => fail(brokenWord(errorWord(error), head)))
    request.on('close', () => fail(brokenWord('closed', head)))
    request.on('upgrade', (response) => {
      head = headOf(response)
      fail('upgrade')
    })
    request.on('response', (response) => {
      head = headOf(response)
      readBody(response, fail, (body) =>
        finish({ kind: 'answered', head: headOf(response), body, isLengthProven: isLengthProven(response) }),
      )
    })
    request.end(call.body)
  })
}

/** `truncated` when the connection broke after the head; errors of the HTTP parser stay unchanged. */
function brokenWord(word: string, head: AnswerHead | null): string {
  return head === null || word.startsWith('HPE_') ? word : 'truncated'
}

function headersOf(call: HttpCall): Record<string, string | number> {
  return {
    host: call.url.host,
    'user-agent': 'RebillDesk',
    accept: '*/*',
    'accept-encoding': 'identity',
    'content-type': 'application/x-www-form-urlencoded; charset=utf-8',
    'content-length': Buffer.byteLength(call.body),
    ...(call.authorization === undefined ? {} : { authorization: call.authorization }),
    connection: call.sharedBy === undefined ? 'close' : 'keep-alive',
  }
}

function readBody(
  response: http.IncomingMessage,
  fail: (failure: string) => void,
  done: (body: Uint8Array) => void,
): void {
  const encoding = response.headers['content-encoding'] ?? 'identity'
  if (encoding.toLowerCase() !== 'identity') {
    fail('content-encoding')
    return
  }
  const chunks: Buffer[] = []
  let bytes = 0
  response.on('data', (chunk: Buffer) => {
    bytes += chunk.byteLength
    if (bytes > wireLimits.bodyBytes) fail('too-large')
    else chunks.push(chunk)
  })
  response.on('error', () => fail('truncated'))
  response.on('end', () => {
    if (response.complete) done(Buffer.concat(chunks))
    else fail('truncated')
  })
}

function headOf(response: http.IncomingMessage): AnswerHead {
  return {
    status: response.statusCode ?? 0,
    date: response.headers.date ?? null,
    retryAfter: response.headers['retry-after'] ?? null,
    contentType: response.headers['content-type'] ?? null,
  }
}

function isLengthProven(response: http.IncomingMessage): boolean {
  const { 'content-length': length, 'transfer-encoding': transfer } = response.headers
  return length !== undefined || /\bchunked\b/i.test(transfer ?? '')
}
