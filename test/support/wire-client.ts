import { isIP } from 'node:net'
import type tls from 'node:tls'
import { HttpGatewayClient } from '../../src-main/gateway/http-gateway-client'
import { NodeHttpTransport, type VerifiedPeer } from '../../src-main/gateway/http-transport'
import type { Resolve } from '../../src-main/gateway/public-lookup'
import { systemClock } from '../../src-main/platform/clock'
import type {
  AnswerSignals,
  GatewayCredentials,
  PaymentOutcome,
  StatusOutcome,
} from '../../src-main/ports/gateway-client'
import { makeCertificates } from './certificates'
import { acceptedBody, credentials, never, rebillRequest, statusRequest } from './gateway-calls'
import { answering, RawGateway, type Behaviour } from './raw-gateway'

export const chunkedHead = 'HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n'

export const certificates = makeCertificates()
/** The verified connections that the transport reported. */
export const peers: VerifiedPeer[] = []
/** The heads of answers that the client reported. */
export const signals: AnswerSignals[] = []
let running: RawGateway[] = []

/**
 * Stops everything that a test started and clears the records. Call it in `afterEach` of each file that uses this
 * module.
 */
export async function stopGateways(): Promise<void> {
  await Promise.all(running.map((gateway) => gateway.stop()))
  running = []
  signals.length = 0
}

/** A gateway that runs until `stopGateways`. */
export async function start(behave: Behaviour, secure?: tls.TlsOptions): Promise<RawGateway> {
  const gateway = await RawGateway.start(behave, secure)
  running.push(gateway)
  return gateway
}

/** Options of a client. `proxy` is the answer of the operating system. */
export interface Limits {
  readonly proxy?: string | (() => Promise<string>)
  readonly connectTimeoutMs?: number
  readonly timeoutMs?: number
  readonly lateMs?: number
  /** The addresses of every name. */
  readonly addresses?: readonly string[]
}

/** A resolver with the same answer for every name. */
export const resolving =
  (addresses: readonly string[]): Resolve =>
  (_hostname, _options, callback) =>
    callback(
      null,
      addresses.map((address) => ({ address, family: isIP(address) })),
    )

export function clientWith({
  proxy = 'DIRECT',
  connectTimeoutMs = 5000,
  timeoutMs = 5000,
  lateMs = 0,
  addresses,
}: Limits = {}) {
  const proxies = { resolve: typeof proxy === 'string' ? async () => proxy : proxy }
  const transport = new NodeHttpTransport({
    clock: systemClock,
    proxies,
    connectTimeoutMs,
    authorities: [certificates.authority],
    ...(addresses === undefined ? {} : { resolve: resolving(addresses) }),
    onVerified: (peer) => peers.push(peer),
  })
  return new HttpGatewayClient({
    transport,
    clock: systemClock,
    allowsLoopbackTest: true,
    onAnswer: (answer) => signals.push(answer),
    timeouts: { rebillMs: timeoutMs, lateMs, otherMs: timeoutMs },
  })
}

export const secured = ({ port }: RawGateway): GatewayCredentials => ({
  ...credentials,
  environment: 'gateway-test',
  baseUrl: `https://localhost:${port}/paynet`,
})
export const plain = ({ port }: { port: number }): GatewayCredentials => ({
  ...credentials,
  environment: 'simulator',
  baseUrl: `http://127.0.0.1:${port}/paynet`,
})

/** Sends one rebill. */
export async function rebill(
  target: GatewayCredentials,
  limits?: Limits,
  signal = never,
): Promise<PaymentOutcome> {
  return (await clientWith(limits).prepareRebill(target, rebillRequest(), '').send(signal)).outcome
}

/** Sends one status request. */
export async function status(target: GatewayCredentials, limits?: Limits): Promise<StatusOutcome> {
  return (await clientWith(limits).status(target, statusRequest(), never)).outcome
}

/** Waits for the request, or only for its head, and then runs an action. */
export function after(act: Behaviour, part: 'request' | 'head' = 'request'): Behaviour {
  return async (connection) => {
    await connection[part]()
    await act(connection)
  }
}

export function ending(text: string): Behaviour {
  return ({ socket }) => void socket.end(text)
}

/** Writes this and resets the connection a moment later, after it has arrived. */
export function cutting(text: string): Behaviour {
  return ({ socket }) => void socket.write(text, () => setTimeout(() => socket.resetAndDestroy(), 50))
}

/** A 200 answer with its length, with the whole body or this many bytes of it. */
export function withLength(body: string, bytes = body.length): string {
  const head = `HTTP/1.1 200 OK\r\nContent-Type: text/html;charset=utf-8\r\nContent-Length: ${body.length}`
  return `${head}\r\n\r\n${body.slice(0, bytes)}`
}

/** An accepted rebill without a length, which ends with the connection; perhaps some bytes are missing. */
export function withoutLength(end = acceptedBody.length): string {
  return `HTTP/1.1 200 OK\r\n\r\n${acceptedBody.slice(0, end)}`
}

export function page(code: number): Behaviour {
  return answering(`HTTP/1.1 ${code} Page`, `<html><h1>${code}</h1></html>`)
}

export const unknown = (failure: string) => ({ kind: 'unknown', failure, isForeignAnswer: false })
export const notSent = (failure: string) => ({ kind: 'not-sent', failure })
export const noAnswer = (failure: string) => ({
  kind: 'no-answer',
  failure,
  isAccessDenied: false,
})
