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
const noDays = { today: [], yesterdayUntilNow: [], yesterday: [] }

function show(lists: Partial<HomeView>) {
  return mountApp('/home', {}, (desk) =>
    desk.reply('home.get', () => ({
      attention: [],
      inFlight: [],
      refundCases: [],
      days: noDays,
      declines: [],
      expiring: [],
      ...lists,
    })),
  )
}

function links(label: string): Element[] {
  return [...document.querySelectorAll(`ul[aria-label="${label}"] a`)]
}

const targets = (label: string) => links(label).map((link) => link.getAttribute('href'))

describe('Home', () => {
  it('shows in one queue what needs a person, apart from orders in flight', async () => {
    const waiting = waitingSale({}, { orderId: 'w-1', family: 'open', word: 'processing' }).summary
    const contradicted = summary(1, { orderId: 'c-1', alert: 'changed-after-final' })
    const unknown = { chargeState: 'outcome-unknown', status: null, alert: 'mismatch' } as const
    await show({
      attention: [contradicted, summary(2, { orderId: 'u-1', ...unknown })],
      inFlight: [waiting, summary(0, { orderId: 'm-1' })],
    })
    expect(targets(words.attention)).toEqual(['/orders/u-1', '/orders/c-1', '/orders/w-1'])
    expect(targets(words.inFlight)).toEqual(['/orders/m-1'])
  })

  it('says when nothing needs attention', async () => {
    await show({})
    expect(document.body.textContent).toContain(words.attentionNone)
  })

  it('shows the first of a long queue, and all of it on demand', async () => {
    const many = Array.from({ length: 30 }, (_, index) =>
      summary(index, { orderId: `u-${index}`, chargeState: 'outcome-unknown', status: null }),
    )
    await show({ attention: many })
    expect(links(words.attention)).toHaveLength(12)
    button(words.showAll({ count: 30 })).click()
    await settle()
    expect(links(words.attention)).toHaveLength(30)
  })

  it('checks one order from the queue', async () => {
    const unknown = { chargeState: 'outcome-unknown', status: null } as const
    const { desk } = await show({ attention: [summary(0, { orderId: 'u-1', ...unknown })] })
    button(words.checkNow).click()
    await settle()
    expect(desk.callsOf('orders.recheck')).toEqual([{ orderId: 'u-1' }])
  })

  it('leads from an order in review to its dialog, and settles nothing by itself', async () => {
    const review = { chargeState: 'needs-review', followState: 'needs-review', status: null } as const
    const { desk, router } = await mountApp('/home', {}, (bridge) => {
      const view = orderView(summary(0, { orderId: 'o-0', chargeId: 'charge-1', ...review }))
      bridge.orders.clear()
      bridge.orders.set('o-0', view)
      bridge.reply('home.get', () => ({
        ...{ attention: [view.summary], inFlight: [], days: noDays, declines: [], expiring: [] },
        refundCases: [],
      }))
    })
    button(messages.orders.detail.resolve).click()
    await settle()
    expect(router.currentRoute.value.path).toBe('/orders/o-0')
    expect(document.querySelector('[role="dialog"]')?.textContent).toContain(
      messages.orders.resolveDialog.title,
    )
    expect(desk.callsOf('charges.resolve')).toEqual([])
  })

  it('shows today beside yesterday, also for a currency that had no charge on one of them', async () => {
    const sum = (currency: string, approvedMinor: number) => ({
      ...{ currency, approvedMinor, approvedCount: 2, declinedCount: 1 },
    })
    await show({
      days: { today: [sum('EUR', 3345)], yesterdayUntilNow: [], yesterday: [sum('JPY', 700)] },
    })
    const [eur, jpy] = [...document.querySelectorAll('tbody tr')].map((row) =>
      [...row.children].map((cell) => cell.textContent.replaceAll(/\s+/g, ' ').trim()),
    )
    expect(eur).toEqual(['EUR', '33.45 EUR2 approved · 1 declined', words.noCharge, words.noCharge])
    expect(jpy).toEqual(['JPY', words.noCharge, words.noCharge, '700 JPY2 approved · 1 declined'])
  })

  it('lists recent declines with their reason', async () => {
    const declined = {
      orderId: 'd-1',
      family: 'declined',
      word: 'declined',
      errorMessage: 'Lost card',
    } as const
    await show({ declines: [summary(0, declined)] })
    expect(targets(words.declines)).toEqual(['/orders/d-1'])
    expect(links(words.declines)[0]?.textContent).toContain('Lost card')
  })

  it.each([
    ['failed', { lastFailure: { atMs: 0, reason: 'disk-full' } }, 'The disk is full.'],
    ['is overdue', { isOverdue: true }, messages.care.backup.never],
  ])('says when the last backup %s, and leads to the backups', async (_case, care, text) => {
    const { desk, router } = await show({})
    expect(document.querySelector('.troubles')?.textContent).not.toContain(text)
    desk.changeState({ care: { ...desk.state.care, lastSuccess: null, ...care } })
    await settle()
    expect(document.querySelector('.troubles')?.textContent).toContain(text)
    button(words.openBackups).click()
    await settle()
    expect(router.currentRoute.value.path).toBe('/settings/history')
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
    const [own, live] = links(words.attention)
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

  it('is loaded again when the counts change, but not in the background', async () => {
    const { desk, router } = await show({})
    const changeCounts = async (open: number) => {
      desk.changeState({ counts: { ...desk.state.counts, open } })
      await passTime(300)
    }
    const loads = () => desk.callsOf('home.get').length
    const first = loads()
    await changeCounts(7)
    expect(loads()).toBe(first + 1)
    await router.push('/cards')
    await changeCounts(8)
    expect(loads()).toBe(first + 1)
    await router.push('/home')
    await settle()
    expect(loads()).toBe(first + 2)
  })
})
