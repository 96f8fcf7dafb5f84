import type { Page } from 'playwright-core'
import { describe, expect, it } from 'vitest'
import { addCard, get, testCardNumber, waitForWord } from './support/app-calls'
import { appForFile } from './support/app-for-file'
import { release } from './support/consent'
import { chooseHere, focused, tabThrough, tabTo, typeAlong, typeHere } from './support/person'
import { openScreen } from './support/walk'

const scene = { cardId: '' }

const open = appForFile(async ({ page, simulator }) => {
  scene.cardId = await addCard(page, simulator)
  const other = { cardRefId: '771204', nickname: 'Zoë, yearly', customerReference: '' }
  await get(page, 'cards.add', { ...other, routeId: simulator.endpointId })
  return undefined
})

describe('every form, by keyboard alone', () => {
  it('charges a stored card and sends exactly the typed values', async () => {
    const { page, recorder, sent } = open()
    await openScreen(page, `/cards/${scene.cardId}`)
    await tabTo(page, 'button Charge card')
    await page.keyboard.press('Enter')
    await page.getByLabel('Amount', { exact: true }).waitFor()
    await tabTo(page, 'radio Stored card', 'Shift+Tab')
    expect(await tabThrough(page, 'button Review')).toEqual([
      'radio Stored card',
      'radio Sale',
      'button Change',
      'textbox Amount',
      'textbox Description',
      'combobox Endpoint or group',
      'textbox Customer IP address',
      'button Clear the customer IP address',
      'textbox Your reference',
      'DisclosureTriangle Amounts to try in turn, scenario, URLs, merchant data',
      'button Review',
    ])
    await typeAlong(page, {
      Amount: '12.34',
      Description: 'Season ticket, Žižkov',
      'Customer IP address': '203.0.113.77',
      'Your reference': 'INV-2041',
    })
    await page.keyboard.press('Tab')
    await page.keyboard.press('Enter')
    await tabTo(page, 'combobox Scenario')
    await chooseHere(page, 'Scenario', 'Irregular')
    await typeAlong(page, {
      Purpose: 'Invoice 17',
      'Merchant data': 'shop=4;desk=2',
    })
    await page.keyboard.press('Control+Enter')
    await page.getByRole('heading', { name: 'Review' }).waitFor()

    await tabTo(page, 'textbox Security code')
    await typeHere(page, 'Security code', '123')
    await tabTo(page, 'button Charge 12.34 EUR GATEWAY TEST, Nord Shop test')
    await page.keyboard.press('Enter')
    await page.waitForURL(/#\/orders\/[^/]+$/)
    expect(Object.fromEntries(sent('/make-rebill/'))).toMatchObject({
      cardrefid: '880017',
      amount: '12.34',
      currency: 'EUR',
      order_desc: 'Season ticket, Žižkov',
      ipaddress: '203.0.113.77',
      comment: 'INV-2041',
      recurrent_scenario: 'IRREGULAR',
      purpose: 'Invoice 17',
      merchant_data: 'shop=4;desk=2',
      cvv2: '123',
    })
    expect(recorder.requests.filter(({ path }) => path.includes('/make-rebill/'))).toHaveLength(1)
    await waitForWord(page, orderIn(page), 'approved')
  })

  it('finds a card by typing, chooses it with Enter and goes on to the amount (A1)', async () => {
    const { page } = open()
    await openScreen(page, '/charge')
    await typeHere(page, 'Card', 'yearly')
    await expect.poll(() => page.getByRole('listbox', { name: 'Cards' }).getByRole('option').count()).toBe(2)
    await page.keyboard.press('Enter')
    await page.getByRole('heading', { name: 'Zoë, yearly' }).waitFor()
    await expect.poll(async () => (await focused(page)).what).toBe('textbox Amount')
  })

  it('charges a typed card and sends exactly the typed values', async () => {
    const { page, recorder, sent } = open()
    await openScreen(page, '/charge')
    await tabTo(page, 'radio Stored card', 'Shift+Tab')
    await page.keyboard.press('ArrowRight')
    await page.getByLabel('Card number', { exact: true }).waitFor()
    expect((await focused(page)).what).toBe('radio New card')
    await tabTo(
      page,
      'radio At this desk If the issuer requires 3-D Secure, its page opens here for the cardholder.',
    )
    await page.keyboard.press('Space')
    await tabTo(page, 'textbox Card number', 'Shift+Tab')
    expect(await tabThrough(page, 'button Review')).toEqual([
      'textbox Card number',
      'textbox Security code',
      'textbox Name on the card',
      'textbox Expiry date (MM/YY)',
      'radio At this desk If the issuer requires 3-D Secure, its page opens here for the cardholder.',
      'textbox Amount',
      'textbox Description',
      'combobox Endpoint or group',
      'textbox Customer IP address',
      'button Clear the customer IP address',
      'textbox Your reference',
      'DisclosureTriangle Cardholder’s contact and address',
      'button Review',
    ])
    await tabTo(page, 'textbox Card number', 'Shift+Tab')
    await typeHere(page, 'Card number', testCardNumber, '4111 1111 1111 1111')
    await typeAlong(page, {
      'Security code': '123',
      'Name on the card': 'IVA TESTOVA',
      'Expiry date (MM/YY)': '12/31',
    })
    await page.keyboard.press('Tab')
    await page.keyboard.press('ArrowDown')
    await typeAlong(page, {
      Amount: '21.00',
      Description: 'First month',
    })
    await tabTo(page, 'DisclosureTriangle Cardholder’s contact and address')
    await page.keyboard.press('Space')
    await typeAlong(page, payer)
    await tabTo(page, 'button Review')
    await page.keyboard.press('Enter')
    await page.getByRole('heading', { name: 'Review', exact: true }).waitFor()
    await tickEveryWarning(page)
    await tabTo(page, 'button Charge 21.00 EUR GATEWAY TEST, Nord Shop test')
    await page.keyboard.press('Space')
    await page.waitForURL(/#\/orders\/[^/]+$/)
    expect(Object.fromEntries(sent('/sale/'))).toMatchObject({
      credit_card_number: testCardNumber,
      cvv2: '123',
      card_printed_name: 'IVA TESTOVA',
      expire_month: '12',
      expire_year: '31',
      amount: '21.00',
      order_desc: 'First month',
      first_name: 'Iva',
      last_name: 'Testová',
      email: 'iva@example.com',
      country: 'DE',
      zip_code: '10115',
    })
    expect(recorder.requests.filter(({ path }) => path.includes('/sale/'))).toHaveLength(1)
  })

  it('saves a new profile with endpoints, sale rules and polling pace', async () => {
    const { page, recorder, simulator } = open()
    await openScreen(page, '/settings/profiles')
    await tabTo(page, 'button Add gateway profile')
    await page.keyboard.press('Enter')
    expect((await focused(page)).what).toBe('textbox Profile name')
    expect(await tabThrough(page, 'button Cancel')).toEqual([
      'textbox Profile name',
      'radio Gateway test',
      'textbox Base URL with its path',
      'textbox Login',
      'textbox Control key',
      'combobox Kind',
      'textbox ID',
      'textbox Currency',
      'textbox Label',
      'button Add endpoint or group',
      'DisclosureTriangle Typed cards, control values, safety level, check interval, default IP address',
      'button Save profile',
      'button Cancel',
    ])
    await tabTo(page, 'textbox Profile name', 'Shift+Tab')
    await typeAlong(page, {
      'Profile name': 'Žižkov shop',
      'Base URL with its path': recorder.baseUrl,
      Login: simulator.login,
      'Control key': simulator.controlKey,
      ID: simulator.endpointId,
      Currency: 'EUR',
      Label: 'Monthly',
    })
    await tabTo(page, 'button Add endpoint or group')
    await page.keyboard.press('Enter')
    await tabTo(page, 'combobox Kind', 'Shift+Tab')
    await chooseHere(page, 'Kind', 'Group')
    await page.keyboard.press('Tab')
    await typeHere(page, 'ID', simulator.groupId)
    await tabTo(
      page,
      'DisclosureTriangle Typed cards, control values, safety level, check interval, default IP address',
    )
    await page.keyboard.press('Enter')
    await tabTo(page, 'checkbox Allow typed card numbers in this profile')
    await page.keyboard.press('Space')
    await tabTo(page, 'button Move client order ID up')
    await page.keyboard.press('Enter')
    await tabTo(page, 'combobox Add value: Values in the control of a sale')
    // The select adds the chosen value at once and then offers the others.
    await page.keyboard.type('cu')
    await page.getByText('currency', { exact: true }).first().waitFor()
    await tabTo(page, 'textbox Return address')
    await typeHere(page, 'Return address', 'https://return.example.com/3ds')
    await tabTo(page, 'radio Charges need a review and a confirmation')
    // From the first level to the last, which is the strictest.
    await page.keyboard.press('ArrowUp')
    await typeAlong(page, {
      'Default customer IP address': '2001:db8::7',
      'Shortest, seconds': '4',
      'Longest, seconds': '6',
    })
    await page.keyboard.press('Enter')
    await page.getByText('Connection works').waitFor()
    const { profiles } = await get(page, 'appState.get', {})
    expect(profiles.find(({ name }) => name === 'Žižkov shop')).toMatchObject({
      baseUrl: recorder.baseUrl,
      login: simulator.login,
      secret: 'present',
      routes: [
        { kind: 'endpoint', id: simulator.endpointId, label: 'Monthly', currency: 'EUR' },
        { kind: 'group', id: simulator.groupId, label: '', currency: null },
      ],
      defaultIpAddress: '2001:db8::7',
      pollPace: { minMs: 4000, maxMs: 6000 },
      safetyLevel: 'read-only',
      saleRules: {
        acceptsCards: false,
        control: ['client order id', 'route id', 'amount in minor units', 'email', 'currency'],
        returnUrl: 'https://return.example.com/3ds',
      },
    })
  })

  it('creates a recovery code and checks the written copy', async () => {
    const { testApp, page } = open()
    await openScreen(page, '/settings/data')
    await tabTo(page, 'button Create new recovery code')
    await page.keyboard.press('Enter')
    await tabTo(page, 'button Create recovery code')
    await page.keyboard.press('Enter')
    expect(await release(testApp.app)).toBe('Create a new recovery code?')
    const paper = page.getByRole('list', { name: 'Your recovery code' }).locator('.mono')
    await paper.first().waitFor()
    const groups = await paper.allInnerTexts()
    await tabTo(page, 'button I have written it down')
    await page.keyboard.press('Enter')
    await page.getByRole('heading', { name: 'Check recovery code' }).waitFor()
    const asked = await page
      .getByLabel(/^Group [1-7]$/)
      .evaluateAll((fields) =>
        (fields as HTMLInputElement[]).map((field) => field.labels?.[0]?.textContent ?? ''),
      )
    expect(asked).toHaveLength(2)
    for (const label of asked) {
      await tabTo(page, `textbox ${label}`)
      await typeHere(page, label, groups[Number(label.slice(-1)) - 1] ?? '')
    }
    expect(await tabThrough(page, 'button Show code again')).toEqual([
      `textbox ${asked[1]}`,
      'button Check code',
      'button Show code again',
    ])
    await tabTo(page, 'button Check code', 'Shift+Tab')
    await page.keyboard.press('Enter')
    await page.getByRole('button', { name: 'Create new recovery code' }).waitFor()
    expect((await get(page, 'appState.get', {})).recovery).toBe('made')
  })

  it('saves the operator’s name and the time zone', async () => {
    const { page } = open()
    await openScreen(page, '/settings/person')
    await tabTo(page, 'textbox Your name')
    expect(await tabThrough(page, 'button Save name and time zone')).toEqual([
      'textbox Your name',
      'combobox Time zone',
      'button Save name and time zone',
    ])
    await tabTo(page, 'textbox Your name', 'Shift+Tab')
    await typeHere(page, 'Your name', 'Ana Kovač')
    await page.keyboard.press('Tab')
    await chooseHere(page, 'Time zone', 'Asia/Tokyo')
    await page.keyboard.press('Tab')
    await page.keyboard.press('Enter')
    await page.getByText('Saved', { exact: true }).waitFor()
    const { settings } = await get(page, 'appState.get', {})
    expect(settings).toMatchObject({ operatorName: 'Ana Kovač', timeZone: 'Asia/Tokyo' })
  })

  it.each([
    ['/orders', 'Search orders', 'INV-2041', 'combobox'],
    ['/cards', 'Search cards', 'marta', 'searchbox'],
    ['/log', 'Search API log', 'make-rebill', 'searchbox'],
  ])(
    'searches %s with a slash, moves into the list with Enter and clears the box with Esc',
    async (path, label, text, role) => {
      const { page } = open()
      await openScreen(page, path)
      await page.getByRole('row').nth(1).waitFor()
      const all = await page.getByRole('row').count()
      await page.keyboard.press('/')
      await typeHere(page, label, text)
      await expect.poll(() => page.getByRole('row').count()).toBeLessThan(all)
      await page.keyboard.press('Enter')
      await expect.poll(async () => (await focused(page)).what).toMatch(/^row /)
      await page.keyboard.press('/')
      await expect.poll(async () => (await focused(page)).value).toBe(text)
      await page.keyboard.press('Escape')
      expect(await focused(page)).toMatchObject({ what: `${role} ${label}`, value: '' })
      await expect.poll(() => page.getByRole('row').count()).toBeGreaterThanOrEqual(all)
    },
  )
})

const payer = {
  'First name': 'Iva',
  'Last name': 'Testová',
  Email: 'iva@example.com',
  Country: 'DE',
  'Postal code': '10115',
}

/** Ticks every warning of the review with Space. */
async function tickEveryWarning(page: Page): Promise<void> {
  const warnings = page.getByRole('checkbox')
  for (let at = 0; at < (await warnings.count()); at++) {
    const text = await warnings.nth(at).innerText()
    await tabTo(page, `checkbox ${text}`)
    await page.keyboard.press('Space')
  }
}

/** The order that is open. */
function orderIn(page: Page): string {
  return /orders\/([0-9]+)/.exec(page.url())?.[1] ?? ''
}
