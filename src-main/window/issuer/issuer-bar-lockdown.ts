import type { Logger } from '../../platform/logger'
import { barCloseUrl } from './issuer-bar'

interface Navigation {
  readonly url: string
  preventDefault(): void
}

/** A session of Electron, as far as a bar's is locked down. */
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

/** Web contents of Electron, as far as a bar's are locked down. */
export interface BarContents {
  on(event: 'will-frame-navigate' | 'will-redirect', listener: (event: Navigation) => void): unknown
  setWindowOpenHandler(handler: () => { action: 'deny' }): void
}

/** The bar carries its page in its address: nothing is ever fetched for it. */
export function lockDownBarSession(session: BarSession): void {
  session.setPermissionRequestHandler((_contents, _permission, callback) => callback(false))
  session.setPermissionCheckHandler(() => false)
  session.webRequest.onBeforeRequest(({ url, resourceType }, callback) => {
    callback({ cancel: !(resourceType === 'mainFrame' && url.startsWith('data:text/html;')) })
  })
}

/** Keeps the bar where it is; the one way out of it is its button, which is the wish to close. */
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
