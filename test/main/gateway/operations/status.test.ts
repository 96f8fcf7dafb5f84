import { describe, expect, it } from 'vitest'
import type { StatusOutcome, StatusRequest } from '../../../../src-main/ports/gateway-client'
import {
  answerBody,
  answered,
  approvedBody,
  clientOf,
  credentials,
  FakeTransport,
  never,
  statusRequest,
} from '../../../support/gateway-calls'

async function ask(body: string, changes: Partial<StatusRequest> = {}) {
  const transport = new FakeTransport(answered(body))
  const { outcome, exchange } = await clientOf(transport).status(credentials, statusRequest(changes), never)
  return { outcome, exchange, transport }
}

async function outcomeOf(fields: Record<string, string>): Promise<StatusOutcome> {
  return (await ask(answerBody(fields))).outcome
}

describe('a status request', () => {
  it('goes to the endpoint or the group with its parameters in order', async () => {
    const { transport } = await ask(approvedBody, {
      route: { kind: 'group', id: '7722' },
      bySerialNumber: '00000000-0000-0000-0000-0000000000a1',
    })
    expect(transport.calls[0]?.url.href).toBe('https://gate.example.test/paynet/api/v2/status/group/7722')
    expect(Object.keys(transport.parameters)).toEqual([
      'login',
      'client_orderid',
      'orderid',
      'by-request-sn',
      'control',
    ])
  })

  it('accepts an order id of another system in another script', async () => {
    const { outcome, transport } = await ask(approvedBody.replace('INV-2041', 'Заказ 1'), {
      clientOrderId: 'Заказ 1',
    })
    expect(transport.parameters['client_orderid']).toBe('Заказ 1')
    expect(outcome).toMatchObject({ kind: 'answered', answer: { clientOrderId: 'Заказ 1' } })
  })

  it('accepts an order id that looks like a card number', async () => {
    const { transport } = await ask(approvedBody, { gatewayOrderId: '4111111111111111' })
    expect(transport.parameters['orderid']).toBe('4111111111111111')
  })

  it('is refused before anything is sent when an id is invalid', async () => {
    const transport = new FakeTransport()
    const request = statusRequest({
      gatewayOrderId: '66 84',
      bySerialNumber: 'x'.repeat(65),
      clientOrderId: ' ',
    })
    await expect(clientOf(transport).status(credentials, request, never)).rejects.toMatchObject({
      code: 'validation-failed',
      details: {
        fields: { clientOrderId: 'required', gatewayOrderId: 'not-an-id', bySerialNumber: 'too-long' },
      },
    })
    expect(transport.calls).toEqual([])
  })
})

describe('the answer to a status request', () => {
  it('returns every field as the gateway wrote it, without line feeds', async () => {
    const { outcome, exchange } = await ask(approvedBody)
    expect(outcome).toEqual({
      kind: 'answered',
      answer: {
        status: 'approved',
        orderStage: null,
        clientOrderId: 'INV-2041',
        gatewayOrderId: '6684100',
        amount: '10.15',
        currency: 'USD',
        bin: null,
        lastFour: null,
        cardholderName: null,
        errorCode: null,
        errorMessage: null,
        transactionType: null,
        serialNumber: '00000000-0000-0000-0000-0000005a11cf',
        step: null,
        fields: exchange.answer.map((field) => expect.objectContaining(field)),
      },
    })
    expect(exchange).toMatchObject({
      operation: 'status',
      host: 'gate.example.test',
      path: '/api/v2/status/4411',
      outcome: 'answered',
      httpStatus: 200,
      answerType: 'status-response',
      serialNumber: '00000000-0000-0000-0000-0000005a11cf',
      clientOrderId: 'INV-2041',
      failure: null,
      unreadableBody: null,
    })
    expect(exchange.answer).toHaveLength(7)
  })

  it.each(['unknown', 'APPROVED', 'approved ', ' approved', 'chain_declined', 'something-new'])(
    'returns the status %j unchanged',
    async (status) => {
      const outcome = await outcomeOf({ type: 'status-response', status })
      expect(outcome).toMatchObject({ kind: 'answered', answer: { status } })
    },
  )

  it('has no status when the field is empty', async () => {
    expect(await outcomeOf({ type: 'status-response', status: '' })).toMatchObject({
      answer: { status: null },
    })
  })

  it('returns the ids of the answer, even of another order', async () => {
    const fields = {
      type: 'status-response',
      status: 'approved',
      'merchant-order-id': 'OTHER',
      'paynet-order-id': '9',
    }
    expect(await outcomeOf(fields)).toMatchObject({
      kind: 'answered',
      answer: { clientOrderId: 'OTHER', gatewayOrderId: '9' },
    })
  })

  it('keeps unknown fields, in order', async () => {
    const fields = { type: 'status-response', 'zeta-new': '1', alpha: 'é' }
    expect(await outcomeOf(fields)).toMatchObject({
      answer: {
        fields: [
          { name: 'type', value: 'status-response' },
          { name: 'zeta-new', value: '1' },
          { name: 'alpha', value: 'é' },
        ],
      },
    })
  })

  it('prefers the name on the card to the name of the customer', async () => {
    const type = 'status-response'
    const both = { type, name: 'A', 'cardholder-name': 'B' }
    expect(await outcomeOf(both)).toMatchObject({ answer: { cardholderName: 'B' } })
    expect(await outcomeOf({ type, name: 'A' })).toMatchObject({ answer: { cardholderName: 'A' } })
  })

  it('that refuses says nothing about the order', async () => {
    const fields = { type: 'validation-error', 'error-message': 'INVALID_CONTROL_CODE', 'error-code': '2' }
    expect(await outcomeOf(fields)).toEqual({
      kind: 'refused',
      code: '2',
      message: 'INVALID_CONTROL_CODE',
      isWrongControl: true,
    })
    expect(await outcomeOf({ ...fields, type: 'error', 'error-code': '7' })).toMatchObject({
      kind: 'refused',
      code: '7',
      isWrongControl: false,
    })
  })

  it('does not count when it is of another type', async () => {
    const noAnswer = { kind: 'no-answer', isAccessDenied: false }
    expect(await outcomeOf({ status: 'approved' })).toEqual({ ...noAnswer, failure: 'no-type' })
    expect(await outcomeOf({ type: 'async-response', status: 'approved' })).toEqual({
      ...noAnswer,
      failure: 'unexpected-type',
    })
  })

  it('that cannot be read is kept as text', async () => {
    const { outcome, exchange } = await ask('<html>Down for maintenance</html>')
    expect(outcome).toMatchObject({ kind: 'no-answer', failure: 'html-page' })
    expect(exchange).toMatchObject({
      outcome: 'no-readable-answer',
      failure: 'html-page',
      answerType: null,
      answer: [],
      unreadableBody: '<html>Down for maintenance</html>',
    })
  })
})

const creq = 'eyJtZXNzYWdlVHlwZSI6IkNSZXEifQ'
const steps: readonly (readonly [string, Record<string, string>, object])[] = [
  [
    'MethodUrlFrame',
    {
      'tds-method-url-frame-3ds-server-trans-id': '6afa6072-9412-446b-9673-2f98b3ee98a2',
      'tds-method-url-frame-3ds-method-url': 'https://acs.example.test/method?a=1&b=2',
    },
    {
      kind: 'method',
      serverTransId: '6afa6072-9412-446b-9673-2f98b3ee98a2',
      url: 'https://acs.example.test/method?a=1&b=2',
    },
  ],
  [
    'CReqForm',
    { 'tds-creq-form-acs-url': 'https://acs.example.test/creq', 'tds-creq-form-creq': creq },
    { kind: 'challenge', url: 'https://acs.example.test/creq', creq },
  ],
  [
    'PaReqForm',
    {
      'tds-pareq-form-acs-url': 'https://acs.example.test/pareq?session=9',
      'tds-pareq-form-pareq': 'eJxVUt1u+jAM/=\nabc+/==',
      'tds-pareq-form-md': 'MD 5f31c0aa77 ',
    },
    {
      kind: 'pareq',
      url: 'https://acs.example.test/pareq?session=9',
      pareq: 'eJxVUt1u+jAM/=\nabc+/==',
      md: 'MD 5f31c0aa77 ',
    },
  ],
]

describe('a browser step in a status answer', () => {
  const waiting = { type: 'status-response', status: 'processing', 'order-stage': 'sale_3d_validating' }
  const stepIn = async (fields: Record<string, string>) => {
    const outcome = await outcomeOf({ ...waiting, ...fields })
    return outcome.kind === 'answered' ? outcome.answer.step : outcome
  }

  for (const [word, fields, step] of steps) {
    it(`is given byte for byte for ${word}`, async () => {
      expect(await stepIn({ 'tds-status': word, ...fields })).toEqual(step)
    })

    it(`keeps only the host and hashes of ${word} in what may be stored`, async () => {
      const { outcome, exchange } = await ask(
        answerBody({
          ...waiting,
          'tds-status': word,
          ...fields,
          'redirect-to': 'https://gate.test/go/s3cret',
        }),
      )
      const kept = outcome.kind === 'answered' ? outcome.answer.fields : []
      expect(kept).toEqual(exchange.answer.map((field) => expect.objectContaining(field)))
      const text = JSON.stringify(exchange)
      expect(text).not.toMatch(/s3cret|eyJ0|eyJt|eJxV|5f31c0aa77|session=9|a=1/)
      expect(text).toContain(`{"name":"tds-status","value":"${word}"}`)
      expect(text).toContain('https://acs.example.test <')
    })

    for (const name of Object.keys(fields))
      it(`is missing when ${word} comes without ${name}`, async () => {
        expect(await stepIn({ 'tds-status': word, ...fields, [name]: '' })).toBeNull()
      })

    it(`is missing when the fields of ${word} come without tds-status`, async () => {
      expect(await stepIn(fields)).toBeNull()
      expect(await stepIn({ ...fields, 'tds-status': word.toLowerCase() })).toBeNull()
      expect(await stepIn({ ...fields, 'tds-status': 'Mystery' })).toBeNull()
    })
  }

  it('is the one in tds-status, also when fields of another step are present', async () => {
    const all = Object.assign({}, ...steps.map(([, fields]) => fields)) as Record<string, string>
    for (const [word, , step] of steps) expect(await stepIn({ ...all, 'tds-status': word })).toEqual(step)
  })
})
