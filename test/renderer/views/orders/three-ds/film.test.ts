import { describe, expect, it } from 'vitest'
import { filmOf, momentAt, orderAt, type Film } from '../../../../../src-renderer/views/orders/three-ds/film'
import { threeDsProgress } from '../../../../../src-shared/domain/three-ds-progress'
import type { OrderView } from '../../../../../src-shared/domain/order'
import { challengeSale, saleStartMs } from '../../../../support/desk-sales'

function film(view: OrderView): Film {
  const found = filmOf(view)
  if (found === null) throw new Error('no film')
  return found
}

/** The state of the six lights, in short, so many seconds after the sale was sent. */
function lightsAt(view: OrderView, seconds: number): string {
  const atMs = saleStartMs + seconds * 1000
  return threeDsProgress(orderAt(view, film(view), atMs), atMs)
    .map(({ state }) => state)
    .join(' ')
}

describe('the film of an order', () => {
  it('shows each moment as the log has it, not as the order ended', () => {
    const view = challengeSale({ ending: 'approved' })
    expect([0, 1, 3, 4, 5, 6, 9, 20, 30, 31, 32].map((seconds) => lightsAt(view, seconds))).toEqual([
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
    const { endMs } = film(view)
    expect(orderAt(view, film(view), endMs)).toBe(view)
    expect(orderAt(view, film(view), endMs + 1)).toBe(view)
  })

  it('shows a page that was closed and opened again as waiting in between', () => {
    const view = challengeSale({ ending: 'approved', closedBetween: { fromS: 14, untilS: 18 } })
    expect([12, 15, 20].map((seconds) => lightsAt(view, seconds).split(' ')[3])).toEqual([
      'running',
      'waiting',
      'running',
    ])
  })

  it.each(['step-timed-out', 'step-failed'] as const)(
    'shows a page that ended with %s as waiting',
    (kind) => {
      const view = challengeSale({ ending: 'approved', closedBetween: { fromS: 14, untilS: 18, kind } })
      expect([12, 15, 20].map((seconds) => lightsAt(view, seconds).split(' ')[3])).toEqual([
        'running',
        'waiting',
        'running',
      ])
    },
  )

  it('names the moment that a position belongs to', () => {
    const view = challengeSale({ ending: 'approved' })
    expect(momentAt(film(view), saleStartMs + 20_000)?.kind).toBe('step-opened')
    expect(momentAt(film(view), saleStartMs - 99_000)?.kind).toBe('confirmed')
  })

  it('leaves out what is not part of the way, and does not exist where nothing happened', () => {
    const view = challengeSale({ ending: 'approved' })
    const kinds = film(view).moments.map(({ kind }) => kind)
    for (const kind of ['note', 'status-unchanged', 'drafted']) expect(kinds).not.toContain(kind)
    expect(filmOf({ ...view, timeline: [] })).toBeNull()
  })
})
