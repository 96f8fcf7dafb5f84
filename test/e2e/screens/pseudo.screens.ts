import { mkdir } from 'node:fs/promises'
import { join } from 'node:path'
import type { Page } from 'playwright-core'
import { expect, it } from 'vitest'
import { PSEUDO_FOLDER } from '../../../scripts/lib/build.mjs'
import { outFolder } from '../../../scripts/lib/paths.mjs'
import { messages } from '../../../src-renderer/messages'
import { pseudoText } from '../../../src-renderer/messages/pseudo'
import { openApp } from '../support/app-calls'
import { cutTexts, unreachableControls } from '../support/fit'
import { cardNamed, chargeUntil, openSimulatorApp, pastIsAdded } from '../support/simulator-app'
import { button, openScreen } from '../support/walk'

const sizes = [
  { width: 1024, height: 600 },
  { width: 1280, height: 800 },
]
const longTexts = { appFolder: PSEUDO_FOLDER }

it('every main screen fits with texts that are 40 % longer', async () => {
  const { page, cards, ...testApp } = await openSimulatorApp(longTexts)
  const problems: string[] = []
  const show = (name: string) => showSizes(page, name, problems)
  const cardId = (start: string) => cardNamed(cards, start).cardId
  const approved = await chargeUntil(page, 'approved', { cardId: cardId('Hohenfels'), amount: '1238860.00' })
  const declined = await chargeUntil(page, 'declined', { cardId: cardId('Žofie'), amount: '9002.00' })
  const unknown = await chargeUntil(page, 'outcome unknown', { cardId: cardId('Ayşe'), amount: '9041.00' })
  await pastIsAdded(page)
  for (const [name, path] of [
    ['home', '/home'],
    ['orders', '/orders'],
    ['order-approved', `/orders/${approved}`],
    ['order-declined', `/orders/${declined}`],
    ['order-unknown', `/orders/${unknown}`],
    ['charge', '/charge'],
    ['cards', '/cards'],
    ['card', `/cards/${cardId('Hohenfels')}`],
    ['callbacks', '/callbacks'],
    ['api-log', '/log'],
    ['settings-profiles', '/settings/profiles'],
    ['settings-keys', '/settings/keys'],
    ['settings-appearance', '/settings/appearance'],
    ['settings-person', '/settings/person'],
    ['settings-data', '/settings/data'],
    ['settings-about', '/settings/about'],
  ] as const) {
    await openScreen(page, path)
    await show(name)
  }
  await openScreen(page, '/settings/profiles')
  await button(page, pseudoText(messages.settings.profiles.add)).click()
  await show('settings-profile')
  await openScreen(page, '/home')
  await page.keyboard.press('Control+k')
  await show('command-bar')
  await openScreen(page, '/home')
  await page.keyboard.press('?')
  await show('keyboard-shortcuts')
  expect(problems).toEqual([])
  await testApp.close()
})

it('every text of the start screen is in the message files', async () => {
  const { page, ...testApp } = await openApp(longTexts)
  await button(page, pseudoText(messages.start.firstRun.simulator.button)).waitFor()
  const problems: string[] = []
  await showSizes(page, 'start', problems)
  expect(problems).toEqual([])
  expect(await foreignTexts(page)).toEqual([])
  await testApp.close()
})

async function showSizes(page: Page, name: string, problems: string[]): Promise<void> {
  const folder = join(outFolder, 'shots')
  await mkdir(folder, { recursive: true })
  for (const size of sizes) {
    await page.setViewportSize(size)
    await page.waitForTimeout(250)
    await expect.poll(() => page.locator('.skeletons, [aria-busy="true"]').count()).toBe(0)
    const file = `pseudo-${name}-${size.width}x${size.height}`
    await page.screenshot({ path: join(folder, `${file}.png`), animations: 'disabled' })
    const found = [...(await cutTexts(page)), ...(await unreachableControls(page))]
    problems.push(...found.map((problem) => `${file}: ${problem}`))
  }
}

/** Texts and names on the page that have no bracket, so they do not come from the message files. */
function foreignTexts(page: Page): Promise<string[]> {
  return page.evaluate(() => {
    const names = [...document.querySelectorAll('[aria-label], [title], [placeholder]')].flatMap((each) =>
      ['aria-label', 'title', 'placeholder'].map((name) => each.getAttribute(name) ?? ''),
    )
    const texts = [...document.querySelectorAll('body *')]
      .filter((each) => !['SCRIPT', 'STYLE'].includes(each.tagName))
      .flatMap((each) => [...each.childNodes].filter((node) => node.nodeType === Node.TEXT_NODE))
      .map((node) => node.textContent ?? '')
    return [...new Set([...names, ...texts])]
      .map((text) => text.trim())
      .filter((text) => /\p{L}{2}/u.test(text) && !text.startsWith('['))
  })
}
