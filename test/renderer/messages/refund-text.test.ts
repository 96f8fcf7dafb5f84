import { describe, expect, it } from 'vitest'
import { dueText, refundRequest } from '../../../src-renderer/messages/refund-text'
import type { RefundCase } from '../../../src-shared/domain/refund-case'
import { summary } from '../../support/view-orders'

const order = summary(1, {
  ...{ clientOrderId: 'NS-4F1K', gatewayOrderId: '6684106', amountMinor: 10_000, currency: 'EUR' },
  ...{ bin: '411111', lastFour: '1111', cardholderName: 'ANN LEE', cardId: 'card-7' },
})

const asked: RefundCase = {
  caseId: '1',
  state: 'asked',
  amountMinor: 2550,
  dueOn: '2026-12-04',
  askedAtMs: 0,
  askedBy: 'Iva',
  reason: 'Between us: a regular complainer',
  stateAtMs: 0,
  stateBy: 'Iva',
  stateReason: null,
  refundedBeforeMinor: 3000,
}

describe('the request for the gateway’s operator', () => {
  it('has ids, amounts, date and masked card, and nothing else', () => {
    expect(refundRequest(order, asked, '27 Nov 2026, 10:15:00 UTC')).toBe(
      [
        'Please refund this payment',
        'Client order ID: NS-4F1K',
        'Gateway order ID: 6684106',
        'Amount to refund: 25.50 EUR (in part)',
        'Charged amount: 100.00 EUR',
        'Refunded before: 30.00 EUR',
        'Date of the payment: 27 Nov 2026, 10:15:00 UTC',
        'Card: Visa 411111 •••• 1111',
      ].join('\n'),
    )
  })

  it('says when the whole payment is meant, in the decimals of its currency', () => {
    const whole = { ...asked, amountMinor: 8400, refundedBeforeMinor: 0 }
    const yen = { ...order, amountMinor: 8400, currency: 'JPY' }
    expect(refundRequest(yen, whole, null).split('\n')).toEqual([
      'Please refund this payment',
      'Client order ID: NS-4F1K',
      'Gateway order ID: 6684106',
      'Amount to refund: 8,400 JPY (in full)',
      'Charged amount: 8,400 JPY',
      'Card: Visa 411111 •••• 1111',
    ])
  })

  it('leaves out what is not known', () => {
    const unknown = { ...order, gatewayOrderId: null, lastFour: null, bin: null }
    expect(refundRequest(unknown, asked, null)).not.toMatch(/Gateway order ID|Date|Card/)
  })
})

describe('the due day of a case', () => {
  it.each([
    ['2026-12-05', { text: 'due 5 Dec 2026', isOverdue: false }],
    ['2026-12-04', { text: 'due today', isOverdue: false }],
    ['2026-12-03', { text: 'due 5 Dec 2026, 1 day overdue', isOverdue: true }],
  ])('%s', (dueOn, expected) => {
    const shown = dueText(dueOn, '2026-12-04', '5 Dec 2026')
    expect(shown).toEqual(expected)
  })
})
