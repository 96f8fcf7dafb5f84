// Calls that are dangerous anywhere in the source and that a reviewer would look for in every change.
import { describe, expect, it } from 'vitest'
import { filesWith, sourceFiles } from './source-files'

const main = sourceFiles(['src-main', 'src-shared'], ['.ts'])
const renderer = sourceFiles(['src-renderer'], ['.ts', '.vue', '.html'])

/** Name, pattern, and a line that the pattern must match. */
type Rule = readonly [name: string, pattern: RegExp, sample: string]

const markupRules: readonly Rule[] = [
  ['v-html', /\bv-html\b/, '<p v-html="text" />'],
  ['innerHTML', /\binnerHTML\b/, 'p.innerHTML = text'],
  ['outerHTML', /\bouterHTML\b/, 'p.outerHTML = text'],
  ['insertAdjacentHTML', /\binsertAdjacentHTML\b/, "p.insertAdjacentHTML('beforeend', text)"],
  ['document.write', /\bdocument\s*\.\s*write/, 'document.writeln(text)'],
  ['createContextualFragment', /\bcreateContextualFragment\b/, 'range.createContextualFragment(text)'],
  ['DOMParser', /\bDOMParser\b/, 'new DOMParser()'],
  ['srcdoc', /\bsrcdoc\b/, '<iframe :srcdoc="text" />'],
  ['javascript:', /javascript:/i, 'href="JavaScript:x()"'],
  ['eval', /\beval\s*\(/, 'eval(text)'],
  ['new Function', /\bnew\s+Function\b/, 'new Function(text)'],
  ['a script as text', /<script(?![^>]*\b(?:setup|src=))/, '<script>go()</script>'],
]

const reachRules: readonly Rule[] = [
  ['fetch', /\bfetch\s*\(/, 'await fetch(url)'],
  ['XMLHttpRequest', /\bXMLHttpRequest\b/, 'new XMLHttpRequest()'],
  ['WebSocket', /\bWebSocket\b/, 'new WebSocket(url)'],
  ['EventSource', /\bEventSource\b/, 'new EventSource(url)'],
  ['sendBeacon', /\bsendBeacon\b/, 'navigator.sendBeacon(url)'],
  ['storage', /\b(?:localStorage|sessionStorage|indexedDB)\b/, "localStorage.setItem('a', 'b')"],
  ['the clipboard', /\bnavigator\s*\.\s*clipboard\b/, 'navigator.clipboard.writeText(id)'],
  ['a worker', /\bnew\s+(?:Shared)?Worker\b/, "new Worker('x.js')"],
  ['a service worker', /\bserviceWorker\b/, 'navigator.serviceWorker.register(x)'],
  ['an address outside', /<a\s[^>]*href="https?:/, '<a class="x" href="https://example.com">'],
]

const mainRules: readonly Rule[] = [
  ['the keychain calls that crash', /\bfind(?:Credentials|Password)\b/, 'keytar.findCredentials(service)'],
  ['links into the app', /\bsetAsDefaultProtocolClient\b/, "app.setAsDefaultProtocolClient('desk')"],
  ['links out of the app', /\bopenExternal\b/, 'shell.openExternal(url)'],
  ['the remote module', /@electron\/remote|enableRemoteModule/, "from '@electron/remote'"],
  ['crash uploads', /\bcrashReporter\b/, 'crashReporter.start({})'],
  ['C12: unchecked certificates', /rejectUnauthorized\s*:\s*false/, '{ rejectUnauthorized: false }'],
  [
    'C12: ignored certificate errors',
    /\bsetCertificateVerifyProc\b|ignore-certificate-errors/,
    's.setCertificateVerifyProc(p)',
  ],
  ['code from text', /\beval\s*\(|\bnew\s+Function\b|from 'node:vm'/, "from 'node:vm'"],
  ['a shell', /\bshell\s*:\s*true|\bexecSync\b/, "spawn('x', { shell: true })"],
  ['Chromium for gateway calls', /\bnet\.(?:fetch|request)\b/, 'net.fetch(url)'],
]

describe('the rules below', () => {
  it.each([...markupRules, ...reachRules, ...mainRules])('would find %s', (_name, pattern, sample) => {
    expect(filesWith([{ path: 'sample', text: sample }], pattern)).toEqual(['sample'])
  })

  it('have files to look at', () => {
    expect(Math.min(renderer.length, main.length)).toBeGreaterThan(20)
  })
})

describe('C7: the renderer never turns text into markup or code', () => {
  it.each(markupRules)('by %s', (_name, pattern) => {
    expect(filesWith(renderer, pattern)).toEqual([])
  })
})

describe('the renderer reaches nothing but main', () => {
  it.each(reachRules)('by %s', (_name, pattern) => {
    expect(filesWith(renderer, pattern)).toEqual([])
  })

  it('and calls main in one place', () => {
    expect(filesWith(renderer, /window\.desk\b/).sort()).toEqual([
      'src-renderer/ipc/desk-client.ts',
      'src-renderer/ipc/event-bridge.ts',
    ])
  })
})

describe('main', () => {
  it.each(mainRules)('does not use %s', (_name, pattern) => {
    expect(filesWith(main, pattern)).toEqual([])
  })

  it.each([
    ['C2: the bridge', /\bcontextBridge\b/, 'src-main/preload/index.ts'],
    ['C2: the sending end', /\bipcRenderer\b/, 'src-main/preload/index.ts'],
    ['C3: the receiving end', /\bipcMain\b/, 'src-main/ipc/electron-receiver.ts'],
    ['other programs', /'node:child_process'/, 'src-main/secrets/keychain-backend.ts'],
  ])('has one place for %s', (_name, pattern, place) => {
    const code = main.map(({ path, text }) => ({ path, text: text.replace(/\/\*[\s\S]*?\*\/|\/\/.*/g, '') }))
    expect(filesWith(code, pattern)).toEqual([place])
  })

  it('creates web contents in two places: the app’s window and issuer windows (C5, C9)', () => {
    expect(
      filesWith(main, /\bnew\s+(?:BrowserWindow|BrowserView|WebContentsView|BaseWindow)\b/).sort(),
    ).toEqual(['src-main/window/issuer/issuer-window.ts', 'src-main/window/main-window.ts'])
  })

  it('opens connections only in the gateway folder, the simulator and its host', () => {
    const opening = filesWith(main, /from 'node:(?:https?|net|tls|dgram|http2)'|\bfetch\s*\(|from 'undici'/)
    const places = /^src-main\/(?:gateway\/|simulator\/|app\/simulator-process\.ts$)/
    expect(opening.filter((path) => !places.test(path))).toEqual([])
    expect(opening).toContain('src-main/gateway/http-transport.ts')
  })
})
