import { describe, expect, it } from 'vitest'
import type { GatewayRoute, PaymentOutcome, RebillRequest } from '../../../../src-main/ports/gateway-client'
import { AppError } from '../../../../src-shared/errors/app-error'
import {
  answerBody,
  answered,
  clientOf,
  credentials,
  FakeTransport,
  never,
  rebillRequest,
  sent,
} from '../../../support/gateway-calls'

const full = rebillRequest({
  kind: 'rebill-auth',
  route: { kind: 'group', id: '7722' },
  orderDescription: '  Membership & more\nMärz  ',
  enumerateAmounts: ' 10.15, 8.00 ,5 ',
  comment: 'ref 12',
  purpose: 'account 5',
  merchantData: 'a=b&c',
  redirectUrl: 'https://shop.example/back',
  redirectSuccessUrl: 'https://shop.example/ok',
  redirectFailUrl: 'https://shop.example/no',
  serverCallbackUrl: 'https://shop.example/hook?x=1',
  recurrentScenario: 'REGULAR',
  recurrentInitiator: 'MERCHANT',
})

describe('a rebill request', () => {
  it('has its parameters in the order of the interface, trimmed, with the control among them', async () => {
    const transport = new FakeTransport()
    await sent(clientOf(transport).prepareRebill(credentials, full, '737'))
    expect(transport.calls[0]?.url.href).toBe(
      'https://gate.example.test/paynet/api/v2/make-rebill-preauth/group/7722',
    )
    expect(Object.entries(transport.parameters)).toEqual([
      ['client_orderid', 'INV-2041'],
      ['login', 'NordShop'],
      ['cardrefid', '880017'],
      ['order_desc', 'Membership & more\nMärz'],
      ['amount', '10.15'],
      ['enumerate_amounts', '10.15,8.00,5'],
      ['currency', 'USD'],
      ['cvv2', '737'],
      ['ipaddress', '203.0.113.7'],
      ['control', '8eca1a45fa338fcbb6703f7026fc0f1dc1eb7190'],
      ['comment', 'ref 12'],
      ['purpose', 'account 5'],
      ['redirect_url', 'https://shop.example/back'],
      ['redirect_success_url', 'https://shop.example/ok'],
      ['redirect_fail_url', 'https://shop.example/no'],
      ['server_callback_url', 'https://shop.example/hook?x=1'],
      ['merchant_data', 'a=b&c'],
      ['recurrent_scenario', 'REGULAR'],
      ['recurrent_initiator', 'MERCHANT'],
    ])
  })

  it('has a preview of the sent values without key, control and security code', () => {
    const transport = new FakeTransport()
    const preview = clientOf(transport).previewRebill(
      { ...credentials, rebillControl: 'with-endpoint' },
      full,
    )
    expect(preview).toMatchObject({
      host: 'gate.example.test',
      path: '/api/v2/make-rebill-preauth/group/7722',
      signedValues: ['group id', 'login', 'client_orderid', 'cardrefid', 'amount in minor units', 'currency'],
    })
    expect(preview.parameters).toHaveLength(18)
    expect(preview.parameters).toContainEqual({ name: 'control', value: '••••••••' })
    expect(preview.parameters).toContainEqual({ name: 'enumerate_amounts', value: '10.15,8.00,5' })
    expect(transport.calls).toEqual([])
  })

  it('is sent once, even when send is called twice', async () => {
    const transport = new FakeTransport()
    const call = clientOf(transport).prepareRebill(credentials, rebillRequest(), '')
    const first = call.send(never)
    await expect(call.send(never)).rejects.toMatchObject({ code: 'not-allowed-now' })
    await first
    await expect(call.send(never)).rejects.toMatchObject({ code: 'not-allowed-now' })
    expect(transport.calls).toHaveLength(1)
  })

  it('waits a minute for its answer, a lookup half of that', async () => {
    const transport = new FakeTransport()
    const client = clientOf(transport)
    await sent(client.prepareRebill(credentials, rebillRequest(), ''))
    await client.getCardInfo(credentials, { route: { kind: 'endpoint', id: '1' }, cardRefId: '8' }, never)
    expect(transport.calls.map(({ timeoutMs }) => timeoutMs)).toEqual([60_000, 30_000])
  })

  it('cannot be made without the key', () => {
    const prepare = () =>
      clientOf(new FakeTransport()).prepareRebill({ ...credentials, controlKey: '' }, full, '')
    expect(prepare).toThrow(new AppError('secret-missing'))
  })
})

const refused: readonly (readonly [
  string,
  Partial<RebillRequest> & { cvv2?: string; login?: string },
  string,
])[] = [
  ['clientOrderId', { clientOrderId: '' }, 'required'],
  ['clientOrderId', { clientOrderId: 'A'.repeat(129) }, 'too-long'],
  ['clientOrderId', { clientOrderId: 'A\0B' }, 'control-character'],
  ['clientOrderId', { clientOrderId: 'A\u202eB' }, 'unreadable-character'],
  ['clientOrderId', { clientOrderId: 'A\nB' }, 'one-line'],
  ['cardRefId', { cardRefId: '' }, 'required'],
  ['cardRefId', { cardRefId: '1'.repeat(21) }, 'too-long'],
  ['cardRefId', { cardRefId: '88 17' }, 'not-an-id'],
  ['login', { login: 'N'.repeat(21) }, 'too-long'],
  ['orderDescription', { orderDescription: '   ' }, 'required'],
  ['orderDescription', { orderDescription: 'ä'.repeat(32_769) }, 'too-long'],
  ['orderDescription', { orderDescription: '\ud800' }, 'unreadable-character'],
  ['orderDescription', { orderDescription: 'card 4111 1111 1111 1111' }, 'card-number'],
  ['amountMinor', { amountMinor: 0 }, 'not-positive'],
  ['amountMinor', { amountMinor: -5 }, 'not-a-decimal'],
  ['amountMinor', { amountMinor: 10.5 }, 'not-a-decimal'],
  ['amountMinor', { amountMinor: NaN }, 'not-a-decimal'],
  ['amountMinor', { amountMinor: 1e21 }, 'not-a-decimal'],
  ['amountMinor', { amountMinor: 12_345_678_90 }, 'too-long'],
  ['currency', { currency: 'usd' }, 'unknown-currency'],
  ['currency', { currency: '' }, 'required'],
  ['enumerateAmounts', { enumerateAmounts: '10.15,1.005' }, 'too-many-decimals'],
  ['enumerateAmounts', { enumerateAmounts: '10.15,,5' }, 'empty'],
  ['enumerateAmounts', { enumerateAmounts: Array(40).fill('10.15').join(',') }, 'too-long'],
  ['cvv2', { cvv2: '12' }, 'not-a-security-code'],
  ['cvv2', { cvv2: '12345' }, 'not-a-security-code'],
  ['ipAddress', { ipAddress: '' }, 'required'],
  ['ipAddress', { ipAddress: 'localhost' }, 'not-an-ip-address'],
  ['ipAddress', { ipAddress: 'fe80::1%eth0' }, 'not-an-ip-address'],
  ['comment', { comment: 'x'.repeat(51) }, 'too-long'],
  ['comment', { comment: 'a\nb' }, 'one-line'],
  ['purpose', { purpose: 'x'.repeat(129) }, 'too-long'],
  ['merchantData', { merchantData: '€'.repeat(21_846) }, 'too-long'],
  ['redirectUrl', { redirectUrl: 'javascript:alert(1)' }, 'not-a-url'],
  ['redirectSuccessUrl', { redirectSuccessUrl: 'https://user@shop.example/' }, 'url-with-login'],
  ['redirectFailUrl', { redirectFailUrl: `https://shop.example/${'x'.repeat(1024)}` }, 'too-long'],
  ['serverCallbackUrl', { serverCallbackUrl: 'https://shöp.example/' }, 'not-a-url'],
  ['recurrentScenario', { recurrentScenario: 'regular' as 'REGULAR' }, 'not-allowed'],
  ['recurrentInitiator', { recurrentInitiator: 'BANK' as 'MERCHANT' }, 'not-allowed'],
  ['routeId', { route: { kind: 'endpoint', id: '1/../2' } }, 'not-a-route-id'],
]

describe('an invalid rebill', () => {
  for (const [field, { cvv2 = '', login = credentials.login, ...changes }, problem] of refused) {
    it(`is refused for its ${field} (${problem}) before anything is sent`, () => {
      const transport = new FakeTransport()
      const prepare = () =>
        clientOf(transport).prepareRebill({ ...credentials, login }, rebillRequest(changes), cvv2)
      expect(prepare).toThrow(expect.objectContaining({ code: 'validation-failed' }) as Error)
      expect(caught(prepare)).toEqual({ [field]: problem })
      expect(transport.calls).toEqual([])
    })
  }

  it('reports every field at once', () => {
    const prepare = () =>
      clientOf(new FakeTransport()).previewRebill(
        credentials,
        rebillRequest({ cardRefId: '', ipAddress: 'x' }),
      )
    expect(caught(prepare)).toEqual({ cardRefId: 'required', ipAddress: 'not-an-ip-address' })
  })
})

function caught(act: () => unknown): unknown {
  try {
    act()
    return null
  } catch (error) {
    return error instanceof AppError ? error.details.fields : error
  }
}

const accepted = { kind: 'accepted', gatewayOrderId: '6684100' }
const unknown = (failure: string, isForeignAnswer = false) => ({ kind: 'unknown', failure, isForeignAnswer })
const declinedCard = { kind: 'refused', code: '5', message: 'No such card', isWrongControl: false }
const async = { type: 'async-response', 'merchant-order-id': 'INV-2041', 'paynet-order-id': '6684100' }
const error = { type: 'error', 'error-message': 'No such card', 'error-code': '5' }

const answers: readonly (readonly [string, Record<string, string>, object])[] = [
  ['an async-response with our id and an order id is accepted', async, accepted],
  ['no type', { ...async, type: '' }, unknown('no-type')],
  ['a type of another operation', { ...async, type: 'status-response' }, unknown('unexpected-type')],
  ['a type in capitals', { ...async, type: 'ASYNC-RESPONSE' }, unknown('unexpected-type')],
  ['no order id', { ...async, 'paynet-order-id': '' }, unknown('no-order-id')],
  ['another order', { ...async, 'merchant-order-id': 'INV-2042' }, unknown('foreign-answer', true)],
  ['our id in another case', { ...async, 'merchant-order-id': 'inv-2041' }, unknown('foreign-answer', true)],
  ['no echo of our id', { ...async, 'merchant-order-id': '' }, unknown('no-merchant-order-id')],
  [
    'an order id with spaces',
    { ...async, 'paynet-order-id': '66 84' },
    unknown('unreadable-field:paynet-order-id'),
  ],
  [
    'an order id too long',
    { ...async, 'paynet-order-id': '6'.repeat(129) },
    unknown('unreadable-field:paynet-order-id'),
  ],
  ['an error without an order id is a refusal', error, declinedCard],
  [
    'a validation error without an order id is a refusal',
    { ...error, type: 'validation-error' },
    declinedCard,
  ],
  ['an error with our id and no order id', { ...error, 'merchant-order-id': 'INV-2041' }, declinedCard],
  ['an error about another order', { ...error, 'merchant-order-id': 'X' }, unknown('foreign-answer', true)],
  ['an error with an order id is an order', { ...async, ...error }, accepted],
  [
    'a validation error with an order id is an order',
    { ...async, ...error, type: 'validation-error' },
    accepted,
  ],
  [
    'an error with an order id and without our id',
    { ...error, 'paynet-order-id': '1' },
    unknown('no-merchant-order-id'),
  ],
  [
    'code 2 of a payment error is no wrong control',
    { ...error, 'error-code': '2' },
    { ...declinedCard, code: '2' },
  ],
  ['an error without a code', { type: 'error' }, { ...declinedCard, code: '', message: '' }],
]

describe('the answer to a rebill', () => {
  for (const [what, fields, outcome] of answers) {
    it(what, async () => {
      expect(await outcomeOf(fields)).toEqual(outcome)
    })
  }

  it('keeps every digit of the order id', async () => {
    const fields = { ...async, 'paynet-order-id': '1152735103331642317' }
    expect(await outcomeOf(fields)).toEqual({ kind: 'accepted', gatewayOrderId: '1152735103331642317' })
  })

  it('keeps an order id that looks like a card number', async () => {
    const fields = { ...async, 'paynet-order-id': '4111111111111111' }
    expect(await outcomeOf(fields)).toEqual({ kind: 'accepted', gatewayOrderId: '4111111111111111' })
  })

  it('is recorded as readable only when it belongs to this rebill', async () => {
    const exchangeOf = async (fields: Record<string, string>) =>
      (await send(fields, { kind: 'endpoint', id: '4411' })).exchange
    expect(await exchangeOf(async)).toMatchObject({
      outcome: 'answered',
      failure: null,
      answerType: 'async-response',
    })
    expect(await exchangeOf({ ...async, 'merchant-order-id': 'X' })).toMatchObject({
      outcome: 'no-readable-answer',
      failure: 'foreign-answer',
      answer: [
        { name: 'type', value: 'async-response' },
        { name: 'merchant-order-id', value: 'X' },
        { name: 'paynet-order-id', value: '6684100' },
      ],
    })
  })
})

function send(fields: Record<string, string>, route: GatewayRoute) {
  const client = clientOf(new FakeTransport(answered(answerBody(fields))))
  return sent(client.prepareRebill(credentials, rebillRequest({ route }), ''))
}

async function outcomeOf(fields: Record<string, string>): Promise<PaymentOutcome> {
  return (await send(fields, { kind: 'endpoint', id: '4411' })).outcome
}
