import type { ElectronApplication, Page } from 'playwright-core'
import { expect } from 'vitest'

/** Longer than the time in which a question takes no key. */
const armedAfterMs = 900

/** The window in which main asks a person to release an action. */
export async function consentWindow(app: ElectronApplication): Promise<Page> {
  const find = () => app.windows().find((window) => decodeURIComponent(window.url()).includes('<footer>'))
  await expect.poll(() => find() !== undefined, { timeout: 30_000, interval: 100 }).toBe(true)
  const page = find()
  if (page === undefined) throw new Error('the question went away at once')
  await page.getByRole('button', { name: 'Cancel' }).waitFor()
  return page
}

/** Releases by keyboard what the window asks, and returns the heading of the question. */
export async function release(app: ElectronApplication): Promise<string> {
  const page = await consentWindow(app)
  const heading = await page.getByRole('heading').innerText()
  await page.waitForTimeout(armedAfterMs)
  await page.keyboard.press('Enter').catch((error: unknown) => {
    if (!page.isClosed()) throw error
  })
  await expect.poll(() => page.isClosed(), { timeout: 10_000 }).toBe(true)
  return heading
}
