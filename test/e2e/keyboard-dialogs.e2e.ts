import { generateKeyPairSync } from 'node:crypto'
import type { Page } from 'playwright-core'
import { describe, expect, it } from 'vitest'
import { addCard, get, prepareCharge, sell, waitForWord } from './support/app-calls'
import { appForFile } from './support/app-for-file'
import { chooseHere, focused, pasteInto, tabRound, tabTo, typeAlong, typeHere } from './support/person'
import { openOrder, openScreen } from './support/walk'
import { everyCallback } from '../../src-shared/domain/callback'
import { everyExchange } from '../../src-shared/domain/exchange'

const orders = { cardSale: '', lost: '' }

const open = appForFile(async ({ page, simulator }) => {
  const cardId = await addCard(page, simulator)
  const lost = await prepareCharge(page, { cardId, routeId: simulator.endpointId, amount: '9041.00' })
  orders.lost = (await get(page, 'charges.confirm', lost.confirmation)).summary.orderId
  orders.cardSale = await sell(page, { amount: '21.00', routeId: simulator.endpointId })
  await waitForWord(page, orders.cardSale, 'approved')
  await waitForWord(page, orders.lost, 'outcome unknown')
  return (db) => {
    // The app itself would set this state after a day.
    db.prepare(
      `UPDATE charges SET state = 'needs-review', state_version = state_version + 1
      WHERE state = 'outcome-unknown'`,
    ).run()
    db.prepare(
      `UPDATE orders SET follow_state = 'needs-review', next_check_at_ms = NULL, revision = revision + 1
      WHERE order_id = ?`,
    ).run(Number(orders.lost))
  }
})

describe('every dialog, by keyboard alone', () => {
  it('adopts an order and sends both typed ids and the chosen group to the gateway (A1)', async () => {
    const { page, sent, recorder, simulator } = open()
    await openScreen(page, '/orders')
    await openWith(page, 'button Add order by ID')
    expect(await tabRound(page)).toEqual([
      'textbox Client order ID',
      'textbox Gateway order ID',
      'combobox Endpoint or group',
      'button Add many…',
      'button Cancel',
      'button Add order',
    ])
    await escapeTo(page, 'button Add order by ID')

    await openWith(page, 'button Add order by ID')
    await typeAlong(page, {
      'Client order ID': 'INV-2041',
      'Gateway order ID': '770',
    })
    await page.keyboard.press('Tab')
    await chooseHere(page, 'Endpoint or group', `endpoint group ${simulator.groupId}`)
    await tabTo(page, 'button Add order')
    await page.keyboard.press('Space')
    await page.getByRole('dialog').waitFor({ state: 'detached' })
    expect((await focused(page)).what).toBe('button Add order by ID')
    // The dialog closes when the order is stored; the first check follows.
    const path = `/status/group/${simulator.groupId}`
    await expect.poll(() => recorder.requests.some((request) => request.path.includes(path))).toBe(true)
    const asked = sent(path)
    expect([asked.get('client_orderid'), asked.get('orderid')]).toEqual(['INV-2041', '770'])
  })

  it('adds a card with the typed token, labels and group (A1)', async () => {
    const { page, simulator } = open()
    await openScreen(page, '/cards')
    await openWith(page, 'button Add card')
    expect(await tabRound(page)).toEqual([
      'textbox Card token',
      'textbox Nickname',
      'textbox Customer reference',
      'combobox Endpoint or group',
      'button Cancel',
      'button Add card',
    ])
    await escapeTo(page, 'button Add card')

    await openWith(page, 'button Add card')
    await typeAlong(page, {
      'Card token': '771204',
      Nickname: 'Zoë, yearly',
      'Customer reference': 'ZO-17',
    })
    await page.keyboard.press('Tab')
    await chooseHere(page, 'Endpoint or group', `endpoint group ${simulator.groupId}`)
    await tabTo(page, 'button Add card')
    await page.keyboard.press('Enter')
    await page.getByRole('dialog').waitFor({ state: 'detached' })
    expect(await cardCalled(page, 'Zoë, yearly')).toMatchObject({
      cardRefId: '771204',
      customerReference: 'ZO-17',
    })
  })

  it('changes both labels of a card (A1)', async () => {
    const { page } = open()
    const { cardId } = await cardCalled(page, 'Marta, monthly')
    await openScreen(page, `/cards/${cardId}`)
    await openWith(page, 'button Edit labels')
    expect(await tabRound(page)).toEqual([
      'textbox Nickname',
      'textbox Customer reference',
      'button Cancel',
      'button Save labels',
    ])
    await escapeTo(page, 'button Edit labels')

    await openWith(page, 'button Edit labels')
    await typeAlong(page, {
      Nickname: 'Marta, weekly',
      'Customer reference': 'MW-4',
    })
    await page.keyboard.press('Enter')
    await page.getByRole('dialog').waitFor({ state: 'detached' })
    expect((await focused(page)).what).toBe('button Edit labels')
    expect(await cardCalled(page, 'Marta, weekly')).toMatchObject({ cardId, customerReference: 'MW-4' })
  })

  it('registers the card of an order with the typed labels (A1)', async () => {
    const { page, sent } = open()
    await openOrder(page, orders.cardSale, 'Timeline')
    await openWith(page, 'button Register card')
    expect(await tabRound(page)).toEqual([
      'textbox Nickname',
      'textbox Customer reference',
      'radio v2 Card token and unique card ID. Enough to charge the card again.',
      'button Cancel',
      'button Register card',
    ])
    await escapeTo(page, 'button Register card')

    await openWith(page, 'button Register card')
    await typeAlong(page, {
      Nickname: 'Iva, first',
      'Customer reference': 'IT-1',
    })
    await tabTo(page, 'button Register card')
    await page.keyboard.press('Enter')
    await page.waitForURL(/#\/cards\/[^/]+$/)
    const { summary } = await get(page, 'orders.get', { orderId: orders.cardSale })
    expect(sent('/create-card-ref/').get('client_orderid')).toBe(summary.clientOrderId)
    expect(await cardCalled(page, 'Iva, first')).toMatchObject({
      customerReference: 'IT-1',
      lastFour: '1111',
    })
  })

  it('settles a charge with the chosen finding, reason and name (A1)', async () => {
    const { page } = open()
    await openOrder(page, orders.lost, 'Timeline')
    await openWith(page, 'button Settle charge')
    // Nothing is chosen yet; the arrow keys or Space choose.
    await tabTo(page, 'radio The gateway has this order: it was charged')
    await page.keyboard.press('Space')
    await page.keyboard.press('ArrowDown')
    expect(await tabRound(page)).toEqual([
      'radio The gateway does not have this order: it was not charged',
      'textbox How do you know?',
      'textbox Your name',
      'button Cancel',
      'button Settle charge',
    ])
    await escapeTo(page, 'button Settle charge')

    await openWith(page, 'button Settle charge')
    await tabTo(page, 'radio The gateway has this order: it was charged')
    await page.keyboard.press('Space')
    await page.keyboard.press('ArrowDown')
    await typeAlong(page, {
      'How do you know?': 'Looked it up,\nrow by row.',
      'Your name': 'Ana Kovač',
    })
    await tabTo(page, 'button Settle charge')
    await page.keyboard.press('Enter')
    await page.getByRole('dialog').waitFor({ state: 'detached' })
    const { summary, timeline } = await get(page, 'orders.get', { orderId: orders.lost })
    expect(summary.chargeState).toBe('resolved-absent')
    expect(timeline.find(({ kind }) => kind === 'resolved')).toMatchObject({
      actor: 'Ana Kovač',
      text: 'Looked it up,\nrow by row.',
    })
  })

  it('adds a note of two lines with Ctrl+Enter (A1)', async () => {
    const { page } = open()
    await openOrder(page, orders.cardSale, 'Timeline')
    await openWith(page, 'button Add note')
    expect(await tabRound(page)).toEqual(['textbox Note', 'button Cancel', 'button Add note'])
    await escapeTo(page, 'button Add note')

    await openWith(page, 'button Add note')
    await typeHere(page, 'Note', 'Called back.\nNew card on Thursday.')
    await page.keyboard.press('Control+Enter')
    await page.getByRole('dialog').waitFor({ state: 'detached' })
    expect((await focused(page)).what).toBe('button Add note')
    const { timeline } = await get(page, 'orders.get', { orderId: orders.cardSale })
    expect(timeline.find(({ kind }) => kind === 'note')?.text).toBe('Called back.\nNew card on Thursday.')
  })

  it('looks up one request and shows the response (A1)', async () => {
    const { page, recorder } = open()
    const { rows } = await get(page, 'exchanges.list', {
      query: { ...everyExchange, search: 'sale' },
      cursor: null,
      limit: 50,
    })
    const { exchangeId } = rows.find(({ operation }) => operation === 'sale') ?? { exchangeId: '' }
    const { serialNumber } = await get(page, 'exchanges.get', { exchangeId })
    await openScreen(page, `/log/${exchangeId}`)
    await openWith(page, 'button Look up request')
    const dialog = page.getByRole('dialog')
    await dialog.getByText('Response', { exact: true }).first().waitFor()
    // A poll of another order may have been sent since.
    const lookedUp = recorder.requests
      .filter(({ path }) => path.includes('/status/'))
      .flatMap(({ body }) => new URLSearchParams(body).get('by-request-sn') ?? [])
    expect(lookedUp.at(-1)).toBe(serialNumber)
    expect(await tabRound(page)).toContain('button Close')
    await escapeTo(page, 'button Look up request')
  })

  it('stores a typed callback (A1)', async () => {
    const { page } = open()
    const line = 'status=approved&type=sale&client_orderid=SHOP-77&orderid=99001122'
    await openScreen(page, '/callbacks')
    await openWith(page, 'button Paste callbacks…')
    expect(await tabRound(page)).toEqual(['textbox What your server received', 'button Cancel'])
    await escapeTo(page, 'button Paste callbacks…')

    await openWith(page, 'button Paste callbacks…')
    await typeHere(page, 'What your server received', line)
    await page.getByText('1 callback found').waitFor()
    await tabTo(page, 'button Store callbacks')
    await page.keyboard.press('Enter')
    await page.getByRole('dialog').waitFor({ state: 'detached' })
    const { rows } = await get(page, 'callbacks.list', { query: everyCallback, cursor: null, limit: 50 })
    expect(rows.map(({ clientOrderId, gatewayOrderId }) => [clientOrderId, gatewayOrderId])).toContainEqual([
      'SHOP-77',
      '99001122',
    ])
  })

  it('imports a pasted key, creates one of the chosen length, and removes it (A1)', async () => {
    const { testApp, page } = open()
    const { privateKey, publicKey } = generateKeyPairSync('rsa', {
      modulusLength: 2048,
      publicKeyEncoding: { type: 'spki', format: 'pem' },
      privateKeyEncoding: { type: 'pkcs8', format: 'pem' },
    })
    await openScreen(page, '/settings/keys')
    await openWith(page, 'button Import key')
    expect(await tabRound(page)).toEqual(['textbox Private key', 'button Cancel', 'button Import key'])
    await escapeTo(page, 'button Import key')
    await openWith(page, 'button Import key')
    await pasteInto(testApp.app, page.locator(':focus'), privateKey.trim())
    await tabTo(page, 'button Import key')
    await page.keyboard.press('Enter')
    await page.getByRole('dialog').waitFor({ state: 'detached' })
    expect((await signingKey(page))?.publicKey.trim()).toBe(publicKey.trim())

    await openWith(page, 'button Create key')
    expect(await tabRound(page)).toEqual(['radio 2048 bits', 'button Cancel', 'button Create key'])
    await escapeTo(page, 'button Create key')
    await openWith(page, 'button Create key')
    await page.keyboard.press('ArrowRight')
    await tabTo(page, 'button Create key')
    await page.keyboard.press('Enter')
    await page.getByRole('dialog').waitFor({ state: 'detached', timeout: 30_000 })
    expect(await signingKey(page)).toMatchObject({ bits: 3072, origin: 'created' })

    await openWith(page, 'button Remove key')
    expect(await tabRound(page)).toEqual(['button Cancel', 'button Remove key'])
    await escapeTo(page, 'button Remove key')
    await openWith(page, 'button Remove key')
    await page.keyboard.press('Tab')
    await page.keyboard.press('Enter')
    await page.getByRole('dialog').waitFor({ state: 'detached' })
    expect(await signingKey(page)).toBeNull()
  })

  it('asks before a profile is removed, and keeps it on Cancel (A1)', async () => {
    const { page, profileId } = open()
    await openScreen(page, '/settings/profiles')
    const menu = 'button Actions for Nord Shop test'
    await tabTo(page, menu)
    await page.keyboard.press('Enter')
    await page.getByRole('menu').waitFor()
    await page.keyboard.press('End')
    expect((await focused(page)).what).toBe('menuitem Remove')
    await page.keyboard.press('Enter')
    await page.getByRole('dialog').waitFor()
    expect(await tabRound(page)).toEqual(['button Cancel', 'button Remove profile'])
    await page.keyboard.press('Enter')
    await page.getByRole('dialog').waitFor({ state: 'detached' })
    expect((await focused(page)).what).toBe(menu)
    const { profiles } = await get(page, 'appState.get', {})
    expect(profiles.map((profile) => profile.profileId)).toContain(profileId)
  })

  it('runs a result of the command bar, and returns the focus on Esc (A1)', async () => {
    const { page } = open()
    await openScreen(page, '/home')
    await tabTo(page, 'link Cards')
    await page.keyboard.press('Control+k')
    await page.getByRole('dialog').waitFor()
    expect(await tabRound(page)).toEqual(['combobox Search actions, screens, orders, cards or an ID'])
    await escapeTo(page, 'link Cards')

    await page.keyboard.press('Control+k')
    await page.getByRole('dialog').waitFor()
    await typeHere(page, 'Search actions, screens, orders, cards or an ID', 'go to')
    await page.keyboard.press('ArrowDown')
    await page.keyboard.press('Enter')
    await page.waitForURL(/#\/orders/)
  })

  it('shows the keyboard shortcuts with a question mark and closes it with Esc (A1)', async () => {
    const { page } = open()
    await openScreen(page, '/home')
    await tabTo(page, 'link Callbacks')
    await page.keyboard.press('?')
    await page.getByRole('dialog', { name: 'Keyboard shortcuts' }).waitFor()
    expect((await focused(page)).what).toBe('button Close')
    await escapeTo(page, 'link Callbacks')
  })
})

/** Moves to a control with Tab and opens its dialog with Enter. */
async function openWith(page: Page, opener: string): Promise<void> {
  await tabTo(page, opener)
  await page.keyboard.press('Enter')
  await page.getByRole('dialog').waitFor()
}

/** Closes the dialog with Esc; the focus must be where it was before. */
async function escapeTo(page: Page, opener: string): Promise<void> {
  await page.keyboard.press('Escape')
  await page.getByRole('dialog').waitFor({ state: 'detached' })
  expect((await focused(page)).what).toBe(opener)
}

async function cardCalled(page: Page, nickname: string) {
  const { cards } = await get(page, 'cards.list', {})
  const card = cards.find((each) => each.nickname === nickname)
  if (card === undefined) throw new Error(`no card is called ${nickname}`)
  return card
}

async function signingKey(page: Page) {
  return (await get(page, 'appState.get', {})).profiles[0]?.signingKey ?? null
}
