import type { Page } from 'playwright-core'
import { describe, expect, it } from 'vitest'
import { addCard, get, prepareCharge, sell, waitForWord } from './support/app-calls'
import { appForFile } from './support/app-for-file'
import { controlsOutOfReach, controlsWithoutName, liveTexts, nodesOf } from './support/screen-reader'
import { clickAt, focused, tabTo } from './support/person'
import { button, chooseInMenu, openOrder, openScreen } from './support/walk'
import { everyCallback } from '../../src-shared/domain/callback'

const scene = { cardId: '', orderId: '', saleId: '', exchangeId: '', callbackId: '' }

const open = appForFile(async ({ page, simulator }) => {
  const routeId = simulator.endpointId
  scene.cardId = await addCard(page, simulator)
  scene.orderId = await charge(page, '49.00', routeId)
  const unreadable = await charge(page, '9057.00', routeId)
  scene.saleId = await sell(page, { amount: '21.00', routeId })
  await waitForWord(page, scene.saleId, 'approved')
  await waitForWord(page, scene.orderId, 'approved')
  const { exchanges } = await get(page, 'orders.exchanges', { orderId: unreadable })
  scene.exchangeId = exchanges.find(({ unreadableBody }) => unreadableBody !== null)?.exchangeId ?? ''
  await get(page, 'callbacks.keep', {
    text: 'status=approved&type=sale&client_orderid=SHOP-77&orderid=99001122',
    source: 'pasted',
  })
  const { rows } = await get(page, 'callbacks.list', { query: everyCallback, cursor: null, limit: 1 })
  scene.callbackId = rows[0]?.callbackId ?? ''
  return undefined
})

const asOpened = async (): Promise<void> => undefined

const screens: readonly (readonly [string, () => string, (page: Page) => Promise<void>])[] = [
  ['Home', () => '/home', asOpened],
  ['Orders', () => '/orders', asOpened],
  ['Cards', () => '/cards', asOpened],
  ['a card', () => `/cards/${scene.cardId}`, asOpened],
  ['the charge of a stored card', () => `/charge?card=${scene.cardId}`, openDetails],
  ['the charge of a typed card', () => '/charge', openSale],
  ['Insights', () => '/insights', asOpened],
  ['Callbacks', () => '/callbacks', asOpened],
  ['a callback', () => `/callbacks/${scene.callbackId}`, asOpened],
  ['the API log', () => '/log', asOpened],
  ['a request that was answered unreadably', () => `/log/${scene.exchangeId}`, asOpened],
  ['the profiles', () => '/settings/profiles', asOpened],
  [
    'a profile',
    () => '/settings/profiles',
    (page) => chooseInMenu(page, 'Actions for Nord Shop test', 'Edit'),
  ],
  ['the RSA keys', () => '/settings/keys', asOpened],
  ['the themes', () => '/settings/appearance', asOpened],
  ['the person', () => '/settings/person', asOpened],
  ['the operators', () => '/settings/operators', asOpened],
  ['the limits', () => '/settings/limits', asOpened],
  ['the data', () => '/settings/data', asOpened],
  ['the versions', () => '/settings/about', asOpened],
]

const dialogs: readonly (readonly [string, () => string, string])[] = [
  ['Add order by ID', () => '/orders', 'Add order by ID'],
  ['Add card by token', () => '/cards', 'Add card'],
  ['Edit labels', () => `/cards/${scene.cardId}`, 'Edit labels'],
  ['Register card', () => `/orders/${scene.saleId}`, 'Register card'],
  ['Add note', () => `/orders/${scene.orderId}`, 'Add note'],
  ['Paste callbacks', () => '/callbacks', 'Paste callbacks…'],
  ['Create RSA key', () => '/settings/keys', 'Create key'],
  ['Add operator', () => '/settings/operators', 'Add operator'],
  ['Command bar', () => '/home', 'Search or do anything Ctrl K'],
]

describe('a screen reader', () => {
  it.each(screens)(
    'finds a name on every control and can reach it, on the screen %s',
    async (_name, path, act) => {
      const { page } = open()
      await openScreen(page, path())
      await act(page)
      await settled(page)
      expect(await controlsWithoutName(page)).toEqual([])
      expect(await controlsOutOfReach(page)).toEqual([])
    },
  )

  it.each(['Timeline', '3-D Secure', 'Facts', 'Raw'])(
    'finds a name on every control and can reach it, on the order tab %s',
    async (tab) => {
      const { page } = open()
      await openOrder(page, scene.saleId, tab)
      await settled(page)
      expect(await controlsWithoutName(page)).toEqual([])
      expect(await controlsOutOfReach(page)).toEqual([])
    },
  )

  it.each(dialogs)('hears the names of the dialog and its fields: %s', async (title, path, opener) => {
    const { page } = open()
    await openScreen(page, path())
    await tabTo(page, `button ${opener}`)
    await page.keyboard.press('Enter')
    await page.getByRole('dialog').waitFor()
    const shown = (await nodesOf(page)).filter(({ role }) => role === 'dialog')
    expect(shown).toEqual([expect.objectContaining({ name: title, isModal: true })])
    expect(await controlsWithoutName(page)).toEqual([])
    expect(await controlsOutOfReach(page)).toEqual([])
  })

  it.each([
    ['/orders', /^Approved, 49\.00 EUR, Marta Lindqvist, NOR-/],
    ['/cards', /^Marta, monthly/],
    ['/log', /Rebill sale/],
    ['/callbacks', /SHOP-77/],
  ])('hears the name of each row of a list: %s', async (path, name) => {
    const { page } = open()
    await openScreen(page, path)
    await page.getByRole('row').nth(1).waitFor()
    const rows = (await nodesOf(page)).filter(({ role }) => role === 'row').map((row) => row.name)
    expect(rows.filter((row) => name.test(row)).length).toBeGreaterThan(0)
    expect(rows.filter((row) => row === '')).toEqual([])
  })

  it('selects the order of a row by its box, which the arrow keys and Tab reach', async () => {
    const { page } = open()
    await openScreen(page, '/orders')
    const boxes = page.getByRole('checkbox', { name: /^Select NOR-/ })
    await boxes.nth(1).waitFor()
    await clickAt(page.getByRole('row').nth(1).getByRole('gridcell').nth(1))
    await page.keyboard.press('ArrowDown')
    await page.keyboard.press('Tab')
    const { what, nodeId } = await focused(page)
    expect(what).toMatch(/^checkbox Select NOR-/)
    await page.keyboard.press('Space')
    expect(await boxes.evaluateAll((all) => all.map((each) => each.matches(':checked')))).toEqual(
      await boxes.evaluateAll((all) => all.map((_each, index) => index === 1)),
    )
    expect((await focused(page)).nodeId).toBe(nodeId)
    await page.keyboard.press('Space')
    expect(await boxes.evaluateAll((all) => all.some((each) => each.matches(':checked')))).toBe(false)
  })

  it('hears amount, card and new status when an order becomes approved, on any screen (A15)', async () => {
    const { page, simulator } = open()
    await openScreen(page, '/settings/about')
    await charge(page, '77.00', simulator.endpointId)
    await expect
      .poll(() => liveTexts(page, 'polite'), { timeout: 30_000, interval: 200 })
      .toContain('77.00 EUR, Visa ·1111: Approved')
  })

  it('hears the problem of a field at once', async () => {
    const { page } = open()
    await openScreen(page, '/orders')
    await clickAt(button(page, 'Add order by ID'))
    await clickAt(button(page, 'Add order'))
    await expect.poll(() => liveTexts(page, 'assertive')).toContain('Fill in “Client order ID”.')
    const fields = (await nodesOf(page)).filter(({ role }) => role === 'textbox')
    expect(fields.map(({ name, isInvalid, description }) => [name, isInvalid, description])).toEqual([
      ['Client order ID', true, 'Fill in “Client order ID”.'],
      ['Gateway order ID', false, 'Optional'],
    ])
  })
})

/** Charges the stored card; returns the order. */
async function charge(page: Page, amount: string, routeId: string): Promise<string> {
  const { confirmation } = await prepareCharge(page, { cardId: scene.cardId, routeId, amount })
  return (await get(page, 'charges.confirm', confirmation)).summary.orderId
}

async function openDetails(page: Page): Promise<void> {
  await clickAt(page.getByText('Amounts to try in turn, scenario, URLs, merchant data'))
}

async function openSale(page: Page): Promise<void> {
  await clickAt(page.getByRole('radio', { name: 'New card' }))
  await clickAt(page.getByText('Cardholder’s contact and address'))
}

async function settled(page: Page): Promise<void> {
  const unsettled = page.locator('.skeletons, [aria-busy="true"]')
  await expect.poll(() => unsettled.count()).toBe(0)
}
