import type { Socket } from 'node:net'
import type { Clock } from '../platform/clock'

// Polls come every few seconds. A connection that is idle for longer has probably been closed by the gateway.
const maxIdleMs = 15_000
// After this time new connections are opened, so that changed proxy settings and certificates are used.
const maxAgeMs = 5 * 60_000
// The maximum number of concurrent status requests of one profile.
const maxIdlePerOwner = 32

interface Idle {
  readonly socket: Socket
  readonly sinceMs: number
  readonly forget: () => void
}

/** Idle connections, kept for the next status or card info request of the same owner and address. */
export class KeptConnections {
  readonly #clock: Clock
  readonly #idle = new Map<string, Idle[]>()
  readonly #openedAtMs = new WeakMap<Socket, number>()

  constructor(clock: Clock) {
    this.#clock = clock
  }

  /** Removes and returns a connection that seems open; null when there is none. */
  take(key: string): Socket | null {
    const nowMs = this.#clock.monotonicMs()
    for (let idle = this.#idle.get(key)?.at(-1); idle !== undefined; idle = this.#idle.get(key)?.at(-1)) {
      idle.forget()
      const { socket } = idle
      if (!socket.destroyed && nowMs - idle.sinceMs < maxIdleMs) return socket.ref()
      socket.destroy()
    }
    return null
  }

  /** Keeps an idle connection. Closes it when it is too old or when there are enough. */
  keep(key: string, socket: Socket): void {
    const nowMs = this.#clock.monotonicMs()
    const openedAtMs = this.#openedAtMs.get(socket) ?? nowMs
    this.#openedAtMs.set(socket, openedAtMs)
    const others = this.#idle.get(key) ?? []
    if (socket.destroyed || nowMs - openedAtMs >= maxAgeMs || others.length >= maxIdlePerOwner) {
      socket.destroy()
      return
    }
    const close = () => socket.destroy()
    const forget = () => {
      socket.setTimeout(0).off('timeout', close).off('end', close).off('data', close).off('close', forget)
      const rest = (this.#idle.get(key) ?? []).filter((idle) => idle.socket !== socket)
      if (rest.length > 0) this.#idle.set(key, rest)
      else this.#idle.delete(key)
    }
    // Unexpected bytes would be read as the next answer, so they close the connection.
    socket.setTimeout(maxIdleMs).on('timeout', close).on('end', close).on('data', close).on('close', forget)
    socket.unref()
    this.#idle.set(key, [...others, { socket, sinceMs: nowMs, forget }])
  }
}
