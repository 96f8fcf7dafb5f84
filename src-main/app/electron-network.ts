import { net, session } from 'electron'
import type { ProxyResolver } from '../ports/gateway-client'
import type { NetworkState } from '../ports/network'

const checkEveryMs = 3000

/** Asks Electron whether there is a network; it has no event for it in main, so it looks now and then. */
export class ElectronNetworkState implements NetworkState {
  readonly #listeners: ((online: boolean) => void)[] = []
  #online = net.isOnline()
  readonly #timer: NodeJS.Timeout

  constructor() {
    this.#timer = setInterval(() => {
      const online = net.isOnline()
      if (online === this.#online) return
      this.#online = online
      for (const listener of this.#listeners) listener(online)
    }, checkEveryMs)
    this.#timer.unref()
  }

  isOnline(): boolean {
    return this.#online
  }

  onChange(listener: (online: boolean) => void): void {
    this.#listeners.push(listener)
  }

  stop(): void {
    clearInterval(this.#timer)
  }
}

/** The proxy that the operating system's settings name for a URL. */
export const systemProxy: ProxyResolver = {
  resolve: (url) => session.defaultSession.resolveProxy(url),
}
