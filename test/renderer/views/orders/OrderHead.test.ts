import { afterEach, describe, expect, it } from 'vitest'
import type { OrderFact } from '../../../../src-shared/domain/order'
import { mountApp, unmountAfterEach } from '../../../support/mount-app'
import { orderView, summary } from '../../../support/view-orders'

unmountAfterEach(afterEach)

const reported: OrderFact = {
  name: 'transaction-date',
  fact: 'transactionDate',
  value: '2026-11-03 14:00:49 MSK',
  atMs: 1,
}

/** The date that the head of an order shows. */
async function dateOf(changes: Parameters<typeof summary>[1], facts: readonly OrderFact[]) {
  const view = { ...orderView(summary(0, changes)), facts: [...facts] }
  await mountApp('/orders/o-0', { orderCount: 0, state: { settings } }, (desk) =>
    desk.orders.set('o-0', view),
  )
  const rows = [...document.querySelectorAll('.head dt')]
  return rows.find((row) => row.textContent === 'Date')?.nextElementSibling?.textContent
}

const settings = {
  theme: 'system',
  density: 'comfortable',
  detailPx: null,
  timeZone: 'Europe/Berlin',
  operatorName: 'A. Berg',
} as const
const adopted = { kind: 'adopted', chargeId: null, chargeState: null } as const

describe('the date of an order', () => {
  it('is the gateway’s for an order that was added by its id, and says when it was added', async () => {
    const shown = await dateOf({ ...adopted, createdAtMs: Date.now() - 25_000 }, [reported])
    expect(shown).toBe('3 Nov 2026, 12:00:49 · added 25 s ago')
  })

  it('is not known for an added order whose gateway has not reported it', async () => {
    expect(await dateOf({ ...adopted, createdAtMs: Date.now() - 25_000 }, [])).toBe(
      'not reported · added 25 s ago',
    )
  })

  it('is that of the charge for an order of this app', async () => {
    const createdAtMs = Date.parse('2026-11-02T10:00:00Z')
    expect(await dateOf({ createdAtMs }, [reported])).toBe('2 Nov 2026, 11:00:00')
  })
})
