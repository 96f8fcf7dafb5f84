import { readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { controlOf } from '../../../src-main/gateway/control'
import type { GatewayRoute, RebillRequest } from '../../../src-main/ports/gateway-client'
import { parseAmount } from '../../../src-shared/domain/money'
import {
  clientOf,
  credentials,
  FakeTransport,
  never,
  methodResult,
  rebillRequest,
  saleRequest,
  sent,
  statusRequest,
} from '../../support/gateway-calls'

interface Vector {
  readonly endpoint: string
  readonly inputs: Readonly<Record<string, string>>
  readonly order: readonly string[]
  readonly sha1: string
  readonly evidence: string
  readonly note?: string
}

const vectors = JSON.parse(
  readFileSync(new URL('../../fixtures/gateway/control-vectors.json', import.meta.url), 'utf8'),
) as Vector[]

const titleOf = ({ endpoint, evidence, note, sha1 }: Vector) =>
  `${endpoint} (${evidence}${note === undefined ? '' : `: ${note}`}) ${sha1.slice(0, 8)}`

describe('the control value', () => {
  it('has 49 vectors', () => {
    expect(vectors).toHaveLength(49)
  })

  for (const vector of vectors) {
    it(`is right for ${titleOf(vector)}`, () => {
      const values = vector.order.map((name) => vector.inputs[name] ?? '')
      expect(controlOf(values.slice(0, -1), values.at(-1) ?? '')).toBe(vector.sha1)
    })
  }
})

const uploads = '3ds-upload (method-url, cres, pares)'
const loginFirst = ['login', 'client_orderid', 'cardrefid', 'amount_minor', 'currency', 'merchant_control']
const routeFirst = ['endpoint_id', ...loginFirst]

/** The vectors of operations and formulas that this app uses. */
const reproducible = vectors.filter(({ endpoint, order }) => {
  const isRebill = endpoint === 'make-rebill' || endpoint === 'make-rebill-preauth'
  if (isRebill) return [String(loginFirst), String(routeFirst)].includes(String(order))
  return ['status', 'create-card-ref', 'get-card-info', 'sale', uploads].includes(endpoint)
})

describe('a request', () => {
  it('is checked against 29 vectors', () => {
    expect(reproducible).toHaveLength(29)
  })

  for (const vector of reproducible) {
    it(`has the control of ${titleOf(vector)}`, async () => {
      expect((await requestFor(vector))['control']).toBe(vector.sha1)
    })
  }

  it('leaves orderid out and signs it as empty when only the client order id is known', async () => {
    const vector = vectors.find(({ note }) => note === 'orderid left out counts as empty')
    expect(await requestFor(vector as Vector)).not.toHaveProperty('orderid')
  })

  it('sends by-request-sn without signing it', async () => {
    const vector = vectors.find(({ note }) => note === 'by-request-sn is sent and never signed')
    expect(await requestFor(vector as Vector)).toMatchObject({
      'by-request-sn': '00000000-0000-0000-0000-0000000000a1',
      control: vector?.sha1,
    })
  })
})

/** Sends the vector's request through the app and returns the sent parameters. */
async function requestFor({ endpoint, inputs, order }: Vector): Promise<Record<string, string>> {
  const transport = new FakeTransport()
  const client = clientOf(transport)
  const input = (name: string) => inputs[name] ?? ''
  const route: GatewayRoute = { kind: 'endpoint', id: inputs['endpoint_id'] ?? '1' }
  const merchant = {
    ...credentials,
    login: input('login'),
    controlKey: input('merchant_control'),
    rebillControl: order[0] === 'endpoint_id' ? 'with-endpoint' : 'without-endpoint',
  } as const
  const clientOrderId = input('client_orderid')
  switch (endpoint) {
    case 'status':
      await client.status(
        merchant,
        {
          route,
          clientOrderId,
          gatewayOrderId: inputs['orderid'] === '' ? null : input('orderid'),
          bySerialNumber: inputs['by_request_sn'] ?? null,
        },
        never,
      )
      break
    case 'create-card-ref':
      await client.createCardRef(merchant, { route, clientOrderId, gatewayOrderId: input('orderid') }, never)
      break
    case 'get-card-info':
      await client.getCardInfo(merchant, { route, cardRefId: input('cardrefid') }, never)
      break
    case 'sale': {
      const money = parseAmount(input('amount'), 'USD')
      if (!money.ok) throw new Error(money.error)
      const changes = { route, clientOrderId, email: input('email'), ...money.value }
      const card = { number: '4111111111111111', cvv2: '' }
      await sent(client.prepareSale(merchant, saleRequest(changes), card))
      break
    }
    case uploads: {
      const ids = { route, clientOrderId: input('client-order-id'), gatewayOrderId: input('orderid') }
      const all = [
        { kind: 'method', ...methodResult },
        { kind: 'challenge', cres: 'eyJ9' },
        { kind: 'pareq', paRes: 'eJx+', md: 'MD' },
      ] as const
      for (const each of all) await sent(client.prepareUpload(merchant, { ...ids, ...each }))
      expect(transport.calls).toHaveLength(3)
      expect(new Set(transport.calls.map(({ body }) => /control=[0-9a-f]{40}/.exec(body)?.[0])).size).toBe(1)
      break
    }
    default: {
      const money = parseAmount(input('amount'), input('currency'))
      if (!money.ok) throw new Error(money.error)
      const kind = endpoint === 'make-rebill' ? 'rebill-sale' : 'rebill-auth'
      const changes = { kind, route, clientOrderId, cardRefId: input('cardrefid'), ...money.value } as const
      await sent(client.prepareRebill(merchant, rebillRequest(changes), ''))
    }
  }
  return transport.parameters
}

async function rebillOf(
  changes: Partial<RebillRequest>,
  rebillControl: 'with-endpoint' | 'without-endpoint',
) {
  const transport = new FakeTransport()
  const { exchange } = await sent(
    clientOf(transport).prepareRebill({ ...credentials, rebillControl }, rebillRequest(changes), ''),
  )
  return { amount: '', control: '', ...transport.parameters, path: exchange.path }
}

describe('the control of a rebill', () => {
  it('begins with the endpoint id, the group id or the login, as the profile says', async () => {
    const group = { kind: 'group', id: '7722' } as const
    expect(await rebillOf({}, 'with-endpoint')).toMatchObject({
      path: '/api/v2/make-rebill/4411',
      amount: '10.15',
      control: '51d53a8a549dee59ce66038d4209ad5ae3f17160',
    })
    expect(await rebillOf({ route: group }, 'with-endpoint')).toMatchObject({
      path: '/api/v2/make-rebill/group/7722',
      amount: '10.15',
      control: '7006dd1b5036a2427abf92c2b008d70226f5d51c',
    })
    expect(await rebillOf({}, 'without-endpoint')).toMatchObject({
      amount: '10.15',
      control: '8eca1a45fa338fcbb6703f7026fc0f1dc1eb7190',
    })
    expect((await rebillOf({ route: group }, 'without-endpoint')).control).toBe(
      '8eca1a45fa338fcbb6703f7026fc0f1dc1eb7190',
    )
  })

  it('is not tried with another formula after a refusal', async () => {
    const transport = new FakeTransport()
    transport.result = {
      kind: 'answered',
      head: { status: 200, date: null, retryAfter: null, contentType: null },
      body: Buffer.from('type=validation-error\n&error-message=INVALID_CONTROL_CODE\n&error-code=2\n'),
      isLengthProven: true,
    }
    const { outcome } = await sent(clientOf(transport).prepareRebill(credentials, rebillRequest(), ''))
    expect(outcome).toEqual({
      kind: 'refused',
      code: '2',
      message: 'INVALID_CONTROL_CODE',
      isWrongControl: true,
    })
    expect(transport.calls).toHaveLength(1)
  })

  it.each([
    ['8.20', '890d00a96cf50ffa98dc2d80fc968942667c2654'],
    ['17.08', 'ef62c6619cedc9c419c8132264bd5285e14154b4'],
    ['19.99', '45e2952d50b1d7f4de48a2c303cb9019064bd833'],
    ['1238.86', '761f6bd0eac751c5a166e9f411162245cb6f663a'],
  ])('signs every cent of %s', async (amount, control) => {
    const money = parseAmount(amount, 'EUR')
    if (!money.ok) throw new Error(money.error)
    expect(await rebillOf({ clientOrderId: 'INV-2042', ...money.value }, 'with-endpoint')).toMatchObject({
      amount,
      currency: 'EUR',
      control,
    })
  })

  it('signs yen without decimals', async () => {
    const money = { amountMinor: 10_000, currency: 'JPY' }
    expect(await rebillOf({ clientOrderId: 'INV-2043', ...money }, 'with-endpoint')).toMatchObject({
      amount: '10000',
      control: '8b6eeb34debb5348468dc39e842ab97fc9258604',
    })
  })
})

describe('the control of a status request', () => {
  it('keeps every digit of long ids', async () => {
    const transport = new FakeTransport()
    const request = statusRequest({ gatewayOrderId: '254401001128200040' })
    await clientOf(transport).status(credentials, request, never)
    expect(transport.parameters).toMatchObject({
      orderid: '254401001128200040',
      control: '9b66125e33656e2e934df4413dcaf3c4fa2b6338',
    })
  })
})
