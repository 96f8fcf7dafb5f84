import type { Page } from 'playwright-core'
import { describe, expect, it } from 'vitest'
import { get, sell, waitForWord } from './support/app-calls'
import { appForFile } from './support/app-for-file'
import { focused, protocolOf, tabTo, typeHere } from './support/person'
import { openOrder, openScreen } from './support/walk'

/** What people of Japan type by its sound before they choose the signs. */
const sound = 'たなか'
const signs = '田中'

const scene = { orderId: '' }

const open = appForFile(async ({ page, simulator }) => {
  // Something that the command bar finds while the text is not yet whole.
  const other = { cardRefId: '771204', nickname: sound, customerReference: '' }
  await get(page, 'cards.add', { ...other, routeId: simulator.endpointId })
  scene.orderId = await sell(page, { amount: '21.00', routeId: simulator.endpointId })
  await waitForWord(page, scene.orderId, 'approved')
  return undefined
})

/** Enter as the browser reports it while an input method still works on the text: by `isComposing`, or by 229 alone. */
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
      expect((await focused(page)).what).toBe('searchbox Search orders')
    })
    await commit(page)
    expect(await focused(page)).toMatchObject({ value: signs })
  })

  it('adopts no order before its id is whole', async () => {
    const { page, recorder } = open()
    await openScreen(page, '/orders')
    await tabTo(page, 'button Adopt order')
    await page.keyboard.press('Enter')
    await page.getByRole('dialog').waitFor()
    await typeHere(page, 'Client order id', 'INV-2050')
    await pressEnterOfInputMethod(page, kind)
    await staysSo(page, async () => {
      expect(await page.getByRole('dialog').count()).toBe(1)
      expect(recorder.requests.filter(({ body }) => body.includes('INV-2050'))).toEqual([])
    })
    await commit(page)
    expect(await focused(page)).toMatchObject({ value: `INV-2050${signs}` })
  })

  it('registers no card before its name is whole', async () => {
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

/** Presses Enter while the input method works. */
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

/** The input method hands the signs over. */
async function commit(page: Page): Promise<void> {
  const session = await protocolOf(page)
  await session.send('Input.insertText', { text: signs })
}

/** Long enough for what a key press would have begun: a change of screen, a request. */
async function staysSo(page: Page, check: () => Promise<void>): Promise<void> {
  await page.waitForTimeout(300)
  await check()
  await get(page, 'appState.get', {})
  await check()
}
