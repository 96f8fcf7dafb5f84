import { createServer } from 'node:http'
import { createServer as createTlsServer } from 'node:https'
import type { AddressInfo } from 'node:net'
import { onTestFinished } from 'vitest'
import type { KeyAndCertificate } from '../../support/certificates'

/** A server that must not receive any request. */
export interface Trap {
  readonly port: number
  /** First lines of the received requests. */
  readonly requests: readonly string[]
}

/** Starts a trap on this machine for the running test, with TLS if a certificate is given. */
export async function setTrap(tls?: KeyAndCertificate): Promise<Trap> {
  const requests: string[] = []
  const onRequest: Parameters<typeof createServer>[1] = (request, response) => {
    requests.push(`${request.method ?? ''} ${request.url ?? ''}`)
    response.end('trapped')
  }
  const server = tls === undefined ? createServer(onRequest) : createTlsServer(tls, onRequest)
  server.on('upgrade', (request, socket) => {
    requests.push(`UPGRADE ${request.url ?? ''}`)
    socket.destroy()
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  onTestFinished(() => {
    server.closeAllConnections()
    server.close()
  })
  return { port: (server.address() as AddressInfo).port, requests }
}
