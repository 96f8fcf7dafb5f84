import { mkdir, mkdtemp, rm, symlink, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { appFileHandler, startUrl } from '../../../src-main/window/app-files'

let folder: string
let handle: (request: Request) => Promise<Response>

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'app-files-'))
  const root = join(folder, 'renderer')
  await mkdir(join(root, 'assets'), { recursive: true })
  await writeFile(join(folder, 'secret.js'), 'outside')
  await writeFile(join(root, 'index.html'), '<!doctype html>')
  await writeFile(join(root, 'assets', 'main-1a2b.js'), 'export {}')
  await writeFile(join(root, 'assets', 'main-1a2b.css'), 'body {}')
  await writeFile(join(root, 'assets', 'inter.woff2'), 'font')
  await writeFile(join(root, 'assets', 'main-1a2b.js.map'), '{}')
  await writeFile(join(root, '.env'), 'hidden')
  await symlink(join(folder, 'secret.js'), join(root, 'link.js'))
  await mkdir(join(folder, 'renderer-of-another'))
  await writeFile(join(folder, 'renderer-of-another', 'a.js'), 'outside')
  handle = appFileHandler(root)
})
afterAll(() => rm(folder, { recursive: true, force: true }))

/** A request as Electron passes it on. Node's Request would normalise some of these URLs. */
function ask(url: string, method = 'GET'): Promise<Response> {
  return handle({ url, method } as Request)
}

describe('app://desk/', () => {
  it.each([
    [startUrl, 'text/html; charset=utf-8', '<!doctype html>'],
    ['app://desk/', 'text/html; charset=utf-8', '<!doctype html>'],
    ['app://desk/index.html?x=1#/orders', 'text/html; charset=utf-8', '<!doctype html>'],
    ['app://desk/assets/main-1a2b.js', 'text/javascript; charset=utf-8', 'export {}'],
    ['app://desk/assets/main-1a2b.css', 'text/css; charset=utf-8', 'body {}'],
    ['app://desk/assets/inter.woff2', 'font/woff2', 'font'],
  ])('serves %s', async (url, contentType, body) => {
    const response = await ask(url)
    expect([response.status, response.headers.get('content-type'), await response.text()]).toEqual([
      200,
      contentType,
      body,
    ])
  })

  it.each([
    'app://desk/../secret.js',
    'app://desk/assets/../../secret.js',
    'app://desk/%2e%2e/secret.js',
    'app://desk/..%2fsecret.js',
    'app://desk/%2e%2e%2fsecret.js',
    'app://desk/%252e%252e/secret.js',
    'app://desk/..%5csecret.js',
    'app://desk/..\\secret.js',
    'app://desk/assets/%00/../../secret.js',
    'app://desk/index.html%00.js',
    'app://desk//etc/passwd.js',
    'app://desk/C:/windows/secret.js',
    'app://desk/link.js',
    'app://desk/../renderer-of-another/a.js',
    'app://desk/.env',
    'app://desk/assets/main-1a2b.js.map',
    'app://desk/assets',
    'app://desk/assets/',
    'app://desk/missing.js',
    'app://desk/%E0%A4%A.js',
    'app://desk.evil/index.html',
    'app://desk@evil/index.html',
    'app://user@desk/index.html',
    'app://evil/index.html',
    'file:///etc/passwd',
    'https://desk/index.html',
    'not a url',
  ])('answers with an error at %s', async (url) => {
    const response = await ask(url)
    expect([response.status, await response.text()]).toEqual([404, ''])
  })

  it.each(['POST', 'PUT', 'DELETE', 'OPTIONS'])('refuses %s', async (method) => {
    expect((await ask(startUrl, method)).status).toBe(405)
  })

  it('answers HEAD without a body', async () => {
    const response = await ask(startUrl, 'HEAD')
    expect([response.status, await response.text()]).toEqual([200, ''])
  })

  it('sends the same strict policy with every answer, also with errors (S7)', async () => {
    const policy =
      "default-src 'none'; script-src 'self'; style-src 'self' 'unsafe-inline'; img-src 'self' data:; " +
      "font-src 'self'; connect-src 'none'; object-src 'none'; base-uri 'none'; form-action 'none'; " +
      "frame-ancestors 'none'; require-trusted-types-for 'script'; trusted-types vue"
    for (const [url, method] of [
      [startUrl, 'GET'],
      ['app://desk/assets/main-1a2b.js', 'GET'],
      ['app://desk/missing.js', 'GET'],
      ['app://evil/', 'GET'],
      [startUrl, 'POST'],
    ] as const) {
      const { headers } = await ask(url, method)
      expect([
        headers.get('content-security-policy'),
        headers.get('x-content-type-options'),
        headers.get('referrer-policy'),
      ]).toEqual([policy, 'nosniff', 'no-referrer'])
    }
  })
})
