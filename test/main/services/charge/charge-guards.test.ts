import { describe, expect, it } from 'vitest'
import type { ChargeState } from '../../../../src-shared/domain/charge'
import { noLaterTransactions, type LaterTransactions } from '../../../../src-shared/domain/later-transactions'
import type { OrderRecord } from '../../../../src-main/ports/storage'
import {
  evaluateGuards,
  requirePassed,
  type GuardedCard,
} from '../../../../src-main/services/charge/charge-guards'
import { aCharge, aDraft, anOrder, aProfile, noonMs, saleParts } from '../../../support/builders'

const hourMs = 3_600_000
const nowMs = noonMs + hourMs

function card(expireMonth: number | null, expireYear: number | null): GuardedCard {
  return { expireMonth, expireYear }
}

/** An earlier charge of the same card, 25.00 EUR by default. */
function earlier(
  chargeState: ChargeState,
  parts: {
    readonly amountMinor?: number
    readonly agoMs?: number
    readonly status?: string
    readonly errorCode?: string
    readonly watchUntilMs?: number
    readonly isControlRefused?: boolean
    readonly later?: LaterTransactions
  } = {},
): OrderRecord {
  return anOrder({
    chargeState,
    charge: { chargeId: 'charge-0', amountMinor: parts.amountMinor ?? 2500 },
    summary: {
      orderId: '9',
      clientOrderId: 'SHO-0',
      createdAtMs: nowMs - (parts.agoMs ?? hourMs),
      status: parts.status ?? null,
      errorCode: parts.errorCode ?? null,
      watchUntilMs: parts.watchUntilMs ?? null,
      isControlRefused: parts.isControlRefused ?? false,
      later: parts.later ?? noLaterTransactions,
    },
  })
}

function guards(parts: Partial<Parameters<typeof evaluateGuards>[0]> = {}) {
  return evaluateGuards({
    charge: aCharge({ state: 'draft' }),
    card: card(12, 2031),
    profile: aProfile(),
    related: [],
    nowMs,
    earliestMs: nowMs,
    ...parts,
  })
}

const levelOf = (code: string, list = guards()) =>
  list.filter((guard) => guard.code === code).map((guard) => guard.level)

describe('the guard panel', () => {
  it('reports no problem where nothing is against a charge', () => {
    expect(guards().map(({ code, level }) => `${level} ${code}`)).toEqual([
      'ok card-valid',
      'ok no-open-charge',
      'ok no-recent-charge',
    ])
  })

  it.each([
    [12, 2031, 'ok card-valid'],
    [7, 2026, 'ok card-valid'],
    [6, 2026, 'ok card-expires-this-month'],
    [5, 2026, 'warn card-expired'],
    [12, 2025, 'warn card-expired'],
    [null, null, 'note card-expiry-unknown'],
  ])('reads an expiry of %s/%s as %s', (month, year, expected) => {
    const [first] = guards({ card: card(month, year) })
    expect(`${first?.level ?? ''} ${first?.code ?? ''}`).toBe(expected)
  })

  it.each(['sending', 'outcome-unknown', 'rejected-unverified', 'needs-review'] as const)(
    'blocks the same sum while an earlier charge is %s',
    (state) => {
      const list = guards({ related: [earlier(state, { agoMs: 72 * hourMs })] })
      expect(list).toContainEqual({
        code: 'charge-unresolved',
        level: 'block',
        count: 1,
        orderId: '9',
        clientOrderId: 'SHO-0',
        atMs: nowMs - 72 * hourMs,
      })
    },
  )

  it('warns of an unresolved charge of another sum', () => {
    expect(
      levelOf('charge-unresolved', guards({ related: [earlier('outcome-unknown', { amountMinor: 2501 })] })),
    ).toEqual(['warn'])
  })

  it('warns once of thirty charges of the same sum, with their number and the newest (A18)', () => {
    const related = Array.from({ length: 30 }, (_, index) => {
      const order = earlier('final', { status: 'approved', agoMs: (30 - index) * 60_000 })
      return { ...order, summary: { ...order.summary, orderId: `o-${index}`, clientOrderId: `SHO-${index}` } }
    })
    expect(guards({ related }).filter(({ level }) => level === 'warn')).toEqual([
      {
        ...{ code: 'same-charge-recently', level: 'warn', count: 30 },
        ...{ orderId: 'o-29', clientOrderId: 'SHO-29', atMs: nowMs - 60_000 },
      },
    ])
  })

  it('warns once of several unresolved charges of other sums, and blocks for each of the same sum (A18)', () => {
    const other = earlier('outcome-unknown', { amountMinor: 2501 })
    const same = earlier('outcome-unknown')
    expect(levelOf('charge-unresolved', guards({ related: [other, other, same, same] }))).toEqual([
      'block',
      'block',
      'warn',
    ])
  })

  it('lets a charge that was refused for its control be made again with a warning', () => {
    const related = [earlier('rejected-unverified', { errorCode: '2', isControlRefused: true })]
    expect(levelOf('charge-unresolved', guards({ related }))).toEqual(['warn'])
  })

  it('blocks the same sum when the earlier charge failed with code 2 in an answer of another type (B6)', () => {
    const related = [earlier('rejected-unverified', { errorCode: '2' })]
    expect(levelOf('charge-unresolved', guards({ related }))).toEqual(['block'])
  })

  it.each([
    ['accepted', undefined],
    ['resolved-present', undefined],
    ['final', 'approved'],
  ] as const)('warns of the same sum within a day when the earlier one is %s %s', (state, status) => {
    const related = [earlier(state, status === undefined ? {} : { status })]
    expect(levelOf('same-charge-recently', guards({ related }))).toEqual(['warn'])
  })

  // The total may be assumed, and a refund may have been intended. A second charge stays a person’s decision.
  it('still warns of the same sum when the earlier charge was refunded in full (B9)', () => {
    const later = { ...noLaterTransactions, refundState: 'full', refundedMinor: 2500 } as const
    const related = [earlier('final', { status: 'approved', later })]
    expect(levelOf('same-charge-recently', guards({ related }))).toEqual(['warn'])
  })

  it.each([
    ['final', 'declined'],
    ['final', 'filtered'],
    ['final', 'error'],
    ['rejected', undefined],
    ['not-sent', undefined],
    ['cancelled', undefined],
    ['recorded', undefined],
    ['resolved-absent', undefined],
  ] as const)('ignores an earlier one that took no money: %s %s', (state, status) => {
    const list = guards({ related: [earlier(state, status === undefined ? {} : { status })] })
    expect(levelOf('no-recent-charge', list)).toEqual(['ok'])
    expect(levelOf('no-open-charge', list)).toEqual(['ok'])
  })

  it.each([
    ['rejected', 'same-charge-refused'],
    ['resolved-absent', 'same-charge-settled-absent'],
  ] as const)('warns of the same sum while an earlier one that is %s is watched (B1)', (state, code) => {
    const watched = { agoMs: 70 * hourMs, watchUntilMs: nowMs + 2 * hourMs }
    expect(levelOf(code, guards({ related: [earlier(state, watched)] }))).toEqual(['warn'])
    const ofAnotherSum = earlier(state, { ...watched, amountMinor: 2501 })
    expect(levelOf(code, guards({ related: [ofAnotherSum] }))).toEqual([])
  })

  it.each([
    ['a day and a minute ago', { agoMs: 24 * hourMs + 60_000 }],
    ['of another sum', { amountMinor: 2499 }],
  ])('ignores an approved one %s', (_, parts) => {
    const related = [earlier('final', { status: 'approved', ...parts })]
    expect(levelOf('no-recent-charge', guards({ related }))).toEqual(['ok'])
  })

  it('does not warn a charge of itself', () => {
    const own = anOrder({ chargeState: 'recorded', charge: { chargeId: 'charge-1' } })
    expect(levelOf('no-open-charge', guards({ related: [own] }))).toEqual(['ok'])
  })

  it('says that an authorisation cannot be captured here and that enumerated amounts cannot be proven', () => {
    const charge = aCharge({ draft: aDraft({ kind: 'rebill-auth', enumerateAmounts: '20,15' }) })
    const list = guards({ charge })
    expect(levelOf('preauth-cannot-be-captured', list)).toEqual(['warn'])
    expect(levelOf('enumerate-amounts', list)).toEqual(['warn'])
  })

  it.each([
    ['remote', ['note']],
    ['present', []],
  ] as const)(
    'says of a sale to a cardholder who is %s where 3-D Secure can be shown',
    (presence, levels) => {
      const list = guards({ charge: aCharge(saleParts({ presence })) })
      expect(levelOf('cardholder-remote', list)).toEqual(levels)
      expect(list.filter(({ level }) => level === 'warn' || level === 'block')).toEqual([])
    },
  )

  it('reports that the charge is on the simulator', () => {
    expect(levelOf('simulator', guards({ profile: aProfile({ environment: 'simulator' }) }))).toEqual(['ok'])
  })
})

describe('a charge with warnings', () => {
  const warned = guards({ card: card(5, 2026), charge: aCharge({ draft: aDraft({ kind: 'rebill-auth' }) }) })

  it('passes when each one is acknowledged by its code', () => {
    expect(() => {
      requirePassed(warned, ['card-expired', 'preauth-cannot-be-captured'])
    }).not.toThrow()
  })

  it.each([[[]], [['card-expired']], [['preauth-cannot-be-captured', 'card-valid']]])(
    'is refused with %j only',
    (acknowledged) => {
      expect(() => {
        requirePassed(warned, acknowledged)
      }).toThrow('warning-not-acknowledged')
    },
  )

  it('cannot acknowledge a block away', () => {
    const blocked = guards({ related: [earlier('outcome-unknown')] })
    expect(() => {
      requirePassed(blocked, ['charge-unresolved'])
    }).toThrow('blocked-by-charge-unresolved')
  })
})
