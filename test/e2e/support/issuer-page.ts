import type { ElectronApplication, Page } from 'playwright-core'
import { expect } from 'vitest'
import type { RunningSimulator } from './simulator'
import { typeInto } from './person'

/** The open page of the issuer. */
export async function issuerPage(app: ElectronApplication): Promise<Page> {
  return openedWindow(app, (url) => /\/issuer\/(?:challenge|pareq)/.test(url))
}

/** The bar above an issuer's page. */
export async function issuerBar(app: ElectronApplication): Promise<Page> {
  return openedWindow(app, (url) => url.startsWith('data:text/html'))
}

/** Closes the issuer's page with the button in its bar. */
export async function closeIssuerPage(app: ElectronApplication): Promise<void> {
  const bar = await issuerBar(app)
  const click = bar.getByRole('button', { name: 'Close issuer page' }).click({ noWaitAfter: true })
  // The click closes the bar, at times before Playwright hears that the click was made.
  await click.catch((error: unknown) => {
    if (!bar.isClosed()) throw error
  })
}

async function openedWindow(app: ElectronApplication, isWanted: (url: string) => boolean): Promise<Page> {
  const find = () => app.windows().find((window) => isWanted(window.url()))
  await expect
    .poll(() => find() !== undefined || app.windows().map((window) => window.url().slice(0, 80)), {
      timeout: 30_000,
      interval: 100,
    })
    .toBe(true)
  const page = find()
  if (page === undefined) throw new Error('the issuer’s page went away at once')
  return page
}

/** Types a code and confirms on the issuer's page, or refuses. */
export async function answerIssuer(page: Page, answer: { readonly code: string } | 'refuse'): Promise<void> {
  // The click closes the page, so Playwright must not wait for anything afterwards.
  if (answer === 'refuse') await page.locator('button[value=refuse]').click({ noWaitAfter: true })
  else {
    await typeInto(page.locator('input[name=code]'), answer.code)
    await page.locator('button[value=confirm]').click({ noWaitAfter: true })
  }
}

/** Posts an answer to the challenge to the app from any page, as an issuer's page does. */
export async function postAnswer(page: Page, clientOrderId: string, cres: string): Promise<void> {
  const returnUrl = `https://return.rebill-desk.invalid/3ds/${clientOrderId}/challenge`
  await page.setContent(
    `<form method="post" action="${returnUrl}"><input name="cres" value="${cres}"></form>`,
  )
  // eslint-disable-next-line no-restricted-syntax -- A script of the issuer's page, not a person.
  await page.locator('form').evaluate((form: HTMLFormElement) => setTimeout(() => form.submit(), 0))
}

/** The CRes of the simulator's issuer for the right code. A later request gets the same value. */
export async function issuedAnswer(simulator: RunningSimulator, creq: string): Promise<string> {
  const body = new URLSearchParams({ creq, code: '1234', action: 'confirm' })
  const response = await fetch(`${simulator.baseUrl}/issuer/challenge`, { method: 'POST', body })
  return /name="cres" value="([^"]+)"/.exec(await response.text())?.[1] ?? ''
}
