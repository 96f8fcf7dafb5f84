import { useEventListener } from '@vueuse/core'
import { getCurrentInstance, onActivated, onBeforeUnmount, onDeactivated, onMounted } from 'vue'

/** The keys of macOS that have another sign than on a keyboard for Windows or Linux. */
const macSigns: Readonly<Record<string, string>> = { Ctrl: '⌘', Alt: '⌥', Shift: '⇧', Enter: '↩' }
const isMac = navigator.platform.startsWith('Mac')

/** The keys of a shortcut as this system writes them: `Ctrl K` is `⌘ K` on macOS. */
export function shownKeys(keys: string): string {
  return isMac ? keys.replaceAll(/[A-Z][a-z]+/g, (key) => macSigns[key] ?? key) : keys
}

/** Handlers by key: `mod+k`, `shift+r`, `alt+arrowleft`, `g o` (a sequence), `?`. */
export type HotkeyMap = Readonly<Record<string, (event: KeyboardEvent) => void>>

const chordWaitMs = 1200
const active: HotkeyMap[] = []
let firstOfChord: { key: string; atMs: number } | null = null

/** Binds keys while the component is shown. Plain keys work only if no text field has the focus. */
export function useHotkeys(map: HotkeyMap): void {
  const bind = () => {
    if (!active.includes(map)) active.push(map)
  }
  const release = () => {
    const at = active.indexOf(map)
    if (at >= 0) active.splice(at, 1)
  }
  onMounted(bind)
  onBeforeUnmount(release)
  if (getCurrentInstance() !== null) {
    onActivated(bind)
    onDeactivated(release)
  }
}

/** Listens for the keys of all screens. The root component calls it first, before any other key listener exists. */
export function listenForHotkeys(): void {
  useEventListener('keydown', leaveToInputMethod, { capture: true })
  useEventListener('keydown', onKeydown)
}

/**
 * Stops every key that an input method handles, so that no other listener gets it: Enter only accepts the composed
 * text and Esc only discards it. The key that ends a composition can have `isComposing` false and key code 229.
 */
function leaveToInputMethod(event: KeyboardEvent): void {
  if (event.isComposing || event.keyCode === 229) event.stopImmediatePropagation()
}

function onKeydown(event: KeyboardEvent): void {
  if (event.defaultPrevented || event.repeat) return
  const key = describe(event)
  const isPlain = !key.startsWith('mod+') && !/^f\d+$/.test(key)
  if (isPlain && (isText(event) || isDialogOpen())) return
  const chord =
    firstOfChord !== null && event.timeStamp - firstOfChord.atMs < chordWaitMs ? firstOfChord.key : null
  firstOfChord = null
  if (chord !== null && trigger(`${chord} ${key}`, event)) return
  if (trigger(key, event)) return
  if (active.some((map) => Object.keys(map).some((keys) => keys.startsWith(`${key} `))))
    firstOfChord = { key, atMs: event.timeStamp }
}

function trigger(keys: string, event: KeyboardEvent): boolean {
  // The bindings of the newest component come first.
  for (const map of [...active].reverse()) {
    const action = map[keys]
    if (action === undefined) continue
    event.preventDefault()
    action(event)
    return true
  }
  return false
}

function describe(event: KeyboardEvent): string {
  const key = event.key.toLowerCase()
  const mod = event.ctrlKey || event.metaKey ? 'mod+' : ''
  // Some keyboard layouts need Alt for characters such as "/".
  const alt = event.altKey && /^[a-z]/.test(key) ? 'alt+' : ''
  const shift = event.shiftKey && /^[a-z]$/.test(key) ? 'shift+' : ''
  return `${mod}${alt}${shift}${key}`
}

/** True for a key that a text field uses: every plain key, and with Alt the keys that edit text on macOS. */
function isText({ target, altKey }: KeyboardEvent): boolean {
  const isInField =
    target instanceof HTMLElement && target.closest('input, textarea, select, [contenteditable]') !== null
  return isInField && !(altKey && !isMac)
}

function isDialogOpen(): boolean {
  return document.querySelector('[role="dialog"][aria-modal="true"]') !== null
}
