import axe, { type RunOnly } from 'axe-core'
import { mkdir } from 'node:fs/promises'
import { join } from 'node:path'
import type { Page } from 'playwright-core'
import { expect } from 'vitest'
import { outFolder } from '../../../scripts/lib/paths.mjs'

/** True for `npm run shots`. In `npm test` nobody looks at pictures. */
export const takesPictures = process.env['REBILL_DESK_PICTURES'] === '1'
const themes = ['light', 'dark'] as const
/** Long enough for a change of theme or for a dialog to open. */
const settleMs = 250
const tags = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice']

/** Takes pictures of one area in `out/shots/`, and checks the main window with axe in both themes. */
export interface Album {
  /** Takes a picture; `page` is set for another window, such as an issuer's. */
  take(name: string, page?: Page): Promise<void>
  /** Problems found by axe, one per line. */
  readonly objections: readonly string[]
}

/** Starts an album of the main window, at the most common window size. */
export async function openAlbum(mainPage: Page, area: string): Promise<Album> {
  const folder = join(outFolder, 'shots')
  await mkdir(folder, { recursive: true })
  await mainPage.setViewportSize({ width: 1280, height: 800 })
  const objections: string[] = []
  return {
    objections,
    take: async (name, page = mainPage) => {
      const unsettled = page.locator('.skeletons, [aria-busy="true"]')
      await expect.poll(() => unsettled.count(), { timeout: 10_000 }).toBe(0)
      for (const theme of themes) {
        await page.emulateMedia({ colorScheme: theme, reducedMotion: 'reduce' })
        await page.waitForTimeout(settleMs)
        const file = `${area}-${name}-${theme}`
        if (takesPictures)
          await page.screenshot({ path: join(folder, `${file}.png`), animations: 'disabled' })
        // An issuer's window forbids injected scripts, so axe cannot run there.
        if (page === mainPage)
          objections.push(...(await objectionsOf(page, theme)).map((objection) => `${file}: ${objection}`))
      }
    },
  }
}

/** Problems that axe finds. The second theme differs only in colours, so only contrast is checked again. */
export async function objectionsOf(
  page: Page,
  theme: (typeof themes)[number],
  { withContrast = true } = {},
): Promise<string[]> {
  if (!(await page.evaluate(() => 'axe' in globalThis))) await page.evaluate(axe.source)
  const runOnly: RunOnly =
    theme === 'light' ? { type: 'tag', values: tags } : { type: 'rule', values: ['color-contrast'] }
  const rules = withContrast ? {} : { 'color-contrast': { enabled: false } }
  return page.evaluate(
    async (chosen) => {
      const { axe: checker } = globalThis as unknown as { axe: typeof axe }
      const found = await checker.run({ ...chosen, resultTypes: ['violations'] })
      return found.violations.flatMap(({ id, nodes }) =>
        nodes.map(({ target, any }) => `${id} at ${target.join(' ')}: ${any[0]?.message ?? ''}`),
      )
    },
    { runOnly, rules },
  )
}
