import { protocol, type Protocol } from 'electron'
import { appFileHandler, appScheme } from './app-files'

/** Makes `app://` a scheme with an origin of its own; must run before the app is ready. */
export function declareAppScheme(): void {
  protocol.registerSchemesAsPrivileged([{ scheme: appScheme, privileges: { standard: true, secure: true } }])
}

/** Serves the built renderer from its folder to one session. */
export function serveAppFiles(sessionProtocol: Protocol, folder: string): void {
  sessionProtocol.handle(appScheme, appFileHandler(folder))
}
