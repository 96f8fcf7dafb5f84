// What a reviewer would look for in every change: calls that open a hole wherever they stand.
import { describe, expect, it } from 'vitest'
import { filesWith, sourceFiles } from './source-files'

const main = sourceFiles(['src-main', 'src-shared'], ['.ts'])
const renderer = sourceFiles(['src-renderer'], ['.ts', '.vue', '.html'])

describe('C7: the renderer never turns text into markup or code', () => {
  it('has files to look at', () => {
    expect(renderer.length).toBeGreaterThan(20)
  })

  it.each([
    ['v-html', /\bv-html\b/],
    ['innerHTML', /\binnerHTML\b/],
    ['outerHTML', /\bouterHTML\b/],
    ['insertAdjacentHTML', /\binsertAdjacentHTML\b/],
    ['document.write', /\bdocument\s*\.\s*write/],
    ['createContextualFragment', /\bcreateContextualFragment\b/],
    ['DOMParser', /\bDOMParser\b/],
    ['srcdoc', /\bsrcdoc\b/],
    ['javascript:', /javascript:/i],
    ['eval', /\beval\s*\(/],
    ['new Function', /\bnew\s+Function\b/],
    ['a script as text', /<script(?![^>]*\b(?:setup|src=))/],
  ])('by %s', (_name, pattern) => {
    expect(filesWith(renderer, pattern)).toEqual([])
  })

  it.each([
    ['fetch', /\bfetch\s*\(/],
    ['XMLHttpRequest', /\bXMLHttpRequest\b/],
    ['WebSocket', /\bWebSocket\b/],
    ['EventSource', /\bEventSource\b/],
    ['sendBeacon', /\bsendBeacon\b/],
    ['local storage', /\b(?:localStorage|sessionStorage|indexedDB)\b/],
    ['the clipboard of the browser', /\bnavigator\s*\.\s*clipboard\b/],
    ['a worker', /\bnew\s+(?:Shared)?Worker\b/],
    ['a service worker', /\bserviceWorker\b/],
    ['an address outside', /<a\s[^>]*href="https?:/],
  ])('and reaches nothing but main: no %s', (_name, pattern) => {
    expect(filesWith(renderer, pattern)).toEqual([])
  })

  it('crosses to main in one place', () => {
    expect(filesWith(renderer, /window\.desk\b/).sort()).toEqual([
      'src-renderer/ipc/desk-client.ts',
      'src-renderer/ipc/event-bridge.ts',
    ])
  })
})

describe('C2, C5: each door to Electron is in one file', () => {
  it.each([
    ['new windows', /\bnew\s+(?:BrowserWindow|BrowserView|WebContentsView|BaseWindow)\b/, 'src-main/window/main-window.ts'],
    ['what the page can call', /\bcontextBridge\b/, 'src-main/preload/index.ts'],
    ['what the page can send', /\bipcRenderer\b/, 'src-main/preload/index.ts'],
    ['what main listens to', /\bipcMain\b/, 'src-main/ipc/electron-receiver.ts'],
  ])('%s', (_name, pattern, place) => {
    const code = main.map(({ path, text }) => ({ path, text: text.replace(/\/\*[\s\S]*?\*\/|\/\/.*/g, '') }))
    expect(filesWith(code, pattern)).toEqual([place])
  })

  it.each([
    ['K3: the keychain calls that crash', /\bfind(?:Credentials|Password)\b/],
    ['C25: links of other programs into the app', /\bsetAsDefaultProtocolClient\b/],
    ['links out of the app', /\bopenExternal\b/],
    ['the remote module', /@electron\/remote|enableRemoteModule/],
    ['C27: uploads of crash dumps', /\bcrashReporter\b/],
    ['C12: certificates that are not checked', /rejectUnauthorized\s*:\s*false|NODE_TLS_REJECT_UNAUTHORIZED['"\]]*\s*=/],
    ['C12: certificate errors that are waved through', /\bsetCertificateVerifyProc\b|ignore-certificate-errors/],
    ['code from text', /\beval\s*\(|\bnew\s+Function\b|from 'node:vm'/],
    ['a shell', /\bexec(?:Sync)?\s*\(\s*['"`]|shell\s*:\s*true/],
    ['Chromium for calls to the gateway', /\bnet\.(?:fetch|request)\b/],
  ])('none for %s', (_name, pattern) => {
    expect(filesWith(main, pattern)).toEqual([])
  })

  it('C12: only the transport opens connections, and only the simulator and its host speak plain HTTP', () => {
    const opening = filesWith(main, /from 'node:(?:https?|net|tls|dgram|http2)'|\bfetch\s*\(|from 'undici'/)
    expect(opening.filter((path) => !path.startsWith('src-main/simulator/'))).toEqual(
      opening.filter((path) => /^src-main\/(?:gateway\/|app\/simulator-process\.ts$)/.test(path)),
    )
    expect(opening).toContain('src-main/gateway/http-transport.ts')
  })
})
