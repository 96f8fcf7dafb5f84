import type { DeskBridge } from '../src-shared/ipc/bridge'

declare global {
  interface ImportMeta {
    readonly env: {
      /** `pseudo` for the build whose texts are longer. */
      readonly MODE: string
    }
  }

  interface Window {
    readonly desk: DeskBridge
  }
}
