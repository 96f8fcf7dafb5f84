import { afterEach, describe, expect, it } from 'vitest'
import { messages } from '../../../../src-renderer/messages'
import {
  disputeKind,
  laterTransactions,
  noLaterTransactions,
  refundState,
  type LaterTransactions,
} from '../../../../src-shared/domain/later-transactions'
import type { OrderSummary, TimelineEntry } from '../../../../src-shared/domain/order'
import { orderView, summary } from '../../../support/view-orders'
import { mountApp, unmountAfterEach } from '../../../support/mount-app'

unmountAfterEach(afterEach)

const words = messages.later

/** An approved payment of 100.00 EUR with a later refund or dispute. */
function paid(later: Partial<LaterTransactions>, parts: Partial<OrderSummary> = {}): OrderSummary {
  return summary(1, {
    ...{ orderId: 'o-1', amountMinor: 10_000, currency: 'EUR', status: 'approved' },
    ...{ later: { ...noLaterTransactions, ...later }, ...parts },
  })
}

async function show(order: OrderSummary, timeline: readonly Partial<TimelineEntry>[] = []): Promise<string> {
  const view = orderView(order)
  const entries = timeline.map((entry, index) => ({
    ...{
      seq: index + 1,
      atMs: 1,
      kind: 'note' as const,
      actor: null,
      place: null,
      exchangeId: null,
      serialNumber: null,
    },
    ...{ changes: [], text: null, repeat: null, ...entry },
  }))
  await mountApp('/orders/o-1', { orderCount: 2 }, (desk) =>
    desk.orders.set('o-1', { ...view, timeline: [...view.timeline, ...entries] }),
  )
  return document.body.textContent
}

const textOf = (testId: string) =>
  document.querySelector(`[data-testid="${testId}"]`)?.textContent.replaceAll(/\s+/g, ' ').trim() ?? null

describe('an order after its payment', () => {
  it.each<readonly [string, Partial<LaterTransactions>, string | null]>([
    ['nothing', {}, null],
    ['a refund begun', { refundState: 'in-progress' }, 'Nothing refunded yet, 100.00 EUR left'],
    [
      'a partial refund',
      { refundState: 'partial', refundedMinor: 3000 },
      'Refunded 30.00 EUR, 70.00 EUR left',
    ],
    ['a full refund', { refundState: 'full', refundedMinor: 10_000 }, '100.00 EUR, nothing left'],
    [
      'a declined refund after another',
      { refundState: 'refused', refundedMinor: 4500 },
      'Refunded 45.00 EUR, 55.00 EUR left',
    ],
    [
      'a refund of an unknown sum',
      { refundState: 'partial', refundedMinor: 4500, refundBasis: 'at-least' },
      'Refunded at least 45.00 EUR, at most 55.00 EUR left',
    ],
    [
      'a cancellation',
      { refundState: 'full', refundedMinor: 10_000, refundKind: 'cancellation' },
      '100.00 EUR, nothing left',
    ],
  ])('with %s shows the refunded and the remaining amount (B9)', async (_, later, line) => {
    await show(paid(later))
    expect(textOf('order-refund')).toBe(line)
    expect(textOf('order-status')).toBe('Approved')
  })

  it('stays approved when its refund is declined, and shows the gateway’s reason (B9)', async () => {
    const order = paid({ refundState: 'refused' }, { transactionType: 'reversal' })
    const view = orderView(order)
    await mountApp('/orders/o-1', { orderCount: 2 }, (desk) =>
      desk.orders.set('o-1', {
        ...view,
        facts: [
          {
            name: 'error-message',
            fact: 'errorMessage' as const,
            value: 'Not enough funds to refund',
            atMs: 1,
          },
          { name: 'error-code', fact: 'errorCode' as const, value: '116', atMs: 1 },
        ],
      }),
    )
    const callout = document.querySelector('.callout.unknown')?.textContent ?? ''
    expect(callout).toContain('Refund declined')
    expect(callout).toContain('The payment stays approved.')
    expect(callout).toContain('Not enough funds to refund (116)')
    expect(document.querySelector('.callout.declined')).toBeNull()
    expect(textOf('order-status')).toBe('Approved')
  })

  it('shows that a full refund is assumed, and why a total was not used (B9)', async () => {
    const text = await show(paid({ refundState: 'full', refundedMinor: 10_000, refundBasis: 'assumed-full' }))
    expect(text).toContain(words.assumed.text)
  })

  it.each(laterTransactions.shape.refundProblem.unwrap().options)(
    'explains the doubt %s (B9)',
    async (problem) => {
      const text = await show(paid({ refundState: 'partial', refundedMinor: 4500, refundProblem: problem }))
      expect(text).toContain(words.problems[problem])
      expect(textOf('order-later')).toContain(words.problemMark)
    },
  )

  it.each(disputeKind.options)('explains what a %s is (B9)', async (kind) => {
    const text = await show(paid({ disputes: [kind] }))
    expect(text).toContain(words.disputeTexts[kind])
    expect(textOf('order-later')).toContain(words.disputes[kind])
    const isRed = kind === 'chargeback' || kind === 'fraud'
    expect(document.querySelectorAll('.callout.declined')).toHaveLength(isRed ? 1 : 0)
  })

  it('never looks like a payment without disputes when they cannot be read', async () => {
    const { mark, title, text } = words.unreadableDisputes
    const shown = await show(paid({ disputes: null, refundState: 'partial', refundedMinor: 3000 }))
    expect(shown).toContain(title)
    expect(shown).toContain(text)
    expect(textOf('order-later')).toContain(mark)
    expect(document.querySelector('[data-testid="order-later"] .bar')).toBeNull()
    const row = document.querySelector('[data-key="o-1"]')
    expect(row?.getAttribute('aria-label')).toMatch(/^Approved, Disputes unreadable, 100\.00 EUR, /)
    expect(shown).not.toContain('30.00 EUR refunded')
  })

  it('shows the most serious of several disputes in the row, after the payment status (B9)', async () => {
    await show(paid({ disputes: ['retrieval', 'chargeback'], refundState: 'partial', refundedMinor: 3000 }))
    const row = document.querySelector('[data-key="o-1"]')
    expect(row?.getAttribute('aria-label')).toMatch(/^Approved, Chargeback, 100\.00 EUR, /)
    expect(row?.querySelector('[role="img"]')?.getAttribute('aria-label')).toBe('Chargeback')
  })

  it('shows the refunded amount in the row (B9)', async () => {
    const text = await show(paid({ refundState: 'partial', refundedMinor: 3000 }))
    expect(text).toContain('30.00 EUR refunded')
  })

  it('shows refunds with their amounts in the timeline (B9)', async () => {
    const text = await show(paid({ refundState: 'partial', refundedMinor: 4500 }), [
      { kind: 'refund-approved', text: 'reported 15.00 45.00 55.00 EUR' },
      { kind: 'refund-approved', text: 'assumed-full 100.00 100.00 0.00 EUR' },
      { kind: 'refund-refused', text: '116 Not enough funds to refund' },
      { kind: 'refund-contradicted', text: 'total-fell' },
      { kind: 'final', text: 'told-by-later-transaction' },
    ])
    for (const shown of [
      '15.00 EUR refunded now, 45.00 EUR in all, 55.00 EUR left.',
      words.timeline.assumed({ sums: '100.00 EUR refunded, 0.00 EUR left.' }),
      '116 Not enough funds to refund',
      words.problems['total-fell'],
      words.timeline.toldByLater,
    ])
      expect(text).toContain(shown)
  })

  it('has a mark for every state of a refund and of a cancellation (B9)', () => {
    for (const texts of Object.values(words.marks))
      expect(['none', ...Object.keys(texts)].sort()).toEqual([...refundState.options].sort())
  })

  it('shows which of several amounts was charged, as reported by the gateway (F7)', async () => {
    const view = orderView(paid({}, { chargedMinor: 6000 }))
    await mountApp('/orders/o-1', { orderCount: 2 }, (desk) =>
      desk.orders.set('o-1', { ...view, enumeratedAmounts: ['120.00', '60.00'] }),
    )
    expect(textOf('order-amount')).toBe('60.00 EUR')
    expect(document.body.textContent).toContain('The gateway reports that 60.00 EUR went through.')
  })
})
