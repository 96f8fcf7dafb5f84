import type { Logger } from '../../platform/logger'
import { barCloseUrl } from './issuer-bar'

interface Navigation {
  readonly url: string
  preventDefault(): void
}

/** The part of Electron's session that is used here. */
export interface BarSession {
  setPermissionRequestHandler(
    handler: (contents: unknown, permission: string, callback: (isGranted: boolean) => void) => void,
  ): void
  setPermissionCheckHandler(handler: () => boolean): void
  readonly webRequest: {
    onBeforeRequest(
      listener: (
        details: { readonly url: string; readonly resourceType: string },
        callback: (answer: { cancel: boolean }) => void,
      ) => void,
    ): void
  }
}

/** The part of Electron's web contents that is used here. */
export interface BarContents {
  on(event: 'will-frame-navigate' | 'will-redirect', listener: (event: Navigation) => void): unknown
  setWindowOpenHandler(handler: () => { action: 'deny' }): void
}

/** Cancels every request. The page of the bar is a data URL, so it needs none. */
export function lockDownBarSession(session: BarSession): void {
  session.setPermissionRequestHandler((_contents, _permission, callback) => callback(false))
  session.setPermissionCheckHandler(() => false)
  session.webRequest.onBeforeRequest(({ url, resourceType }, callback) => {
    callback({ cancel: !(resourceType === 'mainFrame' && url.startsWith('data:text/html;')) })
  })
}

/**
 * Prevents every navigation of the bar. A navigation to `barCloseUrl` is a click on its button and closes the window.
 */
export function lockDownBarContents(
  contents: BarContents,
  { onClose, logger }: { readonly onClose: () => void; readonly logger: Logger },
): void {
  contents.on('will-frame-navigate', (event) => {
    event.preventDefault()
    if (event.url.split('?')[0] === barCloseUrl) onClose()
    else logger.warn('issuer.navigation-denied')
  })
  contents.on('will-redirect', (event) => {
    event.preventDefault()
  })
  contents.setWindowOpenHandler(() => ({ action: 'deny' }))
}
