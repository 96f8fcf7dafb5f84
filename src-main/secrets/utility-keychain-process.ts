import type { KeychainProcess } from './keychain-secret-store'

/** The part of Electron’s utility process that is used. */
export interface UtilityProcessLike {
  postMessage(message: unknown): void
  on(event: 'message', listener: (message: unknown) => void): unknown
  on(event: 'exit', listener: () => void): unknown
  kill(): boolean
}

/** Wraps a utility process as a keychain process. */
export function keychainProcessOf(child: UtilityProcessLike): KeychainProcess {
  return {
    postMessage: (message) => child.postMessage(message),
    onMessage: (listener) => child.on('message', listener),
    onExit: (listener) => child.on('exit', listener),
    kill: () => child.kill(),
  }
}
