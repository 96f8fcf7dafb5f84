interface Window {
  readonly desk: import('../src-shared/ipc/bridge').DeskBridge
}

declare module '*.css'

declare module '*.vue' {
  const component: import('vue').DefineComponent<object, object, unknown>
  export default component
}
