import { contextBridge, ipcRenderer } from 'electron'
import { callChannel, eventChannel, type DeskBridge, type Envelope } from '../../src-shared/ipc/bridge'
import { dataProblem } from '../../src-shared/ipc/plain-data'
import { fail } from '../../src-shared/util/result'

type Listener = Parameters<DeskBridge['onEvent']>[0]

/** More than the window ever has open. Main checks every call again; these limits keep a script from making it slow. */
const mostOpenCalls = 100

let listener: Listener | null = null
let openCalls = 0

// The event object is not passed to the page, because its sender can send on any channel.
ipcRenderer.on(eventChannel, (_event, name: string, payload: unknown) => listener?.(name, payload))

async function call(name: string, input: unknown): Promise<Envelope> {
  // A message of any size would be read by main before it could be refused.
  const problem = dataProblem([name, input])
  if (problem !== null) return fail({ code: 'validation-failed', details: { fields: { '': problem } } })
  if (openCalls >= mostOpenCalls)
    return fail({ code: 'not-allowed-now', details: { reason: 'too-many-calls' } })
  openCalls += 1
  try {
    return (await ipcRenderer.invoke(callChannel, name, input)) as Envelope
  } finally {
    openCalls -= 1
  }
}

const bridge: DeskBridge = {
  call,
  onEvent: (next) => {
    listener = next
    return () => {
      if (listener === next) listener = null
    }
  },
}

contextBridge.exposeInMainWorld('desk', bridge)
