import type { Logger } from '../platform/logger'
import { appHost, appScheme } from './app-files'

interface Preventable {
  preventDefault(): void
}

/** A session of Electron, as far as it is locked down. */
export interface LockableSession {
  setPermissionRequestHandler(
    handler: (contents: unknown, permission: string, callback: (isGranted: boolean) => void) => void,
  ): void
  setPermissionCheckHandler(handler: (contents: unknown, permission: string) => boolean): void
  setDevicePermissionHandler(handler: (details: unknown) => boolean): void
  setSpellCheckerEnabled(isEnabled: boolean): void
  on(event: 'will-download', listener: (event: Preventable) => void): unknown
  readonly webRequest: {
    onBeforeRequest(
      listener: (details: { readonly url: string }, callback: (answer: { cancel: boolean }) => void) => void,
    ): void
  }
}

/** Web contents of Electron, as far as they are locked down. */
export interface LockableContents {
  on(event: NavigationEvent, listener: (event: Preventable) => void): unknown
  setWindowOpenHandler(handler: () => { action: 'deny' }): void
}

type NavigationEvent = 'will-navigate' | 'will-redirect' | 'will-frame-navigate' | 'will-attach-webview'

const navigationEvents: readonly NavigationEvent[] = [
  'will-navigate',
  'will-redirect',
  'will-frame-navigate',
  'will-attach-webview',
]

/** Denies a session every permission, download and request but those for our own files (C6). */
export function lockDownSession(
  session: LockableSession,
  { isPackaged, logger }: { readonly isPackaged: boolean; readonly logger: Logger },
): void {
  denyPermissionsAndDownloads(session, 'window', logger)
  session.webRequest.onBeforeRequest(({ url }, callback) => {
    const isAllowed = isAllowedRequest(url, isPackaged)
    if (!isAllowed) logger.warn('window.request-denied', { scheme: schemeOf(url) })
    callback({ cancel: !isAllowed })
  })
}

/** What no page may have, ours or an issuer's; `owner` names the pages in the log. */
export function denyPermissionsAndDownloads(
  session: Omit<LockableSession, 'webRequest'>,
  owner: 'window' | 'issuer',
  logger: Logger,
): void {
  session.setPermissionRequestHandler((_contents, permission, callback) => {
    logger.warn(`${owner}.permission-denied`, { permission })
    callback(false)
  })
  session.setPermissionCheckHandler(() => false)
  session.setDevicePermissionHandler(() => false)
  // Its dictionaries would be fetched from a server.
  session.setSpellCheckerEnabled(false)
  session.on('will-download', (event) => {
    logger.warn(`${owner}.download-denied`)
    event.preventDefault()
  })
}

/** Keeps contents on the page that main loaded: no navigation, no new window, no embedded view. */
export function lockDownContents(contents: LockableContents, logger: Logger): void {
  for (const name of navigationEvents) {
    contents.on(name, (event) => {
      logger.warn('window.navigation-denied', { navigation: name })
      event.preventDefault()
    })
  }
  contents.setWindowOpenHandler(() => {
    logger.warn('window.new-window-denied')
    return { action: 'deny' }
  })
}

/** Only files of the app itself; a developer's build may also load Chromium's own developer tools. */
export function isAllowedRequest(url: string, isPackaged: boolean): boolean {
  if (!URL.canParse(url)) return false
  const { protocol, host } = new URL(url)
  if (protocol === 'devtools:') return !isPackaged
  return protocol === `${appScheme}:` && host === appHost
}

function schemeOf(url: string): string {
  return /^[a-z][a-z0-9+.-]{0,20}:/i.exec(url)?.[0] ?? 'none'
}
