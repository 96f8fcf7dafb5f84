import type { DeskBridge } from '../src-shared/ipc/bridge'

declare global {
  interface Window {
    readonly desk: DeskBridge
  }
}
