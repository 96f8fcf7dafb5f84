import { describe, expect, it } from 'vitest'
import { controlOf } from '../../../../src-main/gateway/control'
import type { SaleRequest } from '../../../../src-main/ports/gateway-client'
import {
  answerBody,
  answered,
  clientOf,
  credentials,
  FakeTransport,
  saleRequest,
  sent,
  typedCard as card,
} from '../../../support/gateway-calls'

async function sell(changes: Partial<SaleRequest> = {}, transport = new FakeTransport()) {
  const exchanged = await sent(clientOf(transport).prepareSale(credentials, saleRequest(changes), card))
  return { ...exchanged, transport }
}

describe('a sale', () => {
  it('sends the parameters of the interface and nothing else', async () => {
    const { transport } = await sell({
      firstName: 'Iva',
      lastName: 'Testova',
      phone: '+420 777',
      country: 'CZ',
      city: 'Praha',
      zipCode: '11000',
      address1: 'Dlouhá 1',
    })
    expect(transport.calls[0]?.url.pathname).toBe('/paynet/api/v2/sale/4411')
    expect(transport.parameters).toEqual({
      client_orderid: 'INV-2041',
      order_desc: 'First payment',
      amount: '10.42',
      currency: 'USD',
      control: expect.stringMatching(/^[0-9a-f]{40}$/) as string,
      ipaddress: '203.0.113.7',
      redirect_url: 'https://return.example.test/3ds/INV-2041',
      card_printed_name: 'IVA TESTOVA',
      credit_card_number: '4111111111111111',
      expire_month: '03',
      expire_year: '31',
      cvv2: '737',
      first_name: 'Iva',
      last_name: 'Testova',
      email: 'iva@example.test',
      phone: '+420 777',
      country: 'CZ',
      city: 'Praha',
      zip_code: '11000',
      address1: 'Dlouhá 1',
      customer_browser_info: 'true',
      customer_browser_screen_width: '1280',
      customer_browser_screen_height: '800',
      customer_browser_color_depth: '24',
      customer_user_agent: 'Mozilla/5.0 (X11; Linux x86_64) Chrome/130',
      customer_accept: 'text/html,*/*;q=0.8',
      customer_accept_language: 'en-GB',
      customer_browser_time_zone: '-60',
      customer_browser_javascript_enabled: 'true',
      customer_browser_java_enabled: 'false',
    })
  })

  it('leaves out empty values', async () => {
    const transport = new FakeTransport()
    const bare = { number: card.number, cvv2: '' }
    await sent(clientOf(transport).prepareSale(credentials, saleRequest({ email: '' }), bare))
    for (const name of [
      'cvv2',
      'first_name',
      'last_name',
      'email',
      'phone',
      'country',
      'city',
      'zip_code',
      'address1',
    ])
      expect(transport.parameters).not.toHaveProperty(name)
  })

  it('signs the group id on a group path', async () => {
    const { transport } = await sell({ route: { kind: 'group', id: '7722' } })
    expect(transport.calls[0]?.url.pathname).toBe('/paynet/api/v2/sale/group/7722')
    expect(transport.parameters['control']).toBe(
      controlOf(['7722', 'INV-2041', '1042', 'iva@example.test'], credentials.controlKey),
    )
  })

  it('signs the values that the profile lists, and the preview says so', async () => {
    const control = ['currency', 'login', 'email', 'route id', 'amount in minor units'] as const
    const target = { ...credentials, saleRules: { ...credentials.saleRules, control: [...control] } }
    const transport = new FakeTransport()
    const client = clientOf(transport)
    await sent(client.prepareSale(target, saleRequest({ email: '' }), card))
    expect(transport.parameters['control']).toBe(
      controlOf(['USD', 'NordShop', '', '4411', '1042'], credentials.controlKey),
    )
    const masked = { bin: '411111', lastFour: '1111' }
    expect(client.previewSale(target, saleRequest(), masked)).toMatchObject({
      signedValues: [...control],
      controlSource: 'profile',
    })
    expect(client.previewSale(credentials, saleRequest(), masked)).toMatchObject({
      signedValues: ['route id', 'client_orderid', 'amount in minor units', 'email'],
      codeParameter: 'cvv2',
      controlSource: 'clients',
    })
  })

  it('has a preview of exactly the stored values, with a masked card', async () => {
    const { exchange } = await sell()
    const { parameters } = clientOf(new FakeTransport()).previewSale(credentials, saleRequest(), {
      bin: '411111',
      lastFour: '1111',
    })
    expect(exchange.request).toEqual(parameters)
    expect(parameters).toContainEqual({ name: 'credit_card_number', value: '411111••••1111' })
    for (const name of ['control', 'cvv2']) expect(parameters).toContainEqual({ name, value: '••••••••' })
  })

  const answers = {
    approved: answered(
      answerBody({
        type: 'async-response',
        'merchant-order-id': 'INV-2041',
        'paynet-order-id': '6684100',
        'end-point-id': '4411',
        note: `card 4111111111111111 of ${credentials.controlKey}`,
      }),
    ),
    'timed out': { kind: 'broken', failure: 'timeout', head: null },
    'not found by its name': { kind: 'not-sent', failure: 'ENOTFOUND' },
    'answered with a page': answered(`<html>4111 1111 1111 1111 ${credentials.controlKey}</html>`, 502),
    'refused with its own words': answered(
      answerBody({
        type: 'validation-error',
        'error-code': '1',
        'error-message': 'Bad card 4111111111111111, cvv2=737',
      }),
    ),
  } as const

  for (const [how, result] of Object.entries(answers))
    it(`stores no card number, code, key or control when ${how} (S14)`, async () => {
      const transport = new FakeTransport(result)
      const { outcome, exchange } = await sell({}, transport)
      const kept = JSON.stringify([outcome, exchange])
      expect(kept).not.toMatch(/4111[ -]?1111[ -]?1111[ -]?1111/)
      expect(kept).not.toMatch(/"737"|cvv2=737/)
      expect(kept).not.toContain(credentials.controlKey)
      expect(kept).not.toContain(transport.parameters['control'])
      expect(transport.parameters).toMatchObject({ credit_card_number: card.number, cvv2: card.cvv2 })
      expect(kept).toContain('IVA TESTOVA')
    })

  it('is sent once', async () => {
    const call = clientOf(new FakeTransport()).prepareSale(credentials, saleRequest(), card)
    await sent(call)
    await expect(sent(call)).rejects.toMatchObject({ details: { reason: 'already-sent' } })
  })

  it.each([
    ['cardNumber', { number: '4111111111111112', cvv2: '' }, {}],
    ['cardNumber', { number: '', cvv2: '' }, {}],
    ['cardNumber', { number: '411111••••1111', cvv2: '' }, {}],
    ['cvv2', { number: '4111111111111111', cvv2: '12' }, {}],
    ['expireMonth', card, { expireMonth: 13 }],
    ['expireYear', card, { expireYear: 31 }],
    ['expireYear', card, { expireYear: 20_311 }],
    ['printedName', card, { printedName: ' ' }],
    ['email', card, { email: 'no mail' }],
    ['redirectUrl', card, { redirectUrl: '' }],
    ['browser', card, { browser: { ...saleRequest().browser, language: 'much-too-long' } }],
  ])('is refused before anything is sent when %s is wrong', (field, given, changes) => {
    const transport = new FakeTransport()
    const prepare = () => clientOf(transport).prepareSale(credentials, saleRequest(changes), given)
    expect(prepare).toThrow(
      expect.objectContaining({
        code: 'validation-failed',
        details: { fields: { [field]: expect.any(String) as string } },
      }),
    )
    expect(transport.calls).toEqual([])
  })
})
