import { describe, expect, it } from 'vitest'
import type { Logger } from '../../../../src-main/platform/logger'
import type { UploadPart } from '../../../../src-main/window/issuer/issuer-answer'
import {
  lockDownIssuerContents,
  lockDownIssuerSession,
  type IssuerContents,
  type IssuerRequest,
  type IssuerSession,
  type VisitReports,
} from '../../../../src-main/window/issuer/issuer-lockdown'

const addresses = {
  returnUrl: 'https://return.rebill-desk.invalid/3ds/NOR-1/challenge',
  allowedOrigin: null,
}

type Callback = (answer: { cancel: boolean }) => void
type Listener = (...given: never[]) => void

class FakeSession implements IssuerSession {
  permission:
    ((contents: unknown, permission: string, callback: (isGranted: boolean) => void) => void) | null = null
  check: ((contents: unknown, permission: string) => boolean) | null = null
  device: ((details: unknown) => boolean) | null = null
  isSpellCheckerEnabled = true
  request: ((details: IssuerRequest, callback: Callback) => void) | null = null
  failed: ((details: { error: string; resourceType: string }) => void) | null = null
  readonly listeners = new Map<string, (event: { preventDefault(): void }) => void>()
  readonly webRequest = {
    onBeforeRequest: (listener: (details: IssuerRequest, callback: Callback) => void): void => {
      this.request = listener
    },
    onErrorOccurred: (listener: (details: { error: string; resourceType: string }) => void): void => {
      this.failed = listener
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

  on(event: string, listener: (event: { preventDefault(): void }) => void): void {
    this.listeners.set(event, listener)
  }

  isCancelled(details: Partial<IssuerRequest> & { readonly url: string }): boolean | null {
    let answer: boolean | null = null
    this.request?.(
      { method: 'GET', resourceType: 'mainFrame', ...details },
      ({ cancel }) => (answer = cancel),
    )
    return answer
  }
}

class FakeContents implements IssuerContents {
  readonly listeners = new Map<string, Listener>()
  openWindow: (() => { action: 'deny' }) | null = null
  webRtcPolicy = 'default'

  on(event: string, listener: Listener): void {
    this.listeners.set(event, listener)
  }

  setWindowOpenHandler(handler: () => { action: 'deny' }): void {
    this.openWindow = handler
  }

  setWebRTCIPHandlingPolicy(policy: string): void {
    this.webRtcPolicy = policy
  }

  /** Whether an event was prevented. */
  emit(name: string, details: object = {}, ...rest: unknown[]): boolean {
    let isPrevented = false
    const event = { ...details, preventDefault: () => (isPrevented = true) }
    ;(this.listeners.get(name) as (...given: unknown[]) => void)(event, ...rest)
    return isPrevented
  }
}

class Reports implements VisitReports {
  readonly said: unknown[] = []

  onReturn(parts: readonly UploadPart[] | undefined): void {
    this.said.push(['returned', parts])
  }

  onRefusedRedirect(): void {
    this.said.push(['refused redirect'])
  }

  onPageFailed(error: string): void {
    this.said.push(['page failed', error])
  }
}

function recordingLogger(): Logger & { readonly lines: string[] } {
  const lines: string[] = []
  const write = (event: string, details?: object) => {
    lines.push(`${event} ${JSON.stringify(details ?? {})}`)
  }
  return { lines, debug: write, info: write, warn: write, error: write }
}

function lockedSession(life = { isOver: false }) {
  const [session, reports, logger] = [new FakeSession(), new Reports(), recordingLogger()]
  lockDownIssuerSession(session, { addresses, reports, isOver: () => life.isOver, logger })
  return { session, reports, logger }
}

function lockedContents() {
  const [contents, reports, logger] = [new FakeContents(), new Reports(), recordingLogger()]
  lockDownIssuerContents(contents, { addresses, reports, logger })
  return { contents, reports, logger }
}

describe('lockDownIssuerSession (S9)', () => {
  it('denies every permission, device and download', () => {
    const { session } = lockedSession()
    const answers: boolean[] = []
    for (const permission of [
      'media',
      'geolocation',
      'fullscreen',
      'openExternal',
      'storage-access',
      'new one',
    ]) {
      session.permission?.(null, permission, (isGranted) => answers.push(isGranted))
      answers.push(session.check?.(null, permission) ?? true)
    }
    answers.push(session.device?.({}) ?? true)
    expect(answers).toEqual(Array(13).fill(false))
    let isPrevented = false
    session.listeners.get('will-download')?.({ preventDefault: () => (isPrevented = true) })
    expect([isPrevented, session.isSpellCheckerEnabled]).toEqual([true, false])
  })

  it('allows https, cancels all other requests, and logs no address', () => {
    const { session, logger } = lockedSession()
    expect(session.isCancelled({ url: 'https://acs.bank.example/' })).toBe(false)
    expect(
      session.isCancelled({ url: 'http://acs.bank.example/?card=4111111111111111', resourceType: 'image' }),
    ).toBe(true)
    expect(logger.lines).toEqual(['issuer.request-denied {"kind":"image"}'])
  })

  it('cancels the request to the return address and reports its body', () => {
    const { session, reports, logger } = lockedSession()
    const uploadData = [{ bytes: Buffer.from('cres=abc') }]
    expect(session.isCancelled({ url: addresses.returnUrl, method: 'POST', uploadData })).toBe(true)
    expect(reports.said).toEqual([['returned', uploadData]])
    expect(logger.lines).toEqual([])
  })

  it('reports a return without a form', () => {
    const { session, reports } = lockedSession()
    expect(session.isCancelled({ url: addresses.returnUrl })).toBe(true)
    expect(reports.said).toEqual([['returned', undefined]])
  })

  it('cancels everything after the visit, and reports no second answer', () => {
    const life = { isOver: false }
    const { session, reports } = lockedSession(life)
    life.isOver = true
    expect(session.isCancelled({ url: 'https://acs.bank.example/' })).toBe(true)
    expect(
      session.isCancelled({
        url: addresses.returnUrl,
        method: 'POST',
        uploadData: [{ bytes: Buffer.from('a=1') }],
      }),
    ).toBe(true)
    expect(reports.said).toEqual([])
  })

  it('reports a failure of the page itself, but not of its parts', () => {
    const { session, reports } = lockedSession()
    session.failed?.({ error: 'net::ERR_FAILED', resourceType: 'image' })
    session.failed?.({ error: 'net::ERR_ABORTED', resourceType: 'mainFrame' })
    expect(reports.said).toEqual([['page failed', 'net::ERR_ABORTED']])
  })
})

describe('lockDownIssuerContents (S9)', () => {
  it.each(['will-navigate', 'will-frame-navigate', 'will-redirect'])('applies the rules to %s', (name) => {
    const { contents } = lockedContents()
    const isPrevented = (url: string) => contents.emit(name, { url, isMainFrame: true })
    expect(['https://acs.bank.example/next', addresses.returnUrl].map(isPrevented)).toEqual([false, false])
    const hostile = [
      'http://bank.example/',
      'file:///etc/passwd',
      'app://desk/index.html',
      'data:text/html,x',
    ]
    expect(hostile.map(isPrevented)).toEqual([true, true, true, true])
  })

  it('reports a redirect of the whole page to a refused address', () => {
    const { contents, reports } = lockedContents()
    contents.emit('will-redirect', { url: 'https://acs.bank.example/', isMainFrame: true })
    contents.emit('will-redirect', { url: 'http://bank.example/', isMainFrame: false })
    contents.emit('will-navigate', { url: 'http://bank.example/', isMainFrame: true })
    expect(reports.said).toEqual([])
    contents.emit('will-redirect', { url: 'http://bank.example/', isMainFrame: true })
    expect(reports.said).toEqual([['refused redirect']])
  })

  it('opens no window, embeds nothing, and lets every page be closed', () => {
    const { contents } = lockedContents()
    expect(contents.openWindow?.()).toEqual({ action: 'deny' })
    expect([contents.emit('will-attach-webview'), contents.emit('will-prevent-unload')]).toEqual([true, true])
    expect(contents.webRtcPolicy).toBe('disable_non_proxied_udp')
  })

  it('accepts no certificate that Chromium refuses, and sends no certificate of this computer', () => {
    const { contents } = lockedContents()
    const answers: unknown[] = []
    const isHandled = [
      contents.emit(
        'certificate-error',
        {},
        'https://a/',
        'net::ERR_CERT_INVALID',
        {},
        (isTrusted: boolean) => answers.push(isTrusted),
      ),
      contents.emit(
        'select-client-certificate',
        {},
        'https://a/',
        [{ subjectName: 'Iva' }],
        (...chosen: unknown[]) => answers.push(chosen),
      ),
    ]
    expect([isHandled, answers]).toEqual([
      [true, true],
      [false, []],
    ])
  })
})
