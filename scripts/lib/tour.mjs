import path from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { formatDuration, say } from './script.mjs'

const STEP_LIMIT_MS = 20_000
const FINAL_LIMIT_MS = 60_000

/** A step with an unexpected result; the message contains what the window showed. */
export class TourFailure extends Error {}

/** @typedef {(title: string, act: () => Promise<void>) => Promise<void>} Step */

/**
 * Does the main job through the window: chooses the simulator, looks up and charges a stored card, and waits until the
 * window shows the order as approved.
 * @param {import('playwright-core').Page} page
 * @param {{ amount: string, step: Step }} options amount in major units with two decimals, in the form's own currency
 * @returns {Promise<{ amountShown: string, statusShown: string }>} what the order showed at the end
 */
export async function doMainJob(page, { amount, step }) {
  page.setDefaultTimeout(STEP_LIMIT_MS)
  let amountShown = ''
  let statusShown = ''

  await step('First run: choose "Try the simulator"', async () => {
    await button(page, 'Try the simulator').click()
    await link(page, 'Cards').waitFor()
  })
  await step('Cards: open the first stored card', async () => {
    await link(page, 'Cards').click()
    await firstRow(page).click()
    await button(page, 'Refresh card info').waitFor()
  })
  await step('Card: refresh the card info', async () => {
    await button(page, 'Refresh card info').click()
    await becomesEnabled(button(page, 'Refresh card info'))
  })
  await step('Charge: fill in the form', async () => {
    await button(page, 'Charge card').click()
    await typeInto(page, 'Amount', amount)
    await typeInto(page, 'Description', 'Monthly plan')
    const ipAddress = await field(page, 'Customer IP address').inputValue()
    if (ipAddress === '') await typeInto(page, 'Customer IP address', '203.0.113.10')
  })
  await step('Charge: review what will be sent', async () => {
    await button(page, 'Review').click()
    await confirmButton(page, amount).waitFor()
  })
  await step(`Charge: confirm ${amount} on the simulator`, async () => {
    await confirmButton(page, amount).click()
    await status(page).waitFor()
  })
  await step('Order: follow its timeline until it is approved', async () => {
    statusShown = await followStatus(page)
    amountShown = await textOf(page.getByTestId('order-amount'))
    if (!amountShown.startsWith(`${amount} `)) {
      throw new TourFailure(`The order's page says ${amountShown}, but ${amount} was entered.`)
    }
  })
  return { amountShown, statusShown }
}

/**
 * Runs steps one after the other. Prints each step with the time since the start and takes a picture afterwards.
 * @param {import('playwright-core').Page} page
 * @param {string} folder for the pictures
 * @param {number} startedAtMs
 * @returns {{ step: Step, picture: (name: string) => Promise<string | null> }}
 */
export function narratedSteps(page, folder, startedAtMs) {
  let count = 0
  const picture = async (/** @type {string} */ name) => {
    const file = path.join(folder, `${String(++count).padStart(2, '0')}-${slug(name)}.png`)
    return await page.screenshot({ path: file, timeout: 10_000 }).then(
      () => file,
      () => null,
    )
  }
  return {
    picture,
    step: async (title, act) => {
      await act()
      say(`${formatDuration(Date.now() - startedAtMs).padStart(8)}  ${title}`)
      await picture(title)
    },
  }
}

/** Reads the status in the window until it is final. @param {import('playwright-core').Page} page */
async function followStatus(page) {
  const startedAtMs = Date.now()
  let shown = ''
  for (;;) {
    const now = await textOf(status(page))
    if (now !== shown) say(`            the window shows: ${now}`)
    shown = now
    if (/^approved$/i.test(shown)) return shown
    if (/^(declined|filtered|error)$/i.test(shown)) throw new TourFailure(`The order ended as "${shown}".`)
    if (Date.now() - startedAtMs > FINAL_LIMIT_MS) {
      throw new TourFailure(`After ${formatDuration(FINAL_LIMIT_MS)} the order is still "${shown}".`)
    }
    await sleep(200)
  }
}

/** Waits until the page shows a control. @param {import('playwright-core').Page} page */
export async function windowIsFilled(page) {
  await page.getByRole('button').first().waitFor({ timeout: STEP_LIMIT_MS })
}

/**
 * The visible text of the open order; without one, of the whole window.
 * @param {import('playwright-core').Page} page
 */
export async function readWindow(page) {
  const order = status(page).locator(
    'xpath=ancestor::*[self::article or self::aside or self::section or self::main][1]',
  )
  const shown = (await order.count()) > 0 ? order : page.locator('body')
  const text = await shown.innerText({ timeout: 5_000 })
  return text
    .split('\n')
    .map((line) => line.trim())
    .filter(Boolean)
    .join('\n')
}

/** @param {string} text */
function slug(text) {
  return text
    .toLowerCase()
    .replaceAll(/[^a-z0-9]+/g, '-')
    .replaceAll(/^-|-$/g, '')
}

/** @param {import('playwright-core').Locator} locator */
async function textOf(locator) {
  return (await locator.first().innerText()).trim()
}

/** @param {import('playwright-core').Locator} locator */
async function becomesEnabled(locator) {
  const deadlineMs = Date.now() + STEP_LIMIT_MS
  // Checked before the click, because the click itself can disable the button.
  for (await sleep(150); !(await locator.isEnabled()); await sleep(50)) {
    if (Date.now() > deadlineMs) throw new TourFailure('The card info did not arrive.')
  }
}

/**
 * @param {import('playwright-core').Page} page
 * @param {string} amount
 */
function confirmButton(page, amount) {
  return button(page, new RegExp(`^Charge ${amount.replace('.', '\\.')} [A-Z]{3} SIMULATOR, `))
}

/**
 * @param {import('playwright-core').Page} page
 * @param {string | RegExp} name
 */
function button(page, name) {
  return page.getByRole('button', { name, exact: true })
}

/**
 * @param {import('playwright-core').Page} page
 * @param {string} name
 */
function link(page, name) {
  return page.getByRole('link', { name, exact: true })
}

/**
 * @param {import('playwright-core').Page} page
 * @param {string} label
 */
function field(page, label) {
  return page.getByLabel(label, { exact: true })
}

/**
 * Types into an empty field with real keys; fails when the text does not arrive there.
 * @param {import('playwright-core').Page} page
 * @param {string} label
 * @param {string} text
 */
async function typeInto(page, label, text) {
  await field(page, label).click()
  await page.keyboard.type(text)
  const arrived = await field(page, label).inputValue()
  if (arrived !== text) throw new TourFailure(`"${text}" was typed into ${label}, which holds "${arrived}".`)
}

/** The first row of a list after the header. @param {import('playwright-core').Page} page */
function firstRow(page) {
  const cell = page.getByRole('cell').or(page.getByRole('gridcell'))
  return page.getByRole('row').filter({ has: cell }).first()
}

/** @param {import('playwright-core').Page} page */
function status(page) {
  return page.getByTestId('order-status').first()
}
