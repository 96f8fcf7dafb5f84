import type { Logger } from '../../platform/logger'
import type { UploadPart } from './issuer-answer'
import { isAllowedNavigation, judgeRequest, type VisitAddresses } from './issuer-rules'
import { denyPermissionsAndDownloads, type LockableSession } from '../session-lockdown'

/** A request as Electron reports it before it is sent. */
export interface IssuerRequest {
  readonly url: string
  readonly method: string
  readonly resourceType: string
  readonly uploadData?: readonly UploadPart[]
}

/** The part of Electron's session that is used here. */
export interface IssuerSession extends Omit<LockableSession, 'webRequest'> {
  readonly webRequest: {
    onBeforeRequest(
      listener: (details: IssuerRequest, callback: (answer: { cancel: boolean }) => void) => void,
    ): void
    onErrorOccurred(
      listener: (details: { readonly error: string; readonly resourceType: string }) => void,
    ): void
  }
}

interface NavigationEvent {
  readonly url: string
  readonly isMainFrame: boolean
  preventDefault(): void
}

interface Preventable {
  preventDefault(): void
}

/** The part of Electron's web contents that is used here. */
export interface IssuerContents {
  on(
    event: 'will-navigate' | 'will-redirect' | 'will-frame-navigate',
    listener: (event: NavigationEvent) => void,
  ): unknown
  on(event: 'will-attach-webview' | 'will-prevent-unload', listener: (event: Preventable) => void): unknown
  on(
    event: 'certificate-error',
    listener: (
      event: Preventable,
      url: string,
      error: string,
      certificate: unknown,
      callback: (isTrusted: boolean) => void,
    ) => void,
  ): unknown
  on(
    event: 'select-client-certificate',
    listener: (
      event: Preventable,
      url: string,
      list: unknown,
      callback: (certificate: never) => void,
    ) => void,
  ): unknown
  setWindowOpenHandler(handler: () => { action: 'deny' }): void
  setWebRTCIPHandlingPolicy(policy: 'disable_non_proxied_udp'): void
}

/** Events of a visit to an issuer's page. */
export interface VisitReports {
  /** The browser requested the return address. `parts` is the posted body; undefined without one. */
  onReturn(parts: readonly UploadPart[] | undefined): void
  /** A server redirected the whole page to an address that is not allowed. */
  onRefusedRedirect(): void
  /** Loading of the whole page failed. */
  onPageFailed(error: string): void
}

/** Limits a session to requests that the rules allow, and to none after `isOver`. Denies permissions and downloads. */
export function lockDownIssuerSession(
  session: IssuerSession,
  visit: {
    readonly addresses: VisitAddresses
    readonly reports: VisitReports
    readonly isOver: () => boolean
    readonly logger: Logger
  },
): void {
  const { addresses, reports, isOver, logger } = visit
  denyPermissionsAndDownloads(session, 'issuer', logger)
  session.webRequest.onBeforeRequest((details, callback) => {
    const verdict = isOver() ? 'refused' : judgeRequest(details, addresses)
    callback({ cancel: verdict !== 'allowed' })
    if (verdict === 'refused' && !isOver())
      logger.warn('issuer.request-denied', { kind: details.resourceType })
    if (verdict === 'returned') reports.onReturn(details.uploadData)
    if (verdict === 'returned-empty') reports.onReturn(undefined)
  })
  session.webRequest.onErrorOccurred(({ error, resourceType }) => {
    if (resourceType === 'mainFrame') reports.onPageFailed(error)
  })
}

/** Applies the same rules to navigations of web contents in such a session. */
export function lockDownIssuerContents(
  contents: IssuerContents,
  visit: { readonly addresses: VisitAddresses; readonly reports: VisitReports; readonly logger: Logger },
): void {
  const { addresses, reports, logger } = visit
  const keepInside = (event: NavigationEvent): boolean => {
    if (isAllowedNavigation(event.url, addresses)) return true
    logger.warn('issuer.navigation-denied')
    event.preventDefault()
    return false
  }
  contents.on('will-navigate', keepInside)
  contents.on('will-frame-navigate', keepInside)
  contents.on('will-redirect', (event) => {
    if (!keepInside(event) && event.isMainFrame) reports.onRefusedRedirect()
  })
  contents.on('will-attach-webview', (event) => {
    event.preventDefault()
  })
  // Preventing this event lets the page close, even when it asks to stay.
  contents.on('will-prevent-unload', (event) => {
    event.preventDefault()
  })
  contents.on('certificate-error', (event, _url, error, _certificate, callback) => {
    event.preventDefault()
    logger.warn('issuer.certificate-refused', { error })
    callback(false)
  })
  // By default Electron would send the first personal certificate of this computer to the server.
  contents.on('select-client-certificate', (event, _url, _list, callback) => {
    event.preventDefault()
    // Called without an argument it means "no certificate". The type does not allow that.
    Reflect.apply(callback, undefined, [])
  })
  contents.setWindowOpenHandler(() => {
    logger.warn('issuer.new-window-denied')
    return { action: 'deny' }
  })
  contents.setWebRTCIPHandlingPolicy('disable_non_proxied_udp')
}
