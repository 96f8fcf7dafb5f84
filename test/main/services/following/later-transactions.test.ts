import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { noLaterTransactions } from '../../../../src-shared/domain/later-transactions'
import type { StatusAnswer } from '../../../../src-main/ports/gateway-client'
import type { OrderRecord } from '../../../../src-main/ports/storage'
import { planCheck } from '../../../../src-main/services/following/follow-plan'
import { reduceStatus } from '../../../../src-main/services/following/status-reducer'
import { aDraft, anAnswer, anOrder, noonMs } from '../../../support/builders'

const atMs = noonMs + 4000
const euros = anOrder({ summary: { amountMinor: 10_000 } })

interface Said {
  readonly type: string
  readonly status: string | null
  readonly total?: string
  readonly amount?: string
  readonly currency?: string
  readonly error?: string
  readonly initial?: string
}

function answerThat({ type, status, total, amount = '100.00', currency = 'EUR', error, initial }: Said) {
  return anAnswer({
    ...{ status, transactionType: type, amount, currency, orderStage: `${type}_${status ?? 'processing'}` },
    ...(error === undefined ? {} : { errorCode: '116', errorMessage: error }),
    extra: {
      ...{ 'transaction-type': type },
      ...(total === undefined ? {} : { 'total-reversal-amount': total }),
      ...(initial === undefined ? {} : { 'initial-amount': initial }),
    },
  })
}

/** The order after an answer, as storage has it. */
function told(
  order: OrderRecord,
  answer: StatusAnswer,
): { order: OrderRecord; kinds: string[]; texts: unknown[] } {
  const moment = {
    ...{ nowMs: atMs, ageMs: 0, pace: { minMs: 3000, maxMs: 5000 } },
    ...{ random: () => 0.5, clockSkewMs: null },
  }
  const change = planCheck(order, reduceStatus(order, { kind: 'answered', answer }, atMs), moment, null)
  const { followedSinceMs = order.followedSinceMs, checks = order.checks, ...columns } = change.set
  const facts = new Map(order.facts.map((fact) => [fact.name, fact]))
  for (const { name, value } of change.facts ?? []) facts.set(name, { name, value, atMs })
  return {
    order: {
      ...order,
      ...{ followedSinceMs, checks, facts: [...facts.values()] },
      summary: { ...order.summary, ...columns },
      charge:
        order.charge === null || change.charge === undefined
          ? order.charge
          : { ...order.charge, state: change.charge.to, stateVersion: order.charge.stateVersion + 1 },
    },
    kinds: change.entries.map(({ kind }) => kind),
    texts: change.entries.map(({ text }) => text),
  }
}

function after(order: OrderRecord, ...said: readonly Said[]): OrderRecord {
  return said.reduce((known, one) => told(known, answerThat(one)).order, order)
}

const sale: Said = { type: 'sale', status: 'approved' }
const started: Said = { type: 'reversal', status: 'processing' }
const thirty: Said = { type: 'reversal', status: 'approved', total: '30.00' }
const fortyFive: Said = { type: 'reversal', status: 'approved', total: '45.00', amount: '55.00' }
const refused: Said = {
  ...{ type: 'reversal', status: 'declined', total: '45.00', amount: '55.00', error: 'no balance' },
}
const chargeback: Said = { type: 'chargeback', status: 'approved', total: '45.00', amount: '55.00' }

const shownOf = ({ summary }: OrderRecord) => ({
  ...{ status: summary.status, alert: summary.alert, follow: summary.followState },
  ...{ refunded: summary.later.refundedMinor, state: summary.later.refundState },
  ...{ problem: summary.later.refundProblem, disputes: summary.later.disputes },
})
const paid = { status: 'approved', alert: null, follow: 'stopped', problem: null, disputes: [] as string[] }

describe('the refunds of a payment of 100.00 EUR', () => {
  const story: readonly (readonly [string, Said, object, string[]])[] = [
    ['sale approved', sale, { ...paid, refunded: 0, state: 'none' }, ['final']],
    [
      'refund begun',
      started,
      { ...paid, refunded: 0, state: 'in-progress', follow: 'following' },
      ['refund-started'],
    ],
    ['30.00 refunded', thirty, { ...paid, refunded: 3000, state: 'partial' }, ['refund-approved']],
    ['45.00 in all', fortyFive, { ...paid, refunded: 4500, state: 'partial' }, ['refund-approved']],
    ['refund refused', refused, { ...paid, refunded: 4500, state: 'refused' }, ['refund-refused']],
    [
      'chargeback',
      chargeback,
      { ...paid, refunded: 4500, state: 'refused', disputes: ['chargeback'] },
      ['chargeback'],
    ],
  ]

  it('are recorded one after the other and never change the payment itself (B9)', () => {
    let order = euros
    for (const [, said, shown, kinds] of story) {
      const result = told(order, answerThat(said))
      expect(shownOf(result.order)).toEqual(shown)
      expect(result.kinds).toEqual(kinds)
      order = result.order
    }
    expect(order.charge?.state).toBe('final')
    expect(order.summary).toMatchObject({ errorCode: null, errorMessage: null, lastCheckFailure: null })
  })

  it.each(story)('%s, reported again, changes nothing (B9)', (_, said) => {
    const index = story.findIndex(([, other]) => other === said)
    const once = after(euros, ...story.slice(0, index + 1).map(([, one]) => one))
    const again = told(once, answerThat(said))
    expect(shownOf(again.order)).toEqual(shownOf(once))
    expect(again.kinds).toEqual(['status-unchanged'])
  })

  it('are in the timeline with the sum of this refund, of all refunds and the remaining sum (B9)', () => {
    const once = after(euros, sale, started, thirty)
    expect(told(once, answerThat(fortyFive)).texts).toEqual(['reported 15.00 45.00 55.00 EUR'])
    expect(told(once, answerThat(refused)).texts).toEqual(['116 no balance'])
  })

  it('are followed only while one is in progress (B9)', () => {
    const order = after(euros, sale, started)
    expect(order.summary.nextCheckAtMs).toBe(atMs + 4000)
    expect(order.followedSinceMs).toBe(atMs)
    expect(after(order, started, sale).summary).toMatchObject({ followState: 'following' })
    expect(after(order, thirty).summary).toMatchObject({ followState: 'stopped', nextCheckAtMs: null })
  })

  it.each(['processing', 'unknown', 'chain_declined', 'pending', null])(
    'do not end with the status %s',
    (status) => {
      const order = after(euros, sale, { type: 'reversal', status })
      expect(shownOf(order)).toMatchObject({ state: 'in-progress', follow: 'following', status: 'approved' })
    },
  )

  it.each(['declined', 'error', 'filtered'])(
    'are refused by the final status %s, the payment is not',
    (status) => {
      expect(shownOf(after(euros, sale, started, { type: 'reversal', status }))).toEqual({
        ...{ ...paid, refunded: 0, state: 'refused' },
      })
    },
  )
})

describe('an order whose stored disputes cannot be read', () => {
  it('keeps them unread, shows the new one in the timeline, and still counts refunds', () => {
    const known = after(euros, sale)
    const unread = { ...known.summary, later: { ...known.summary.later, disputes: null } }
    const { order, kinds } = told({ ...known, summary: unread }, answerThat(chargeback))
    expect(order.summary.later).toMatchObject({ disputes: null, refundedMinor: 4500, refundState: 'partial' })
    expect(order.facts).toContainEqual({ name: 'transaction-type', value: 'chargeback', atMs })
    expect(kinds).toEqual(['refund-approved'])
  })
})

describe('a total of refunds', () => {
  it('is cumulative: a smaller one is shown as a contradiction and not taken (B9)', () => {
    const known = after(euros, sale, fortyFive)
    const { order, kinds, texts } = told(known, answerThat(thirty))
    expect(shownOf(order)).toMatchObject({ refunded: 4500, state: 'partial', problem: 'total-fell' })
    expect([kinds, texts]).toEqual([['refund-contradicted'], ['total-fell']])
    expect(order.facts).toContainEqual({ name: 'total-reversal-amount', value: '45.00', atMs })
    expect(told(order, answerThat(thirty)).kinds).toEqual(['status-unchanged'])
    expect(shownOf(after(order, fortyFive))).toMatchObject({ refunded: 4500, problem: null })
  })

  it.each([
    ['above the amount', '100.01', 'total-above-amount'],
    ['unreadable', '30,00', 'total-unusable'],
    ['with too many decimals', '30.001', 'total-unusable'],
    ['negative', '-30.00', 'total-unusable'],
    ['of nothing, beside an approval', '0.00', 'total-unusable'],
  ])('%s is not taken (B9)', (_, total, problem) => {
    const order = after(euros, sale, started, { ...thirty, total })
    expect(shownOf(order)).toEqual({ ...paid, refunded: 0, state: 'none', problem })
    expect(shownOf(after(order, thirty))).toEqual({ ...paid, refunded: 3000, state: 'partial' })
  })

  it('that was never given beside an approved refund is assumed to be the whole sum (B9)', () => {
    const order = after(euros, sale, { type: 'reversal', status: 'approved' })
    expect(order.summary.later).toEqual({
      ...{ ...noLaterTransactions, refundState: 'full', refundedMinor: 10_000, refundBasis: 'assumed-full' },
    })
    expect(after(order, thirty).summary.later).toMatchObject({
      ...{ refundedMinor: 3000, refundBasis: 'reported', refundState: 'partial' },
    })
  })

  it('that is left out later does not turn a partial refund into a full one (B9)', () => {
    const order = after(euros, sale, thirty, { type: 'reversal', status: 'approved' })
    expect(order.summary.later).toMatchObject({ refundedMinor: 3000, refundBasis: 'reported' })
    const another = after(order, started, { type: 'reversal', status: 'approved' })
    expect(another.summary.later).toMatchObject({
      ...{ refundedMinor: 3000, refundBasis: 'at-least', refundState: 'partial' },
    })
  })

  it('of an undecided refund waits for the outcome', () => {
    const order = after(euros, sale, { ...started, total: '30.00' })
    expect(shownOf(order)).toMatchObject({ refunded: 0, state: 'in-progress' })
    expect(shownOf(after(order, { ...refused, total: '0.00', amount: '100.00' }))).toEqual({
      ...{ ...paid, refunded: 0, state: 'refused' },
    })
  })

  it('may come with an answer that still calls the transaction a sale', () => {
    const order = after(euros, sale, started, { ...sale, total: '45.00', amount: '55.00' })
    expect(shownOf(order)).toEqual({ ...paid, refunded: 4500, state: 'partial' })
  })

  it.each([
    ['JPY', 10_000, '10000', '2500', 2500],
    ['KWD', 12_750, '12.750', '2.125', 2125],
  ])('has the decimals of its currency: %s', (currency, amountMinor, amount, total, refunded) => {
    const order = anOrder({ summary: { amountMinor, currency } })
    const approved: Said = { type: 'sale', status: 'approved', amount, currency }
    const refund: Said = { type: 'reversal', status: 'approved', amount, currency, total }
    expect(shownOf(after(order, approved, refund))).toMatchObject({ refunded, state: 'partial' })
    expect(shownOf(after(order, approved, { ...refund, total: amount }))).toMatchObject({
      ...{ refunded: amountMinor, state: 'full' },
    })
  })
})

describe('an answer after a refund', () => {
  const known = after(euros, sale, thirty)

  it.each([
    ['the original sum', { ...fortyFive, amount: '100.00' }],
    ['what is left', fortyFive],
    ['the sum of this refund', { ...fortyFive, amount: '15.00' }],
    ['a refund that asked for more than is left', { ...refused, amount: '80.00' }],
    ['a part that was charged back', { ...chargeback, amount: '12.34' }],
  ])('is about the same order when its amount is %s (B9)', (_, said) => {
    expect(after(known, said).summary).toMatchObject({ alert: null, lastCheckFailure: null })
  })

  it.each([
    ['more than the original sum', { ...fortyFive, amount: '100.01' }],
    ['neither the sum nor what is left', { ...fortyFive, amount: '60.00' }],
    ['smaller without a refund', { ...sale, amount: '55.00' }],
    ['smaller by another sum than the total', { ...sale, amount: '60.00', total: '45.00' }],
    ['of another currency', { ...fortyFive, currency: 'USD' }],
    ['of another initial sum', { ...fortyFive, initial: '55.00' }],
  ])('is about another order when its amount is %s (B9)', (_, said) => {
    const order = after(known, said)
    expect(order.summary).toMatchObject({ alert: 'mismatch', status: 'approved' })
    expect(order.summary.later).toEqual(known.summary.later)
  })
})

describe('a first answer that already is a later transaction', () => {
  const adopted = anOrder({ chargeState: null, summary: { amountMinor: null, currency: null } })

  it.each([
    [started, 0, 'in-progress', []],
    [thirty, 3000, 'partial', []],
    [{ ...fortyFive, initial: '100.00' }, 4500, 'partial', []],
    [{ ...refused, initial: '100.00' }, 4500, 'refused', []],
    [{ ...chargeback, initial: '100.00' }, 4500, 'partial', ['chargeback']],
    [{ ...thirty, total: '70.00', amount: '30.00' }, 7000, 'partial', []],
  ])('proves the approval of the payment: %o (B9)', (said, refunded, state, disputes) => {
    const result = told(adopted, answerThat(said))
    expect(shownOf(result.order)).toMatchObject({
      ...{ status: 'approved', alert: null, refunded, state, disputes },
    })
    expect(result.order.summary.amountMinor).toBe(10_000)
    expect(result.kinds[0]).toBe('final')
    expect(result.texts[0]).toBe('told-by-later-transaction')
  })

  it('of a payment that was declined is a contradiction', () => {
    const declined = after(euros, { type: 'sale', status: 'declined' })
    const order = after(declined, thirty)
    expect(order.summary).toMatchObject({ status: 'declined', alert: 'changed-after-final' })
    expect(order.summary.later).toEqual(noLaterTransactions)
  })
})

describe('a cancellation', () => {
  it.each(['cancel', 'void'])('of type %s is always full, so nothing is assumed', (type) => {
    const begun = after(euros, { type: 'preauth', status: 'approved' }, { type, status: 'processing' })
    const { order, kinds } = told(begun, answerThat({ type, status: 'approved' }))
    expect(order.summary.later).toEqual({
      ...noLaterTransactions,
      ...{ refundState: 'full', refundKind: 'cancellation', refundedMinor: 10_000 },
    })
    expect(kinds).toEqual(['cancel-approved'])
  })
})

describe('a rebill with several amounts', () => {
  const draft = aDraft({ amount: '100.00', enumerateAmounts: '120.00, 60.00' })
  const offered = anOrder({ summary: { amountMinor: 10_000 }, charge: { amountMinor: 10_000, draft } })

  it('counts refunds from the amount that the gateway reports as charged (F7)', () => {
    const order = after(offered, { ...sale, amount: '60.00', initial: '100.00' })
    expect(order.summary).toMatchObject({ amountMinor: 10_000, chargedMinor: 6000, alert: null })
    const refund: Said = { type: 'reversal', status: 'approved', amount: '0.00', total: '60.00' }
    expect(shownOf(after(order, refund))).toMatchObject({ refunded: 6000, state: 'full', alert: null })
    expect(shownOf(after(order, { ...refund, total: '60.01' }))).toMatchObject({
      problem: 'total-above-amount',
    })
  })

  it.each([
    ['all', {}, { state: 'full', refunded: 10_000 }],
    ['more than that amount', { total: '70.00', amount: '30.00' }, { state: 'partial', refunded: 7000 }],
  ])(
    'keeps its sum when %s of it is refunded and a stale answer names another amount (B9)',
    (_, parts, kept) => {
      const refunded = after(offered, { type: 'reversal', status: 'approved', ...parts })
      const order = after(refunded, { ...sale, amount: '60.00', initial: '100.00' })
      expect(order.summary.chargedMinor).toBeNull()
      expect(shownOf(order)).toMatchObject(kept)
    },
  )

  it('accepts a gateway that always reports the first amount (F7)', () => {
    expect(after(offered, sale).summary).toMatchObject({
      amountMinor: 10_000,
      chargedMinor: null,
      alert: null,
    })
  })
})

describe('refunds in any order', () => {
  const said = fc.record({
    type: fc.constantFrom('sale', 'reversal', 'cancel', 'chargeback', 'capture', 'fraud'),
    status: fc.constantFrom('approved', 'declined', 'processing', 'unknown', 'error'),
    total: fc.option(fc.constantFrom('0.00', '30.00', '45.00', '100.00', '100.01', 'x'), { nil: undefined }),
    amount: fc.constantFrom('100.00', '55.00', '70.00', '0.00'),
  })

  it('never exceed the amount, never fall unless assumed, and never change the payment (B9)', () => {
    fc.assert(
      fc.property(fc.array(said, { maxLength: 12 }), (answers) => {
        let order = after(euros, sale)
        for (const { total, ...one } of answers) {
          const before = order.summary.later
          order = after(order, { ...one, ...(total === undefined ? {} : { total }) })
          const { refundedMinor, refundBasis, refundState } = order.summary.later
          expect(refundedMinor).toBeLessThanOrEqual(10_000)
          // Only a sum that was assumed may be corrected downwards.
          const leastMinor = before.refundBasis === 'assumed-full' ? 0 : before.refundedMinor
          expect(refundedMinor).toBeGreaterThanOrEqual(leastMinor)
          expect(order.summary.status).toBe('approved')
          expect(order.charge?.state).toBe('final')
          expect(refundState !== 'full' || refundedMinor === 10_000).toBe(true)
          expect(refundState !== 'none' || refundedMinor === 0).toBe(true)
          expect(refundState !== 'partial' || refundedMinor > 0).toBe(true)
          expect(['reported', 'assumed-full', 'at-least']).toContain(refundBasis)
          expect(order.summary.followState === 'following').toBe(refundState === 'in-progress')
        }
      }),
    )
  })

  it('are the same when the last answer comes again (B9)', () => {
    fc.assert(
      fc.property(fc.array(said, { minLength: 1, maxLength: 8 }), (answers) => {
        const given = answers.map(({ total, ...one }) => ({
          ...one,
          ...(total === undefined ? {} : { total }),
        }))
        const order = after(euros, sale, ...given)
        const last = given.at(-1)
        if (last === undefined) throw new Error('there is a last answer')
        expect(after(order, last).summary.later).toEqual(order.summary.later)
      }),
    )
  })
})
