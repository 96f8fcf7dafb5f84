import { afterEach, describe, expect, it } from 'vitest'
import { messages } from '../../../../src-renderer/messages'
import { errorText } from '../../../../src-renderer/messages/error-text'
import { statusWord } from '../../../../src-renderer/messages/status-text'
import { orderParts, type OrderPart } from '../../../../src-renderer/views/orders/order-parts'
import type { OrderView } from '../../../../src-shared/domain/order'
import { callbackView } from '../../../support/view-callbacks'
import { exchange } from '../../../support/view-data'
import { orderView, summary } from '../../../support/view-orders'
import { challengeSale, waitingSale } from '../../../support/view-sales'
import { button, mountApp, settle, unmountAfterEach } from '../../../support/mount-app'

unmountAfterEach(afterEach)

const rebill = orderView(summary(0))

async function show(view: OrderView, path = '/orders/o-0') {
  return mountApp(path, { orderCount: 0 }, (desk) => desk.orders.set('o-0', view))
}

async function openTab(part: OrderPart): Promise<void> {
  const tab = [...document.querySelectorAll<HTMLElement>('[role="tab"]')].find(
    (each) => each.textContent.trim() === messages.orders.detail.tabs[part],
  )
  tab?.click()
  await settle()
}

describe('the tabs of an order', () => {
  it.each([
    ['a rebill', rebill, ['timeline', 'facts', 'related', 'raw']],
    ['a sale', waitingSale({}), ['timeline', 'three-ds', 'facts', 'related', 'raw']],
    [
      'a sale without any step',
      { ...waitingSale({}), steps: [] },
      ['timeline', 'three-ds', 'facts', 'related', 'raw'],
    ],
    [
      'an order that waits for 3-D Secure elsewhere',
      {
        ...rebill,
        facts: [{ name: 'tds-status', fact: 'threeDsStep' as const, value: 'PaReqForm', atMs: 1 }],
      },
      ['timeline', 'three-ds', 'facts', 'related', 'raw'],
    ],
    [
      'an order with callbacks',
      { ...rebill, callbacks: [callbackView(0)] },
      ['timeline', 'facts', 'callbacks', 'related', 'raw'],
    ],
  ])('are for %s', (_which, view, parts) => {
    expect(orderParts(view)).toEqual(parts)
  })

  it('compare a callback with the result of polling: differences first, what matches folded', async () => {
    const callback = callbackView(0, {
      control: 'wrong',
      timesSeen: 3,
      problems: ['ids-disagree'],
      comparison: [
        { name: 'status', callback: 'approved', polled: 'approved', verdict: 'same' },
        { name: 'amount', callback: '1.00', polled: '49.00', verdict: 'differs' },
        { name: 'descriptor', callback: 'SHOP', polled: null, verdict: 'not-polled' },
      ],
    })
    await show({ ...rebill, callbacks: [callback] })
    await openTab('callbacks')
    const rows = [...document.querySelectorAll('.comparison tbody tr')].map((row) =>
      [...row.children].map((cell) => cell.textContent.trim()),
    )
    const { verdicts } = messages.orders.comparison
    expect(rows).toEqual([
      ['amount', '1.00', '49.00', verdicts.differs],
      ['descriptor', 'SHOP', messages.common.notReported, verdicts['not-polled']],
      ['status', 'approved', 'approved', verdicts.same],
    ])
    const folded = document.querySelector<HTMLDetailsElement>('#order-panel details:has(.comparison)')
    expect([folded?.open, folded?.querySelector('summary')?.textContent]).toEqual([
      false,
      messages.orders.comparison.matches({ count: 1 }),
    ])
    const panel = document.querySelector('#order-panel')?.textContent
    for (const text of [
      messages.callbacks.control.wrong,
      messages.callbacks.times({ count: 3 }),
      messages.callbacks.problems['ids-disagree'] ?? 'a text',
    ])
      expect(panel).toContain(text)
  })
})

describe('the facts of an order', () => {
  it('name what was sent in words, and a parameter without a label by its own name', async () => {
    const sentParameters = [
      { name: 'order_desc', value: 'Monthly plan', sent: 'orderDescription' as const },
      { name: 'customer_accept', value: '*/*' },
    ]
    await show({ ...rebill, facts: [], sentParameters })
    await openTab('facts')
    const names = [...document.querySelectorAll('.facts dt')]
    expect(names.map((name) => [name.textContent.trim(), name.getAttribute('title')])).toEqual([
      [messages.charge.fields.description, messages.facts.parameterName({ name: 'order_desc' })],
      ['customer_accept', messages.facts.parameterName({ name: 'customer_accept' })],
    ])
  })
})

describe('the lookup of one request', () => {
  it('is offered in the timeline and shows an exchange that does not change the order', async () => {
    const { desk } = await show(challengeSale({ ending: 'approved' }))
    desk.reply('orders.lookupRequest', () =>
      exchange(0, {
        answer: [
          { name: 'by-request-sn', value: '00000000-0000-0000-0000-0000000000a2' },
          { name: 'status', value: 'declined' },
        ],
      }),
    )
    const asks = document.querySelectorAll<HTMLButtonElement>('.timeline .link-button')
    expect(asks).toHaveLength(2)
    expect(asks[0]?.getAttribute('aria-label')).toBe(
      messages.timeline.lookUp({ serialNumber: '00000000-0000-0000-0000-0000000000a2' }),
    )
    asks[0]?.click()
    await settle()
    expect(desk.callsOf('orders.lookupRequest')).toEqual([
      { orderId: 'o-0', serialNumber: '00000000-0000-0000-0000-0000000000a2' },
    ])
    const dialog = document.querySelector('[role="dialog"]')?.textContent
    for (const text of [messages.log.lookup.lead, 'by-request-sn', 'declined']) expect(dialog).toContain(text)
    expect(document.querySelector('[data-testid="order-status"]')?.textContent).toBe('Approved')
  })

  it('is offered in the API log, for a request of an order that has a serial number', async () => {
    const { desk } = await mountApp('/log/x-5')
    expect(desk.exchanges[5]?.operation).toBe('make-rebill')
    button(messages.log.lookup.button).click()
    await settle()
    expect(desk.callsOf('orders.lookupRequest')).toEqual([
      { orderId: desk.exchanges[5]?.orderId, serialNumber: desk.exchanges[5]?.serialNumber },
    ])
    expect(document.querySelector('[role="dialog"]')?.textContent).toContain(messages.log.lookup.title)
  })

  it('shows why it failed', async () => {
    const { desk } = await show(challengeSale({ ending: 'approved' }))
    desk.refuse('orders.lookupRequest', { code: 'gateway-unreachable', details: {} })
    document.querySelector<HTMLButtonElement>('.timeline .link-button')?.click()
    await settle()
    expect(document.querySelector('[role="dialog"] [role="alert"]')?.textContent).toContain(
      errorText('gateway-unreachable').what,
    )
  })
})

describe('a sale in lists and in the order head', () => {
  it('shows in the list and in the head that it waits for the cardholder', async () => {
    await show(waitingSale({ kind: 'challenge' }), '/orders/o-0')
    const row = document.querySelector('[data-key="o-0"]')
    const word = statusWord('awaits cardholder')
    expect(row?.getAttribute('aria-label')).toContain(word)
    expect(row?.textContent).toContain(messages.orders.awaited.challenge)
    expect(document.querySelector('[data-testid="order-status"]')?.textContent).toBe(word)
    expect(document.querySelector('.detail .head')?.textContent).toContain(messages.orders.kinds.sale)
  })

  it('offers to register the card of a final sale, and explains why an unregistered card cannot be charged', async () => {
    await show(challengeSale({ ending: 'approved' }))
    expect(button(messages.orders.detail.registerCard).disabled).toBe(false)
    expect(button(messages.orders.detail.chargeAgain).disabled).toBe(true)
    expect(document.body.textContent).toContain(messages.orders.detail.noCard)
  })
})
