import { BrowserWindow, session, WebContentsView, type Session, type WebContents } from 'electron'
import { randomBytes } from 'node:crypto'
import type { Clock } from '../../platform/clock'
import type { Logger } from '../../platform/logger'
import type { BrowserData, IssuerVisit, VisitResult } from '../../ports/cardholder-browser'
import type { IssuerNetwork, IssuerRoute } from '../../ports/issuer-network'
import { readPostedForm, type UploadPart } from './issuer-answer'
import { barAddress, barCloseUrl, barHeight } from './issuer-bar'
import type { Rectangle } from '../window-state'
import { zoomByHand } from '../zoom'
import { lockDownFormContents, lockDownFormSession } from '../form-page-lockdown'
import { lockDownIssuerContents, lockDownIssuerSession } from './issuer-lockdown'
import { issuerProxy, postingPageUrl, shownHost, visitScheme } from './issuer-rules'
import { issuerWindowTitle } from '../messages'
import { issuerPreferences, issuerWindowOptions, pageSize } from './issuer-window-options'
import { postingPage } from './posting-page'

/** The parts of the app that every visit uses. */
export interface VisitSurroundings {
  readonly clock: Clock
  readonly logger: Logger
  readonly network: IssuerNetwork
  readonly browser: BrowserData
  readonly parent: BrowserWindow | null
  readonly iconFile: string | null
  readonly workArea: Rectangle
}

/** Error codes of Chromium. */
const aborted = -3
const tunnelFailed = -111

/** One visit to an issuer's page: with a session of its own, and for a challenge with a visible window. */
export class IssuerWindow {
  readonly session: Session = throwAwaySession()
  readonly #barSession: Session | null
  readonly #visit: IssuerVisit
  readonly #around: VisitSurroundings
  #view: WebContentsView | null = null
  #window: BrowserWindow | null = null
  #barAddress = ''
  #hasArrived = false
  #isReady = false
  #isHidden = false
  #settle: ((result: VisitResult) => void) | null = null
  #route: IssuerRoute | null = null

  constructor(visit: IssuerVisit, around: VisitSurroundings) {
    this.#visit = visit
    this.#around = around
    this.#barSession = visit.kind === 'method' ? null : throwAwaySession()
  }

  /** Applies the rules of this visit to new web contents. Returns false when they do not belong to this visit. */
  adopt(contents: WebContents): boolean {
    const { logger } = this.#around
    if (contents.session === this.session) {
      lockDownIssuerContents(contents, { addresses: this.#visit, reports: this.#reports, logger })
      zoomByHand(contents)
    } else if (contents.session === this.#barSession) {
      lockDownFormContents(contents, {
        forms: { [barCloseUrl]: () => this.#end({ kind: 'closed' }) },
        logger,
      })
    } else {
      return false
    }
    return true
  }

  /** A hidden page goes on. It is shown again, or for the first time, when it is hidden no longer. */
  setHidden(isHidden: boolean): void {
    this.#isHidden = isHidden
    const window = this.#window
    if (!this.#isReady || window === null || window.isDestroyed()) return
    if (isHidden) window.hide()
    else window.show()
  }

  /** Opens the issuer's page. Resolves when the visit has ended and its window and session data were removed. */
  async run(signal: AbortSignal): Promise<VisitResult> {
    const { clock, logger } = this.#around
    let cancelTimer: () => void = () => undefined
    const abort = () => this.#end({ kind: 'closed' })
    const result = await new Promise<VisitResult>((resolve) => {
      this.#settle = resolve
      cancelTimer = clock.schedule(this.#visit.timeoutMs, () => this.#end({ kind: 'timed-out' }))
      signal.addEventListener('abort', abort)
      if (signal.aborted) return abort()
      this.#open().catch((error: unknown) => {
        logger.error('issuer.open-failed', { error })
        this.#end({ kind: 'failed', failure: 'window-failed' })
      })
    })
    cancelTimer()
    signal.removeEventListener('abort', abort)
    await this.#remove()
    return result
  }

  readonly #reports = {
    onReturn: (parts: readonly UploadPart[] | undefined) => {
      const form = readPostedForm(parts)
      this.#end(
        form.kind === 'form'
          ? { kind: 'returned', fields: form.fields }
          : { kind: 'failed', failure: form.failure },
      )
    },
    onPageFailed: (error: string) => {
      // Only a loaded page may replace its own pending navigation. Before it has loaded, no other page can follow.
      if (!this.#hasArrived) this.#end({ kind: 'failed', failure: error })
    },
    onRefusedRedirect: () => this.#end({ kind: 'failed', failure: 'address-refused' }),
  }

  async #open(): Promise<void> {
    const { browser, network } = this.#around
    const route = await network.open()
    this.#route = route
    await this.session.setProxy(issuerProxy(route.port, this.#visit.allowedOrigin))
    // The visit may have ended meanwhile.
    if (this.#settle === null) return
    lockDownIssuerSession(this.session, {
      addresses: this.#visit,
      reports: this.#reports,
      isOver: () => this.#settle === null,
      logger: this.#around.logger,
    })
    this.session.setUserAgent(browser.userAgent, browser.language)
    this.#servePostingPage()
    const view = new WebContentsView({ webPreferences: issuerPreferences(this.session) })
    this.#view = view
    this.#watch(view.webContents)
    if (this.#barSession === null) view.setBounds({ x: 0, y: 0, ...pageSize })
    else this.#window = this.#frame(view, this.#barSession)
    view.webContents.loadURL(postingPageUrl).catch(() => {
      // `did-fail-load` tells more, and also tells what happens later.
    })
  }

  /** Serves the posting page once, so that the form cannot be posted twice. */
  #servePostingPage(): void {
    const { url, fields, kind } = this.#visit
    const nonce = randomBytes(18).toString('base64')
    const page = postingPage({ url, fields, target: kind === 'method' ? 'frame' : 'window' }, nonce)
    let isServed = false
    this.session.protocol.handle(visitScheme, (request) => {
      if (isServed || request.url !== postingPageUrl) return new Response(null, { status: 404 })
      isServed = true
      return new Response(page.html, { headers: page.headers })
    })
  }

  #watch(contents: WebContents): void {
    const { logger } = this.#around
    contents.on('did-fail-load', (_event, code, failure, url, isMainFrame) => {
      if (url === postingPageUrl || (!isMainFrame && this.#visit.kind !== 'method')) return
      if (code === aborted) return
      if (code === tunnelFailed && this.#route?.hasRefused(hostnameOf(url)) === true)
        return this.#end({ kind: 'failed', failure: 'address-refused' })
      this.#end({ kind: 'failed', failure: `net::${failure === '' ? code : failure}` })
    })
    contents.on('render-process-gone', (_event, { reason }) => {
      logger.warn('issuer.page-gone', { reason })
      this.#end({ kind: 'failed', failure: `page-gone ${reason}` })
    })
    // The page may close itself. Then the empty window is closed as well.
    contents.on('destroyed', () => this.#end({ kind: 'closed' }))
    contents.on('did-navigate', (_event, url) => {
      if (url === postingPageUrl) return
      this.#hasArrived = true
      this.#showHost(shownHost(url))
    })
  }

  /** Makes the window. Its own contents are the bar; the page is a view below it and cannot draw over it. */
  #frame(view: WebContentsView, barSession: Session): BrowserWindow {
    const { parent, iconFile, workArea } = this.#around
    lockDownFormSession(barSession)
    const host = shownHost(this.#visit.url)
    const window = new BrowserWindow(
      issuerWindowOptions({ parent, iconFile, workArea, session: barSession, host }),
    )
    window.removeMenu()
    window.contentView.addChildView(view)
    const place = () => {
      const { width, height } = window.getContentBounds()
      view.setBounds({ x: 0, y: barHeight, width, height: Math.max(0, height - barHeight) })
    }
    place()
    window.on('resize', place)
    window.on('page-title-updated', (event) => event.preventDefault())
    window.on('closed', () => {
      this.#window = null
      this.#end({ kind: 'closed' })
    })
    for (const contents of [window.webContents, view.webContents])
      contents.on('before-input-event', (event, { type, key }) => {
        if (type !== 'keyDown' || key !== 'Escape') return
        event.preventDefault()
        this.#end({ kind: 'closed' })
      })
    window.once('ready-to-show', () => {
      this.#isReady = true
      if (this.#isHidden) return
      window.show()
      view.webContents.focus()
    })
    this.#window = window
    this.#showHost(host)
    return window
  }

  #showHost(host: string): void {
    const window = this.#window
    if (window === null || window.isDestroyed()) return
    const address = barAddress({ host, payment: this.#visit.payment })
    // Another load of the same bar would abort the first one while the window waits for it.
    if (address === this.#barAddress) return
    this.#barAddress = address
    window.setTitle(issuerWindowTitle(host))
    window.loadURL(address).catch(() => {
      // The bar was replaced by the bar of another host before it was loaded.
    })
  }

  #end(result: VisitResult): void {
    const settle = this.#settle
    this.#settle = null
    settle?.(result)
  }

  async #remove(): Promise<void> {
    const { logger } = this.#around
    const contents = this.#view?.webContents
    if (this.#window !== null && !this.#window.isDestroyed()) this.#window.destroy()
    if (contents !== undefined && !contents.isDestroyed()) contents.close({ waitForBeforeUnload: false })
    this.#view = null
    this.#route?.close()
    try {
      await this.session.closeAllConnections()
      await this.session.clearStorageData()
      await this.session.clearCache()
      await this.session.clearAuthCache()
    } catch (error) {
      logger.warn('issuer.clear-failed', { error })
    }
  }
}

/** A session in memory with a unique name. */
function throwAwaySession(): Session {
  return session.fromPartition(`issuer-${randomBytes(16).toString('hex')}`, { cache: false })
}

function hostnameOf(url: string): string {
  return URL.canParse(url) ? new URL(url).hostname : ''
}
