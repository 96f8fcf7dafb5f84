import type { ElectronApplication, Page } from 'playwright-core'
import { expect } from 'vitest'

/** Longer than the time in which a question takes no key. */
const armedAfterMs = 900

function findQuestion(app: ElectronApplication): Page | undefined {
  return app.windows().find((window) => decodeURIComponent(window.url()).includes('<footer>'))
}

/** The window in which main asks a person to release an action. */
export async function consentWindow(app: ElectronApplication): Promise<Page> {
  await expect.poll(() => findQuestion(app) !== undefined, { timeout: 30_000, interval: 100 }).toBe(true)
  const page = findQuestion(app)
  if (page === undefined) throw new Error('the question went away at once')
  await page.getByRole('button', { name: 'Cancel' }).waitFor()
  return page
}

/**
 * Releases by keyboard what the window asks, and returns the heading of the question. `typed` is typed first; the focus
 * starts in its field.
 */
export async function release(app: ElectronApplication, typed = ''): Promise<string> {
  const page = await consentWindow(app)
  const heading = await page.getByRole('heading').innerText()
  await page.waitForTimeout(armedAfterMs)
  await page.keyboard.type(typed)
  // Between two releases main takes none for two seconds, so a person presses again.
  const pressed = async () => {
    if (page.isClosed()) return true
    await page.keyboard.press('Enter').catch((error: unknown) => {
      if (!page.isClosed()) throw error
    })
    return page.isClosed()
  }
  await expect.poll(pressed, { timeout: 10_000, interval: 500 }).toBe(true)
  return heading
}

/** Presses Esc in the window, as a key of the system: main hears it before the page. */
export async function decline(app: ElectronApplication): Promise<void> {
  const page = findQuestion(app)
  if (page === undefined) throw new Error('no question is open')
  await app.evaluate(({ BrowserWindow }) => {
    const asking = BrowserWindow.getAllWindows().find(({ webContents }) =>
      webContents.getURL().startsWith('data:'),
    )
    asking?.webContents.sendInputEvent({ type: 'keyDown', keyCode: 'Escape' })
  })
  await expect.poll(() => page.isClosed(), { timeout: 10_000 }).toBe(true)
}
