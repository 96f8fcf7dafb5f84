import { randomBytes, timingSafeEqual } from 'node:crypto'
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { CallbackListenerState } from '../../src-shared/domain/callback'
import type { Clock } from '../platform/clock'
import type { CallbackListener } from '../ports/callback-listener'
import { asByteText, escapedByte } from './wire-format'

const address = '127.0.0.1'

/**
 * Limits for callers. A callback has about 1 kB, or 65 kB with the longest merchant data. The gateway repeats a callback
 * that was refused.
 */
const limits = {
  bodyBytes: 69_632,
  connections: 16,
  /** Time from the connection to the last byte of the request. */
  headMs: 2000,
  requestMs: 5000,
  /** Requests and bytes of all callers are counted in windows of this length. */
  windowMs: 10_000,
  windowRequests: 60,
  windowBytes: 524_288,
} as const

type Hand = (text: string) => Promise<void>

/**
 * The optional callback listener on the loopback address, for the simulator and for a relay of the merchant. The path
 * has a secret part, because every program and web page on this machine can reach the port.
 */
export class LoopbackCallbackListener implements CallbackListener {
  /** The same after stop and start, so that an address that was passed on stays valid until the app ends. */
  readonly #path = `/callback/${randomBytes(16).toString('base64url')}`
  readonly #clock: Pick<Clock, 'monotonicMs'>
  #server: Server | null = null
  #state: CallbackListenerState = { kind: 'off' }
  #hand: Hand = () => Promise.reject(new Error('nobody listens'))
  #window = { startMs: 0, requests: 0, bytes: 0 }

  constructor(clock: Pick<Clock, 'monotonicMs'>) {
    this.#clock = clock
  }

  state(): CallbackListenerState {
    return this.#state
  }

  async start(port: number): Promise<CallbackListenerState> {
    await this.stop()
    const options = {
      headersTimeout: limits.headMs,
      requestTimeout: limits.requestMs,
      // Interval at which Node closes slow connections. The default is 30 s.
      connectionsCheckingInterval: 500,
    }
    const server = createServer(options, (request, response) => {
      void this.#answer(request, response)
    })
    server.maxConnections = limits.connections
    try {
      await listening(server, port)
    } catch (error) {
      this.#state = { kind: 'failed', reason: codeOf(error) }
      return this.#state
    }
    this.#server = server
    const taken = (server.address() as AddressInfo).port
    this.#state = { kind: 'on', port: taken, url: `http://${address}:${taken}${this.#path}` }
    return this.#state
  }

  async stop(): Promise<void> {
    const server = this.#server
    this.#server = null
    this.#state = { kind: 'off' }
    if (server === null) return
    await new Promise<void>((resolve) => {
      server.close(() => {
        resolve()
      })
      server.closeAllConnections()
    })
  }

  onCallback(listener: Hand): void {
    this.#hand = listener
  }

  async #answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    response.setHeader('Content-Type', 'text/plain')
    response.setHeader('Cache-Control', 'no-store')
    response.setHeader('Connection', 'close')
    try {
      response.statusCode = await this.#statusFor(request)
    } catch {
      // It was not stored. Any status except 200 makes the sender repeat it.
      response.statusCode = 503
    }
    response.end()
  }

  async #statusFor(request: IncomingMessage): Promise<number> {
    // Checked against DNS rebinding: a web page would send its own host name. A relay and the simulator use the
    // address.
    if (request.headers.host !== `${address}:${request.socket.localPort ?? 0}`) return 421
    if (isFromBrowser(request)) return 403
    const { pathname, search } = new URL(asciiOf(request.url ?? '/'), `http://${address}`)
    if (!isSame(pathname, this.#path)) return 404
    if (request.method !== 'GET' && request.method !== 'POST') return 405
    if (!this.#allows(1, search.length)) return 429
    const body = request.method === 'POST' ? await bodyOf(request) : ''
    if (body === null) return 413
    if (!this.#allows(0, body.length)) return 429
    const text = (body === '' ? search : `?${body}`).replace(/[\r\n]+/g, '')
    if (text.length <= 1) return 400
    await this.#hand(text)
    return 200
  }

  /** Counts a request. Returns false when the limit of the current window is reached. */
  #allows(requests: number, bytes: number): boolean {
    const nowMs = this.#clock.monotonicMs()
    if (nowMs - this.#window.startMs >= limits.windowMs)
      this.#window = { startMs: nowMs, requests: 0, bytes: 0 }
    this.#window.requests += requests
    this.#window.bytes += bytes
    return this.#window.requests <= limits.windowRequests && this.#window.bytes <= limits.windowBytes
  }
}

/** Only browsers send these headers; a relay does not. */
function isFromBrowser({ headers }: IncomingMessage): boolean {
  return headers.origin !== undefined || headers['sec-fetch-site'] !== undefined
}

function isSame(given: string, expected: string): boolean {
  const [left, right] = [Buffer.from(given), Buffer.from(expected)]
  return left.length === right.length && timingSafeEqual(left, right)
}

function listening(server: Server, port: number): Promise<void> {
  return new Promise((resolve, reject) => {
    server.once('error', reject)
    server.listen(port, address, () => {
      server.off('error', reject)
      resolve()
    })
  })
}

async function bodyOf(request: IncomingMessage): Promise<string | null> {
  const chunks: Buffer[] = []
  let size = 0
  for await (const chunk of request as AsyncIterable<Buffer>) {
    size += chunk.length
    if (size > limits.bodyBytes) return null
    chunks.push(chunk)
  }
  return asciiOf(asByteText(Buffer.concat(chunks)))
}

/** Percent-encodes bytes outside ASCII. The reader decodes them, and marks a value with invalid bytes as unreadable. */
function asciiOf(bytes: string): string {
  return bytes.replace(/[\x80-\xff]/g, escapedByte)
}

function codeOf(error: unknown): string {
  return error instanceof Error && 'code' in error && typeof error.code === 'string' ? error.code : 'internal'
}
