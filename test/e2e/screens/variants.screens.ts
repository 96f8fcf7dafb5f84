import { mkdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { isDeepStrictEqual } from 'node:util'
import type { ElectronApplication, Page } from 'playwright-core'
import { expect, it } from 'vitest'
import { outFolder } from '../../../scripts/lib/paths.mjs'
import { objectionsOf, takesPictures } from '../support/album'
import { get, openApp, sell, waitForStep, waitForWord } from '../support/app-calls'
import { cutTexts, unreachableControls } from '../support/fit'
import { answerIssuer, closeIssuerPage, issuerPage } from '../support/issuer-page'
import { clickAt, protocolOf, typeInto } from '../support/person'
import {
  cardNamed,
  chargeUntil,
  longDescription,
  openSimulatorApp,
  pastIsAdded,
} from '../support/simulator-app'
import { button, field, openOrder, openScreen } from '../support/walk'

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
const settings = { theme: 'system', timeZone: 'Europe/Berlin', operatorName: 'Dana Whitfield' } as const

it('every main screen fits at every size, density and scale', { timeout: timeoutMs }, async () => {
  const { app, page, cards, ...testApp } = await openSimulatorApp()
  const show = (name: string) => showVariants(page, name)
  const cardId = (start: string) => cardNamed(cards, start).cardId
  const [approved, declined, filtered, unknown] = await Promise.all([
    chargeUntil(page, 'approved', {
      cardId: cardId('Hohenfels'),
      amount: '1238860.00',
      description: longDescription,
    }),
    chargeUntil(page, 'declined', { cardId: cardId('Žofie'), amount: '9002.00' }),
    chargeUntil(page, 'filtered', { cardId: cardId('Marta'), amount: '9020.00' }),
    chargeUntil(page, 'outcome unknown', { cardId: cardId('Ayşe'), amount: '9041.00' }),
  ])
  await get(page, 'callbacks.keep', { text: pastedCallbacks, source: 'pasted' })

  for (const [name, orderId, tab] of [
    ['order-approved', approved, 'Timeline'],
    ['order-facts', approved, 'Facts'],
    ['order-raw', approved, 'Raw'],
    ['order-declined', declined, 'Timeline'],
    ['order-filtered', filtered, 'Timeline'],
    ['order-unknown', unknown, 'Timeline'],
  ] as const) {
    await openOrder(page, orderId, tab)
    await show(name)
  }
  await button(page, 'Add note').click()
  await show('note')
  await button(page, 'Cancel').click()
  await button(page, 'More actions').click()
  await show('order-menu')
  await showThreeDs(app, page, show)
  await openScreen(page, '/charge')
  await show('charge')
  await openScreen(page, `/cards/${cardId('Hohenfels')}`)
  await button(page, 'Charge card').click()
  await typeInto(field(page, 'Amount'), '1238860.00')
  await typeInto(field(page, 'Description'), longDescription)
  await show('charge-card')
  await button(page, 'Review').click()
  await button(page, /^Charge 1,238,860/).waitFor()
  await show('charge-review')
  await openScreen(page, '/charge')
  await clickAt(page.getByRole('radio', { name: 'New card' }))
  await show('charge-new-card')
  await openScreen(page, '/cards')
  await show('cards')
  await openScreen(page, `/cards/${cardId('Hohenfels')}`)
  await show('card')
  await openScreen(page, '/callbacks')
  await page
    .getByRole('row', { name: /chargeback/ })
    .first()
    .click()
  await show('callbacks')
  await button(page, 'Paste callbacks…').click()
  await show('callbacks-paste')
  await openScreen(page, '/log')
  await typeInto(page.getByRole('searchbox').first(), 'make-rebill')
  await page
    .getByRole('row', { name: /Rebill sale/ })
    .first()
    .click()
  await show('api-log')
  for (const section of ['profiles', 'appearance', 'person', 'keys', 'data', 'about']) {
    await openScreen(page, `/settings/${section}`)
    await show(`settings-${section}`)
  }
  await openScreen(page, '/settings/profiles')
  await button(page, 'Actions for Nord Shop').click()
  await page.getByRole('menuitem', { name: 'Edit' }).click()
  await show('settings-profile')
  await openScreen(page, '/home')
  await page.keyboard.press('Control+k')
  await show('command-bar')
  await page.keyboard.press('Escape')
  await page.keyboard.press('?')
  await page.getByRole('dialog').waitFor()
  await show('keyboard-help')
  // Last, because the simulator's past is added meanwhile.
  await pastIsAdded(page)
  await openScreen(page, '/home')
  await show('home')
  await openScreen(page, '/orders')
  await page.getByRole('row').nth(1).waitFor()
  await show('orders')
  await button(page, 'Add order by ID').click()
  await show('add-order')
  await testApp.close()
})

it('the start screen fits at every size and scale', { timeout: timeoutMs }, async () => {
  const { page, ...testApp } = await openApp()
  await button(page, 'Try the simulator').waitFor()
  await showVariants(page, 'start')
  await testApp.close()
})

const pastedCallbacks = [
  'status=approved&type=chargeback&client_orderid=SHOP-99127&orderid=6690001&amount=18.00&control=0123456789abcdef0123456789abcdef01234567',
  `status=filtered&type=sale&client_orderid=SHOP-99128&merchant_data=${encodeURIComponent(longDescription)}`,
].join('\n')

/** The states of a challenge that differ in what a person can do. */
async function showThreeDs(
  app: ElectronApplication,
  page: Page,
  show: (name: string) => Promise<void>,
): Promise<void> {
  // The gateway gives up a challenge before the whole matrix has gone through all states, so each gets its own.
  const openChallenge = async () => {
    const orderId = await sell(page, { amount: '9302.00', routeId: '4411' })
    const issuer = await issuerPage(app)
    await openOrder(page, orderId, '3-D Secure')
    return { orderId, issuer }
  }
  const closedChallenge = async () => {
    const { orderId } = await openChallenge()
    await closeIssuerPage(app)
    await waitForStep(page, orderId, 'challenge', 'awaited')
    return orderId
  }

  await openChallenge()
  await show('3ds-challenge-open')
  await closeIssuerPage(app)
  await openOrder(page, await closedChallenge(), 'Timeline')
  await show('3ds-challenge-closed-timeline')
  await closedChallenge()
  await show('3ds-challenge-closed')
  await closedChallenge()
  await button(page, 'The cardholder is here: continue').click()
  await show('3ds-is-the-cardholder-here')
  await closedChallenge()
  await openScreen(page, '/home')
  await show('3ds-home-waiting')
  const { orderId, issuer } = await openChallenge()
  await answerIssuer(issuer, 'refuse')
  await waitForWord(page, orderId, 'declined')
  await openOrder(page, orderId, '3-D Secure')
  await show('3ds-challenge-refused')
  await button(page, 'Replay').click()
  await button(page, 'Step forward').click()
  await show('3ds-replay')
}

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
  if (before?.density !== density) await get(page, 'settings.save', { ...settings, density })
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
