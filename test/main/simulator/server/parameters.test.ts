import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import {
  login,
  martaToken,
  post,
  send,
  sha1,
  signedCardInfo,
  signedCardRef,
  signedRebill,
  signedSale,
  signedStatus,
  signedUpload,
  start,
  stopAll,
} from '../support'
import type { Simulator } from '../../../../src-main/simulator/server/server'
import type { Form } from '../support'

let simulator: Simulator
beforeAll(async () => {
  simulator = await start()
})
afterAll(stopAll)

const refused = (code: string, message: string) => ({
  type: 'validation-error',
  'serial-number': expect.any(String),
  'error-message': message,
  'error-code': code,
})

const without = (form: Form, name: string) =>
  Object.fromEntries(Object.entries(form).filter(([key]) => key !== name))

const rebillNames = ['login', 'client_orderid', 'cardrefid', 'order_desc', 'amount', 'currency', 'ipaddress']
const saleNames = [
  ...['client_orderid', 'order_desc', 'amount', 'currency', 'ipaddress'],
  ...['card_printed_name', 'credit_card_number', 'expire_month', 'expire_year'],
]

describe('a required parameter', () => {
  const all = [
    ...rebillNames.map((name) => ['make-rebill', name, () => signedRebill('1015')] as const),
    ...rebillNames.map((name) => ['make-rebill-preauth', name, () => signedRebill('1015')] as const),
    ...saleNames.map((name) => ['sale', name, () => signedSale('1015')] as const),
    ...['login', 'client_orderid'].map((name) => ['status', name, () => signedStatus('NS-2041')] as const),
    ...['login', 'client_orderid', 'orderid'].map(
      (name) => ['create-card-ref', name, () => signedCardRef('NS-2041', '6684106')] as const,
    ),
    ...['login', 'cardrefid'].map(
      (name) => ['get-card-info', name, () => signedCardInfo(martaToken)] as const,
    ),
  ]

  it.each(all)('%s is refused without %s, and with white space only', async (command, name, form) => {
    const path = `/api/v2/${command}/4411`
    const expected = refused('1', `Parameter ${name} is required`)
    expect(await post(simulator, path, without(form(), name))).toEqual(expected)
    expect(await post(simulator, path, { ...form(), [name]: '  ' })).toEqual(expected)
  })
})

describe('a length limit', () => {
  it.each([
    ['login', 20],
    ['client_orderid', 128],
    ['cardrefid', 20],
    ['order_desc', 65_536],
    ['amount', 10],
    ['currency', 3],
    ['enumerate_amounts', 128],
    ['cvv2', 4],
    ['ipaddress', 45],
    ['comment', 50],
    ['purpose', 128],
    ['redirect_url', 1024],
    ['redirect_success_url', 1024],
    ['redirect_fail_url', 1024],
    ['server_callback_url', 1024],
    ['merchant_data', 65_536],
    ['recurrent_scenario', 50],
    ['recurrent_initiator', 50],
  ])('of %s is %i characters', async (name, maxLength) => {
    const tooLong = refused('1', `Parameter ${name} is longer than ${maxLength} characters`)
    const ask = (length: number) =>
      post(simulator, '/api/v2/make-rebill/4411', signedRebill('1015', { [name]: '1'.repeat(length) }))
    expect(await ask(maxLength + 1)).toEqual(tooLong)
    expect((await ask(maxLength))['error-message']).not.toBe(tooLong['error-message'])
  })
})

describe('a form', () => {
  it.each([
    ...['10,15', '1e3', '.5', '5.', '-1', '+1', '0', '0.00', 'NaN', '0x10', '1 000', '10.155'].map((bad) => [
      'amount',
      bad,
    ]),
    ...['eur', 'EU', '978'].map((bad) => ['currency', bad]),
    ...['12', 'abc'].map((bad) => ['cvv2', bad]),
    ...['localhost', '300.1.1.1', '1.2.3', 'fe80::%%'].map((bad) => ['ipaddress', bad]),
    ...['javascript:alert(1)', '/relative', 'ftp://a.example.test'].map((bad) => ['redirect_url', bad]),
    ...['often', 'regular'].map((bad) => ['recurrent_scenario', bad]),
    ...['ME'].map((bad) => ['recurrent_initiator', bad]),
    ...['5,', 'a', '1;2', '5.001'].map((bad) => ['enumerate_amounts', bad]),
  ])('%s must not be "%s"', async (name, bad) => {
    const answer = await post(
      simulator,
      '/api/v2/make-rebill/4411',
      signedRebill('1015', { [name ?? '']: bad ?? '' }),
    )
    expect(answer).toEqual(refused('1', `Parameter ${name} has a wrong form`))
  })

  it.each([
    ['credit_card_number', '4444555566661112'],
    ['credit_card_number', '4444 5555 6666 1111'],
    ['credit_card_number', '41111'],
    ['expire_month', '13'],
    ['expire_month', '0'],
    ['expire_year', '029'],
  ])('of a sale: %s must not be "%s"', async (name, bad) => {
    const answer = await post(simulator, '/api/v2/sale/4411', signedSale('1015', { [name]: bad }))
    expect(answer['error-message']).toMatch(/has a wrong form|is longer/)
  })

  it.each([
    ['country', 'se', 'form'],
    ['country', 'SWE', 'longer'],
    ['customer_browser_info', 'maybe', 'form'],
    ['customer_browser_screen_width', '19.5', 'form'],
    ['customer_browser_screen_height', 'tall', 'form'],
    ['customer_browser_color_depth', '240', 'longer'],
    ['customer_browser_time_zone', 'CET', 'form'],
    ['customer_browser_javascript_enabled', '1', 'form'],
    ['customer_browser_java_enabled', 'no', 'form'],
    ['customer_user_agent', 'a'.repeat(2049), 'longer'],
    ['customer_browser_user_agent', 'a'.repeat(2049), 'longer'],
    ['customer_accept', 'a'.repeat(2049), 'longer'],
    ['customer_browser_accept_header', 'a'.repeat(2049), 'longer'],
    ['customer_accept_language', 'a'.repeat(129), 'longer'],
    ['customer_browser_accept_language', 'a'.repeat(129), 'longer'],
  ])("of a sale's browser and address: %s must not be as it is here", async (name, bad, reason) => {
    const answer = await post(simulator, '/api/v2/sale/4411', signedSale('1015', { [name]: bad }))
    expect(answer['error-message']).toContain(name)
    expect(answer['error-message']).toContain(reason)
  })

  it('accepts a sale with every parameter that the interface lists', async () => {
    const form = signedSale('1015', {
      client_orderid: 'V-SALE',
      redirect_url: 'https://return.example.test/3ds/V-SALE',
      first_name: 'Iva',
      last_name: 'Testová',
      phone: '+420 601 555 014',
      country: 'CZ',
      city: 'Český Krumlov',
      zip_code: '381 01',
      address1: 'Latrán 1',
      customer_browser_info: 'true',
      customer_browser_screen_width: '1920',
      customer_browser_screen_height: '1080',
      customer_browser_color_depth: '24',
      customer_user_agent: 'Mozilla/5.0 (X11; Linux x86_64)',
      customer_accept: 'text/html,*/*;q=0.8',
      customer_accept_language: 'en-GB,en;q=0.9,cs;q=0.8',
      customer_browser_time_zone: '-120',
      customer_browser_javascript_enabled: 'true',
      customer_browser_java_enabled: 'false',
    })
    expect((await post(simulator, '/api/v2/sale/4411', form)).type).toBe('async-response')
  })

  it('accepts IPv6 addresses, web addresses and the recurrent words', async () => {
    const form = signedRebill('1015', {
      client_orderid: 'V-OK',
      ipaddress: '2001:db8::7',
      redirect_url: 'https://shop.example.test/back?a=1',
      recurrent_scenario: 'IRREGULAR',
      recurrent_initiator: 'CARDHOLDER',
    })
    expect((await post(simulator, '/api/v2/make-rebill/4411', form)).type).toBe('async-response')
  })

  it('must be readable', async () => {
    const url = `${simulator.announcement.baseUrl}/api/v2/status/4411`
    expect((await send(url, { body: 'login=%ZZ' })).body).toContain(
      'error-message=Request+body+is+not+a+readable+form\n',
    )
  })
})

describe('an upload', () => {
  const own: Record<string, Form> = {
    'upload-method-url-result': { threeDSServerTransID: 'x', threeDSCompInd: 'Y' },
    'upload-cres-result': { cres: 'x' },
    'upload-pares-result': { paRes: 'x', md: 'x' },
  }
  const ask = (command: string, changes: Form, missing = '') =>
    post(
      simulator,
      `/api/3ds/v1/${command}/4411`,
      without({ ...signedUpload('NS-2041', '6684106', own[command] ?? {}), ...changes }, missing),
    )

  it.each(
    Object.entries(own).flatMap(([command, fields]) =>
      ['login', 'orderid', 'client-order-id', ...Object.keys(fields)].map((name) => [command, name] as const),
    ),
  )('%s is refused without %s', async (command, name) => {
    expect(await ask(command, {}, name)).toEqual(refused('1', `Parameter ${name} is required`))
  })

  it.each([
    ['upload-method-url-result', 'threeDSServerTransID', 36],
    ['upload-method-url-result', 'notificationURL', 1024],
    ['upload-method-url-result', 'browserIP', 45],
    ['upload-method-url-result', 'browserLanguage', 8],
    ['upload-method-url-result', 'browserColorDepth', 2],
    ['upload-method-url-result', 'browserUserAgent', 2048],
    ['upload-method-url-result', 'browserAcceptHeader', 2048],
    ['upload-cres-result', 'cres', 4096],
    ['upload-pares-result', 'paRes', 10_240],
    ['upload-pares-result', 'md', 4096],
    ['upload-cres-result', 'client-order-id', 128],
  ])('%s accepts %s up to %i characters', async (command, name, maxLength) => {
    const tooLong = `Parameter ${name} is longer than ${maxLength} characters`
    expect(await ask(command, { [name]: '1'.repeat(maxLength + 1) })).toEqual(refused('1', tooLong))
    expect((await ask(command, { [name]: '1'.repeat(maxLength) }))['error-message']).not.toBe(tooLong)
  })

  it.each([
    ['threeDSCompInd', 'y'],
    ['threeDSCompInd', 'X'],
    ['notificationURL', 'javascript:alert(1)'],
    ['browserIP', 'localhost'],
    ['browserTZ', 'CET'],
    ['browserScreenWidth', 'wide'],
    ['browserScreenHeight', '-1'],
    ['browserJavaEnabled', '0'],
    ['browserJavascriptEnabled', 'yes'],
  ])('of a method result: %s must not be "%s"', async (name, bad) => {
    const answer = await ask('upload-method-url-result', { [name]: bad })
    expect(answer).toEqual(refused('1', `Parameter ${name} has a wrong form`))
  })
})

describe('login and entry point', () => {
  it('refuse an unknown login', async () => {
    for (const form of [signedStatus('NS-2041'), signedRebill('1015'), signedSale('1015')]) {
      const command = 'cardrefid' in form ? 'make-rebill' : 'amount' in form ? 'sale' : 'status'
      const answer = await post(simulator, `/api/v2/${command}/4411`, { ...form, login: 'SudShop' })
      expect(answer).toEqual(refused('3', 'Merchant with this login not found'))
    }
  })

  it('refuse an unknown endpoint or group, also an endpoint used as a group', async () => {
    const ask = (path: string) => post(simulator, `/api/v2/status/${path}`, signedStatus('NS-2041'))
    expect(await ask('9')).toEqual(refused('4', 'End point with id 9 not found'))
    expect(await ask('7722')).toEqual(refused('4', 'End point with id 7722 not found'))
    expect(await ask('group/4411')).toEqual(refused('4', 'End point group with id 4411 not found'))
  })

  it('accept only the currency of the endpoint, or the five of the group', async () => {
    const amounts: Record<string, [string, string]> = {
      EUR: ['5.00', '500'],
      USD: ['5.00', '500'],
      GBP: ['5.00', '500'],
      JPY: ['500', '500'],
      KWD: ['5.000', '5000'],
      SEK: ['5.00', '500'],
      XXQ: ['5.00', '500'],
    }
    const taken = { endpoint: [] as string[], group: [] as string[] }
    const refusals: unknown[] = []
    for (const [currency, [amount, minor]] of Object.entries(amounts)) {
      const form = (id: string) => signedRebill(minor, { client_orderid: id, amount, currency })
      const one = await post(simulator, '/api/v2/make-rebill/4411', form(`CE-${currency}`))
      const many = await post(simulator, '/api/v2/make-rebill/group/7722', form(`CG-${currency}`))
      if (one.type === 'async-response') taken.endpoint.push(currency)
      else refusals.push(one)
      if (many.type === 'async-response') taken.group.push(`${currency} ${many['end-point-id']}`)
    }
    expect(taken).toEqual({
      endpoint: ['EUR'],
      group: ['EUR 4411', 'USD 4412', 'GBP 4413', 'JPY 4414', 'KWD 4415'],
    })
    expect(refusals).toEqual(
      ['USD', 'GBP', 'JPY', 'KWD', 'SEK', 'XXQ'].map((currency) =>
        refused('5', `Currency ${currency} is not supported by this end point`),
      ),
    )
  })
})

describe('the order or card of a request', () => {
  it('must exist', async () => {
    const unknownToken = refused('7', 'Card reference id not found')
    expect(
      await post(simulator, '/api/v2/make-rebill/4411', signedRebill('1015', { cardrefid: '1' })),
    ).toEqual(unknownToken)
    expect(await post(simulator, '/api/v2/get-card-info/4411', signedCardInfo('1'))).toEqual(unknownToken)
    const unknownOrder = refused('6', 'Order not found')
    expect(await post(simulator, '/api/v2/status/4411', signedStatus('1', '1'))).toEqual(unknownOrder)
    expect(await post(simulator, '/api/v2/create-card-ref/4411', signedCardRef('1', '1'))).toEqual(
      unknownOrder,
    )
  })

  it('must match both ids', async () => {
    const unknownOrder = refused('6', 'Order not found')
    expect(await post(simulator, '/api/v2/status/4411', signedStatus('NS-2041', '6684107'))).toEqual(
      unknownOrder,
    )
    expect(
      await post(simulator, '/api/v2/create-card-ref/4411', signedCardRef('NS-2041', '6684107')),
    ).toEqual(unknownOrder)
  })

  it('is not revealed to a request with a wrong control', async () => {
    const form = { login, client_orderid: 'NOBODY', orderid: '1', control: sha1('guess') }
    expect(await post(simulator, '/api/v2/status/4411', form)).toEqual(refused('2', 'INVALID_CONTROL_CODE'))
  })
})
