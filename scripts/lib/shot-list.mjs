import { askMain } from './shot-data.mjs'

/** @typedef {{ name: string, show: (page: import('playwright-core').Page) => Promise<void> }} Screen */

/** Screens of an app without any data. @type {readonly Screen[]} */
export const startScreens = [
  { name: '01-first-run', show: async (page) => await button(page, 'Try the simulator').waitFor() },
]

/** The start without a keychain, of an app that has a recovery code. @type {Screen} */
export const noKeychainScreen = {
  name: '26-start-without-keychain',
  show: async (page) =>
    await page
      .getByLabel(/recovery code/i)
      .first()
      .waitFor(),
}

/**
 * Screens of a shop at work.
 * @param {import('./shot-data.mjs').ShotIds} ids
 * @returns {readonly Screen[]}
 */
export function screens(ids) {
  return [
    { name: '02-home', show: async (page) => await open(page, '/home') },
    { name: '03-orders', show: async (page) => await open(page, '/orders') },
    {
      name: '04-orders-filtered-out',
      show: async (page) => {
        await open(page, '/orders')
        await page.getByRole('searchbox').first().fill('nothing has this name')
      },
    },
    {
      name: '05-order-timeline',
      show: async (page) => await openTab(page, `/orders/${ids.approved}`, 'Timeline'),
    },
    { name: '06-order-facts', show: async (page) => await openTab(page, `/orders/${ids.approved}`, 'Facts') },
    { name: '07-order-raw', show: async (page) => await openTab(page, `/orders/${ids.approved}`, 'Raw') },
    {
      name: '08-order-declined',
      show: async (page) => await openTab(page, `/orders/${ids.declined}`, 'Timeline'),
    },
    {
      name: '09-order-outcome-unknown',
      show: async (page) => await openTab(page, `/orders/${ids.unknown}`, 'Timeline'),
    },
    {
      name: '10-order-note',
      show: async (page) => {
        await openTab(page, `/orders/${ids.approved}`, 'Timeline')
        await button(page, 'Add note').click()
      },
    },
    {
      name: '11-adopt-order',
      show: async (page) => {
        await open(page, '/orders')
        await button(page, 'Adopt order').click()
      },
    },
    { name: '12-cards', show: async (page) => await open(page, '/cards') },
    { name: '13-card', show: async (page) => await open(page, `/cards/${ids.card}`) },
    {
      name: '14-add-card',
      show: async (page) => {
        await open(page, '/cards')
        await button(page, 'Add a card').click()
      },
    },
    { name: '15-charge-empty', show: async (page) => await openCharge(page, ids) },
    {
      name: '16-charge-refused',
      show: async (page) => {
        await openCharge(page, ids)
        await field(page, 'Amount').fill('12,345')
        await field(page, 'Description').fill('4111 1111 1111 1111')
        await field(page, 'Customer IP address').fill('300.1.1.1')
        await button(page, 'Review').click()
      },
    },
    { name: '17-charge-review', show: async (page) => await openReview(page, ids, '15.00') },
    { name: '18-charge-review-warning', show: async (page) => await openReview(page, ids, '49.00') },
    { name: '19-api-log', show: async (page) => await open(page, '/log') },
    {
      name: '20-api-log-exchange',
      show: async (page) => {
        await open(page, '/log')
        await page.getByRole('row').nth(2).click()
      },
    },
    { name: '21-settings-profiles', show: async (page) => await open(page, '/settings/profiles') },
    {
      name: '21-settings-connection-test',
      show: async (page) => {
        await open(page, '/settings/profiles')
        await button(page, 'Test connection').click()
        await page.waitForTimeout(600)
      },
    },
    ...['appearance', 'person', 'data', 'about'].map((section) => ({
      name: `21-settings-${section}`,
      show: async (/** @type {import('playwright-core').Page} */ page) =>
        await open(page, `/settings/${section}`),
    })),
    {
      name: '21-settings-add-profile',
      show: async (page) => {
        await open(page, '/settings/profiles')
        await button(page, 'Add a gateway profile').click()
      },
    },
    {
      name: '22-command-bar',
      show: async (page) => {
        await open(page, '/orders')
        await page.keyboard.press('Control+k')
      },
    },
    {
      name: '24-recovery-code',
      show: async (page) => {
        await open(page, '/settings/data')
        await page.getByRole('button', { name: /^Make a (recovery|new) code$/ }).click()
        await button(page, 'Make the recovery code').click()
        await page.getByText('Your recovery code').first().waitFor()
      },
    },
    {
      name: '25-profile-form',
      show: async (page) => {
        const { code, askGroups } = await askMain(page, 'recovery.create', {})
        const groups = code.split('-')
        await askMain(page, 'recovery.confirm', {
          groups: askGroups.map((/** @type {number} */ index) => ({ index, text: groups[index] })),
        })
        await open(page, '/settings/profiles')
        await button(page, 'Add a gateway profile').click()
      },
    },
    {
      name: '23-keyboard-help',
      show: async (page) => {
        await open(page, '/orders')
        await page.keyboard.press('?')
      },
    },
  ]
}

/** @param {import('playwright-core').Page} page @param {string} path */
async function open(page, path) {
  await page.keyboard.press('Escape')
  await page.goto(`app://desk/index.html#${path}`)
  await page.reload()
  await page.getByRole('link', { name: 'Home', exact: true }).waitFor()
  await page.waitForTimeout(600)
}

/** @param {import('playwright-core').Page} page @param {string} path @param {string} tab */
async function openTab(page, path, tab) {
  await open(page, path)
  await page.getByRole('tab', { name: tab, exact: true }).click()
}

/** @param {import('playwright-core').Page} page @param {import('./shot-data.mjs').ShotIds} ids */
async function openCharge(page, ids) {
  await open(page, `/cards/${ids.card}`)
  await button(page, 'Charge this card').click()
  await field(page, 'Amount').waitFor()
}

/** @param {import('playwright-core').Page} page @param {import('./shot-data.mjs').ShotIds} ids @param {string} amount */
async function openReview(page, ids, amount) {
  await openCharge(page, ids)
  await field(page, 'Amount').fill(amount)
  await field(page, 'Description').fill('Monthly plan, December')
  await field(page, 'Your reference').fill('INV-2041')
  await button(page, 'Review').click()
  await page.getByRole('button', { name: /^Charge .* on the simulator$/ }).waitFor()
}

/** @param {import('playwright-core').Page} page @param {string} name */
function button(page, name) {
  return page.getByRole('button', { name, exact: true }).first()
}

/** @param {import('playwright-core').Page} page @param {string} label */
function field(page, label) {
  return page.getByLabel(label, { exact: true })
}
