import type { Logger } from '../platform/logger'

interface Navigation {
  readonly url: string
  preventDefault(): void
}

/** The part of Electron's session that is used here. */
export interface FormPageSession {
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
export interface FormPageContents {
  on(event: 'will-frame-navigate' | 'will-redirect', listener: (event: Navigation) => void): unknown
  setWindowOpenHandler(handler: () => { action: 'deny' }): void
}

/**
 * Cancels every request. A form page is a page of main without a script: the bar above an issuer's page, or a question
 * to a person. It is a data URL, so it needs no request.
 */
export function lockDownFormSession(session: FormPageSession): void {
  session.setPermissionRequestHandler((_contents, _permission, callback) => callback(false))
  session.setPermissionCheckHandler(() => false)
  session.webRequest.onBeforeRequest(({ url, resourceType }, callback) => {
    callback({ cancel: !(resourceType === 'mainFrame' && url.startsWith('data:text/html;')) })
  })
}

/**
 * Prevents every navigation of a form page. A navigation to one of the addresses of `forms` is a click on the button of
 * that form.
 */
export function lockDownFormContents(
  contents: FormPageContents,
  {
    forms,
    logger,
  }: {
    /** By their address. Called with what was typed. */
    readonly forms: Readonly<Record<string, (typed: URLSearchParams) => void>>
    readonly logger: Logger
  },
): void {
  contents.on('will-frame-navigate', (event) => {
    event.preventDefault()
    const [address = '', typed = ''] = event.url.split('?')
    if (Object.hasOwn(forms, address)) forms[address]?.(new URLSearchParams(typed))
    else logger.warn('form-page.navigation-denied')
  })
  contents.on('will-redirect', (event) => {
    event.preventDefault()
  })
  contents.setWindowOpenHandler(() => ({ action: 'deny' }))
}
