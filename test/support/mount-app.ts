import { disableAutoUnmount, enableAutoUnmount, flushPromises, mount, type VueWrapper } from '@vue/test-utils'
import { createPinia, setActivePinia, type Pinia } from 'pinia'
import { vi } from 'vitest'
import { createMemoryHistory, type Router } from 'vue-router'
import App from '../../src-renderer/App.vue'
import { provideToComponents } from '../../src-renderer/app/provide-to-components'
import { connectStores } from '../../src-renderer/stores/connect-stores'
import { createAppRouter, laterScreens } from '../../src-renderer/router'
import { useAppStateStore } from '../../src-renderer/stores/app-state'
import { FakeBridge, type FakeBridgeOptions } from './fake-bridge'

// Loading a screen must not count as time of the first test that opens it.
await Promise.all(Object.values(laterScreens).map((load) => load()))

/** Installs a double in place of the bridge of the preload script. */
export function installFakeBridge(options: FakeBridgeOptions = {}): FakeBridge {
  const desk = new FakeBridge(options)
  Object.defineProperty(window, 'desk', { value: desk, configurable: true })
  return desk
}

/** A double and a new Pinia that receives its events, for tests of stores. */
export async function startStores(options: FakeBridgeOptions = {}): Promise<FakeBridge> {
  const desk = installFakeBridge(options)
  setActivePinia(createPinia())
  connectStores()
  await useAppStateStore().load()
  return desk
}

export interface MountedApp {
  readonly desk: FakeBridge
  readonly app: VueWrapper
  readonly router: Router
  readonly pinia: Pinia
}

/** Mounts the whole window at a path, like main.ts. */
export async function mountApp(
  path: string,
  options: FakeBridgeOptions = {},
  prepare: (desk: FakeBridge) => void = () => {},
  { waitsForState = true } = {},
): Promise<MountedApp> {
  const desk = installFakeBridge(options)
  prepare(desk)
  const pinia = createPinia()
  setActivePinia(pinia)
  const router = createAppRouter(createMemoryHistory())
  await router.push(path)
  connectStores()
  const loading = useAppStateStore().load()
  if (waitsForState) await loading
  const app = mount(App, {
    attachTo: document.body,
    // The stub would separate a dialog from its focus trap.
    global: { plugins: [pinia, router, provideToComponents], stubs: { transition: false } },
  })
  await settle()
  // A navigation of the window of an earlier test may have ended meanwhile, with the stores of that one.
  setActivePinia(pinia)
  return { desk, app, router, pinia }
}

/** Waits for answers, renders and short timers. */
export async function settle(): Promise<void> {
  for (let round = 0; round < 4; round++) await flushPromises()
}

/**
 * Timeouts of the window run only in `passTime`. Call it before `unmountAfterEach`, because its clean-up must be the
 * last to run.
 */
export function fakeTimeouts(
  beforeEach: (hook: () => void) => void,
  afterEach: (hook: () => void) => void,
): void {
  beforeEach(() => {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
  })
  afterEach(() => {
    vi.useRealTimers()
  })
}

/** Lets time pass for faked timeouts, and waits for what they start. */
export async function passTime(ms: number): Promise<void> {
  await vi.advanceTimersByTimeAsync(ms)
  await settle()
}

/** Unmounts what a test mounted. Dialogs are outside of the mounted tree. */
export function unmountAfterEach(afterEach: (hook: () => void) => void): void {
  // Test files of one worker share the library, and an earlier file may have switched this on.
  disableAutoUnmount()
  enableAutoUnmount(afterEach)
  afterEach(() => {
    document.body.innerHTML = ''
  })
}

/** The element with this accessible label. */
export function field(label: string): HTMLInputElement {
  const found = [...document.querySelectorAll('label')].find((each) => each.textContent === label)
  const element = found === undefined ? null : document.getElementById(found.htmlFor)
  if (element === null) throw new Error(`no field labelled "${label}"`)
  return element as HTMLInputElement
}

export function type(element: HTMLInputElement | HTMLTextAreaElement, text: string): void {
  element.value = text
  element.dispatchEvent(new Event('input', { bubbles: true }))
}

/** The first button with this name. While a dialog is open only its own buttons count, as for a person. */
export function button(name: string): HTMLButtonElement {
  const scope = document.querySelector('[role="dialog"]') ?? document
  const namesOf = (each: Element) => [each.getAttribute('aria-label'), each.textContent?.trim()]
  const found = [...scope.querySelectorAll('button')].find((each) => namesOf(each).includes(name))
  if (found === undefined) throw new Error(`no button named "${name}"`)
  return found
}

/** Opens the menu with this name and chooses an item. */
export async function chooseInMenu(menu: string, item: string): Promise<void> {
  document.querySelector<HTMLElement>(`button[aria-label="${menu}"]`)?.click()
  await settle()
  const items = [...document.querySelectorAll<HTMLElement>('[role="menuitem"]')]
  const found = items.find((each) => each.textContent.trim() === item)
  if (found === undefined) throw new Error(`no item "${item}" in the menu "${menu}"`)
  found.click()
  await settle()
}

export function press(target: EventTarget, key: string, more: KeyboardEventInit = {}): void {
  target.dispatchEvent(new KeyboardEvent('keydown', { key, bubbles: true, cancelable: true, ...more }))
}

/** Pastes a text like a browser. jsdom has no clipboard and inserts nothing by itself. */
export function paste(target: EventTarget, text: string): 'refused' | 'left to the browser' {
  const event = new Event('paste', { bubbles: true, cancelable: true })
  Object.defineProperty(event, 'clipboardData', { value: { getData: () => text } })
  return target.dispatchEvent(event) ? 'left to the browser' : 'refused'
}
