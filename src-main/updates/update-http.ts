import http from 'node:http'
import https from 'node:https'
import type { SecureContext } from 'node:tls'
import { isLoopbackHost } from '../../src-shared/domain/gateway-address'
import type { UpdateProblem } from '../../src-shared/domain/update'
import { fail, ok, type Result } from '../../src-shared/util/result'
import { connect, proxyFor, secureContext } from '../gateway/connect'
import type { ProxyResolver } from '../ports/gateway-client'

/** The parts of `UpdateHttp`. Tests set the optional ones. */
export interface UpdateHttpParts {
  readonly proxies: ProxyResolver
  /** PEM certificates that replace the trusted authorities. */
  readonly authorities?: readonly string[]
  /** Plain http to this machine, for tests of an unpackaged build. */
  readonly allowsPlainLoopback: boolean
  /** Ends a connection on which nothing comes for this time. */
  readonly silenceMs?: number
}

const defaultSilenceMs = 30_000

/** One GET of a file, over a new connection, without redirects and compression. */
export class UpdateHttp {
  readonly #parts: UpdateHttpParts
  #context: SecureContext | undefined

  constructor(parts: UpdateHttpParts) {
    this.#parts = parts
  }

  /**
   * The response with its head read; its status is 200, or 206 when a part was asked for. The caller reads the body to its
   * end or destroys it. An abort destroys it too.
   * @param fromByte more than 0 asks for the rest of the file
   */
  async get(
    url: URL,
    fromByte: number,
    signal: AbortSignal,
  ): Promise<Result<http.IncomingMessage, UpdateProblem>> {
    const isPlain = url.protocol !== 'https:'
    if (isPlain && !(this.#parts.allowsPlainLoopback && isLoopbackHost(url.hostname)))
      return fail('unreachable')
    const silence = new AbortController()
    const timer = setTimeout(() => silence.abort('timeout'), this.#silenceMs)
    const either = AbortSignal.any([signal, silence.signal])
    const proxy = await proxyFor(this.#parts.proxies, url, either)
    const connected =
      proxy === null
        ? null
        : await connect({ url, proxy, secureContext: () => this.#secureContext() }, either)
    clearTimeout(timer)
    if (connected?.ok !== true) return fail(signal.aborted ? 'cancelled' : 'unreachable')
    const socket = connected.value
    socket.setTimeout(this.#silenceMs, () => socket.destroy())
    return new Promise((resolve) => {
      const request = (isPlain ? http : https).request(url, {
        createConnection: () => socket,
        signal,
        headers: {
          'user-agent': 'RebillDesk',
          'accept-encoding': 'identity',
          connection: 'close',
          ...(fromByte > 0 ? { range: `bytes=${String(fromByte)}-` } : {}),
        },
      })
      request.on('error', () => {
        resolve(fail(signal.aborted ? 'cancelled' : 'no-answer'))
      })
      request.on('response', (response) => {
        const problem = problemOf(response, fromByte)
        if (problem === null) {
          resolve(ok(response))
          return
        }
        response.destroy()
        resolve(fail(problem))
      })
      request.end()
    })
  }

  get #silenceMs(): number {
    return this.#parts.silenceMs ?? defaultSilenceMs
  }

  #secureContext(): SecureContext {
    this.#context ??= secureContext(this.#parts.authorities)
    return this.#context
  }
}

function problemOf(response: http.IncomingMessage, fromByte: number): UpdateProblem | null {
  const status = response.statusCode ?? 0
  // The address is a part of the app, and nobody may replace it.
  if (status >= 300 && status < 400) return 'redirected'
  if (status !== 200 && !(status === 206 && fromByte > 0)) return 'server-error'
  return (response.headers['content-encoding'] ?? 'identity') === 'identity' ? null : 'unreadable'
}
