import { app, screen, type BrowserWindow, type Display, type WebContents } from 'electron'
import type { Clock } from '../../platform/clock'
import { isIssuerAddress } from '../../platform/issuer-address'
import type { Logger } from '../../platform/logger'
import type { BrowserData, CardholderBrowser, IssuerVisit, VisitResult } from '../../ports/cardholder-browser'
import type { IssuerNetwork } from '../../ports/issuer-network'
import { browserData, plainUserAgent } from './browser-data'
import { IssuerWindow } from './issuer-window'

interface IssuerParts {
  readonly clock: Clock
  readonly logger: Logger
  readonly network: IssuerNetwork
  readonly iconFile: string | null
}

/** Shows issuers' pages in windows that share no data with the app or with each other. */
export class IssuerWindows implements CardholderBrowser {
  readonly #parts: IssuerParts
  readonly #open = new Set<IssuerWindow>()
  #parent: BrowserWindow | null = null
  #isHidden = false

  constructor(parts: IssuerParts) {
    this.#parts = parts
    // Frames inside a page use this value and not the one of their session.
    app.userAgentFallback = plainUserAgent(app.userAgentFallback, app.getName())
  }

  /** Sets the parent window. Issuer windows open above it and close with it. */
  attachTo(parent: BrowserWindow): void {
    this.#parent = parent
    parent.once('closed', () => {
      this.#parent = null
    })
  }

  /** Hides every page while the app is locked. The pages go on, and a visit that begins meanwhile stays hidden. */
  setHidden(isHidden: boolean): void {
    this.#isHidden = isHidden
    for (const window of this.#open) window.setHidden(isHidden)
  }

  /** Applies the rules of its visit to new web contents. Returns false when they belong to no visit. */
  adopt(contents: WebContents): boolean {
    return [...this.#open].some((window) => window.adopt(contents))
  }

  async visit(visit: IssuerVisit, signal: AbortSignal): Promise<VisitResult> {
    if (signal.aborted) return { kind: 'closed' }
    if (!isIssuerAddress(visit.url, visit.allowedOrigin)) {
      this.#parts.logger.warn('issuer.address-refused')
      return { kind: 'failed', failure: 'address-refused' }
    }
    const window = new IssuerWindow(visit, {
      ...this.#parts,
      browser: this.describe(),
      parent: this.#parent,
      workArea: this.#display().workArea,
    })
    window.setHidden(this.#isHidden)
    this.#open.add(window)
    try {
      return await window.run(signal)
    } finally {
      this.#open.delete(window)
    }
  }

  /** The screen on which the app stands; the issuer's window opens there. */
  #display(): Display {
    return this.#parent === null
      ? screen.getPrimaryDisplay()
      : screen.getDisplayMatching(this.#parent.getBounds())
  }

  describe(): BrowserData {
    const { size, colorDepth } = this.#display()
    return browserData({
      userAgent: app.userAgentFallback,
      locale: app.getLocale(),
      screen: { ...size, colorDepth },
      timeZoneOffsetMinutes: new Date().getTimezoneOffset(),
    })
  }
}
