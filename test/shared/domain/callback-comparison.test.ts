import { describe, expect, it } from 'vitest'
import { factNames } from '../../../src-main/gateway/fact-names'
import { factOfCallback, factOfStatus } from '../../../src-main/ports/fact-names'
import { compareWithOrder as compare } from '../../../src-shared/domain/callback-comparison'
import type { AnswerField } from '../../../src-shared/domain/exchange'
import type { OrderSummary } from '../../../src-shared/domain/order'
import { noLaterTransactions } from '../../../src-shared/domain/later-transactions'
import { anOrder } from '../../support/builders'

/** Compares fields that have their names on the wire only, as the app reads them. */
function compareWithOrder(
  fields: readonly AnswerField[],
  polled: { summary: OrderSummary; facts: readonly { name: string; value: string }[] } | null,
) {
  return compare(
    fields.map((field) => ({ ...field, fact: factOfCallback(factNames, field.name) })),
    polled && {
      ...polled,
      facts: polled.facts.map((fact) => ({ ...fact, fact: factOfStatus(factNames, fact.name) })),
    },
  )
}

const order = {
  summary: anOrder({
    summary: { clientOrderId: 'INV-2041', gatewayOrderId: '6684100', status: 'approved', currency: 'EUR' },
  }).summary,
  facts: [
    { name: 'amount', value: '10.15' },
    { name: 'transaction-type', value: 'sale' },
    { name: 'processor-rrn', value: '123456789012' },
    { name: 'error-code', value: '' },
  ],
}

function verdicts(fields: { name: string; value: string }[]) {
  return compareWithOrder(fields, order).map(({ name, fact, verdict }) => [fact ?? name, verdict])
}

describe('comparing a callback with the last status answer', () => {
  it('finds the same field with both spellings of its name', () => {
    expect(
      verdicts([
        { name: 'client_orderid', value: 'INV-2041' },
        { name: 'orderid', value: '6684100' },
        { name: 'processor_rrn', value: '123456789012' },
      ]),
    ).toEqual([
      ['clientOrderId', 'same'],
      ['gatewayOrderId', 'same'],
      ['rrn', 'same'],
    ])
  })

  it('compares amounts as money, not as text', () => {
    expect(verdicts([{ name: 'amount', value: '10.16' }])).toEqual([['amount', 'differs']])
    expect(verdicts([{ name: 'amount', value: '10.15' }])).toEqual([['amount', 'same']])
    expect(
      compareWithOrder([{ name: 'amount', value: '5' }], {
        ...order,
        facts: [{ name: 'amount', value: '5.00' }],
      }),
    ).toMatchObject([{ verdict: 'same' }])
  })

  it('leaves out a value that cannot be read (B10)', () => {
    const amount = { name: 'amount', value: '%FF', isUnreadable: true as const }
    expect(compareWithOrder([amount], order)).toEqual([])
  })

  it('reports a sale that the callback calls a reversal, and a field that no status answer had', () => {
    expect(
      verdicts([
        { name: 'type', value: 'reversal' },
        { name: 'reason-code', value: '4853' },
        { name: 'error_code', value: '5' },
      ]),
    ).toEqual([
      ['transactionType', 'differs'],
      ['reason-code', 'not-polled'],
      ['errorCode', 'not-polled'],
    ])
  })

  it('leaves out the control, empty fields and repetitions, and is empty without an order', () => {
    expect(
      verdicts([
        { name: 'control', value: 'abc' },
        { name: 'email', value: '' },
        { name: 'merchant_order', value: 'INV-2041' },
        { name: 'client_orderid', value: 'INV-2041' },
      ]),
    ).toEqual([['clientOrderId', 'same']])
    expect(compareWithOrder([{ name: 'status', value: 'approved' }], null)).toEqual([])
  })

  describe('after a refund of 45.00 of 100.00', () => {
    const refunded = {
      summary: anOrder({
        summary: {
          ...{ status: 'approved', currency: 'EUR', amountMinor: 10_000 },
          later: { ...noLaterTransactions, refundState: 'partial', refundedMinor: 4500 },
        },
      }).summary,
      facts: [
        { name: 'amount', value: '55.00' },
        { name: 'transaction-type', value: 'reversal' },
        { name: 'status', value: 'declined' },
        { name: 'error-code', value: '116' },
      ],
    }
    const verdictsOf = (said: Readonly<Record<string, string>>) =>
      Object.fromEntries(
        compareWithOrder(
          Object.entries(said).map(([name, value]) => ({ name, value })),
          refunded,
        ).map(({ name, fact, verdict }) => [fact ?? name, verdict]),
      )

    it.each([
      ['the original sum', '100.00', 'same'],
      ['what is left', '55.00', 'same'],
      ['all that was refunded', '45.00', 'same'],
      ['the sum of one refund', '15.00', 'not-polled'],
      ['more than the payment', '100.01', 'differs'],
    ])('a callback of the refund may report %s (B9)', (_, amount, verdict) => {
      expect(verdictsOf({ type: 'reversal', amount })['amount']).toBe(verdict)
    })

    it('a callback of the payment is compared with the payment, not with the refund (B9)', () => {
      const sale = { type: 'sale', status: 'approved', amount: '100.00', error_code: '5' }
      expect(verdictsOf(sale)).toEqual({
        ...{ transactionType: 'not-polled', status: 'same', amount: 'same', errorCode: 'not-polled' },
      })
      expect(verdictsOf({ type: 'sale', status: 'declined' })['status']).toBe('differs')
    })
  })

  it('knows a field in every spelling', () => {
    expect(
      ['client_orderid', 'merchant_order', 'merchant-order-id', 'Client-Order-ID'].map((name) =>
        factOfCallback(factNames, name),
      ),
    ).toEqual(Array(4).fill('clientOrderId'))
  })
})
