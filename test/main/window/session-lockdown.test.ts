import { describe, expect, it } from 'vitest'
import type { Logger } from '../../../src-main/platform/logger'
import {
  isAllowedRequest,
  lockDownContents,
  lockDownSession,
  type LockableContents,
  type LockableSession,
} from '../../../src-main/window/session-lockdown'

type RequestListener = Parameters<LockableSession['webRequest']['onBeforeRequest']>[0]

class FakeEvent {
  isPrevented = false

  preventDefault(): void {
    this.isPrevented = true
  }
}

class FakeSession implements LockableSession {
  permission: Parameters<LockableSession['setPermissionRequestHandler']>[0] | null = null
  check: ((contents: unknown, permission: string) => boolean) | null = null
  device: ((details: unknown) => boolean) | null = null
  isSpellCheckerEnabled = true
  readonly listeners = new Map<string, (event: FakeEvent) => void>()
  request: RequestListener | null = null
  readonly webRequest = {
    onBeforeRequest: (listener: RequestListener): void => {
      this.request = listener
    },
  }

  setPermissionRequestHandler(handler: NonNullable<FakeSession['permission']>): void {
    this.permission = handler
  }

  setPermissionCheckHandler(handler: NonNullable<FakeSession['check']>): void {
    this.check = handler
  }

  setDevicePermissionHandler(handler: NonNullable<FakeSession['device']>): void {
    this.device = handler
  }

  setSpellCheckerEnabled(isEnabled: boolean): void {
    this.isSpellCheckerEnabled = isEnabled
  }

  on(event: string, listener: (event: FakeEvent) => void): void {
    this.listeners.set(event, listener)
  }
}

class FakeContents implements LockableContents {
  readonly listeners = new Map<string, (event: FakeEvent) => void>()
  openWindow: (() => { action: 'deny' }) | null = null
  webRtcPolicy: string | null = null

  setWebRTCIPHandlingPolicy(policy: string): void {
    this.webRtcPolicy = policy
  }

  on(event: string, listener: (event: FakeEvent) => void): void {
    this.listeners.set(event, listener)
  }

  setWindowOpenHandler(handler: () => { action: 'deny' }): void {
    this.openWindow = handler
  }
}

function recordingLogger(): Logger & { readonly lines: string[] } {
  const lines: string[] = []
  const write = (event: string, details?: object) => {
    lines.push(`${event} ${JSON.stringify(details ?? {})}`)
  }
  return { lines, debug: write, info: write, warn: write, error: write }
}

describe('lockDownSession (S6)', () => {
  it('denies every permission, device and download', () => {
    const session = new FakeSession()
    lockDownSession(session, { isPackaged: true, logger: recordingLogger() })
    const answers: boolean[] = []
    for (const permission of [
      'media',
      'clipboard-read',
      'notifications',
      'openExternal',
      'fullscreen',
      'new one',
    ]) {
      session.permission?.(null, permission, (isGranted) => answers.push(isGranted))
      answers.push(session.check?.(null, permission) ?? true)
    }
    answers.push(session.device?.({}) ?? true)
    expect(answers).toEqual(Array(13).fill(false))
    const download = new FakeEvent()
    session.listeners.get('will-download')?.(download)
    expect([download.isPrevented, session.isSpellCheckerEnabled]).toEqual([true, false])
  })

  it('cancels every request except those for the app’s files, and logs no address', () => {
    const session = new FakeSession()
    const logger = recordingLogger()
    lockDownSession(session, { isPackaged: true, logger })
    const decide = (url: string) => {
      let answer: boolean | null = null
      session.request?.({ url }, ({ cancel }) => (answer = cancel))
      return answer
    }
    expect(decide('app://desk/assets/main.js')).toBe(false)
    expect(decide('https://example.com/?card=4111111111111111')).toBe(true)
    expect(logger.lines).toEqual(['window.request-denied {"scheme":"https:"}'])
  })
})

describe('isAllowedRequest', () => {
  it.each([
    'https://example.com/',
    'http://127.0.0.1:8099/paynet',
    'ws://127.0.0.1/',
    'wss://example.com/',
    'file:///etc/passwd',
    'ftp://example.com/',
    'blob:app://desk/6f2c',
    'data:text/html,x',
    'chrome-extension://abc/x.js',
    'app://desk.evil/x.js',
    'app://evil/x.js',
    'application://desk/x.js',
    '',
    'nonsense',
  ])('is false for %s', (url) => {
    expect([isAllowedRequest(url, true), isAllowedRequest(url, false)]).toEqual([false, false])
  })

  it('allows the developer tools only in an unpackaged build', () => {
    const url = 'devtools://devtools/bundled/devtools_app.html'
    expect([isAllowedRequest(url, true), isAllowedRequest(url, false)]).toEqual([false, true])
  })
})

describe('lockDownContents (S6)', () => {
  it('prevents every kind of navigation and embedded view, and denies new windows', () => {
    const contents = new FakeContents()
    lockDownContents(contents, recordingLogger())
    const outcome = Object.fromEntries(
      [...contents.listeners].map(([name, listener]) => {
        const event = new FakeEvent()
        listener(event)
        return [name, event.isPrevented]
      }),
    )
    expect(outcome).toEqual({
      'will-navigate': true,
      'will-redirect': true,
      'will-frame-navigate': true,
      'will-attach-webview': true,
    })
    expect(contents.openWindow?.()).toEqual({ action: 'deny' })
  })

  it('lets WebRTC send nothing past a proxy', () => {
    const contents = new FakeContents()
    lockDownContents(contents, recordingLogger())
    expect(contents.webRtcPolicy).toBe('disable_non_proxied_udp')
  })
})
