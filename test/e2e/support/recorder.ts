import { createServer, request, type IncomingHttpHeaders } from 'node:http'
import type { AddressInfo } from 'node:net'
import { onTestFinished } from 'vitest'
import type { AtEnd } from './simulator'

/** A received request. */
export interface RecordedRequest {
  readonly path: string
  readonly headers: IncomingHttpHeaders
  readonly body: string
}

/** A local proxy that forwards everything and records the requests. */
export interface Recorder {
  readonly baseUrl: string
  readonly requests: readonly RecordedRequest[]
}

/** Starts a recorder in front of a gateway; it ends with the running test, or when `atEnd` says so. */
export async function startRecorder(
  gatewayBaseUrl: string,
  atEnd: AtEnd = onTestFinished,
): Promise<Recorder> {
  const target = new URL(gatewayBaseUrl)
  const requests: RecordedRequest[] = []
  const server = createServer((incoming, outgoing) => {
    const chunks: Buffer[] = []
    incoming.on('data', (chunk: Buffer) => chunks.push(chunk))
    incoming.on('end', () => {
      const body = Buffer.concat(chunks)
      requests.push({ path: incoming.url ?? '', headers: incoming.headers, body: body.toString('utf8') })
      const headers = { ...incoming.headers, host: target.host }
      const forwarded = request(
        { host: target.hostname, port: target.port, path: incoming.url, method: incoming.method, headers },
        (answer) => {
          outgoing.writeHead(answer.statusCode ?? 502, answer.headers)
          answer.pipe(outgoing)
        },
      )
      forwarded.on('error', () => outgoing.destroy())
      forwarded.end(body)
    })
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  atEnd(() => {
    server.closeAllConnections()
    server.close()
  })
  const { port } = server.address() as AddressInfo
  return { baseUrl: `http://127.0.0.1:${port}${target.pathname}`, requests }
}
