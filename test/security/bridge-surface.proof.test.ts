// S2: a script in the page can call everything that the preload exposes. This is the complete list; add a new name
// here.
import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createContext, runInContext } from 'node:vm'
import { build } from 'vite'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { callChannel, eventChannel, type DeskBridge } from '../../src-shared/ipc/bridge'
import { maxMessageSize } from '../../src-shared/ipc/plain-data'

const exposedNames = ['desk', 'desk.call', 'desk.onEvent']

/** Electron as a sandboxed preload sees it. Records its calls. */
class FakeElectron {
  readonly exposed: Record<string, unknown> = {}
  readonly invoked: unknown[][] = []
  readonly listeners = new Map<string, (...parameters: unknown[]) => void>()
  readonly contextBridge = {
    exposeInMainWorld: (name: string, api: unknown) => {
      this.exposed[name] = api
    },
  }
  readonly ipcRenderer = {
    invoke: (...parameters: unknown[]) => {
      this.invoked.push(parameters)
      return Promise.resolve({ ok: true, value: 'answered' })
    },
    on: (channel: string, listener: (...parameters: unknown[]) => void) => {
      this.listeners.set(channel, listener)
    },
  }
}

let code: string
let folder: string

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'preload-'))
  await build({
    configFile: false,
    logLevel: 'warn',
    root: join(import.meta.dirname, '../..'),
    build: {
      ssr: 'src-main/preload/index.ts',
      outDir: folder,
      emptyOutDir: false,
      target: 'node20',
      rollupOptions: {
        external: ['electron'],
        output: { format: 'cjs', entryFileNames: 'index.cjs' },
      },
    },
  })
  code = await readFile(join(folder, 'index.cjs'), 'utf8')
}, 60_000)
afterAll(() => rm(folder, { recursive: true, force: true }))

function runPreload(): { electron: FakeElectron; required: string[]; bridge: DeskBridge } {
  const electron = new FakeElectron()
  const required: string[] = []
  const context = createContext({
    require: (name: string) => {
      required.push(name)
      return electron
    },
    exports: {},
    module: { exports: {} },
  })
  runInContext(code, context)
  const exposed = electron.exposed.desk as DeskBridge
  // Electron makes copies of what a page gives, as objects of the preload.
  const copy = runInContext('JSON.parse', context) as (text: string) => unknown
  const bridge: DeskBridge = {
    ...exposed,
    call: (name, input) => exposed.call(name, copy(JSON.stringify(input))),
  }
  return { electron, required, bridge }
}

function namesIn(value: unknown, prefix = ''): string[] {
  if ((typeof value !== 'object' && typeof value !== 'function') || value === null) return []
  return Object.entries(value).flatMap(([name, item]) => [
    prefix + name,
    ...namesIn(item, `${prefix}${name}.`),
  ])
}

describe('S2: the bridge', () => {
  it('exposes exactly the names in this file', () => {
    expect(namesIn(runPreload().electron.exposed)).toEqual(exposedNames)
  })

  it('is one CommonJS file that loads nothing but Electron, as a sandboxed preload must', () => {
    expect(runPreload().required).toEqual(['electron'])
    expect(code).not.toMatch(/^\s*(?:import|export)\b/m)
  })

  it('calls on one channel only, for every name', async () => {
    const { electron, bridge } = runPreload()
    expect(await bridge.call('home.get', { a: 1 })).toEqual({ ok: true, value: 'answered' })
    await bridge.call('another-channel', null)
    expect(electron.invoked).toEqual([
      [callChannel, 'home.get', { a: 1 }],
      [callChannel, 'another-channel', null],
    ])
  })

  it('S34: sends no message that main would have to read for long: too large, or no plain data', async () => {
    const { electron, bridge } = runPreload()
    const tooLarge = {
      ok: false,
      error: { code: 'validation-failed', details: { fields: { '': 'too-large' } } },
    }
    expect(await bridge.call('orders.list', { search: 'x'.repeat(maxMessageSize) })).toMatchObject(tooLarge)
    expect(await bridge.call('x'.repeat(maxMessageSize), {})).toMatchObject(tooLarge)
    const numbers = Array.from({ length: maxMessageSize / 8 }, (_, index) => index)
    expect(await bridge.call('orders.list', numbers)).toMatchObject(tooLarge)
    expect(electron.invoked).toEqual([])
  })

  it('S34: has a hundred calls open at most, and refuses more until one is answered', async () => {
    const { electron, bridge } = runPreload()
    const answers: (() => void)[] = []
    electron.ipcRenderer.invoke = (...parameters) => {
      electron.invoked.push(parameters)
      return new Promise((resolve) => answers.push(() => resolve({ ok: true, value: 'answered' })))
    }
    const open = Array.from({ length: 100 }, () => bridge.call('home.get', {}))
    const refused = { ok: false, error: { code: 'not-allowed-now', details: { reason: 'too-many-calls' } } }
    expect(await bridge.call('home.get', {})).toMatchObject(refused)
    answers[0]?.()
    await open[0]
    void bridge.call('home.get', {})
    expect(electron.invoked).toHaveLength(101)
  })

  it('passes an event to the page without Electron’s event object, which could send', () => {
    const { electron, bridge } = runPreload()
    const heard: unknown[][] = []
    const stop = bridge.onEvent((...parameters) => heard.push(parameters))
    const emit = electron.listeners.get(eventChannel)
    emit?.({ sender: 'a way back' }, 'menu.chosen', { action: 'search' })
    stop()
    emit?.({ sender: 'a way back' }, 'menu.chosen', { action: 'search' })
    expect(heard).toEqual([['menu.chosen', { action: 'search' }]])
    expect([...electron.listeners.keys()]).toEqual([eventChannel])
  })

  it('has one listener: a second one replaces the first, and removing the first keeps the second', () => {
    const { electron, bridge } = runPreload()
    const heard: string[] = []
    const stopFirst = bridge.onEvent(() => heard.push('first'))
    bridge.onEvent(() => heard.push('second'))
    stopFirst()
    electron.listeners.get(eventChannel)?.({}, 'menu.chosen', { action: 'search' })
    expect(heard).toEqual(['second'])
  })
})
