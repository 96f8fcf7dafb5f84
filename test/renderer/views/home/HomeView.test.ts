import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { messages } from '../../../../src-renderer/messages'
import { statusReason } from '../../../../src-renderer/messages/status-text'
import type { HomeView } from '../../../../src-shared/domain/home'
import {
  button,
  fakeTimeouts,
  mountApp,
  passTime,
  settle,
  unmountAfterEach,
} from '../../../support/mount-app'
import { waitingSale } from '../../../support/view-sales'
import { orderView, summary } from '../../../support/view-orders'

fakeTimeouts(beforeEach, afterEach)
unmountAfterEach(afterEach)

const words = messages.home

function show(lists: Partial<HomeView>) {
  return mountApp('/home', {}, (desk) =>
    desk.reply('home.get', () => ({
      attention: [],
      inFlight: [],
      refundCases: [],
      today: [],
      expiring: [],
      orderCount: 2,
      ...lists,
    })),
  )
}

function links(label: string): Element[] {
  return [...document.querySelectorAll(`ul[aria-label="${label}"] a`)]
}

const targets = (label: string) => links(label).map((link) => link.getAttribute('href'))

describe('Home', () => {
  it('separates orders that wait for a person from orders in flight', async () => {
    const waiting = waitingSale({}, { orderId: 'w-1', family: 'open', word: 'processing' }).summary
    await show({ inFlight: [waiting, summary(0, { orderId: 'm-1' })] })
    expect(targets(words.waiting)).toEqual(['/orders/w-1'])
    expect(targets(words.inFlight)).toEqual(['/orders/m-1'])
    expect(document.body.textContent).toContain(words.attentionNone)
  })

  it('keeps charges with an unknown outcome in their section, whatever they wait for', async () => {
    const unknown = waitingSale({}, { orderId: 'u-1', chargeState: 'outcome-unknown', status: null }).summary
    await show({ attention: [unknown] })
    expect(links(words.attention)).toHaveLength(1)
    expect(document.body.textContent).not.toContain(words.waiting)
  })

  it('lists an order whose responses contradict each other apart from unknown outcomes', async () => {
    const contradicted = summary(0, { orderId: 'c-1', alert: 'changed-after-final' })
    const unknown = { chargeState: 'outcome-unknown', status: null, alert: 'mismatch' } as const
    await show({ attention: [contradicted, summary(1, { orderId: 'u-1', ...unknown })] })
    expect(targets(words.contradicted)).toEqual(['/orders/c-1'])
    expect(targets(words.attention)).toEqual(['/orders/u-1'])
  })

  it('says beside its button how many orders were checked', async () => {
    await show({})
    button(words.recheckAll).click()
    await settle()
    expect(document.querySelector('.home .done')?.textContent).toBe(messages.frame.recheckDone({ count: 3 }))
  })

  it('names the profile of an order that belongs to another one, beside its reason', async () => {
    const elsewhere = { profileId: 'p-live', chargeState: 'outcome-unknown', status: null } as const
    await show({ attention: [summary(0, elsewhere), summary(1, { ...elsewhere, profileId: 'p-sim' })] })
    const [live, own] = links(words.attention)
    const profile = live?.querySelector('.profile')
    expect(profile?.getAttribute('title')).toBe(words.otherProfile({ profile: profile?.textContent ?? '' }))
    expect(live?.querySelector('.reason')?.textContent).toBe(statusReason('outcome unknown'))
    expect(own?.querySelector('.profile')).toBeNull()
  })

  it('highlights a row that shows something new, and none after a check without news', async () => {
    const moving = summary(0, { chargeState: 'accepted', status: 'processing', orderStage: null })
    const { desk } = await show({ inFlight: [moving] })
    const isHighlighted = () => links(words.inFlight)[0]?.closest('li')?.classList.contains('flash')
    desk.emit('orders.checked', {
      orderId: moving.orderId,
      revision: moving.revision + 1,
      answeredAtMs: 1,
      nextCheckAtMs: 2,
      run: { seq: 3, count: 4, lastAtMs: 5, exchangeId: null, serialNumber: null },
    })
    await settle()
    expect(isHighlighted()).toBe(false)
    desk.emit('orders.changed', orderView({ ...moving, revision: moving.revision + 2, errorMessage: 'Late' }))
    await settle()
    expect(isHighlighted()).toBe(true)
    await passTime(1300)
    expect(isHighlighted()).toBe(false)
  })
})
