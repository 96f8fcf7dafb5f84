import { createServer, request, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { onTestFinished } from 'vitest'
import type { RecordedRequest } from './recorder'

/** Makes an issuer's page for a test. */
export type IssuerPageMaker = (sent: URLSearchParams) => {
  readonly html: string
  readonly headers?: Record<string, string>
  readonly status?: number
}

/** A proxy between the app and a simulator, both for the gateway and for the issuer. */
export interface IssuerProxy {
  readonly baseUrl: string
  readonly origin: string
  /** All received requests. */
  readonly requests: readonly RecordedRequest[]
  /** Replaces the simulator's page of this step from now on. */
  replace(step: 'method' | 'challenge' | 'pareq', maker: IssuerPageMaker): void
  /** Changes the address of the issuer's challenge in all of the gateway's answers from now on. */
  moveAllChallengesTo(url: string): void
  /** Changes the address of the issuer's challenge in the gateway's answers about this order from now on. */
  moveChallengeTo(url: string, clientOrderId: string): void
  /** Refuses connections until `resume`. */
  pause(): Promise<void>
  resume(): Promise<void>
}

/** Starts a proxy for the running test. The gateway's answers then name this proxy as the issuer's host. */
export async function startIssuerProxy(gatewayBaseUrl: string): Promise<IssuerProxy> {
  const target = new URL(gatewayBaseUrl)
  const requests: RecordedRequest[] = []
  const makers = new Map<string, IssuerPageMaker>()
  let origin = ''
  const challengeUrls = new Map<string, string>()
  const server = createServer((incoming, outgoing) => {
    void readAll(incoming).then((body) => {
      const path = incoming.url ?? ''
      requests.push({ path, headers: incoming.headers, body: body.toString('utf8') })
      const maker = makers.get(/\/issuer\/([a-z]+)$/.exec(path)?.[1] ?? '')
      if (maker === undefined) forward(incoming, body, outgoing)
      else answer(outgoing, maker(new URLSearchParams(body.toString('utf8'))))
    })
  })

  function readdressed(text: string): string {
    const own = encodeURIComponent(`${origin}${target.pathname}/issuer/challenge`)
    const renamed = text.replaceAll(encodeURIComponent(target.origin), encodeURIComponent(origin))
    const moved = [...challengeUrls].find(([clientOrderId]) => text.includes(clientOrderId))
    return moved === undefined ? renamed : renamed.replaceAll(own, encodeURIComponent(moved[1]))
  }

  function forward(incoming: IncomingMessage, body: Buffer, outgoing: ServerResponse): void {
    const headers = { ...incoming.headers, host: target.host }
    const forwarded = request(
      {
        host: target.hostname,
        port: target.port,
        path: incoming.url,
        method: incoming.method,
        headers: { ...headers, 'accept-encoding': 'identity' },
      },
      (reply) => {
        void readAll(reply).then((content) => {
          const text = readdressed(content.toString('utf8'))
          const { 'content-length': _length, 'transfer-encoding': _encoding, ...kept } = reply.headers
          outgoing.writeHead(reply.statusCode ?? 502, kept).end(text)
        })
      },
    )
    forwarded.on('error', () => outgoing.destroy())
    forwarded.end(body)
  }

  const listen = (port: number) => new Promise<void>((resolve) => server.listen(port, '127.0.0.1', resolve))
  await listen(0)
  onTestFinished(() => {
    server.closeAllConnections()
    server.close()
  })
  const { port } = server.address() as AddressInfo
  origin = `http://127.0.0.1:${port}`
  return {
    baseUrl: `${origin}${target.pathname}`,
    origin,
    requests,
    replace: (step, maker) => void makers.set(step, maker),
    moveAllChallengesTo: (url) => void challengeUrls.set('', url),
    moveChallengeTo: (url, clientOrderId) => void challengeUrls.set(clientOrderId, url),
    pause: () =>
      new Promise((resolve) => {
        server.close(() => resolve())
        server.closeAllConnections()
      }),
    resume: () => listen(port),
  }
}

function answer(outgoing: ServerResponse, page: ReturnType<IssuerPageMaker>): void {
  const headers = { 'content-type': 'text/html; charset=utf-8', ...page.headers }
  outgoing.writeHead(page.status ?? 200, headers).end(page.html)
}

async function readAll(stream: IncomingMessage): Promise<Buffer> {
  const chunks: Buffer[] = []
  for await (const chunk of stream) chunks.push(chunk as Buffer)
  return Buffer.concat(chunks)
}
