import type { Page } from 'playwright-core'
import { describe, expect, it } from 'vitest'
import { get, sell, waitForWord } from './support/app-calls'
import { appForFile } from './support/app-for-file'
import { focused, protocolOf, tabTo, typeHere } from './support/person'
import { openOrder, openScreen } from './support/walk'

/** Japanese text, which is typed by its sound before the characters are chosen. */
const sound = 'たなか'
const signs = '田中'

const scene = { orderId: '' }

const open = appForFile(async ({ page, simulator }) => {
  // Something that the command bar finds before the text is complete.
  const other = { cardRefId: '771204', nickname: sound, customerReference: '' }
  await get(page, 'cards.add', { ...other, routeId: simulator.endpointId })
  scene.orderId = await sell(page, { amount: '21.00', routeId: simulator.endpointId })
  await waitForWord(page, scene.orderId, 'approved')
  return undefined
})

/** Enter as the browser reports it during composition: with `isComposing`, or only with key code 229. */
const enters = ['with the text still underlined', 'reported as key code 229 before the first sign'] as const

describe.each(enters)('Enter that belongs to the input method, %s (A11)', (kind) => {
  it('runs nothing in the command bar', async () => {
    const { page } = open()
    await openScreen(page, '/home')
    await page.keyboard.press('Control+k')
    await page.getByRole('dialog').waitFor()
    await pressEnterOfInputMethod(page, kind)
    await staysSo(page, async () => {
      expect(page.url()).toMatch(/#\/home$/)
      expect(await page.getByRole('dialog').count()).toBe(1)
    })
    await commit(page)
    expect(await focused(page)).toMatchObject({ value: signs })
  })

  it('opens no order from the search', async () => {
    const { page } = open()
    await openScreen(page, '/orders')
    await page.getByRole('row').nth(1).waitFor()
    await page.keyboard.press('/')
    await pressEnterOfInputMethod(page, kind)
    await staysSo(page, async () => {
      expect(page.url()).toMatch(/#\/orders$/)
      expect((await focused(page)).what).toBe('combobox Search orders')
    })
    await commit(page)
    expect(await focused(page)).toMatchObject({ value: signs })
  })

  it('adopts no order before its id is complete', async () => {
    const { page, recorder } = open()
    await openScreen(page, '/orders')
    await tabTo(page, 'button Add order by ID')
    await page.keyboard.press('Enter')
    await page.getByRole('dialog').waitFor()
    await typeHere(page, 'Client order ID', 'INV-2050')
    await pressEnterOfInputMethod(page, kind)
    await staysSo(page, async () => {
      expect(await page.getByRole('dialog').count()).toBe(1)
      expect(recorder.requests.filter(({ body }) => body.includes('INV-2050'))).toEqual([])
    })
    await commit(page)
    expect(await focused(page)).toMatchObject({ value: `INV-2050${signs}` })
  })

  it('registers no card before its name is complete', async () => {
    const { page, recorder } = open()
    await openOrder(page, scene.orderId, 'Timeline')
    await tabTo(page, 'button Register card')
    await page.keyboard.press('Enter')
    await page.getByRole('dialog').waitFor()
    await typeHere(page, 'Nickname', 'Iva ')
    await pressEnterOfInputMethod(page, kind)
    await staysSo(page, async () => {
      expect(await page.getByRole('dialog').count()).toBe(1)
      expect(recorder.requests.filter(({ path }) => path.includes('create-card-ref'))).toEqual([])
    })
    await commit(page)
    expect(await focused(page)).toMatchObject({ value: `Iva ${signs}` })
  })
})

/** Presses Enter during composition. */
async function pressEnterOfInputMethod(page: Page, kind: (typeof enters)[number]): Promise<void> {
  const session = await protocolOf(page)
  const isUnderlined = kind === enters[0]
  const end = { selectionStart: sound.length, selectionEnd: sound.length }
  if (isUnderlined) await session.send('Input.imeSetComposition', { text: sound, ...end })
  const keyCode = isUnderlined ? 13 : 229
  const enter = { key: 'Enter', code: 'Enter', windowsVirtualKeyCode: keyCode, nativeVirtualKeyCode: keyCode }
  await session.send('Input.dispatchKeyEvent', { type: 'rawKeyDown', ...enter })
  await session.send('Input.dispatchKeyEvent', { type: 'keyUp', ...enter })
}

/** Commits the composed text. */
async function commit(page: Page): Promise<void> {
  const session = await protocolOf(page)
  await session.send('Input.insertText', { text: signs })
}

/** Waits long enough for the possible effect of a key press, such as a change of screen or a request. */
async function staysSo(page: Page, check: () => Promise<void>): Promise<void> {
  await page.waitForTimeout(300)
  await check()
  await get(page, 'appState.get', {})
  await check()
}
