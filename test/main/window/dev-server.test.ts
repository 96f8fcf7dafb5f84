import type { App, Session } from 'electron'
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { contentSecurityPolicy } from '../../../src-main/window/content-security-policy'
import { serveFromDevServer } from '../../../src-main/window/dev-server'

const self = 'app://desk/index.html#/home'
let server: Server
let origin: string

beforeAll(async () => {
  server = createServer((request, response) => {
    response.statusCode = request.url?.startsWith('/gone') === true ? 404 : 200
    response.setHeader('content-type', 'text/javascript')
    response.setHeader('content-security-policy', 'default-src *')
    response.end(`the server was asked for ${request.url}`)
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  origin = `127.0.0.1:${(server.address() as AddressInfo).port}`
})
afterAll(() => server.close())

/** What the development server may do to a session and its pages, taken from the calls that it makes. */
function openSession() {
  let handle!: (request: Request) => Promise<Response>
  let judge!: (details: { url: string }, callback: (answer: { cancel: boolean }) => void) => void
  let onContents!: (event: unknown, contents: unknown) => void
  const session = {
    protocol: { handle: (_scheme: string, handler: typeof handle) => (handle = handler) },
    webRequest: { onBeforeRequest: (listener: typeof judge) => (judge = listener) },
  }
  const app = { on: (_event: string, listener: typeof onContents) => (onContents = listener) }
  serveFromDevServer(app as unknown as App, session as unknown as Session, `http://${origin}`)
  const isAllowed = (url: string): boolean => {
    let isCancelled = true
    judge({ url }, ({ cancel }) => (isCancelled = cancel))
    return !isCancelled
  }
  /** How often a page that wants to go somewhere is loaded anew. */
  const reloadsFor = (url: string, ofSession: unknown = session): number => {
    let reloads = 0
    let navigate!: (details: { url: string }) => void
    onContents(null, {
      session: ofSession,
      on: (_event: string, listener: typeof navigate) => (navigate = listener),
      getURL: () => self,
      reload: () => (reloads += 1),
    })
    navigate({ url })
    return reloads
  }
  return { ask: async (url: string) => handle({ url } as Request), isAllowed, reloadsFor }
}

describe('pages from the development server', () => {
  it('are what the server says about the same path, under the rules of the app', async () => {
    const answer = await openSession().ask('app://desk/views/Home.vue?vue&type=style#/home')
    expect(await answer.text()).toBe('the server was asked for /views/Home.vue?vue&type=style')
    expect([answer.status, answer.headers.get('content-type')]).toEqual([200, 'text/javascript'])
    expect(answer.headers.get('x-content-type-options')).toBe('nosniff')
    expect((await openSession().ask('app://desk/gone.ts')).status).toBe(404)
  })

  it('may hold one socket more than a built page, and nothing else', async () => {
    const { ask, isAllowed } = openSession()
    const policy = (await ask('app://desk/')).headers.get('content-security-policy') ?? ''
    const differing = policy.split('; ').filter((rule) => !contentSecurityPolicy.split('; ').includes(rule))
    expect(differing).toEqual([`connect-src ws://${origin}`])
    const urls = [
      `ws://${origin}/?token=1`,
      self,
      `http://${origin}/`,
      'ws://attacker.example/',
      `ws://${origin}0/`,
    ]
    expect(urls.map(isAllowed)).toEqual([true, true, false, false, false])
  })

  it('are loaded anew when they ask for it, and go nowhere else', () => {
    const { reloadsFor } = openSession()
    expect([
      reloadsFor(self),
      reloadsFor('app://desk/other.html'),
      reloadsFor('https://attacker.example/'),
    ]).toEqual([1, 0, 0])
    expect(reloadsFor(self, 'the session of an issuer’s page')).toBe(0)
  })
})
