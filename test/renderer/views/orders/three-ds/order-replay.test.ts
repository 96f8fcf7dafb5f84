import { describe, expect, it } from 'vitest'
import {
  orderReplay,
  momentAt,
  orderAt,
  type OrderReplay,
} from '../../../../../src-renderer/views/orders/three-ds/order-replay'
import { threeDsProgress } from '../../../../../src-shared/domain/three-ds-progress'
import type { OrderView } from '../../../../../src-shared/domain/order'
import { challengeSale, saleStartMs } from '../../../../support/view-sales'

function replay(view: OrderView): OrderReplay {
  const found = orderReplay(view)
  if (found === null) throw new Error('no replay')
  return found
}

/** The states of the six stages at a number of seconds after the sale was sent. */
function stagesAt(view: OrderView, seconds: number): string {
  const atMs = saleStartMs + seconds * 1000
  return threeDsProgress(orderAt(view, replay(view), atMs), atMs)
    .map(({ state }) => state)
    .join(' ')
}

describe('the replay of an order', () => {
  it('shows each stage as it was at that time', () => {
    const view = challengeSale({ ending: 'approved' })
    expect([0, 1, 3, 4, 5, 6, 9, 20, 30, 31, 32].map((seconds) => stagesAt(view, seconds))).toEqual([
      'running idle idle idle idle idle',
      'done waiting idle idle idle idle',
      'done waiting idle idle idle idle',
      'done running idle idle idle idle',
      'done done waiting idle idle idle',
      'done done running idle idle idle',
      'done done done waiting idle idle',
      'done done done running idle idle',
      'done done done done waiting idle',
      'done done done done running idle',
      'done done done done done waiting',
    ])
  })

  it('ends with the order itself', () => {
    const view = challengeSale({ ending: 'declined' })
    const { endMs } = replay(view)
    expect(orderAt(view, replay(view), endMs)).toBe(view)
    expect(orderAt(view, replay(view), endMs + 1)).toBe(view)
  })

  it('shows a page that was closed and opened again as waiting in between', () => {
    const view = challengeSale({ ending: 'approved', closedBetween: { fromS: 14, untilS: 18 } })
    expect([12, 15, 20].map((seconds) => stagesAt(view, seconds).split(' ')[3])).toEqual([
      'running',
      'waiting',
      'running',
    ])
  })

  it.each(['step-timed-out', 'step-failed'] as const)(
    'shows a page that ended with %s as waiting',
    (kind) => {
      const view = challengeSale({ ending: 'approved', closedBetween: { fromS: 14, untilS: 18, kind } })
      expect([12, 15, 20].map((seconds) => stagesAt(view, seconds).split(' ')[3])).toEqual([
        'running',
        'waiting',
        'running',
      ])
    },
  )

  it('finds the newest entry at a time', () => {
    const view = challengeSale({ ending: 'approved' })
    expect(momentAt(replay(view), saleStartMs + 20_000)?.kind).toBe('step-opened')
    expect(momentAt(replay(view), saleStartMs - 99_000)?.kind).toBe('confirmed')
  })

  it('leaves out notes, drafts and unchanged checks, and is null without entries', () => {
    const view = challengeSale({ ending: 'approved' })
    const kinds = replay(view).moments.map(({ kind }) => kind)
    for (const kind of ['note', 'status-unchanged', 'drafted']) expect(kinds).not.toContain(kind)
    expect(orderReplay({ ...view, timeline: [] })).toBeNull()
  })
})
