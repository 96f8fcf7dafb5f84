import { afterEach, describe, expect, it } from 'vitest'
import { noLaterTransactions, type LaterTransactions } from '../../../../src-shared/domain/later-transactions'
import type { RefundCase } from '../../../../src-shared/domain/refund-case'
import { button, mountApp, settle, unmountAfterEach } from '../../../support/mount-app'
import { entry, orderView, summary } from '../../../support/view-orders'

unmountAfterEach(afterEach)

const asked: RefundCase = {
  caseId: '7',
  state: 'asked',
  amountMinor: 2000,
  dueOn: '2020-01-02',
  askedAtMs: 1,
  askedBy: 'Iva',
  reason: 'returned',
  stateAtMs: 1,
  stateBy: 'Iva',
  stateReason: null,
  refundedBeforeMinor: 0,
}

async function show(later: Partial<LaterTransactions>, refundCases: RefundCase[] = []) {
  const order = summary(1, {
    ...{ orderId: 'o-1', amountMinor: 10_000, currency: 'EUR', status: 'approved' },
    later: { ...noLaterTransactions, ...later },
  })
  const view = orderView(order)
  const timeline = [
    ...view.timeline,
    entry(20, 'refund-case-asked', { actor: 'Iva', text: '20.00 EUR 2020-01-02 returned' }),
  ]
  return mountApp('/orders/o-1', { orderCount: 2 }, (desk) =>
    desk.orders.set('o-1', { ...view, timeline, refundCases }),
  )
}

const text = (selector: string) =>
  document.querySelector(selector)?.textContent.replaceAll(/\s+/g, ' ').trim() ?? null
const figures = () =>
  [...document.querySelectorAll('[data-testid="order-refunds"] dl :is(dt, dd)')]
    .map((each) => each.textContent.trim())
    .join(' ')

describe('the refunds of an order', () => {
  it('are not shown when nothing was asked for, refunded or disputed', async () => {
    await show({})
    expect(document.querySelector('[data-testid="order-refunds"]')).toBeNull()
  })

  it.each<readonly [string, Partial<LaterTransactions>, string]>([
    [
      'a part',
      { refundState: 'partial', refundedMinor: 3000 },
      'Charged 100.00 EUR Refunded 30.00 EUR Left 70.00 EUR',
    ],
    [
      'a refund without a total',
      { refundState: 'full', refundedMinor: 10_000, refundBasis: 'assumed-full' },
      'Charged 100.00 EUR Refunded 100.00 EUR, assumed Left not known',
    ],
    [
      'another refund without a total',
      { refundState: 'partial', refundedMinor: 3000, refundBasis: 'at-least' },
      'Charged 100.00 EUR Refunded at least 30.00 EUR Left at most 70.00 EUR',
    ],
    [
      'totals that do not add up',
      { refundState: 'partial', refundedMinor: 3000, refundProblem: 'total-fell' },
      'Charged 100.00 EUR Refunded not known Left not known',
    ],
    [
      'a chargeback',
      { disputes: ['chargeback'] },
      'Charged 100.00 EUR Refunded 0.00 EUR Left not known, there is a chargeback',
    ],
    [
      'disputes that cannot be read',
      { disputes: null },
      'Charged 100.00 EUR Refunded 0.00 EUR Left not known, there may be a dispute',
    ],
  ])('say what is known after %s', async (_, later, expected) => {
    await show(later)
    expect(figures()).toBe(expected)
  })

  it('show an overdue request, what is next, and its course', async () => {
    await show({}, [asked])
    expect(figures()).toBe('Charged 100.00 EUR Refunded 0.00 EUR Asked for 20.00 EUR Left 100.00 EUR')
    expect(text('[data-testid="refund-case"] p')).toMatch(/Refund asked for.*due 2 Jan 2020, .* days overdue/)
    const course = document.querySelector<HTMLDetailsElement>('[data-testid="order-refunds"] details')
    if (course !== null) course.open = true
    course?.dispatchEvent(new Event('toggle'))
    await settle()
    expect(text('[data-testid="order-refunds"] ol')).toContain(
      'Refund asked for by Iva20.00 EUR, expected until 2020-01-02. returned',
    )
  })

  it('copy the request through main', async () => {
    const { desk } = await show({}, [asked])
    button('Copy request').click()
    await settle()
    expect(desk.callsOf('clipboard.copy')).toMatchObject([
      { text: expect.stringContaining('Amount to refund: 20.00 EUR (in part)') as string },
    ])
  })
})

describe('asking for a refund', () => {
  it('sends the amount as typed, with reason, name and due day', async () => {
    const { desk } = await show({ refundState: 'partial', refundedMinor: 3000 })
    document.querySelector<HTMLElement>('[aria-label="More actions"]')?.click()
    await settle()
    document.querySelectorAll<HTMLElement>('[role="menuitem"]').forEach((item) => {
      if (item.textContent.includes('Ask for refund')) item.click()
    })
    await settle()
    const dialog = document.querySelector('[role="dialog"]')
    expect(dialog?.textContent).toContain('At most 70.00 EUR')
    fill('Amount in EUR', '70.01')
    fill('Why', 'returned')
    await save()
    expect(dialog?.textContent).toContain('more than what is left')
    expect(desk.callsOf('refundCases.ask')).toEqual([])
    fill('Amount in EUR', '12.50')
    await save()
    expect(desk.callsOf('refundCases.ask')).toMatchObject([
      {
        orderId: 'o-1',
        amount: '12.50',
        reason: 'returned',
        dueOn: expect.stringMatching(/^2[0-9]{3}-/) as string,
      },
    ])
  })
})

function fill(label: string, value: string): void {
  const id = [...document.querySelectorAll('label')].find(
    (each) => each.textContent.trim() === label,
  )?.htmlFor
  const input = document.getElementById(id ?? '') as HTMLInputElement | null
  if (input === null) throw new Error(`no field "${label}"`)
  input.value = value
  input.dispatchEvent(new Event('input'))
}

async function save(): Promise<void> {
  const buttons = [...document.querySelectorAll<HTMLElement>('[role="dialog"] button')]
  buttons.find((each) => each.textContent.trim() === 'Ask for refund')?.click()
  await settle()
}
