import type { Socket } from 'node:net'
import type { Clock } from '../platform/clock'

// Orders are asked about every few seconds at most; what is idle for longer is likely closed by the other side.
const maxIdleMs = 15_000
// Changed proxy settings and certificates come into effect after this time.
const maxAgeMs = 5 * 60_000
// As many as questions of one profile may be under way.
const maxIdlePerOwner = 32

interface Idle {
  readonly socket: Socket
  readonly sinceMs: number
  readonly forget: () => void
}

/** Connections that have answered a question and wait for the next one of the same owner and address. */
export class KeptConnections {
  readonly #clock: Clock
  readonly #idle = new Map<string, Idle[]>()
  readonly #openedAtMs = new WeakMap<Socket, number>()

  constructor(clock: Clock) {
    this.#clock = clock
  }

  /** A connection that seems to stand, for one question; null when there is none. */
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

  /** Keeps a connection that is free, or closes it when it is old or there are enough. */
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
    // Bytes that nobody asked for would be read as the next answer.
    socket.setTimeout(maxIdleMs).on('timeout', close).on('end', close).on('data', close).on('close', forget)
    socket.unref()
    this.#idle.set(key, [...others, { socket, sinceMs: nowMs, forget }])
  }
}
