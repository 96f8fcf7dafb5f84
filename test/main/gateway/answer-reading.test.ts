import { describe, expect, it } from 'vitest'
import type { Exchanged, PreparedCall } from '../../../src-main/ports/gateway-client'
import type { HttpGatewayClient } from '../../../src-main/gateway/http-gateway-client'
import {
  answered,
  clientOf,
  credentials,
  FakeTransport,
  methodResult,
  never,
  rebillRequest,
  saleRequest,
  statusRequest,
  typedCard,
} from '../../support/gateway-calls'

const ids = {
  route: { kind: 'endpoint', id: '4411' },
  clientOrderId: 'INV-2041',
  gatewayOrderId: '6684100',
} as const
const sent = (call: PreparedCall<unknown>) => call.send(never)

interface Operation {
  readonly name: string
  readonly call: (client: HttpGatewayClient) => Promise<Exchanged<unknown>>
  /** A complete answer, with line feeds as the real gateway writes them. */
  readonly whole: Readonly<Record<string, string>>
  readonly outcome: object
  /** The outcome of a call without a readable answer. */
  readonly lost: (failure: string) => object
  /** Decisive fields of the operation. */
  readonly decisive: readonly string[]
  /** Fields that a complete answer of unproven length must have. */
  readonly needed: readonly string[]
}

const payment = {
  whole: { type: 'async-response', 'merchant-order-id': 'INV-2041', 'paynet-order-id': '6684100' },
  outcome: { kind: 'accepted', gatewayOrderId: '6684100' },
  lost: (failure: string) => ({ kind: 'unknown', failure, isForeignAnswer: false }),
  decisive: ['type', 'merchant-order-id', 'paynet-order-id'],
  needed: ['merchant-order-id', 'paynet-order-id'],
}

const operations: readonly Operation[] = [
  {
    name: 'make-rebill',
    call: (client) => sent(client.prepareRebill(credentials, rebillRequest(), '')),
    ...payment,
  },
  {
    name: 'sale',
    call: (client) => sent(client.prepareSale(credentials, saleRequest(), typedCard)),
    ...payment,
  },
  {
    ...payment,
    name: 'upload-method-url-result',
    call: (client) => sent(client.prepareUpload(credentials, { ...ids, ...methodResult, kind: 'method' })),
    outcome: { kind: 'accepted' },
    lost: (failure) => ({ kind: 'unknown', failure }),
    decisive: ['type', 'merchant-order-id'],
    needed: ['merchant-order-id'],
  },
  {
    name: 'status',
    call: (client) => client.status(credentials, statusRequest(), never),
    whole: {
      ...{ type: 'status-response', status: 'approved', 'transaction-type': 'sale' },
      ...{ 'merchant-order-id': 'INV-2041', 'paynet-order-id': '6684100', amount: '10.15', currency: 'USD' },
    },
    outcome: { kind: 'answered', answer: { status: 'approved', gatewayOrderId: '6684100' } },
    lost: (failure) => ({ kind: 'no-answer', failure, isAccessDenied: false }),
    decisive: [
      ...['type', 'status', 'transaction-type', 'merchant-order-id', 'paynet-order-id', 'amount', 'currency'],
    ],
    needed: ['status', 'transaction-type', 'merchant-order-id', 'paynet-order-id', 'amount', 'currency'],
  },
  {
    name: 'create-card-ref',
    call: (client) => client.createCardRef(credentials, ids, never),
    whole: { type: 'create-card-ref-response', status: 'approved', 'card-ref-id': '880017' },
    outcome: { kind: 'registered', cardRefId: '880017' },
    lost: (failure) => ({ kind: 'no-answer', failure, wasSent: true, isAccessDenied: false }),
    decisive: ['type', 'status', 'card-ref-id'],
    needed: ['status', 'card-ref-id'],
  },
  {
    name: 'get-card-info',
    call: (client) => client.getCardInfo(credentials, { route: ids.route, cardRefId: '880017' }, never),
    whole: {
      ...{ type: 'get-card-info-response', 'expire-month': '4', 'expire-year': '2029' },
      ...{ bin: '411111', 'last-four-digits': '1111' },
    },
    outcome: { kind: 'answered', expireMonth: 4, lastFour: '1111' },
    lost: (failure) => ({ kind: 'no-answer', failure, wasSent: true }),
    decisive: ['type'],
    needed: ['expire-month', 'expire-year', 'bin', 'last-four-digits'],
  },
]

const bodyOf = (fields: Readonly<Record<string, string>>) =>
  Object.entries(fields)
    .map(([name, value]) => `${name}=${value}\n`)
    .join('&')

/** Calls the gateway, which answers with these bytes. */
function answer({ call }: Operation, body: string, isLengthProven = true) {
  return call(
    clientOf(new FakeTransport({ ...answered(body), isLengthProven } as ReturnType<typeof answered>)),
  )
}

describe.each(operations)('an answer to $name', (operation) => {
  const { whole, outcome, lost, decisive, needed } = operation

  it.each([
    ['a percent sign that means itself', 'Limit+100% reached', { value: 'Limit 100% reached' }],
    ['bytes of another charset', '%C8%E2%E0%ED', { value: '%C8%E2%E0%ED', isUnreadable: true }],
    ['a NUL', 'a%00b', { value: 'a%00b', isUnreadable: true }],
  ])('keeps its other fields when one value has %s (B10)', async (_, value, shown) => {
    const given = await answer(operation, bodyOf({ 'error-message': value, ...whole, 'x-own': value }))
    expect(given.outcome).toMatchObject(outcome)
    expect(given.exchange).toMatchObject({ outcome: 'answered', failure: null, unreadableBody: null })
    expect(given.exchange.answer).toContainEqual({ name: 'error-message', ...shown })
    expect(given.exchange.answer).toContainEqual({ name: 'x-own', ...shown })
  })

  it.each(decisive)(
    'decides nothing while %s cannot be read, and keeps the rest in the log (B10)',
    async (name) => {
      const given = await answer(operation, bodyOf({ ...whole, [name]: '%FF%FE' }))
      expect(given.outcome).toEqual(lost(`unreadable-field:${name}`))
      expect(given.exchange).toMatchObject({
        outcome: 'no-readable-answer',
        failure: `unreadable-field:${name}`,
        answer: Object.entries(whole).map(([field, value]) =>
          field === name ? { name, value: '%FF%FE', isUnreadable: true } : { name: field, value },
        ),
      })
    },
  )

  it('does not count as a refusal when its code cannot be read (B10)', async () => {
    const given = await answer(operation, bodyOf({ type: 'validation-error', 'error-code': '%FF' }))
    expect(given.outcome).toEqual(lost('unreadable-field:error-code'))
  })

  it('is complete without a length when it has the required fields and its last value ends with a line feed (B7)', async () => {
    expect((await answer(operation, bodyOf(whole), false)).outcome).toMatchObject(outcome)
    const refusal = bodyOf({ type: 'error', 'error-code': '7', 'error-message': 'No' })
    expect((await answer(operation, refusal, false)).outcome).toMatchObject({ kind: 'refused', code: '7' })
  })

  it.each(needed)('does not count when the connection closed before %s (B7)', async (name) => {
    const cut = Object.fromEntries(Object.entries(whole).filter(([field]) => field !== name))
    expect((await answer(operation, bodyOf(cut), false)).outcome).toEqual(lost('truncated'))
  })

  it('does not count when the connection closed before its type or inside a value (B7)', async () => {
    const { type: _type, ...untyped } = whole
    expect((await answer(operation, bodyOf(untyped), false)).outcome).toEqual(lost('no-type'))
    expect((await answer(operation, `${bodyOf(whole)}&descriptor=Shop+of`, false)).outcome).toEqual(
      lost('truncated'),
    )
    expect((await answer(operation, `${bodyOf(whole)}&descr`, false)).outcome).toEqual(lost('truncated'))
    expect((await answer(operation, bodyOf({ type: 'error' }), false)).outcome).toEqual(lost('truncated'))
  })
})

describe('a card info lookup', () => {
  it('leaves out one value that cannot be read (B10)', async () => {
    const operation = operations.find(({ name }) => name === 'get-card-info')
    if (operation === undefined) throw new Error('no such operation')
    const given = await answer(
      operation,
      bodyOf({ ...operation.whole, bin: '%FF', 'card-printed-name': '%C8' }),
    )
    expect(given.outcome).toEqual({
      ...{ kind: 'answered', printedName: null, bin: null },
      ...{ expireMonth: 4, expireYear: 2029, lastFour: '1111' },
    })
  })
})

describe('a step of 3-D Secure', () => {
  it('ends only when a readable answer no longer asks for it (B10)', async () => {
    const operation = operations.find(({ name }) => name === 'status')
    if (operation === undefined) throw new Error('no such operation')
    const asking = {
      ...operation.whole,
      ...{ status: 'processing', 'tds-status': 'CReqForm', 'tds-creq-form-creq': 'ey%FF' },
      'tds-creq-form-acs-url': 'https://acs.example.test/',
    }
    const given = await answer(operation, bodyOf(asking))
    expect(given.outcome).toEqual(operation.lost('unreadable-field:tds-creq-form-creq'))
    expect(JSON.stringify(given.exchange)).not.toContain('ey%FF')
  })
})
