import type { ElectronApplication, Page } from 'playwright-core'
import { expect } from 'vitest'
import type { RunningSimulator } from './simulator'

/** The issuer's page that is open now, once its code can be typed. */
export async function issuerPage(app: ElectronApplication): Promise<Page> {
  const find = () => app.windows().find((window) => /\/issuer\/(?:challenge|pareq)/.test(window.url()))
  await expect.poll(() => find() !== undefined, { timeout: 30_000, interval: 100 }).toBe(true)
  const page = find()
  if (page === undefined) throw new Error('the issuer’s page went away at once')
  return page
}

/** The strip above an issuer's page. */
export function issuerBar(app: ElectronApplication): Page {
  const bar = app.windows().find((window) => window.url().startsWith('data:text/html'))
  if (bar === undefined) throw new Error('no issuer’s page is open')
  return bar
}

/** What a cardholder does on the issuer's page: types a code and confirms, or refuses. */
export async function answerIssuer(page: Page, answer: { readonly code: string } | 'refuse'): Promise<void> {
  // The page goes away with the click, so that nothing after it can be waited for.
  if (answer === 'refuse') await page.locator('button[value=refuse]').click({ noWaitAfter: true })
  else {
    await page.locator('input[name=code]').fill(answer.code)
    await page.locator('button[value=confirm]').click({ noWaitAfter: true })
  }
}

/** The CRes of the simulator's issuer for somebody who knows the code; whoever comes later gets the same. */
export async function issuedAnswer(simulator: RunningSimulator, creq: string): Promise<string> {
  const body = new URLSearchParams({ creq, code: '1234', action: 'confirm' })
  const response = await fetch(`${simulator.baseUrl}/issuer/challenge`, { method: 'POST', body })
  return /name="cres" value="([^"]+)"/.exec(await response.text())?.[1] ?? ''
}
