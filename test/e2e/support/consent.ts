import type { ElectronApplication, Page } from 'playwright-core'
import { expect } from 'vitest'
import { defaultSaleRules } from '../../../src-shared/domain/sale-rules'
import { aProfileInput } from '../../support/builders'
import { get, makeRecoveryCode } from './app-calls'

/** This name cannot exist (RFC 2606), so nothing is ever sent. */
export const liveHost = 'gate.rebill-desk.invalid'
export const liveControlKey = '0F1E2D3C-4B5A-6978-8796-A5B4C3D2E1F0'

/** Adds an operator who may change settings; `ownPin` is that of the operator who acts. */
export async function addOperator(
  app: ElectronApplication,
  page: Page,
  added: { readonly name: string; readonly pin: string; readonly ownPin: string },
): Promise<void> {
  const saving = get(page, 'operators.save', { operatorId: null, manages: true, ...added })
  expect(await release(app)).toBe('Add this operator?')
  await saving
}

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

/** Saves a live profile, which is released, and stores one card for it. */
export async function liveCard(
  app: ElectronApplication,
  page: Page,
  album: { take(name: string, page?: Page): Promise<void> } | null = null,
): Promise<string> {
  await makeRecoveryCode(page)
  const saving = get(page, 'profiles.save', {
    profile: aProfileInput({
      name: 'Nord Shop',
      target: { kind: 'production', baseUrl: `https://${liveHost}/paynet` },
      routes: [{ kind: 'endpoint', id: '9001', label: 'Monthly', currency: 'EUR' }],
      defaultIpAddress: '203.0.113.24',
      saleRules: defaultSaleRules('production'),
    }),
    controlKey: liveControlKey,
  })
  if (album !== null) await album.take('profile', await consentWindow(app))
  expect(await release(app)).toBe('Save this live profile?')
  const { profileId } = await saving
  await get(page, 'profiles.select', { profileId })
  const card = await get(page, 'cards.add', {
    cardRefId: '771204',
    nickname: 'Gaswerk, maintenance',
    customerReference: 'GW-17',
    routeId: '9001',
  })
  return card.cardId
}
