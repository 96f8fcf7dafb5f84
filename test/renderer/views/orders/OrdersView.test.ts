import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { messages } from '../../../../src-renderer/messages'
import { fieldProblemText } from '../../../../src-renderer/messages/field-text'
import { errorText } from '../../../../src-renderer/messages/error-text'
import { statusFamily } from '../../../../src-shared/domain/order-status'
import { orderView, summary } from '../../../support/view-orders'
import type { FakeBridge } from '../../../support/fake-bridge'
import {
  fakeTimeouts,
  passTime,
  button,
  mountApp,
  press,
  settle,
  type,
  unmountAfterEach,
} from '../../../support/mount-app'

fakeTimeouts(beforeEach, afterEach)
unmountAfterEach(afterEach)

const words = messages.orders

function shownAmounts(): string[] {
  return [...document.querySelectorAll('[role="grid"] [data-key] .money')].map((each) => each.textContent)
}

function rowNames(): (string | null)[] {
  return [...document.querySelectorAll('[data-key]')].map((row) => row.getAttribute('aria-label'))
}

function searchBox(): HTMLInputElement {
  const found = document.querySelector<HTMLInputElement>(`[aria-label="${words.search}"]`)
  if (found === null) throw new Error('no search box')
  return found
}

const waitForList = () => passTime(160)

function fillWith(desk: FakeBridge, amountsMinor: readonly number[]): void {
  desk.orders.clear()
  amountsMinor.forEach((amountMinor, index) => {
    const orderId = `a-${index}`
    desk.orders.set(
      orderId,
      orderView(summary(1, { orderId, amountMinor, currency: 'EUR', status: 'approved' })),
    )
  })
}

describe('the orders screen', () => {
  it('sorts amounts as money over all pages, because main sorts them', async () => {
    const { desk } = await mountApp('/orders', { orderCount: 0 })
    fillWith(desk, [9932, 99_901, 732, 87_332, 932, 8333])
    const amountHead = button(words.columns.amount)
    amountHead.click()
    await waitForList()
    const descending = ['999.01 EUR', '873.32 EUR', '99.32 EUR', '83.33 EUR', '9.32 EUR', '7.32 EUR']
    expect(shownAmounts()).toEqual(descending)
    amountHead.click()
    await waitForList()
    expect(shownAmounts()).toEqual([...descending].reverse())
    expect(desk.callsOf('orders.list')).toContainEqual(
      expect.objectContaining({
        query: expect.objectContaining({ sortBy: 'amount', direction: 'asc' }) as unknown,
      }),
    )
  })

  it('shows long ids, leading zeros and amounts in yen unchanged', async () => {
    const { desk, router } = await mountApp('/orders', { orderCount: 0 })
    const order = summary(1, {
      orderId: 'long',
      clientOrderId: '0012345',
      gatewayOrderId: '1152735103331642317',
      amountMinor: 10_000,
      currency: 'JPY',
    })
    desk.orders.set('long', orderView(order))
    await router.push('/orders/long')
    await waitForList()
    expect(document.querySelector('[data-testid="order-amount"]')?.textContent).toBe('10,000 JPY')
    const ids = [...document.querySelectorAll('.ids .mono')].map((each) => each.textContent)
    expect(ids).toEqual(['0012345', '1152735103331642317'])
    document.querySelector<HTMLButtonElement>(`[aria-label="Copy ${words.detail.gatewayOrderId}"]`)?.click()
    await settle()
    expect(desk.callsOf('clipboard.copy')).toContainEqual({ text: '1152735103331642317' })
  })

  it('sends the search text to main unchanged', async () => {
    const { desk } = await mountApp('/orders')
    for (const text of ['INV_1', '100%', 'back\\slash']) {
      type(searchBox(), text)
      await waitForList()
      expect(desk.callsOf('orders.list')).toContainEqual(
        expect.objectContaining({ query: expect.objectContaining({ search: text }) as unknown }),
      )
    }
  })

  it('rejects a card number in the search before it reaches main (S15)', async () => {
    const { desk } = await mountApp('/orders')
    type(searchBox(), '4111 1111 1111 1111')
    await waitForList()
    expect(document.body.textContent).toContain(fieldProblemText('card-number'))
    expect(JSON.stringify(desk.calls)).not.toContain('4111 1111')
  })

  it.each([
    ['nothing yet', { orderCount: 0 }, '', words.empty.title],
    ['filtered out', { orderCount: 5 }, 'zzzz', words.filtered.title],
    [
      'offline',
      { orderCount: 0, state: { online: false, activeProfileId: 'p-live' } },
      '',
      words.offline.title,
    ],
  ])('explains why a list is empty: %s', async (_why, options, search, title) => {
    await mountApp('/orders', options)
    if (search !== '') type(searchBox(), search)
    await waitForList()
    expect(document.querySelector('.empty h2')?.textContent).toBe(title)
  })

  it('changes row and open order in place on an event of main', async () => {
    const { desk } = await mountApp('/orders/o-0', { orderCount: 8 })
    await waitForList()
    const before = rowNames()
    desk.changeOrder('o-0', (view) =>
      orderView(
        summary(0, {
          ...view.summary,
          chargeState: 'final',
          status: 'approved',
          word: 'approved',
          family: 'approved',
        }),
      ),
    )
    await settle()
    expect(document.querySelector('[data-testid="order-status"]')?.textContent).toBe('Approved')
    expect(rowNames()[0]).toContain('Approved')
    expect(rowNames().slice(1)).toEqual(before.slice(1))
    expect(document.querySelector('[data-key="o-0"]')?.classList.contains('flash')).toBe(true)
  })

  it('does not highlight a row after a check without news', async () => {
    const { desk } = await mountApp('/orders', { orderCount: 8 })
    await waitForList()
    desk.emit('orders.checked', {
      ...{ orderId: 'o-0', revision: 2, answeredAtMs: 1, nextCheckAtMs: 2 },
      run: { seq: 3, count: 4, lastAtMs: 5, exchangeId: null, serialNumber: null },
    })
    await settle()
    expect(document.querySelectorAll('.flash')).toHaveLength(0)
  })

  it('loads rows and filter counts in one call, and new counts in one more', async () => {
    const { desk } = await mountApp('/orders', { orderCount: 8 })
    await waitForList()
    const counts = () => [...document.querySelectorAll('.families .count')].map((each) => each.textContent)
    const ofFamily = (family: string) =>
      String([...desk.orders.values()].filter(({ summary: row }) => row.family === family).length)
    const wanted = () => ['8', ...statusFamily.options.map(ofFamily)]
    expect(desk.callsOf('orders.list')).toHaveLength(1)
    expect(counts()).toEqual(wanted())
    for (const index of [0, 1])
      desk.changeOrder(`o-${index}`, () =>
        orderView(summary(index, { chargeState: 'final', status: 'filtered' })),
      )
    await passTime(1000)
    expect(desk.callsOf('orders.list')).toHaveLength(2)
    expect(counts()).toEqual(wanted())
  })

  it('counts nothing while another screen is shown, and once when it is shown again', async () => {
    const { desk, router } = await mountApp('/orders', { orderCount: 8 })
    await waitForList()
    const asked = () => desk.callsOf('orders.list').length
    const changeFamily = (index: number) =>
      desk.changeOrder(`o-${index}`, () =>
        orderView(summary(index, { chargeState: 'final', status: 'filtered' })),
      )
    await router.push('/cards')
    await passTime(1000)
    const before = asked()
    for (const index of [0, 1]) changeFamily(index)
    await passTime(1000)
    expect(asked()).toBe(before)
    await router.push('/orders')
    await passTime(1000)
    expect(asked()).toBe(before + 1)
    await router.push('/cards')
    await router.push('/orders')
    await passTime(1000)
    expect(asked()).toBe(before + 1)
  })

  it('moves through orders with the keyboard and shows each one', async () => {
    const { router } = await mountApp('/orders/o-0', { orderCount: 8 })
    await waitForList()
    const grid = document.querySelector('[role="grid"]')
    if (grid === null) throw new Error('no grid')
    press(grid, 'j')
    await settle()
    expect(router.currentRoute.value.path).toBe('/orders/o-1')
    press(grid, 'End')
    await settle()
    expect(router.currentRoute.value.path).toBe('/orders/o-7')
  })
})

describe('an order', () => {
  it('with a lost answer keeps its last known status in amber, and is never shown as failed', async () => {
    await mountApp('/orders/o-2')
    const status = document.querySelector('[data-testid="order-status"] .status')
    expect(status?.textContent).toBe('Unknown')
    expect(status?.classList.contains('unknown')).toBe(true)
    expect(document.body.textContent).toContain(words.unknown.title)
    expect(document.body.textContent).toContain('The connection to the gateway was interrupted')
  })

  it('shows until when a refused charge is polled (B1)', async () => {
    const refused = summary(0, {
      chargeState: 'rejected',
      status: null,
      watchUntilMs: Date.UTC(2026, 10, 30),
    })
    await mountApp('/orders/o-0', {}, (desk) => desk.orders.set('o-0', orderView(refused)))
    expect(document.querySelector('[data-testid="watched-until"]')?.textContent).toContain('30 Nov 2026')
    expect(document.body.textContent).toContain(words.refused.confirmedText)
    expect(document.body.textContent).not.toContain(words.refused.controlText)
  })

  it('shows its profile and environment when another profile is active', async () => {
    await mountApp('/orders/o-1', { state: { activeProfileId: 'p-live' } })
    expect(document.querySelector('.foreign')?.textContent).toBe('SIMULATOR - Nord Shop')
  })

  it('explains a decline and shows the gateway’s message next to it', async () => {
    await mountApp('/orders/o-13')
    const card = () => document.querySelector('.decline')?.textContent
    expect(card()).toContain('Declined by the issuer without a reason')
    expect(card()).not.toContain('[05] Do not honour')
    button(messages.declines.more).click()
    await settle()
    expect(card()).toContain('[05] Do not honour')
  })

  it('offers to review and send, or to leave, a charge that was proven not sent', async () => {
    const { desk } = await mountApp('/orders/o-6')
    button(words.detail.cancelCharge).click()
    await settle()
    expect(desk.callsOf('charges.cancel')).toEqual([])
    button(words.cancelCharge.confirm).click()
    await settle()
    expect(desk.callsOf('charges.cancel')).toEqual([{ chargeId: 'ch-6' }])
  })

  it('lets the operator settle a charge that needs review, with a name and a reason', async () => {
    const { desk } = await mountApp('/orders/o-10')
    button(words.detail.resolve).click()
    await settle()
    button(words.resolveDialog.save).click()
    await settle()
    expect(desk.callsOf('charges.resolve')).toEqual([])
    expect(document.body.textContent).toContain(words.resolveDialog.choose)
    document.querySelector<HTMLInputElement>('input[value="absent"]')?.click()
    const reason = document.querySelector<HTMLTextAreaElement>('[role="dialog"] textarea')
    if (reason === null) throw new Error('no reason field')
    type(reason, 'not in the back office')
    await settle()
    button(words.resolveDialog.save).click()
    await settle()
    expect(desk.callsOf('charges.resolve')).toEqual([
      { chargeId: 'ch-10', resolution: 'absent', reason: 'not in the back office', name: 'A. Berg' },
    ])
  })

  it('requires a name and a reason, and settles nothing without them (B7)', async () => {
    const { desk } = await mountApp('/orders/o-10')
    button(words.detail.resolve).click()
    await settle()
    document.querySelector<HTMLInputElement>('input[value="absent"]')?.click()
    const dialog = document.querySelector('[role="dialog"]')
    const name = dialog?.querySelector<HTMLInputElement>('input:not([type="radio"])')
    const reason = dialog?.querySelector<HTMLTextAreaElement>('textarea')
    if (!name || !reason) throw new Error('no fields')
    type(name, '\u200b ')
    type(reason, ' ')
    await settle()
    button(words.resolveDialog.save).click()
    await settle()
    expect(desk.callsOf('charges.resolve')).toEqual([])
    const problems = [...(dialog?.querySelectorAll('.problem') ?? [])].map((each) => each.textContent.trim())
    expect(problems).toEqual(['Fill in “How do you know?”.', 'Fill in “Your name”.'])
  })

  it('disables actions that need the gateway while offline, with the reason, but not notes', async () => {
    await mountApp('/orders/o-1', { state: { online: false, activeProfileId: 'p-live' } })
    expect(button(words.detail.checkNow).disabled).toBe(true)
    expect(button(words.detail.addNote).disabled).toBe(false)
    expect(document.body.textContent).toContain(messages.common.offlineReason)
  })

  it('explains in the menu why registering the card of a declined payment may not help', async () => {
    await mountApp('/orders/o-13', { cardCount: 0 })
    const hasLink = [...document.querySelectorAll('.reason button')].length > 0
    expect(hasLink).toBe(false)
    document.querySelector<HTMLElement>(`[aria-label="${words.detail.moreActions}"]`)?.click()
    await settle()
    const item = [...document.querySelectorAll('[role="menuitem"]')].find((each) =>
      each.textContent.includes(words.detail.registerCard),
    )
    expect(item?.textContent).toContain(words.detail.registerNotApproved)
  })

  it('says above the buttons that the order was checked', async () => {
    await mountApp('/orders/o-1', { orderCount: 3 })
    button(messages.orders.detail.checkNow).click()
    await settle()
    expect(document.querySelector('.bottom .done')?.textContent).toBe(
      messages.frame.recheckDone({ count: 1 }),
    )
  })

  it('shows the serial number of a failed recheck', async () => {
    const { desk } = await mountApp('/orders/o-1')
    desk.refuse('orders.recheck', {
      code: 'gateway-auth-failed',
      details: {
        serialNumber: 'sn-77',
        gatewayMessage: 'Invalid control code',
        gatewayCode: '2',
        profileName: 'Nord Shop',
      },
    })
    button(words.detail.checkNow).click()
    await settle()
    const notice = document.querySelector('.callout[role="alert"]')?.textContent ?? ''
    for (const part of [
      'sn-77',
      'Invalid control code (2)',
      'Nord Shop',
      errorText('gateway-auth-failed').safe,
    ])
      expect(notice).toContain(part)
  })
})
