import { readdir } from 'node:fs/promises'
import type { ElectronApplication, Page } from 'playwright-core'
import { describe, expect, it } from 'vitest'
import { makeCertificates } from '../support/certificates'
import { addProfile, get, makeRecoveryCode, openApp, sell, waitForStep } from './support/app-calls'
import { closeIssuerPage, issuerBar, issuerPage } from './support/issuer-page'
import { startIssuerProxy } from './support/issuer-proxy'
import { startSimulator } from './support/simulator'
import { setTrap } from './support/traps'

describe('a hostile issuer (S9)', () => {
  it('sees nothing of the app, opens nothing, gets no permission and reaches no host without TLS', async () => {
    const { testApp, proxy, sellHere } = await openBehindProxy()
    const trap = await setTrap()
    proxy.replace('challenge', () => ({ html: '<title>Rebill Desk</title><h1>Your bank</h1>' }))
    const orderId = await sellHere('9302.00')
    const page = await issuerPage(testApp.app)
    const before = testApp.page.url()
    const contentsBefore = await contentsOf(testApp.app)

    expect(await page.evaluate(whatIsThere)).toEqual({
      opener: true,
      top: true,
      names: [],
      cookies: '',
      stored: 0,
      databases: 0,
      referrer: '',
    })
    const outcome = await page.evaluate(tryEverything, {
      http: `http://127.0.0.1:${trap.port}`,
      ws: `ws://127.0.0.1:${trap.port}`,
    })
    expect(outcome.opened).toEqual([])
    expect(outcome.reached).toEqual([])
    expect(outcome.granted).toEqual([])
    expect(outcome.dialogs).toEqual([undefined, false])

    expect(trap.requests).toEqual([])
    expect(page.url()).toContain('/issuer/challenge')
    expect(testApp.page.url()).toBe(before)
    expect(await contentsOf(testApp.app)).toEqual(contentsBefore)
    const frames = await page.evaluate(() => [...document.querySelectorAll('iframe')].length)
    expect(frames).toBe(0)

    const seen = await testApp.app.evaluate(async ({ BrowserWindow, session }) => ({
      titles: BrowserWindow.getAllWindows().map((window) => window.getTitle()),
      cookies: (await session.defaultSession.cookies.get({})).length,
    }))
    expect(seen.titles.filter((title) => !title.endsWith('Rebill Desk'))).toEqual([
      `Page of the card issuer: ${new URL(page.url()).host}`,
    ])
    expect(seen.cookies).toBe(0)
    expect(await (await issuerBar(testApp.app)).locator('strong').innerText()).toBe(new URL(page.url()).host)
    expect(await downloadsIn(testApp.userDataDir)).toEqual([])

    // A page that closes itself also closes its window.
    await page.evaluate(() => setTimeout(() => window.close(), 0))
    await waitForStep(testApp.page, orderId, 'challenge', 'awaited')
    expect(testApp.app.windows()).toHaveLength(1)
    await testApp.close()
  })

  it('cannot keep its window open, and leaves nothing behind for the next page', async () => {
    const { testApp, proxy, sellHere } = await openBehindProxy()
    proxy.replace('challenge', () => ({
      html: `<h1>Your bank</h1><button onclick="1">Stay</button><script>
        addEventListener('beforeunload', (event) => { event.preventDefault(); event.returnValue = 'stay'; return 'stay' })
      </script>`,
      headers: { 'set-cookie': 'mark=1; Max-Age=9999' },
    }))
    const orderId = await sellHere('9302.00')
    const page = await issuerPage(testApp.app)
    await page.locator('button').click()
    await page.evaluate(async () => {
      localStorage.setItem('mark', '1')
      await caches.open('mark')
      await new Promise((resolve) => (indexedDB.open('mark').onsuccess = resolve))
    })
    expect(await page.evaluate(() => [document.cookie, localStorage.length])).toEqual(['mark=1', 1])
    await closeIssuerPage(testApp.app)
    await waitForStep(testApp.page, orderId, 'challenge', 'awaited')
    expect(testApp.app.windows()).toHaveLength(1)

    proxy.replace('challenge', () => ({ html: '<h1>Your bank, again</h1>' }))
    await get(testApp.page, 'threeDs.continue', { orderId, isCardholderPresent: true })
    const again = await issuerPage(testApp.app)
    await again.locator('h1').waitFor()
    expect(await again.evaluate(whatIsThere)).toMatchObject({ cookies: '', stored: 0, databases: 0 })

    // A real key press; one that is sent into the page itself would bypass the window.
    await testApp.app.evaluate(({ webContents }) => {
      const issuer = webContents
        .getAllWebContents()
        .find((contents) => contents.getURL().includes('/issuer/'))
      issuer?.sendInputEvent({ type: 'keyDown', keyCode: 'Escape' })
    })
    await expect.poll(() => testApp.app.windows().length).toBe(1)
    await testApp.close()
  })

  it('is not opened, or not shown further, when its address is not allowed', async () => {
    const { testApp, proxy, sellHere } = await openBehindProxy()
    const trap = await setTrap()
    const secured = await setTrap(makeCertificates().selfSigned)
    const addresses = [
      `http://127.0.0.1:${trap.port}/`,
      'file:///etc/passwd',
      'app://desk/index.html',
      'javascript:alert(1)',
      `https://localhost:${secured.port}/`,
      // The proxy's page, which redirects to the trap.
      `${proxy.baseUrl}/issuer/challenge`,
    ]
    const redirect = { html: '', status: 307, headers: { location: `http://127.0.0.1:${trap.port}/` } }
    proxy.replace('challenge', () => redirect)
    const orderIds: string[] = []
    for (const address of addresses) {
      const orderId = await sellHere('9302.00')
      const { summary } = await get(testApp.page, 'orders.get', { orderId })
      proxy.moveChallengeTo(address, summary.clientOrderId)
      orderIds.push(orderId)
    }
    const outcomes = await Promise.all(orderIds.map((orderId) => failureOf(testApp.page, orderId)))
    const refused = (shown: string) => `challenge issuer-address-refused ${shown}`
    expect(outcomes).toEqual([
      ...[
        `http://127.0.0.1:${trap.port}`,
        'file:',
        'app://desk',
        'javascript:',
        `https://localhost:${secured.port}`,
      ].map(refused),
      expect.stringMatching(/^challenge (?:net::ERR_ABORTED|address-refused)$/),
    ])

    expect([trap.requests, secured.requests]).toEqual([[], []])
    expect(testApp.app.windows()).toHaveLength(1)
    await testApp.close()
  })

  it('shows the issuer the same browser data as the gateway got', async () => {
    const { testApp, proxy, sellHere } = await openBehindProxy()
    proxy.replace('challenge', () => ({ html: '<h1>Your bank</h1>' }))
    const orderId = await sellHere('9302.00')
    const page = await issuerPage(testApp.app)
    const seen = await page.evaluate(() => ({
      userAgent: navigator.userAgent,
      language: navigator.language,
      width: String(screen.width),
      height: String(screen.height),
      depth: String(screen.colorDepth),
      zone: String(new Date().getTimezoneOffset()),
    }))
    const upload = proxy.requests.find(({ path }) => path.includes('upload-method-url-result'))
    const told = new URLSearchParams(upload?.body)
    expect({
      userAgent: told.get('browserUserAgent'),
      language: told.get('browserLanguage'),
      width: told.get('browserScreenWidth'),
      height: told.get('browserScreenHeight'),
      depth: told.get('browserColorDepth'),
      zone: told.get('browserTZ'),
    }).toEqual(seen)
    const opened = proxy.requests.filter(({ path }) => /\/issuer\/(?:method|challenge)$/.test(path))
    expect(opened).toHaveLength(2)
    for (const { headers } of opened)
      expect([headers['user-agent'], headers['accept']]).toEqual([
        told.get('browserUserAgent'),
        told.get('browserAcceptHeader'),
      ])
    expect(seen.userAgent).not.toMatch(/electron|rebill/i)
    await get(testApp.page, 'threeDs.stop', { orderId })
    await testApp.close()
  })
})

async function openBehindProxy() {
  const simulator = await startSimulator()
  const proxy = await startIssuerProxy(simulator.baseUrl)
  const testApp = await openApp()
  await makeRecoveryCode(testApp.page)
  await addProfile(testApp.page, simulator, { baseUrl: proxy.baseUrl })
  return {
    testApp,
    proxy,
    sellHere: (amount: string) => sell(testApp.page, { amount, routeId: simulator.endpointId }),
  }
}

/** Why the challenge of an order could not be shown. */
async function failureOf(page: Page, orderId: string): Promise<string> {
  const failure = async () => {
    const { timeline } = await get(page, 'orders.get', { orderId })
    return timeline.find(({ kind }) => kind === 'step-failed')?.text ?? ''
  }
  await expect.poll(failure, { timeout: 40_000 }).not.toBe('')
  return failure()
}

function contentsOf(app: ElectronApplication): Promise<number[]> {
  return app.evaluate(({ webContents }) =>
    webContents
      .getAllWebContents()
      .map(({ id }) => id)
      .sort(),
  )
}

async function downloadsIn(folder: string): Promise<string[]> {
  const names = await readdir(folder, { recursive: true })
  return names.filter((name) => /payload|\.crdownload$/.test(name))
}

/** Runs in the issuer's page: returns what is visible of the app or of an earlier page. */
async function whatIsThere() {
  const names = ['desk', 'require', 'process', 'module', 'Buffer', 'global', 'ipcRenderer', 'electron']
  return {
    opener: window.opener === null,
    top: window.top === window && window.parent === window,
    names: names.filter((name) => name in window),
    cookies: document.cookie,
    stored: localStorage.length + sessionStorage.length + (await caches.keys()).length,
    databases: (await indexedDB.databases()).length,
    referrer: document.referrer,
  }
}

/** Runs in the issuer's page: tries every way out of the page. */
async function tryEverything({ http, ws }: { http: string; ws: string }) {
  const addresses = [
    `${http}/page`,
    'file:///etc/passwd',
    'app://desk/index.html',
    'issuer-visit://post/',
    'data:text/html,<h1>x</h1>',
    'javascript:void(window.name = "moved")',
    'blob:null/0',
    'ftp://attacker.example/',
    'smb://attacker.example/share',
    'ms-msdt:/id',
    'mailto:a@attacker.example',
    'chrome://gpu',
    'devtools://devtools/bundled/devtools_app.html',
    'view-source:https://attacker.example/',
  ]
  const opened: string[] = []
  const reached: string[] = []
  const granted: string[] = []
  const pause = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms))
  const attempt = async (list: string[], name: string, work: () => unknown) => {
    try {
      if ((await Promise.race([work(), pause(1500).then(() => false)])) !== false) list.push(name)
    } catch {
      // Must be refused.
    }
  }
  for (const address of addresses) {
    await attempt(opened, address, () => window.open(address) ?? false)
    const link = Object.assign(document.createElement('a'), { href: address })
    const form = Object.assign(document.createElement('form'), { action: address, method: 'post' })
    const frame = Object.assign(document.createElement('iframe'), { src: address })
    document.body.append(link, form, frame)
    for (const target of ['', '_blank', '_top', '_parent']) {
      link.target = target
      link.click()
      form.target = target
      await attempt([], address, () => form.submit())
    }
    link.download = 'payload'
    link.click()
    await attempt([], address, () => void (window.location.href = address))
    await pause(30)
    await attempt(opened, `frame ${address}`, () => {
      const inner = frame.contentWindow?.location.href ?? 'about:blank'
      return inner === 'about:blank' ? false : inner
    })
    for (const element of [link, form, frame]) element.remove()
    // Such an address contains its content, so no host is reached.
    if (!address.startsWith('data:'))
      await attempt(reached, `fetch ${address}`, async () => fetch(address, { mode: 'no-cors' }))
  }
  for (const [tag, name] of [
    ['img', 'src'],
    ['script', 'src'],
    ['link', 'href'],
    ['video', 'src'],
    ['object', 'data'],
    ['embed', 'src'],
    ['webview', 'src'],
  ] as const) {
    const element = document.createElement(tag)
    if (tag === 'link') element.setAttribute('rel', 'stylesheet')
    element.setAttribute(name, `${http}/${tag}`)
    document.body.append(element)
    await pause(30)
    element.remove()
  }
  navigator.sendBeacon(`${http}/beacon`, 'x')
  for (const address of [`${ws}/socket`, 'wss://attacker.example/'])
    await attempt(
      reached,
      address,
      () =>
        new Promise((resolve) => {
          const socket = new WebSocket(address)
          socket.onopen = () => resolve(true)
          socket.onerror = () => resolve(false)
        }),
    )
  await attempt(granted, 'notifications', async () => (await Notification.requestPermission()) === 'granted')
  await attempt(granted, 'camera', async () => navigator.mediaDevices.getUserMedia({ video: true }))
  await attempt(granted, 'screen', async () => navigator.mediaDevices.getDisplayMedia())
  await attempt(granted, 'clipboard', async () => navigator.clipboard.readText())
  await attempt(granted, 'full screen', async () => document.body.requestFullscreen().then(() => true))
  await attempt(granted, 'storage', async () => navigator.storage.persist())
  await attempt(
    granted,
    'place',
    () => new Promise((resolve) => navigator.geolocation.getCurrentPosition(resolve, () => resolve(false))),
  )
  window.moveTo(0, 0)
  window.resizeTo(10, 10)
  return { opened, reached, granted, dialogs: [window.alert('x'), window.confirm('x')] }
}
