import { join } from 'node:path'
import { ESLint } from 'eslint'
import tseslint from 'typescript-eslint'
import { describe, expect, it } from 'vitest'

// The rules planted here look at syntax only; without types a file is linted in no time.
const eslint = new ESLint({
  cwd: join(import.meta.dirname, '../..'),
  overrideConfig: [
    { ...tseslint.configs.disableTypeChecked, languageOptions: { parserOptions: { project: null } } },
  ],
})

async function refusals(file: string, code: string): Promise<string[]> {
  const [result] = await eslint.lintText(code, { filePath: file })
  return result?.messages.map(({ ruleId, message }) => `${ruleId}: ${message}`) ?? []
}

const vue = (script: string, template: string) =>
  `<script setup lang="ts">\n${script}\n</script>\n\n<template>\n  ${template}\n</template>\n`
const inTemplate = (template: string) => vue('const text = 1', template)

/** Places where a block of its own could replace the list of the blocks before it. */
const placesOfWindow = ['src-renderer/stores/home.ts', 'src-renderer/ipc/desk-client.ts']
const placesOfMain = [
  'src-shared/domain/order.ts',
  'src-main/app/lifecycle.ts',
  'src-main/preload/index.ts',
  'src-main/window/main-window.ts',
  'src-main/window/issuer/issuer-window.ts',
  'src-main/window/consent/consent-window.ts',
  'src-main/window/dev-server.ts',
  'src-main/db/storage.ts',
  'src-main/db/migrations/index.ts',
  'src-main/services/charge/charge-service.ts',
  'src-main/services/following/follower.ts',
  'src-main/secrets/keychain-backend.ts',
]

const interpolation = 'Text from outside is shown by interpolation only.'
const onlyMain = 'The window reaches nothing but main'
const markup = [
  `element.innerHTML = text`,
  `h('p', { innerHTML: text })`,
  `element['innerHTML'] = text`,
  `element.outerHTML = text`,
  `element.insertAdjacentHTML('beforeend', text)`,
  `element.setHTMLUnsafe(text)`,
  `Document.parseHTMLUnsafe(text)`,
  `document.write(text)`,
  `document.writeln(text)`,
  `range.createContextualFragment(text)`,
  `new DOMParser()`,
  `frame.srcdoc = text`,
  `element.href = 'JavaScript:x()'`,
  'element.href = `javascript:${text}`',
]
const reach = [
  `navigator.sendBeacon(address)`,
  `navigator.serviceWorker.register(address)`,
  `navigator.clipboard.writeText(text)`,
  `window.navigator.clipboard.writeText(text)`,
]
const globals = [
  `fetch(address)`,
  `window.fetch(address)`,
  `globalThis.fetch(address)`,
  `new XMLHttpRequest()`,
  `new WebSocket(address)`,
  `new EventSource(address)`,
  `new Worker(address)`,
  `new SharedWorker(address)`,
  `localStorage.setItem('a', 'b')`,
  `sessionStorage.setItem('a', 'b')`,
  `indexedDB.open('a')`,
  `caches.open('a')`,
]

describe('the lint rules of the window', () => {
  it.each(placesOfWindow.flatMap((place) => markup.map((code) => [place, code])))(
    'refuse markup from text in %s: %s',
    async (place, code) => {
      expect(await refusals(place, code)).toContain(`no-restricted-syntax: ${interpolation}`)
    },
  )

  it.each(placesOfWindow.flatMap((place) => reach.map((code) => [place, code])))(
    'refuse what leads past main in %s: %s',
    async (place, code) => {
      expect(await refusals(place, code)).toContainEqual(
        expect.stringContaining(`no-restricted-syntax: ${onlyMain}`),
      )
    },
  )

  it.each(
    [...placesOfWindow, 'src-renderer/App.vue'].flatMap((place) => globals.map((code) => [place, code])),
  )('refuse the network and storage of the browser in %s: %s', async (place, code) => {
    const text = place.endsWith('.vue') ? vue(code, '<p />') : code
    expect(await refusals(place, text)).toContainEqual(expect.stringContaining('no-restricted-globals: '))
  })

  it.each([...markup, ...reach])('look into the script of a component: %s', async (code) => {
    expect(await refusals('src-renderer/App.vue', vue(code, '<p />'))).toContainEqual(
      expect.stringMatching('^no-restricted-syntax: '),
    )
  })

  it.each([
    '<p @click="$event.target.innerHTML = text" />',
    '<p :innerHTML="text" />',
    '<p :inner-html.prop="text" />',
    '<p v-bind="{ innerHTML: text }" />',
    '<iframe />',
    '<p srcdoc="x" />',
    '<a href="javascript:x()" />',
    '<a href="https://example.com">x</a>',
    '<a class="x" href="mailto:x@example.com">x</a>',
  ])('look into the template of a component: %s', async (template) => {
    expect(await refusals('src-renderer/App.vue', inTemplate(template))).toContainEqual(
      expect.stringContaining('vue/no-restricted-syntax: '),
    )
  })

  it.each([
    ['vue/no-v-html', inTemplate('<p v-html="text" />')],
    ['vue/block-lang', '<script setup>\n1\n</script>\n<template><p /></template>\n'],
  ])('refuse by %s: %s', async (rule, code) => {
    expect(await refusals('src-renderer/App.vue', code)).toContainEqual(expect.stringContaining(`${rule}: `))
  })

  it('let an ordinary component through', async () => {
    const template = '<a class="x" href="#orders" @click="text + 1">{{ text }}</a>'
    expect(await refusals('src-renderer/App.vue', inTemplate(template))).toEqual([])
  })

  it('let two files call main, and no other one', async () => {
    const code = `void window.desk.call('home.get', {})`
    expect(await refusals('src-renderer/ipc/desk-client.ts', code)).toEqual([])
    expect(await refusals('src-renderer/ipc/event-bridge.ts', code)).toEqual([])
    for (const place of ['src-renderer/stores/home.ts', 'src-renderer/ipc/other.ts'])
      expect(await refusals(place, code)).toContainEqual(expect.stringContaining('no-restricted-globals: '))
  })
})

describe('the lint rules of main', () => {
  const unsafe = [
    ['This call of the keychain crashes', `keytar.findCredentials('x')`],
    ['This call of the keychain crashes', `keytar.findPassword('x')`],
    // S25
    ['The packages register links', `app.setAsDefaultProtocolClient('desk')`],
    ['The packages register links', `shell.openExternal(address)`],
    ['Certificates are always checked', `connect({ rejectUnauthorized: false })`],
    ['Certificates are always checked', `connect({ rejectUnauthorized: isStrict })`],
    ['Certificates are always checked', `session.setCertificateVerifyProc(check)`],
    ['Certificates are always checked', `app.commandLine.appendSwitch('ignore-certificate-errors')`],
    ['Certificates are always checked', 'app.commandLine.appendSwitch(`ignore-certificate-errors`)'],
    ['No program is started through a shell', `spawn('x', { shell: true })`],
    ['No program is started through a shell', `import { execSync } from 'node:child_process'; execSync('x')`],
    ['No program is started through a shell', `import { exec } from 'node:child_process'; exec('x')`],
    ['Import it by name', `await import('electron')`],
    ['Import the parts by name', `import electron from 'electron'; electron.app.quit()`],
    ['import is invalid', `import * as electron from 'electron'; electron.app.quit()`],
    ['Nothing else is opened outside', `import { shell } from 'electron'; shell.beep()`],
    ['A crash report', `import { crashReporter } from 'electron'; crashReporter.start()`],
    ['The gateway is called by', `import { net } from 'electron/main'; net.fetch('x')`],
    ['Pages are made in', `import { BrowserView } from 'electron'; new BrowserView()`],
    ['Windows are made in', `import { BaseWindow } from 'electron'; new BaseWindow()`],
  ] as const

  it.each(placesOfMain.flatMap((place) => unsafe.map(([reason, code]) => [place, code, reason])))(
    'refuse in %s: %s',
    async (place, code, reason) => {
      expect(await refusals(place, code)).toContainEqual(
        expect.stringMatching(new RegExp(`no-restricted-(?:syntax|imports): .*${reason}`)),
      )
    },
  )

  const parts = [
    ['contextBridge', ['src-main/preload/index.ts']],
    ['ipcRenderer', ['src-main/preload/index.ts']],
    ['ipcMain', ['src-main/app/lifecycle.ts']],
    [
      'BrowserWindow',
      [
        'src-main/window/main-window.ts',
        'src-main/window/issuer/issuer-window.ts',
        'src-main/window/consent/consent-window.ts',
      ],
    ],
    ['WebContentsView', ['src-main/window/issuer/issuer-window.ts']],
  ] as const

  it.each(parts)('have their places for %s, and let others name it as a type', async (part, own) => {
    const refusing: string[] = []
    for (const place of placesOfMain)
      if ((await refusals(place, `import { ${part} } from 'electron'\nvoid ${part}\n`)).length > 0)
        refusing.push(place)
    expect(refusing).toEqual(placesOfMain.filter((place) => !(own as readonly string[]).includes(place)))
    const asType = `import { app, type ${part} } from 'electron'\nexport const x = (_: ${part}) => app\n`
    expect(await refusals('src-main/app/lifecycle.ts', asType)).toEqual([])
  })

  it.each([
    'fetch(address)',
    'globalThis.fetch(address)',
    'new WebSocket(address)',
    'new EventSource(address)',
  ])('let nobody but the dev server call: %s', async (code) => {
    for (const place of placesOfMain.filter((each) => each !== 'src-main/window/dev-server.ts'))
      expect(await refusals(place, code)).toContainEqual(expect.stringContaining('no-restricted-globals: '))
    expect(await refusals('src-main/window/dev-server.ts', 'void fetch(address)')).toEqual([])
  })

  it.each([
    ['src-main/db/storage.ts', `export const isOther = kind === 'simulator'`],
    ['src-main/services/following/follower.ts', 'export const x = onSimulator'],
    ['src-main/services/charge/charge-service.ts', 'export const x = `a simulator`'],
  ])('keep the simulator out of %s: %s', async (place, code) => {
    expect(await refusals(place, code)).toEqual([
      'no-restricted-syntax: This code does not know the simulator.',
    ])
  })
})

describe('the lint rules of every place', () => {
  it.each([
    ['no-eval', 'src-main/services/common/operator.ts', `eval('1')`],
    ['no-new-func', 'src-main/services/common/operator.ts', `new Function('1')`],
    ['no-eval', 'src-renderer/stores/home.ts', `eval('1')`],
    ['no-new-func', 'src-renderer/stores/home.ts', `new Function('1')`],
    ['no-console', 'src-main/services/common/operator.ts', `console.log('x')`],
    ['no-restricted-syntax', 'test/main/a.test.ts', `if (x) expect(x).toBe(1)`],
    ['no-restricted-syntax', 'test/support/a.ts', `afterEach(() => undefined)`],
    ['no-restricted-syntax', 'test/e2e/main-job.e2e.ts', `await page.locator('input').fill('x')`],
    ['no-restricted-syntax', 'test/e2e/main-job.e2e.ts', `await page.locator('input').press('Enter')`],
    ['no-restricted-syntax', 'test/e2e/main-job.e2e.ts', 'await page.evaluate(() => element.click())'],
  ])('refuse by %s in %s: %s', async (rule, file, code) => {
    expect(await refusals(file, code)).toContainEqual(expect.stringContaining(`${rule}: `))
  })

  it('let a person’s own keys through', async () => {
    expect(await refusals('test/e2e/main-job.e2e.ts', `await page.keyboard.press('Enter')`)).toEqual([])
  })
})
