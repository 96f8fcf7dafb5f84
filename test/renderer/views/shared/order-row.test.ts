import { describe, expect, it } from 'vitest'
import { messages } from '../../../../src-renderer/messages'
import { statusReason } from '../../../../src-renderer/messages/status-text'
import {
  amountText,
  reasonText,
  rowName,
  shownContent,
} from '../../../../src-renderer/views/shared/order-row'
import type { OrderSummary } from '../../../../src-shared/domain/order'
import { noLaterTransactions } from '../../../../src-shared/domain/later-transactions'
import { summary } from '../../../support/view-orders'

const order = (change: Partial<OrderSummary>) =>
  summary(1, { orderStage: null, errorMessage: null, errorCode: null, ...change })

describe('the reason in a row', () => {
  it.each([
    [
      'the gateway’s words without the status in front',
      'Decline, insufficient funds [51]',
      'Insufficient funds [51]',
    ],
    ['the gateway’s words', 'Too many payments', 'Too many payments'],
    ['the gateway’s words about a decline', 'Decline for CVV2 failure', 'Decline for CVV2 failure'],
  ])('is %s', (_what, errorMessage, reason) => {
    expect(reasonText(order({ status: 'declined', errorMessage }))).toBe(reason)
  })

  it('is what an unknown outcome means, before the words of the gateway', () => {
    const unknown = order({ chargeState: 'rejected-unverified', status: null, errorMessage: 'Busy' })
    expect(reasonText(unknown)).toBe(statusReason('refused, checking'))
    expect(reasonText(order({ status: 'unknown', orderStage: 'sale_unknown' }))).toBe(statusReason('unknown'))
    expect(reasonText(order({ status: 'approved', followState: 'needs-review' }))).toBe(
      statusReason('needs review'),
    )
  })

  it('is what an order waits for, but only while it is open', () => {
    const waits = { awaitedStep: 'unsent-answer', status: 'processing' } as const
    expect(reasonText(order(waits))).toBe(messages.orders.awaited['unsent-answer'])
    expect(reasonText(order({ ...waits, status: 'declined', errorMessage: 'Expired card' }))).toBe(
      'Expired card',
    )
  })

  it('names a contradiction of an order whose outcome is known', () => {
    expect(reasonText(order({ status: 'approved', alert: 'mismatch' }))).toBe(
      messages.orders.alerts.mismatch.title,
    )
  })

  it('is the stage in plain words when nothing else is known', () => {
    expect(reasonText(order({ status: 'processing', orderStage: 'sale_3d_validating' }))).toBe(
      'Sale 3-D Secure validating',
    )
    expect(reasonText(order({ status: 'processing', orderStage: 'sale_processing' }))).toBe('')
    expect(reasonText(order({ status: 'processing' }))).toBe('')
  })
})

describe('a row', () => {
  it.each([
    [123_886_000_000, 'IDR', '1,238,860,000.00 IDR'],
    [190_000, 'JPY', '190,000 JPY'],
    [12_750, 'KWD', '12.750 KWD'],
    [null, null, messages.orders.unnamedAmount],
  ])('is named by the complete amount: %s %s', (amountMinor, currency, text) => {
    expect(amountText(order({ amountMinor, currency }))).toBe(text)
    expect(rowName(order({ amountMinor, currency }))).toContain(text)
  })

  it('says once that it was refunded', () => {
    const later = { ...noLaterTransactions, refundState: 'full', refundedMinor: 1250 } as const
    expect(rowName(order({ amountMinor: 1250, currency: 'EUR', later }))).toMatch(
      /^Approved, Refunded, 12\.50 EUR, /,
    )
  })

  it('shows the same after a check without news, and something else after any change that is visible', () => {
    const before = order({ status: 'processing', gatewayOrderId: null })
    const shown = shownContent(before)
    expect(shownContent({ ...before, revision: 9, answeredAtMs: 9, changedAtMs: 9, nextCheckAtMs: 9 })).toBe(
      shown,
    )
    const changes: Partial<OrderSummary>[] = [
      { status: 'approved', word: 'approved', family: 'approved' },
      { orderStage: 'sale_validating' },
      { gatewayOrderId: '77' },
      { cardholderName: 'Oliver O’Hara' },
      { lastFour: '0005' },
      { amountMinor: 7 },
      { currency: 'USD' },
      { awaitedStep: 'challenge' },
    ]
    for (const change of changes) expect(shownContent({ ...before, ...change })).not.toBe(shown)
  })
})
