import { protocol, type Protocol } from 'electron'
import { appFileHandler, appScheme } from './app-files'
import { visitScheme } from './issuer/issuer-rules'

/**
 * Registers `app://` and the scheme of the posting page as schemes with an origin of their own. Must run before the app is
 * ready.
 */
export function declareAppScheme(): void {
  const privileges = { standard: true, secure: true }
  protocol.registerSchemesAsPrivileged([
    { scheme: appScheme, privileges },
    { scheme: visitScheme, privileges },
  ])
}

/** Serves the built renderer from its folder to one session. */
export function serveAppFiles(sessionProtocol: Protocol, folder: string): void {
  sessionProtocol.handle(appScheme, appFileHandler(folder))
}
