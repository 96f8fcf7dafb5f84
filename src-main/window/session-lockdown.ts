import type { Logger } from '../platform/logger'
import { appHost, appScheme } from './app-files'

/**
 * A proxy that does not exist, for sessions that need no network. What does not ask the rules of requests, such as
 * WebRTC over TCP, ends there. Port 1 of this machine belongs to its administrator.
 */
export const nowhere = {
  mode: 'fixed_servers',
  proxyRules: 'http://127.0.0.1:1',
  proxyBypassRules: '<-loopback>',
} as const

interface Preventable {
  preventDefault(): void
}

/** The part of Electron's session that is used here. */
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

/** The part of Electron's web contents that is used here. */
export interface LockableContents {
  on(event: NavigationEvent, listener: (event: Preventable) => void): unknown
  setWindowOpenHandler(handler: () => { action: 'deny' }): void
  setWebRTCIPHandlingPolicy(policy: 'disable_non_proxied_udp'): void
}

type NavigationEvent = 'will-navigate' | 'will-redirect' | 'will-frame-navigate' | 'will-attach-webview'

const navigationEvents: readonly NavigationEvent[] = [
  'will-navigate',
  'will-redirect',
  'will-frame-navigate',
  'will-attach-webview',
]

/** Denies every permission and download of a session, and every request except those for the app's files. */
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

/** Denies every permission and download, for pages of the app and of issuers. `owner` names the pages in the log. */
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
  // The spell checker would load dictionaries from a server.
  session.setSpellCheckerEnabled(false)
  session.on('will-download', (event) => {
    logger.warn(`${owner}.download-denied`)
    event.preventDefault()
  })
}

/** Keeps web contents on the page that main loaded: no navigation, no new window, no embedded view. */
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
  contents.setWebRTCIPHandlingPolicy('disable_non_proxied_udp')
}

/** Allows files of the app, and in an unpackaged build Chromium's developer tools. */
export function isAllowedRequest(url: string, isPackaged: boolean): boolean {
  if (!URL.canParse(url)) return false
  const { protocol, host } = new URL(url)
  if (protocol === 'devtools:') return !isPackaged
  return protocol === `${appScheme}:` && host === appHost
}

function schemeOf(url: string): string {
  return /^[a-z][a-z0-9+.-]{0,20}:/i.exec(url)?.[0] ?? 'none'
}
