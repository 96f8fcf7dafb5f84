import { describe, expect, it } from 'vitest'
import {
  answerBody,
  answered,
  clientOf,
  credentials,
  FakeTransport,
  never,
} from '../../../support/gateway-calls'

const request = {
  route: { kind: 'endpoint', id: '4411' },
  clientOrderId: 'INV-2041',
  gatewayOrderId: '6684100',
} as const
const registered = {
  type: 'create-card-ref-response',
  status: 'approved',
  'card-ref-id': '880017',
  'unq-card-ref-id': '55',
}

function tokens(siblings: object) {
  const none = { unqCardRefId: null, recurringPaymentId: null, dstCardRefId: null }
  return { kind: 'registered', cardRefId: '880017', ...none, ...siblings }
}

async function register(fields: Record<string, string>) {
  const transport = new FakeTransport(answered(answerBody(fields)))
  const { outcome } = await clientOf(transport).createCardRef(credentials, request, never)
  return { outcome, transport }
}

describe('a card registration', () => {
  it('asks for the token of one order', async () => {
    const { transport } = await register(registered)
    expect(transport.calls[0]?.url.pathname).toBe('/paynet/api/v2/create-card-ref/4411')
    expect(Object.keys(transport.parameters)).toEqual(['login', 'client_orderid', 'orderid', 'control'])
  })

  it('needs the order id of the gateway', async () => {
    const transport = new FakeTransport()
    const ask = clientOf(transport).createCardRef(credentials, { ...request, gatewayOrderId: '' }, never)
    await expect(ask).rejects.toMatchObject({ details: { fields: { gatewayOrderId: 'required' } } })
    expect(transport.calls).toEqual([])
  })

  const noAnswer = (failure: string) => ({ kind: 'no-answer', failure, wasSent: true, isAccessDenied: false })
  const answers: readonly (readonly [string, Record<string, string>, object])[] = [
    ['gives the token', registered, tokens({ unqCardRefId: '55' })],
    ['gives the token alone', { ...registered, 'unq-card-ref-id': '' }, tokens({})],
    [
      'gives every kind of token',
      { ...registered, 'recurring-payment-id': '77', 'dst-card-ref-id': '88' },
      tokens({ unqCardRefId: '55', recurringPaymentId: '77', dstCardRefId: '88' }),
    ],
    [
      'gives siblings that are no ids',
      { ...registered, 'unq-card-ref-id': 'a b', 'recurring-payment-id': '7'.repeat(129) },
      tokens({}),
    ],
    ['gives no token', { ...registered, 'card-ref-id': '' }, noAnswer('unreadable-field:card-ref-id')],
    [
      'gives a token that no rebill could name',
      { ...registered, 'card-ref-id': '1'.repeat(21) },
      noAnswer('unreadable-field:card-ref-id'),
    ],
    ['gives no status', { ...registered, status: '' }, noAnswer('no-status')],
    [
      'declines',
      { ...registered, status: 'declined', 'error-code': '9', 'error-message': 'Not final' },
      { kind: 'refused', code: '9', message: 'Not final', isWrongControl: false },
    ],
    [
      'refuses the control',
      { type: 'validation-error', 'error-code': '2', 'error-message': 'X' },
      { kind: 'refused', code: '2', message: 'X', isWrongControl: true },
    ],
    ['is of another type', { ...registered, type: 'status-response' }, noAnswer('unexpected-type')],
    ['has no type', { ...registered, type: '' }, noAnswer('no-type')],
  ]
  for (const [what, fields, outcome] of answers) {
    it(`whose answer ${what} ends as ${JSON.stringify(outcome)}`, async () => {
      expect((await register(fields)).outcome).toEqual(outcome)
    })
  }

  it('reports whether it was sent', async () => {
    for (const [kind, wasSent] of [
      ['not-sent', false],
      ['broken', true],
    ] as const) {
      const client = clientOf(new FakeTransport({ kind, failure: 'ECONNRESET', head: null }))
      const { outcome } = await client.createCardRef(credentials, request, never)
      expect(outcome).toEqual({
        kind: 'no-answer',
        failure: 'ECONNRESET',
        wasSent,
        isAccessDenied: false,
      })
    }
  })
})
