import { net, session } from 'electron'
import type { ProxyResolver } from '../ports/gateway-client'
import type { NetworkState } from '../ports/network'

const checkEveryMs = 3000

/** Checks regularly whether there is a network, because Electron has no event for it in main. */
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

/** The proxy for a URL from the settings of the operating system. */
export const systemProxy: ProxyResolver = {
  resolve: (url) => session.defaultSession.resolveProxy(url),
}
