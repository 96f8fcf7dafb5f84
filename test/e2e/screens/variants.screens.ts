import { mkdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { isDeepStrictEqual } from 'node:util'
import type { Page } from 'playwright-core'
import { expect, it } from 'vitest'
import { outFolder } from '../../../scripts/lib/paths.mjs'
import { objectionsOf, takesPictures } from '../support/album'
import { messages } from '../../../src-renderer/messages'
import { ask, openApp } from '../support/app-calls'
import { walkEveryScreen } from '../support/every-screen'
import { cutTexts, sidewaysScrolled, unreachableControls } from '../support/fit'
import { protocolOf } from '../support/person'
import { personalWords, problemsWhileHidden } from '../support/privacy'
import { openSimulatorApp } from '../support/simulator-app'
import { button } from '../support/walk'

/** One way to show the window. Size in px of the screen; `scale` is that of the display or the zoom of the window. */
interface Variant {
  readonly width: number
  readonly height: number
  readonly scale: 1 | 1.25 | 1.5 | 2
  readonly density: 'comfortable' | 'compact'
  readonly colors: 'light' | 'dark' | 'forced'
}

const variant = (
  [width, height]: readonly [number, number],
  scale: Variant['scale'],
  density: Variant['density'],
  colors: Variant['colors'],
): Variant => ({ width, height, scale, density, colors })

const sizes = [
  [1024, 600],
  [1280, 800],
  [1920, 1080],
] as const
const [small, usual, large] = sizes

/** Each value at least once, and every size of the layout. A new kind of variant gets one more line here. */
const chosenVariants: readonly Variant[] = [
  variant(small, 1, 'comfortable', 'light'),
  variant(usual, 1.5, 'comfortable', 'dark'),
  variant(small, 2, 'compact', 'light'),
  variant(large, 1.25, 'compact', 'dark'),
  variant(usual, 1, 'compact', 'forced'),
]

const everyVariant: readonly Variant[] = sizes.flatMap((size) =>
  ([1, 1.25, 1.5, 2] as const).flatMap((scale) =>
    (['comfortable', 'compact'] as const).flatMap((density) =>
      (['light', 'dark', 'forced'] as const).map((colors) => variant(size, scale, density, colors)),
    ),
  ),
)

/** `ALL_VARIANTS=1 npm run shots -- variants` goes through the whole matrix, in about a quarter of an hour. */
const isWholeMatrix = process.env['ALL_VARIANTS'] !== undefined
const variants = isWholeMatrix ? everyVariant : chosenVariants
const timeoutMs = isWholeMatrix ? 3_600_000 : 400_000
const settings = {
  theme: 'system',
  detailPx: null,
  timeZone: 'Europe/Berlin',
  operatorName: 'Dana Whitfield',
} as const

it(
  'every main screen fits at every size, density and scale, and can hide personal data (S28)',
  { timeout: timeoutMs },
  async () => {
    const testApp = await openSimulatorApp({ withPast: true })
    const words = await personalWords(testApp.page)
    await walkEveryScreen(testApp, messages, async (name) => {
      expect.soft(await problemsWhileHidden(testApp.page, words), name).toEqual([])
      await showVariants(testApp.page, name)
    })
    await testApp.close()
  },
)

it('the start screen fits at every size and scale', { timeout: timeoutMs }, async () => {
  const { page, ...testApp } = await openApp()
  await button(page, 'Try the simulator').waitFor()
  await showVariants(page, 'start')
  await testApp.close()
})

/** Shows the open screen in each variant; nothing may be cut or out of reach, and axe must find nothing. */
async function showVariants(page: Page, screen: string): Promise<void> {
  let before: Variant | null = null
  for (const each of variants) {
    await apply(page, each, before)
    before = each
    const { width, height, scale, density, colors } = each
    const name = `variants-${screen}-${width}x${height}-${scale * 100}-${density}-${colors}`
    const found = [
      ...(await cutTexts(page)).map((text) => `cut: ${text}`),
      ...(await unreachableControls(page)).map((control) => `cannot be reached: ${control}`),
      ...(await sidewaysScrolled(page)).map((part) => `scrolls sideways: ${part}`),
      ...(isWholeMatrix || scale === 2 || colors === 'forced'
        ? await objectionsOf(page, colors === 'light' ? 'light' : 'dark')
        : []),
    ]
    expect.soft(found, name).toEqual([])
    if (
      found.length > 0 ||
      (takesPictures && chosenVariants.some((chosen) => isDeepStrictEqual(chosen, each)))
    )
      await takePicture(page, name)
  }
}

async function takePicture(page: Page, name: string): Promise<void> {
  const folder = join(outFolder, 'shots')
  await mkdir(folder, { recursive: true })
  const session = await protocolOf(page)
  // Three times faster than Playwright's pictures, of which there would be too many.
  const { data } = await session.send('Page.captureScreenshot', { format: 'png', optimizeForSpeed: true })
  await writeFile(join(folder, `${name}.png`), Buffer.from(data, 'base64'))
}

/** Both a scaled display and a zoomed window have fewer CSS pixels, each of several pixels of the screen. */
async function apply(page: Page, wanted: Variant, before: Variant | null): Promise<void> {
  const { width, height, scale, density, colors } = wanted
  const session = await protocolOf(page)
  const size = { width: Math.floor(width / scale), height: Math.floor(height / scale) }
  // Refused while the app is locked.
  if (before?.density !== density) await ask(page, 'settings.save', { ...settings, density })
  if (before?.colors !== colors)
    await page.emulateMedia({
      colorScheme: colors === 'dark' ? 'dark' : 'light',
      forcedColors: colors === 'forced' ? 'active' : 'none',
      reducedMotion: 'reduce',
    })
  await session.send('Emulation.setDeviceMetricsOverride', {
    ...size,
    deviceScaleFactor: scale,
    mobile: false,
  })
  await page.evaluate(async (width) => {
    const isReady = () =>
      innerWidth === width && document.querySelector('.skeletons, [aria-busy="true"]') === null
    while (!isReady()) await new Promise(requestAnimationFrame)
    // Lists measure their columns in the frames after a change of size.
    const frames = document.querySelector('[role="grid"]') === null ? 2 : 4
    for (let frame = 0; frame < frames; frame++) await new Promise(requestAnimationFrame)
  }, size.width)
}
