import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { ElectronApplication, Page } from 'playwright-core'
import { expect } from 'vitest'
import type { messages } from '../../../src-renderer/messages'
import { connect } from '../../../src-main/db/file/connection'
import { get, makeRecoveryCode, sell, waitForStep, waitForWord } from './app-calls'
import { chooseFile } from './file-dialogs'
import { answerIssuer, closeIssuerPage, issuerPage } from './issuer-page'
import { databaseKey } from './keychain-item'
import { clickAt, tabTo, typeInto } from './person'
import { cardNamed, chargeUntil, longDescription, pastIsAdded, type openSimulatorApp } from './simulator-app'
import { button, field, openOrder, openScreen } from './walk'

type OpenApp = Pick<Awaited<ReturnType<typeof openSimulatorApp>>, 'app' | 'page' | 'cards' | 'userDataDir'>
type Texts = typeof messages
type Show = (name: string) => Promise<void>

/**
 * Opens every main screen with long, refused and unknown data, and calls `show` for each.
 *
 * @param texts The texts of the language in which the app runs.
 */
export async function walkEveryScreen(
  { app, page, cards, userDataDir }: OpenApp,
  texts: Texts,
  show: Show,
): Promise<void> {
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

  const { tabs } = texts.orders.detail
  for (const [name, orderId, tab] of [
    ['order-approved', approved, tabs.timeline],
    ['order-facts', approved, tabs.facts],
    ['order-raw', approved, tabs.raw],
    ['order-declined', declined, tabs.timeline],
    ['order-filtered', filtered, tabs.timeline],
    ['order-unknown', unknown, tabs.timeline],
  ] as const) {
    await openOrder(page, orderId, tab)
    await show(name)
  }
  await button(page, texts.orders.detail.addNote).click()
  await show('note')
  await button(page, texts.common.cancel).click()
  await button(page, texts.orders.detail.moreActions).click()
  await show('order-menu')
  await showThreeDs(app, page, texts, show)
  await openScreen(page, '/charge')
  await show('charge')
  await openScreen(page, `/cards/${cardId('Hohenfels')}`)
  await button(page, texts.cards.chargeThis).click()
  await typeInto(field(page, texts.charge.fields.amount), '1238860.00')
  await typeInto(field(page, texts.charge.fields.description), longDescription)
  await show('charge-card')
  await button(page, texts.charge.review).click()
  await button(page, /1,238,860/).waitFor()
  await show('charge-review')
  await openScreen(page, '/charge')
  await clickAt(page.getByRole('radio', { name: texts.charge.sale.typed }))
  await show('charge-new-card')
  // Two tokens of one card: each names the other.
  const second = await chargeUntil(page, 'approved', { cardId: cardId('Hohenfels'), amount: '12.00' })
  const [token = ''] = await Promise.all(
    [approved, second].map(async (orderId) => {
      const labels = { nickname: '', customerReference: '' }
      return (await get(page, 'cards.register', { orderId, api: 'v2', ...labels })).cardId
    }),
  )
  await openScreen(page, '/cards')
  await show('cards')
  await openScreen(page, `/cards/${token}`)
  await page.getByRole('heading', { name: texts.cards.twins }).waitFor()
  await show('card')
  await openScreen(page, `/people/card/${cardId('Marta')}`)
  await button(page, texts.erasures.button).waitFor()
  await show('person')
  await button(page, texts.erasures.button).click()
  await button(page, texts.erasures.confirm).waitFor()
  await show('person-erase')
  await openScreen(page, `/people/order/${unknown}?erase=1`)
  await page.getByRole('dialog').getByText(/./).first().waitFor()
  await show('person-erase-refused')
  await openScreen(page, '/callbacks')
  await clickAt(page.getByRole('row').nth(1))
  await show('callbacks')
  await button(page, texts.callbacks.paste).click()
  await show('callbacks-paste')
  await openScreen(page, '/log')
  await typeInto(page.getByRole('searchbox').first(), 'make-rebill')
  await clickAt(page.getByRole('row').nth(1))
  await show('api-log')
  for (const section of [
    ...['profiles', 'operators', 'appearance'],
    ...['person', 'keys', 'history', 'data', 'about'],
  ]) {
    await openScreen(page, `/settings/${section}`)
    await show(`settings-${section}`)
  }
  await button(page, texts.start.diagnostics.show).click()
  await page.getByRole('dialog').locator('pre').waitFor()
  await show('settings-diagnostics')
  await page.keyboard.press('Escape')
  const { retention } = texts.erasures
  await openScreen(page, '/settings/history')
  await tabTo(page, `combobox ${retention.label}`)
  await page.keyboard.press('ArrowDown')
  await expect.poll(() => button(page, retention.save).isEnabled()).toBe(true)
  await button(page, retention.save).click()
  await page.getByRole('dialog').waitFor()
  await show('settings-retention')
  await page.keyboard.press('Escape')
  const { profiles } = texts.settings
  await openScreen(page, '/settings/profiles')
  await button(page, profiles.actionsFor({ name: 'Nord Shop' })).click()
  await page.getByRole('menuitem', { name: profiles.edit }).click()
  await show('settings-profile')
  await openScreen(page, '/settings/limits')
  await show('settings-limits')
  await openScreen(page, '/settings/operators')
  await button(page, texts.operators.add).click()
  await show('operator-add')
  await page.keyboard.press('Escape')
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
  await openScreen(page, '/insights')
  await page.locator('.chart svg').first().waitFor()
  await show('insights')
  await openScreen(page, '/orders')
  await page.getByRole('row').nth(1).waitFor()
  await show('orders')
  await button(page, texts.orders.adopt).click()
  await show('add-order')
  await page.keyboard.press('Escape')
  await showImport(app, page, texts, show)
  await showOperators(page, cardId('Marta'), texts, show)
  await showFinding(page, userDataDir, texts, show)
}

/** Last of all: another program changes an entry of the audit chain while the app runs; the check finds it. */
async function showFinding(page: Page, userDataDir: string, texts: Texts, show: Show): Promise<void> {
  const { proof } = texts
  await page.keyboard.press('Escape')
  const db = connect({ file: join(userDataDir, 'desk', 'log.db') }, await databaseKey(), 'write')
  db.exec('DROP TRIGGER audit_chain_is_fixed; UPDATE audit_chain SET at_ms = at_ms + 1 WHERE seq = 3')
  db.close()
  await openScreen(page, '/settings/history')
  await button(page, proof.verify).click()
  await button(page, proof.accept).waitFor()
  await show('settings-history-finding')
  await button(page, proof.accept).click()
  await page.getByRole('dialog').waitFor()
  await show('settings-history-accept')
}

const pastedCallbacks = [
  'status=approved&type=chargeback&client_orderid=SHOP-99127&orderid=6690001&amount=18.00&control=0123456789abcdef0123456789abcdef01234567',
  `status=filtered&type=sale&client_orderid=SHOP-99128&merchant_data=${encodeURIComponent(longDescription)}`,
].join('\n')

/** Late, because the app has operators and a lock from then on. */
async function showOperators(page: Page, cardId: string, texts: Texts, show: Show): Promise<void> {
  const words = texts.operators
  await openScreen(page, '/settings/operators')
  await button(page, words.add).click()
  await page.getByText(words.recoveryFirst).waitFor()
  await show('operator-recovery-first')
  await makeRecoveryCode(page)
  const operator = { operatorId: null, manages: true, pin: '274915', ownPin: '274915' }
  const longName = 'Wilhelmine Freifrau von Hohenfels-Zitzewitz, accounts receivable'
  const { operators } = await get(page, 'operators.save', { ...operator, name: longName, ownPin: '' })
  await get(page, 'operators.save', {
    ...{ ...operator, name: 'Ben', manages: false, pin: '830264' },
  })
  const { profiles } = await get(page, 'appState.get', {})
  const limits = {
    currency: 'EUR',
    perChargeMinor: 9_999_999_999,
    perCardDayMinor: 1,
    perOperatorDayMinor: 1,
  }
  await get(page, 'limits.save', {
    ...{ profileId: profiles[0]?.profileId ?? '', safetyLevel: 'second-person', ownPin: '274915' },
    limits: [{ ...limits, askAboveMinor: 5_000 }],
  })
  await openScreen(page, '/settings/operators')
  await show('settings-operators-two')
  await button(page, words.actionsFor({ name: 'Ben' })).click()
  await page.getByRole('menuitem', { name: words.remove }).click()
  await show('operator-remove')
  await page.keyboard.press('Escape')
  await openScreen(page, '/settings/limits')
  await show('settings-limits-set')
  await openScreen(page, `/cards/${cardId}`)
  await button(page, texts.cards.chargeThis).click()
  await typeInto(field(page, texts.charge.fields.amount), '1238860.00')
  await typeInto(field(page, texts.charge.fields.description), longDescription)
  await button(page, texts.charge.review).click()
  await button(page, /1,238,860/).waitFor()
  await show('charge-review-second-person')
  await page.keyboard.press('Control+Shift+L')
  await button(page, words.lock.unlock).waitFor()
  await show('locked')
  await button(page, words.lock.forgot).click()
  await show('pin-forgotten')
  await get(page, 'lock.unlock', { operatorId: operators.currentId ?? '', pin: '274915' })
}

async function showImport(app: ElectronApplication, page: Page, texts: Texts, show: Show): Promise<void> {
  const folder = await mkdtemp(join(tmpdir(), 'import-'))
  const file = join(folder, `orders-${'of-the-northern-shops-'.repeat(3)}2026.csv`)
  const row = `FILE-0012345;1.010,15;EUR;28.05.2026;${longDescription};x`
  await writeFile(file, `Order number;Sum;Currency;Date;Description;Warehouse\n${row}\n;1,00;EUR;;;x\n`)
  await button(page, texts.imports.button).click()
  await show('import')
  await chooseFile(app, file)
  await button(page, texts.imports.choose).click()
  await page.getByRole('region', { name: texts.imports.problems }).waitFor()
  await show('import-preview')
  await button(page, texts.imports.save({ count: 1 })).click()
  await button(page, texts.imports.strip.details).click()
  await page.getByRole('dialog', { name: texts.imports.result }).waitFor()
  await show('import-result')
  await rm(folder, { recursive: true, force: true })
}

/** The states of a challenge that differ in what a person can do. */
async function showThreeDs(app: ElectronApplication, page: Page, texts: Texts, show: Show): Promise<void> {
  const words = texts.threeDs
  const openChallenge = async () => {
    const orderId = await sell(page, { amount: '9302.00', routeId: '4411' })
    const issuer = await issuerPage(app)
    await openOrder(page, orderId, words.label)
    return { orderId, issuer }
  }
  let closedId: string | null = null
  // A new one where the gateway has given up the last one: the whole matrix takes longer than it waits.
  const closedChallenge = async () => {
    if (closedId !== null && (await isAwaited(page, closedId))) {
      await openOrder(page, closedId, words.label)
      return closedId
    }
    const { orderId } = await openChallenge()
    await closeIssuerPage(app)
    await waitForStep(page, orderId, 'challenge', 'awaited')
    closedId = orderId
    return orderId
  }

  await openChallenge()
  await show('3ds-challenge-open')
  await closeIssuerPage(app)
  await openOrder(page, await closedChallenge(), texts.orders.detail.tabs.timeline)
  await show('3ds-challenge-closed-timeline')
  await closedChallenge()
  await show('3ds-challenge-closed')
  await closedChallenge()
  await button(page, words.actions.continue).click()
  await show('3ds-is-the-cardholder-here')
  await closedChallenge()
  await openScreen(page, '/home')
  await show('3ds-home-waiting')
  const { orderId, issuer } = await openChallenge()
  await answerIssuer(issuer, 'refuse')
  await waitForWord(page, orderId, 'declined')
  await openOrder(page, orderId, words.label)
  await show('3ds-challenge-refused')
  await button(page, words.replay.open).click()
  await button(page, words.replay.forward).click()
  await show('3ds-replay')
}

async function isAwaited(page: Page, orderId: string): Promise<boolean> {
  const { steps } = await get(page, 'orders.get', { orderId })
  return steps.some(({ kind, state }) => kind === 'challenge' && state === 'awaited')
}
