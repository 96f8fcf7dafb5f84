import type { KeychainProcess } from './keychain-secret-store'

/** Electron's utility process, as far as it is needed. */
export interface UtilityProcessLike {
  postMessage(message: unknown): void
  on(event: 'message', listener: (message: unknown) => void): unknown
  on(event: 'exit', listener: () => void): unknown
  kill(): boolean
}

/** The keychain process behind a running utility process. */
export function keychainProcessOf(child: UtilityProcessLike): KeychainProcess {
  return {
    postMessage: (message) => child.postMessage(message),
    onMessage: (listener) => child.on('message', listener),
    onExit: (listener) => child.on('exit', listener),
    kill: () => child.kill(),
  }
}
