import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { CallbackListenerState } from '../../src-shared/domain/callback'
import type { CallbackListener } from '../ports/callback-listener'
import { asByteText, escapedByte } from './wire-format'

const address = '127.0.0.1'
const maxBodyBytes = 65_536

type Hand = (text: string) => Promise<void>

/** The optional listener for the simulator and for a relay that the merchant runs; nobody outside this machine reaches it. */
export class LoopbackCallbackListener implements CallbackListener {
  #server: Server | null = null
  #state: CallbackListenerState = { kind: 'off' }
  #hand: Hand = () => Promise.reject(new Error('nobody listens'))

  state(): CallbackListenerState {
    return this.#state
  }

  async start(port: number): Promise<CallbackListenerState> {
    await this.stop()
    const server = createServer({ requestTimeout: 10_000 }, (request, response) => {
      void this.#answer(request, response)
    })
    try {
      await listening(server, port)
    } catch (error) {
      this.#state = { kind: 'failed', reason: codeOf(error) }
      return this.#state
    }
    this.#server = server
    const taken = (server.address() as AddressInfo).port
    this.#state = { kind: 'on', port: taken, url: `http://${address}:${taken}/callback` }
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
    try {
      response.statusCode = await this.#statusFor(request)
    } catch {
      // Not kept: anything but 200 makes the sender repeat it.
      response.statusCode = 503
    }
    response.end()
  }

  async #statusFor(request: IncomingMessage): Promise<number> {
    // A web page in a browser of this machine can reach the port by another name; a relay and the simulator use this one.
    if (request.headers.host !== `${address}:${request.socket.localPort ?? 0}`) return 421
    const { pathname, search } = new URL(asciiOf(request.url ?? '/'), `http://${address}`)
    if (pathname !== '/callback') return 404
    if (request.method !== 'GET' && request.method !== 'POST') return 405
    const body = request.method === 'POST' ? await bodyOf(request) : ''
    if (body === null) return 413
    const text = (body === '' ? search : `?${body}`).replace(/[\r\n]+/g, '')
    if (text.length <= 1) return 400
    await this.#hand(text)
    return 200
  }
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
    if (size > maxBodyBytes) return null
    chunks.push(chunk)
  }
  return asciiOf(asByteText(Buffer.concat(chunks)))
}

/** A byte text in ASCII. Bytes that are no text stay what they are: the reader marks the value they stand in. */
function asciiOf(bytes: string): string {
  return bytes.replace(/[\x80-\xff]/g, escapedByte)
}

function codeOf(error: unknown): string {
  return error instanceof Error && 'code' in error && typeof error.code === 'string' ? error.code : 'internal'
}
