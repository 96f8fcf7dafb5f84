import { contextBridge, ipcRenderer } from 'electron'
import { callChannel, eventChannel, type DeskBridge } from '../../src-shared/ipc/bridge'

type Listener = Parameters<DeskBridge['onEvent']>[0]

let listener: Listener | null = null

// The event object is not passed to the page, because its sender can send on any channel.
ipcRenderer.on(eventChannel, (_event, name: string, payload: unknown) => listener?.(name, payload))

const bridge: DeskBridge = {
  call: (name, input) => ipcRenderer.invoke(callChannel, name, input),
  onEvent: (next) => {
    listener = next
    return () => {
      if (listener === next) listener = null
    }
  },
}

contextBridge.exposeInMainWorld('desk', bridge)
