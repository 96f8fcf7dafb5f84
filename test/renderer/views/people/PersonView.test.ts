import { afterEach, describe, expect, it } from 'vitest'
import { messages } from '../../../../src-renderer/messages'
import type { PersonView } from '../../../../src-shared/domain/person'
import { mountApp, settle, unmountAfterEach } from '../../../support/mount-app'
import { card } from '../../../support/view-data'
import { orderView, summary } from '../../../support/view-orders'

unmountAfterEach(afterEach)

const words = messages.people

function show(set: Partial<PersonView> = {}, path = '/people/card/card-0') {
  const sums = [{ currency: 'EUR', approvedMinor: 9800, approvedCount: 2, declinedCount: 1 }]
  return mountApp(path, {}, (desk) =>
    desk.reply('people.get', () => ({
      profileId: 'p-sim',
      cards: [
        { card: card(0), reason: 'itself' },
        { card: card(1), reason: 'customer' },
      ],
      orders: [
        { order: summary(0, { orderId: 'o-0' }), reason: 'token' },
        { order: summary(1, { orderId: 'o-1' }), reason: 'email' },
      ],
      ...{ orderTotal: 2, isTotalExact: true, sums, emails: ['marta@shop.example'], sharedEmails: [] },
      ...set,
    })),
  )
}

const text = () => document.querySelector('.person')?.textContent ?? ''

describe('the screen of a customer', () => {
  it('shows cards and charges, each with the reason why it is there', async () => {
    const { desk } = await show()
    expect(desk.callsOf('people.get')).toEqual([{ of: 'card', id: 'card-0' }])
    const rows = [...document.querySelectorAll(`ul[aria-label="${words.charges}"] li`)]
    expect(rows.map((row) => row.querySelector('.why')?.textContent)).toEqual([
      words.orderReasons.token,
      words.orderReasons.email,
    ])
    const cards = [...document.querySelectorAll(`ul[aria-label="${words.cards}"] li`)]
    expect(cards.map((row) => row.textContent.includes(words.cardReasons.customer))).toEqual([false, true])
    expect(text()).toContain(words.rule)
    expect(text()).toContain('marta@shop.example')
    expect(text()).toContain('98.00 EUR')
  })

  it('names an address that joins nothing', async () => {
    await show({ sharedEmails: ['no@reply.example'] })
    expect(text()).toContain(words.sharedEmail({ email: 'no@reply.example' }))
  })

  it('shows no sums when there are more charges than were counted', async () => {
    await show({ orderTotal: 2400, isTotalExact: false })
    expect(text()).toContain(words.foundMore({ count: 2400 }))
    expect(text()).toContain(words.newest({ count: 2 }))
    expect(document.querySelector(`ul[aria-label="${words.sums}"]`)).toBeNull()
  })

  it('follows a change of one of its charges', async () => {
    const { desk } = await show()
    desk.emit(
      'orders.changed',
      orderView(summary(0, { orderId: 'o-0', revision: 99, family: 'declined', word: 'declined' })),
    )
    await settle()
    expect(document.querySelector(`ul[aria-label="${words.charges}"] li`)?.textContent).toContain('Declined')
  })

  it('is reached from an order and from a card', async () => {
    const { router } = await mountApp('/orders/o-0')
    document.querySelector<HTMLElement>(`button[aria-label="${messages.orders.detail.moreActions}"]`)?.click()
    await settle()
    const item = [...document.querySelectorAll<HTMLElement>('[role="menuitem"]')].find((each) =>
      each.textContent.includes(words.open),
    )
    item?.click()
    await settle()
    expect(router.currentRoute.value.path).toBe('/people/order/o-0')
    await router.push('/cards/card-0')
    await settle()
    const link = [...document.querySelectorAll('a')].find((each) => each.textContent === words.all)
    expect(link?.getAttribute('href')).toBe('/people/card/card-0')
  })
})
