// S2: a script in the page can call everything that the preload exposes. This is the complete list; add a new name
// here.
import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { runInNewContext } from 'node:vm'
import { build } from 'vite'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { callChannel, eventChannel, type DeskBridge } from '../../src-shared/ipc/bridge'

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
  runInNewContext(code, {
    require: (name: string) => {
      required.push(name)
      return electron
    },
    exports: {},
    module: { exports: {} },
  })
  return { electron, required, bridge: electron.exposed.desk as DeskBridge }
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
