import { describe, expect, it } from 'vitest'
import { isIssuerAddress } from '../../../../src-main/platform/issuer-address'
import {
  isAllowedNavigation,
  judgeRequest,
  postingPageUrl,
  shownHost,
} from '../../../../src-main/window/issuer/issuer-rules'

const simulator = 'http://127.0.0.1:8099'
const returnUrl = 'https://return.rebill-desk.invalid/3ds/NOR-1/challenge'
const production = { returnUrl, allowedOrigin: null }
const withSimulator = { returnUrl, allowedOrigin: simulator }

const judge = (url: string, resourceType = 'mainFrame', method = 'GET', addresses = withSimulator) =>
  judgeRequest({ url, resourceType, method }, addresses)

const elsewhere = [
  'http://bank.example/',
  'http://127.0.0.1:8098/',
  'http://127.0.0.1/',
  'http://localhost:8099/',
  'http://127.0.0.1:8099@bank.example/',
  'ws://127.0.0.1:8099/',
  'wss://bank.example/socket',
  'ftp://bank.example/',
  'file:///etc/passwd',
  'app://desk/index.html',
  'issuer-visit://bar/',
  'issuer-visit://post/again',
  'javascript:void(0)',
  'chrome://gpu',
  'devtools://devtools/bundled/devtools_app.html',
  'mailto:a@bank.example',
  'https://user:word@bank.example/',
  'https://user@bank.example/',
  'nonsense',
  '',
]

describe('judgeRequest (S9)', () => {
  it.each(elsewhere)('refuses %s as a page, a frame and a part of a page', (url) => {
    expect(
      ['mainFrame', 'subFrame', 'image', 'script', 'xhr', 'webSocket', 'ping', 'other'].map((type) =>
        judge(url, type),
      ),
    ).toEqual(Array(8).fill('refused'))
  })

  it('allows https everywhere, and the simulator only for a simulator profile', () => {
    for (const type of ['mainFrame', 'subFrame', 'image', 'xhr']) {
      expect(judge('https://acs.bank.example:8443/challenge?a=1', type)).toBe('allowed')
      expect(judge(`${simulator}/issuer/challenge`, type, 'POST')).toBe('allowed')
      expect(
        judgeRequest({ url: `${simulator}/issuer`, resourceType: type, method: 'GET' }, production),
      ).toBe('refused')
    }
  })

  it('allows no origin outside loopback as the simulator, even when it is given', () => {
    for (const allowedOrigin of ['http://bank.example', 'file://', 'null', 'http://192.168.1.10:8099', ''])
      expect(isIssuerAddress(`${allowedOrigin}/x`, allowedOrigin)).toBe(false)
  })

  it('allows data URLs for images, but not for pages', () => {
    for (const url of ['data:image/png;base64,iVBORw0KGgo=', 'blob:https://bank.example/1']) {
      expect(judge(url, 'image')).toBe('allowed')
      expect([judge(url, 'mainFrame'), judge(url, 'subFrame')]).toEqual(['refused', 'refused'])
    }
  })

  it('allows the posting page only in the window itself', () => {
    expect([judge(postingPageUrl), judge(postingPageUrl, 'subFrame'), judge(postingPageUrl, 'xhr')]).toEqual([
      'allowed',
      'refused',
      'refused',
    ])
  })

  it('catches a form that is posted to the exact return address, from the window or a frame', () => {
    expect([judge(returnUrl, 'mainFrame', 'POST'), judge(returnUrl, 'subFrame', 'POST')]).toEqual([
      'returned',
      'returned',
    ])
    expect(
      judge(returnUrl.replace('https', 'HTTPS').replace('.invalid', '.INVALID:443'), 'mainFrame', 'POST'),
    ).toBe('returned')
    expect(judge(returnUrl)).toBe('returned-empty')
  })

  it('sends nothing to the return address, for any request and any spelling', () => {
    const spellings = [returnUrl, `${returnUrl}?cres=1`, `${returnUrl}#x`, `${returnUrl}?`]
    for (const url of spellings)
      for (const type of ['image', 'script', 'xhr', 'ping', 'mainFrame', 'subFrame'])
        for (const method of ['GET', 'POST']) expect(judge(url, type, method)).not.toBe('allowed')
    expect(judge(returnUrl, 'xhr', 'POST')).toBe('refused')
    expect(judge(`${returnUrl}?cres=1`, 'mainFrame', 'POST')).toBe('refused')
  })

  it('does not accept the return address of another order or step', () => {
    for (const other of [
      'https://return.rebill-desk.invalid/3ds/NOR-2/challenge',
      'https://return.rebill-desk.invalid/3ds/NOR-1/method',
      'https://return.rebill-desk.invalid/3ds/NOR-1/challenge/',
      'http://return.rebill-desk.invalid/3ds/NOR-1/challenge',
    ])
      expect(judge(other, 'mainFrame', 'POST')).not.toBe('returned')
  })
})

describe('isAllowedNavigation', () => {
  it.each(elsewhere)('is false for %s', (url) => {
    expect(isAllowedNavigation(url, withSimulator)).toBe(false)
  })

  it('is false for a data URL and for the posting page', () => {
    const refused = ['data:text/html,x', 'blob:https://bank.example/1', 'about:blank', postingPageUrl]
    expect(refused.map((url) => isAllowedNavigation(url, withSimulator))).toEqual([
      false,
      false,
      false,
      false,
    ])
  })

  it('is true for https, the simulator and the return address', () => {
    const allowed = ['https://acs.bank.example/x', `${simulator}/issuer/challenge`, returnUrl]
    expect(allowed.map((url) => isAllowedNavigation(url, withSimulator))).toEqual([true, true, true])
  })
})

describe('shownHost', () => {
  it('is ASCII, so that look-alike letters are visible', () => {
    expect(shownHost('https://аpple.example/login')).toBe('xn--pple-43d.example')
    expect(shownHost('https://ACS.Bank.Example:443/a')).toBe('acs.bank.example')
    expect(shownHost('https://acs.bank.example:8443/a')).toBe('acs.bank.example:8443')
    expect(shownHost('nonsense')).toBe('')
  })
})
