import type { DeskBridge } from '../src-shared/ipc/bridge'

declare global {
  interface Window {
    readonly desk: DeskBridge
  }
}

declare module '*.vue' {
  import type { DefineComponent } from 'vue'

  const component: DefineComponent<object, object, unknown>
  export default component
}
