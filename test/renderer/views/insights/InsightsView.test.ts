import { setPlatformAPI } from 'echarts/core'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { messages } from '../../../../src-renderer/messages'
import { useOrdersStore } from '../../../../src-renderer/stores/orders'
import { timeWithin } from '../../../../src-shared/domain/insights'
import {
  button,
  fakeTimeouts,
  mountApp,
  passTime,
  settle,
  unmountAfterEach,
} from '../../../support/mount-app'
import { currencyInsights, insightsView } from '../../../support/view-insights'

// jsdom has no canvas; texts are measured without one.
setPlatformAPI({ createCanvas: () => null as unknown as HTMLCanvasElement })
fakeTimeouts(beforeEach, afterEach)
unmountAfterEach(afterEach)

const words = messages.insights

async function show(view = insightsView()) {
  const mounted = await mountApp('/insights', {}, (desk) => desk.reply('insights.get', () => view))
  await settle()
  return mounted
}

const text = () => document.body.textContent
const table = (name: string) => document.querySelector(`table[aria-label="${name}"]`)
const cells = (name: string) =>
  [...(table(name)?.querySelectorAll('tbody tr') ?? [])].map((row) =>
    [...row.children].map((cell) => cell.textContent.trim()),
  )
const open = (label: string) =>
  document.querySelector<HTMLElement>(`button[aria-label="${words.openOrders({ title: label })}"]`)?.click()

describe('Insights', () => {
  it('shows each rate with its formula in words, and the amounts of one currency', async () => {
    await show()
    expect(text()).toContain('71.4%')
    expect(text()).toContain(words.firstTryFormula({ approved: 10, counted: 14 }))
    expect(text()).toContain('85.7%')
    expect(text()).toContain(words.lastTryFormula({ approved: 12, counted: 14 }))
    expect(document.querySelector('dl .money')?.textContent).toContain('12,345.67')
    for (const rule of words.rules) expect(text()).toContain(rule)
  })

  it('names what is in no rate', async () => {
    await show()
    expect(text()).toContain(words.unknown({ count: 1 }))
    expect(text()).toContain(words.unprocessed({ count: 2 }))
  })

  it('has the numbers of each chart as a table', async () => {
    await show()
    button(words.asTable).click()
    await settle()
    expect(cells(words.byDay)).toEqual([
      ['28 Nov 2026', '8', '3', '72.7%', '8,345.67 EUR'],
      ['27 Nov 2026', '0', '0', '–', '0.00 EUR'],
      ['26 Nov 2026', '4', '1', '80%', '4,000.00 EUR'],
    ])
    expect(cells(words.countries)[1]?.slice(1)).toEqual(['3', '3', '50%'])
  })

  it('opens the orders of a day with its currency, without those that were never processed', async () => {
    const { router } = await show()
    button(words.asTable).click()
    await settle()
    open('26 Nov 2026')
    await settle()
    expect(router.currentRoute.value.path).toBe('/orders')
    const { families, filters } = useOrdersStore().query
    expect(families).toEqual(['approved', 'declined', 'filtered', 'error'])
    const [day] = insightsView().days
    expect(filters).toContainEqual({ by: 'created', fromMs: day?.fromMs, untilMs: day?.untilMs })
    expect(filters).toContainEqual({ by: 'is', field: 'currency', value: 'EUR', not: false })
    expect(filters).toContainEqual({ by: 'is', field: 'status', value: 'not sent', not: true })
  })

  it('opens the orders of a reason, also of none', async () => {
    await show()
    open(messages.declines.byFamily.filtered?.means ?? '')
    await settle()
    expect(useOrdersStore().query).toMatchObject({ families: ['filtered'] })
    expect(useOrdersStore().query.filters).toContainEqual({
      ...{ by: 'is', field: 'bank-code', value: '', not: false },
    })
  })

  it('opens the orders of an hour in the zone of its days, and those of a band of time with all that is counted in it', async () => {
    const { router } = await show()
    document.querySelector<HTMLElement>(`button[aria-label="${words.asTable}: ${words.byHour}"]`)?.click()
    await settle()
    open(words.hourSpan({ from: '08:00', to: '09:00' }))
    expect(router.currentRoute.value.path).toBe('/insights')
    open(words.hourSpan({ from: '09:00', to: '10:00' }))
    await settle()
    expect(useOrdersStore().query.families).toEqual(['approved', 'declined', 'filtered', 'error'])
    expect(useOrdersStore().query.filters).toContainEqual({
      ...{ by: 'hour', hour: 9, timeZone: 'Europe/Stockholm' },
    })
    await router.push('/insights')
    await settle()
    document.querySelector<HTMLElement>(`button[aria-label="${words.asTable}: ${words.times}"]`)?.click()
    await settle()
    open(words.timeMedian({ text: '30 s' }))
    await settle()
    expect(router.currentRoute.value.path).toBe('/orders')
    expect(useOrdersStore().query).toMatchObject({ families: [] })
    expect(useOrdersStore().query.filters.at(-1)).toEqual({ by: 'took', upToSeconds: 30 })
  })

  it('asks again for another period', async () => {
    const { desk } = await show()
    document.querySelector<HTMLInputElement>('input[type="radio"][value="7"]')?.click()
    await passTime(10)
    expect(desk.callsOf('insights.get').at(-1)).toEqual({
      ...{ period: { kind: 'last', days: 7 }, withAdopted: true },
    })
  })

  it('says why nothing is shown, and offers to count added orders', async () => {
    const { desk } = await show(insightsView({ adopted: 3 }))
    desk.reply('insights.get', () => insightsView({ adopted: 3, currencies: [] }))
    button(words.withAdopted({ count: 3 })).click()
    await passTime(10)
    expect(text()).toContain(words.emptyTitle)
    expect(text()).toContain(words.emptyAdopted({ count: 3 }))
    button(words.countAdopted).click()
    await passTime(10)
    expect(desk.callsOf('insights.get')).toMatchObject([
      { withAdopted: true },
      { withAdopted: false },
      { withAdopted: true },
    ])
  })
})

describe('the time within which a share of the charges is final', () => {
  const { times } = currencyInsights()

  it('is the upper end of the band that reaches the share', () => {
    expect(timeWithin(times, 0.5)).toBe(5)
    expect(timeWithin(times, 0.8)).toBe(5)
    expect(timeWithin(times, 0.95)).toBe(30)
  })

  it('is not known without charges, and has no end above all bands', () => {
    expect(timeWithin([], 0.5)).toBeUndefined()
    expect(timeWithin([{ upToSeconds: null, count: 1 }], 0.5)).toBeNull()
  })
})
