import net from 'node:net'
import tls from 'node:tls'

/** Handles one connection byte by byte. */
export type Behaviour = (connection: RawConnection) => void | Promise<void>

/** One connection and the request on it. */
export class RawConnection {
  readonly socket: net.Socket
  /** All bytes received so far. */
  received = ''
  readonly #waiters: (() => void)[] = []

  constructor(socket: net.Socket) {
    this.socket = socket
    socket.on('data', (chunk: Buffer) => {
      this.received += chunk.toString('latin1')
      this.#waiters.forEach((wake) => wake())
    })
  }

  /** Resolves with the request after its whole body has arrived. */
  request(): Promise<string> {
    return this.#until(() => {
      const end = this.received.indexOf('\r\n\r\n')
      const length = Number(/^content-length: *([0-9]+)/im.exec(this.received)?.[1] ?? 0)
      return end >= 0 && this.received.length >= end + 4 + length
    })
  }

  /** Resolves with the head of a request after it has arrived. */
  head(): Promise<string> {
    return this.#until(() => this.received.includes('\r\n\r\n'))
  }

  #until(isThere: () => boolean): Promise<string> {
    return new Promise((resolve) => {
      const check = () => {
        if (isThere()) resolve(this.received)
      }
      this.#waiters.push(check)
      check()
    })
  }
}

/** A TCP or TLS server on loopback that sends exactly what a test says. */
export class RawGateway {
  readonly connections: RawConnection[] = []
  behave: Behaviour
  readonly #server: net.Server
  readonly #sockets = new Set<net.Socket>()

  private constructor(server: net.Server, behave: Behaviour) {
    this.#server = server
    this.behave = behave
    server.on('connection', (socket: net.Socket) => {
      this.#sockets.add(socket)
      socket.on('close', () => this.#sockets.delete(socket))
      socket.on('error', () => undefined)
    })
    server.on(server instanceof tls.Server ? 'secureConnection' : 'connection', (socket: net.Socket) => {
      socket.on('error', () => undefined)
      const connection = new RawConnection(socket)
      this.connections.push(connection)
      void this.behave(connection)
    })
    server.on('tlsClientError', () => undefined)
  }

  static async start(behave: Behaviour, secure?: tls.TlsOptions): Promise<RawGateway> {
    const server = secure === undefined ? net.createServer() : tls.createServer(secure)
    const gateway = new RawGateway(server, behave)
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
    return gateway
  }

  get port(): number {
    return (this.#server.address() as net.AddressInfo).port
  }

  /** Requests with a complete body. */
  get deliveries(): string[] {
    return this.connections
      .map((connection) => connection.received)
      .filter((text) => {
        const [head = '', body] = text.split('\r\n\r\n')
        const length = Number(/^content-length: *([0-9]+)/im.exec(head)?.[1] ?? -1)
        return body !== undefined && body.length === length
      })
  }

  async stop(): Promise<void> {
    for (const socket of this.#sockets) socket.destroy()
    await new Promise((resolve) => this.#server.close(resolve))
  }
}

/** Reads the request, sends exactly these bytes and closes the connection. */
export function answering(head: string, body: string | Uint8Array = ''): Behaviour {
  return async (connection) => {
    await connection.request()
    connection.socket.write(head.replace(/\n/g, '\r\n') + '\r\n\r\n')
    connection.socket.end(body)
  }
}

/** A 200 answer with its length. */
export function answering200(body: string | Uint8Array): Behaviour {
  return answering(
    `HTTP/1.1 200 OK\nContent-Type: text/html;charset=utf-8\nContent-Length: ${lengthOf(body)}`,
    body,
  )
}

function lengthOf(body: string | Uint8Array): number {
  return typeof body === 'string' ? Buffer.byteLength(body) : body.byteLength
}
