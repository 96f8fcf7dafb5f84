import { readFile, realpath } from 'node:fs/promises'
import { extname, join, sep } from 'node:path'
import { contentSecurityPolicy } from './content-security-policy'

/** The scheme of the app's pages. */
export const appScheme = 'app'
export const appHost = 'desk'
export const startUrl = `${appScheme}://${appHost}/index.html`

/** The file types of the built renderer. Other files are not served. */
const contentTypes: Readonly<Record<string, string>> = {
  '.html': 'text/html; charset=utf-8',
  '.js': 'text/javascript; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
  '.json': 'application/json; charset=utf-8',
  '.svg': 'image/svg+xml',
  '.png': 'image/png',
  '.ico': 'image/x-icon',
  '.woff2': 'font/woff2',
}

/** What every answer to a page says besides the kind of its content. */
export const pageHeaders = {
  'content-security-policy': contentSecurityPolicy,
  'x-content-type-options': 'nosniff',
  'referrer-policy': 'no-referrer',
  'cross-origin-opener-policy': 'same-origin',
  'cross-origin-resource-policy': 'same-origin',
  'cache-control': 'no-store',
}

/**
 * Answers requests for `app://desk/` with files of one folder. Every other request gets an empty answer with an error
 * status.
 */
export function appFileHandler(folder: string): (request: Request) => Promise<Response> {
  return async (request) => {
    if (request.method !== 'GET' && request.method !== 'HEAD') return refusal(405)
    const path = pathInUrl(request.url)
    const contentType = path === null ? undefined : contentTypes[extname(path).toLowerCase()]
    if (path === null || contentType === undefined) return refusal(404)
    try {
      const root = await realpath(folder)
      // A symbolic link in the folder must not lead out of it.
      const file = await realpath(join(root, path))
      if (!file.startsWith(root + sep)) return refusal(404)
      const body = request.method === 'HEAD' ? null : new Uint8Array(await readFile(file))
      return new Response(body, { headers: { ...pageHeaders, 'content-type': contentType } })
    } catch {
      return refusal(404)
    }
  }
}

/** The decoded path; null for another URL, or for a path that a file system could read differently. */
function pathInUrl(text: string): string | null {
  const url = URL.canParse(text) ? new URL(text) : null
  if (url === null || url.protocol !== `${appScheme}:` || url.host !== appHost) return null
  if (url.username !== '' || url.password !== '') return null
  let path: string
  try {
    path = decodeURIComponent(url.pathname)
  } catch {
    return null
  }
  if (/[\u0000-\u001f\\:%]/.test(path)) return null
  if (path.split('/').some((part) => part === '..' || part === '.')) return null
  return path === '/' ? '/index.html' : path
}

function refusal(status: number): Response {
  return new Response(null, { status, headers: pageHeaders })
}
