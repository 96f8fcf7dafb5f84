import type { App, Session } from 'electron'
import { appScheme, pageHeaders } from './app-files'
import { contentSecurityPolicy } from './content-security-policy'
import { isAllowedRequest } from './session-lockdown'

/**
 * Takes the pages of a session from the server of `npm run dev` in place of the built files. They keep the origin and
 * the rules of the app; beyond these they may hold the socket over which the server announces changes, and load
 * themselves anew. Only a development bundle holds this file: a build leaves it out.
 * @param server such as http://127.0.0.1:5173
 */
export function serveFromDevServer(app: App, session: Session, server: string): void {
  const socket = server.replace(/^http/, 'ws')
  session.protocol.handle(appScheme, devFileHandler(server, socket))
  session.webRequest.onBeforeRequest(({ url }, callback) => {
    callback({ cancel: !isAllowedRequest(url, false) && !url.startsWith(`${socket}/`) })
  })
  app.on('web-contents-created', (_event, contents) => {
    // A page that wants to load itself anew is denied that like every navigation; main does it in its place.
    contents.on('will-frame-navigate', ({ url }) => {
      if (contents.session === session && url === contents.getURL()) contents.reload()
    })
  })
}

/** Answers requests for `app://desk/` with what the server says about the same path. */
export function devFileHandler(server: string, socket: string): (request: Request) => Promise<Response> {
  const policy = contentSecurityPolicy.replace("connect-src 'none'", `connect-src ${socket}`)
  return async ({ url }) => {
    const { pathname, search } = new URL(url)
    const file = await fetch(`${server}${pathname}${search}`)
    return new Response(file.body, {
      status: file.status,
      headers: {
        ...pageHeaders,
        'content-security-policy': policy,
        'content-type': file.headers.get('content-type') ?? 'text/plain',
      },
    })
  }
}
