import { describe, expect, it } from 'vitest'
import type { Logger } from '../../../src-main/platform/logger'
import {
  lockDownFormContents,
  lockDownFormSession,
  type FormPageContents,
  type FormPageSession,
} from '../../../src-main/window/form-page-lockdown'

const closeUrl = 'https://close.example.invalid/'

function lockedContents(onClose: () => void) {
  type Navigation = { readonly url: string; preventDefault(): void }
  const listeners = new Map<string, (event: Navigation) => void>()
  let openWindow: (() => { action: 'deny' }) | null = null
  const contents: FormPageContents = {
    on: (event, listener) => listeners.set(event, listener),
    setWindowOpenHandler: (handler) => {
      openWindow = handler
    },
  }
  const lines: string[] = []
  const write = (event: string) => lines.push(event)
  const logger = { debug: write, info: write, warn: write, error: write } as unknown as Logger
  lockDownFormContents(contents, { forms: { [closeUrl]: onClose }, logger })
  /** Whether the navigation was prevented. */
  const emit = (name: string, url: string) => {
    let isPrevented = false
    listeners.get(name)?.({ url, preventDefault: () => (isPrevented = true) })
    return isPrevented
  }
  return { emit, lines, openWindow: () => openWindow?.() }
}

describe('the contents of a form page', () => {
  it('never navigate; the address of a form is a click on its button', () => {
    let clicks = 0
    const { emit, lines, openWindow } = lockedContents(() => clicks++)
    expect(emit('will-frame-navigate', 'https://attacker.example/')).toBe(true)
    expect([clicks, lines]).toEqual([0, ['form-page.navigation-denied']])
    expect(emit('will-frame-navigate', `${closeUrl}?`)).toBe(true)
    expect(clicks).toBe(1)
    expect(emit('will-redirect', closeUrl)).toBe(true)
    expect([clicks, openWindow()]).toEqual([1, { action: 'deny' }])
  })

  it.each(['constructor', '__proto__', 'toString', ''])('take the address “%s” for no form', (url) => {
    const { emit, lines } = lockedContents(() => undefined)
    expect(emit('will-frame-navigate', url)).toBe(true)
    expect(lines).toEqual(['form-page.navigation-denied'])
  })
})

describe('the session of a form page', () => {
  it('sends no request and grants no permission', () => {
    type OnRequest = Parameters<FormPageSession['webRequest']['onBeforeRequest']>[0]
    type OnPermission = Parameters<FormPageSession['setPermissionRequestHandler']>[0]
    const set: { request?: OnRequest; permission?: OnPermission; check?: () => boolean } = {}
    lockDownFormSession({
      setPermissionRequestHandler: (handler) => (set.permission = handler),
      setPermissionCheckHandler: (handler) => (set.check = handler),
      webRequest: { onBeforeRequest: (listener) => (set.request = listener) },
    })
    const isCancelled = (url: string, resourceType = 'mainFrame') => {
      let answer: boolean | null = null
      set.request?.({ url, resourceType }, ({ cancel }) => (answer = cancel))
      return answer
    }
    expect(isCancelled('data:text/html;charset=utf-8,x')).toBe(false)
    expect([
      isCancelled('data:text/html;charset=utf-8,x', 'subFrame'),
      isCancelled('data:image/png;base64,x', 'image'),
      isCancelled('https://attacker.example/'),
      isCancelled(closeUrl),
    ]).toEqual([true, true, true, true])
    let isGranted = true
    set.permission?.(null, 'media', (answer) => (isGranted = answer))
    expect([isGranted, set.check?.()]).toEqual([false, false])
  })
})
