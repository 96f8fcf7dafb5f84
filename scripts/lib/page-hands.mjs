import { setTimeout as sleep } from 'node:timers/promises'
import { STEP_LIMIT_MS, TourFailure } from './tour.mjs'

/**
 * Uses the window through Playwright, which only an app with its debuggers allows.
 * @param {import('playwright-core').Page} page
 * @returns {import('./tour.mjs').Hands}
 */
export function pageHands(page) {
  page.setDefaultTimeout(STEP_LIMIT_MS)
  return {
    see: async (role, name) => await control(page, role, name).first().waitFor(),
    click: async (role, name) => await control(page, role, name).click(),
    openFirstRow: async () => await firstRow(page).click(),
    becomesEnabled: async (name) => {
      const deadlineMs = Date.now() + STEP_LIMIT_MS
      while (!(await control(page, 'button', name).isEnabled())) {
        if (Date.now() > deadlineMs) throw new TourFailure(`"${name}" stays disabled.`)
        await sleep(50)
      }
    },
    valueOf: async (label) => await field(page, label).inputValue(),
    type: async (label, text) => {
      await field(page, label).click()
      await page.keyboard.type(text)
    },
    order: async () => ({
      status: await textOf(page.getByTestId('order-status')),
      amount: await textOf(page.getByTestId('order-amount')),
    }),
    picture: async (file) => void (await page.screenshot({ path: file, timeout: 10_000 })),
    visibleText: async () => await readWindow(page),
  }
}

/** The visible text of the open order; without one, of the whole window. @param {import('playwright-core').Page} page */
async function readWindow(page) {
  const order = page
    .getByTestId('order-status')
    .first()
    .locator('xpath=ancestor::*[self::article or self::aside or self::section or self::main][1]')
  const shown = (await order.count()) > 0 ? order : page.locator('body')
  return await shown.innerText({ timeout: 5_000 })
}

/** @param {import('playwright-core').Locator} locator */
async function textOf(locator) {
  return (await locator.first().innerText()).trim()
}

/**
 * @param {import('playwright-core').Page} page
 * @param {'button' | 'link'} role
 * @param {string | RegExp} name
 */
function control(page, role, name) {
  return page.getByRole(role, { name, exact: true })
}

/**
 * @param {import('playwright-core').Page} page
 * @param {string} label
 */
function field(page, label) {
  return page.getByLabel(label, { exact: true })
}

/** The first row of a list after the header. @param {import('playwright-core').Page} page */
function firstRow(page) {
  const cell = page.getByRole('cell').or(page.getByRole('gridcell'))
  return page.getByRole('row').filter({ has: cell }).first()
}
