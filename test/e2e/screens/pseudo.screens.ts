import { mkdir } from 'node:fs/promises'
import { join } from 'node:path'
import type { Page } from 'playwright-core'
import { expect, it } from 'vitest'
import { PSEUDO_FOLDER } from '../../../scripts/lib/build.mjs'
import { outFolder } from '../../../scripts/lib/paths.mjs'
import { messages } from '../../../src-renderer/messages'
import { pseudoOf, pseudoText } from '../../../src-renderer/messages/pseudo'
import { objectionsOf, takesPictures } from '../support/album'
import { openApp } from '../support/app-calls'
import { walkEveryScreen } from '../support/every-screen'
import { cutTexts, unreachableControls } from '../support/fit'
import { openSimulatorApp } from '../support/simulator-app'
import { button } from '../support/walk'

const sizes = [
  { width: 1024, height: 600 },
  { width: 1280, height: 800 },
]
const longTexts = { appFolder: PSEUDO_FOLDER }

it('every main screen fits with texts that are 40 % longer', { timeout: 400_000 }, async () => {
  const testApp = await openSimulatorApp({ ...longTexts, withPast: true })
  const problems: string[] = []
  await walkEveryScreen(testApp, pseudoOf(messages, 'en'), (name) => showSizes(testApp.page, name, problems))
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
    const found = [
      ...(await cutTexts(page)),
      ...(await unreachableControls(page)),
      ...(size === sizes[0] ? await axeObjections(page) : []),
    ]
    problems.push(...found.map((problem) => `${file}: ${problem}`))
    if (takesPictures || found.length > 0)
      await page.screenshot({ path: join(folder, `${file}.png`), animations: 'disabled' })
  }
}

/** Only what longer texts can change. Colours are checked with the usual texts. */
async function axeObjections(page: Page): Promise<string[]> {
  const objections = await objectionsOf(page, 'light', { withContrast: false })
  // Each text gets its own brackets, so that a name can no longer contain the text that is shown.
  return objections.filter((each) => !each.startsWith('label-content-name-mismatch'))
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
