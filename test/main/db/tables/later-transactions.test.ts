import { beforeEach, describe, expect, it } from 'vitest'
import { noLaterTransactions, type LaterTransactions } from '../../../../src-shared/domain/later-transactions'
import type { OrderColumns, OrderRecord } from '../../../../src-main/ports/storage'
import { noonMs } from '../../../support/builders'
import { openStorage, type TestStorage } from '../../../support/storage'
import { homeDays } from '../../../support/builders'

describe('later transactions', () => {
  let storage: TestStorage
  let paid: OrderRecord

  beforeEach(async () => {
    storage = await openStorage()
    const adopted = await storage.writer.adoptOrder(
      {
        ...{ profileId: 'profile-1', environment: 'production', kind: 'adopted', clientOrderId: 'SHO-1' },
        ...{ route: { kind: 'endpoint', id: '4411' }, gatewayOrderId: '6684100', createdAtMs: noonMs },
        ...{ amountMinor: 10_000, currency: 'EUR', cardId: null, bin: null, lastFour: null },
        ...{ cardholderName: null, description: null, reference: null },
        ...{ followState: 'following', nextCheckAtMs: noonMs },
      },
      [],
    )
    paid = await change(adopted, { status: 'approved', followState: 'stopped', nextCheckAtMs: null })
  })

  function change(order: OrderRecord, set: Partial<OrderColumns>): Promise<OrderRecord> {
    const { orderId, revision } = order.summary
    return storage.writer.changeOrder({ orderId, expectedRevision: revision, atMs: noonMs, set, entries: [] })
  }

  const later = (parts: Partial<LaterTransactions>) => ({ later: { ...noLaterTransactions, ...parts } })
  const partly = later({ refundState: 'partial', refundedMinor: 4500 })

  it('are none for an order that was just written down', () => {
    expect(paid.summary).toMatchObject({ later: noLaterTransactions, chargedMinor: null })
  })

  it('come back as they were stored, in lists and by themselves (B9)', async () => {
    const { later: stored } = later({
      ...{ refundState: 'refused', refundedMinor: 4500, refundBasis: 'at-least', refundKind: 'cancellation' },
      ...{ refundProblem: 'total-fell', disputes: ['retrieval', 'chargeback'] },
    })
    const order = await change(paid, { later: stored })
    expect(order.summary.later).toEqual(stored)
    const kept = await change(order, { orderStage: 'reversal_declined' })
    expect(kept.summary.later).toEqual(stored)
    const page = await storage.reader.listOrders(
      {
        profileId: null,
        search: '',
        families: ['approved'],
        filters: [],
        sortBy: 'created',
        direction: 'desc',
      },
      null,
      10,
    )
    expect(page.rows.map((row) => row.later)).toEqual([stored])
    expect((await storage.reader.getOrderView(kept.summary.orderId))?.summary.later).toEqual(stored)
  })

  it('that contradict themselves are on Home until they are settled (B9)', async () => {
    const doubtful = await change(paid, later({ refundProblem: 'total-above-amount' }))
    const onHome = async () =>
      (await storage.reader.home('profile-1', homeDays, { year: 2026, month: 6 })).attention.length
    expect(await onHome()).toBe(1)
    await change(doubtful, partly)
    expect(await onHome()).toBe(0)
  })

  it('let a followed refund be found after a restart (B9)', async () => {
    const started = later({ refundState: 'in-progress' })
    await change(paid, { ...started, followState: 'following', nextCheckAtMs: noonMs + 4000 })
    expect((await storage.reader.listFollowed()).map(({ summary }) => summary.later.refundState)).toEqual([
      'in-progress',
    ])
  })

  it.each<readonly [string, Partial<OrderColumns>, string]>([
    [
      'more refunded than was paid',
      later({ refundState: 'partial', refundedMinor: 10_001 }),
      'refund-above-amount',
    ],
    ['a full refund of a part', later({ refundState: 'full', refundedMinor: 4500 }), 'refund-state'],
    ['a partial refund of nothing', later({ refundState: 'partial' }), 'refund-state'],
    ['money given back without a refund', later({ refundedMinor: 4500 }), 'refund-state'],
    ['a refund of a payment that was not approved', { ...partly, status: 'declined' }, 'refund-of-unpaid'],
  ])('refuse %s (B9)', async (_name, set, reason) => {
    await expect(change(paid, set)).rejects.toMatchObject({ code: 'not-allowed-now', details: { reason } })
  })

  it('never let refunds fall or a dispute vanish, unless the sum was only assumed (B9)', async () => {
    const order = await change(
      paid,
      later({ refundState: 'partial', refundedMinor: 4500, disputes: ['dispute'] }),
    )
    for (const [set, reason] of [
      [later({ refundState: 'partial', refundedMinor: 3000, disputes: ['dispute'] }), 'refund-fell'],
      [partly, 'dispute-is-kept'],
    ] as const)
      await expect(change(order, set)).rejects.toMatchObject({ details: { reason } })
    const disputes = order.summary.later.disputes
    const assumed = await change(
      order,
      later({ refundState: 'full', refundedMinor: 10_000, refundBasis: 'assumed-full', disputes }),
    )
    const known = await change(assumed, later({ refundState: 'partial', refundedMinor: 3000, disputes }))
    expect(known.summary.later.refundedMinor).toBe(3000)
  })

  it('count from the amount that went through, which is named once (F7)', async () => {
    const order = await change(paid, { chargedMinor: 6000 })
    const above = change(order, later({ refundState: 'partial', refundedMinor: 6001 }))
    await expect(above).rejects.toMatchObject({ details: { reason: 'refund-above-amount' } })
    await expect(change(order, { chargedMinor: 5000 })).rejects.toMatchObject({
      details: { reason: 'charged-is-fixed' },
    })
    const full = await change(order, later({ refundState: 'full', refundedMinor: 6000 }))
    expect(full.summary.later.refundState).toBe('full')
  })
})
