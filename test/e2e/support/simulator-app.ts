import type { Page } from 'playwright-core'
import { expect } from 'vitest'
import type { OrderQuery } from '../../../src-shared/domain/order-query'
import type { CardView } from '../../../src-shared/domain/card'
import type { LaunchOptions } from '../../support/launch/launch-app'
import { get, openApp, prepareCharge, waitForWord } from './app-calls'

/** Orders that the simulator has at its first start. */
const pastOrderCount = 401

export const longDescription =
  'Annual maintenance contract for the heating plant of the housing association “Am alten Gaswerk”, second of four instalments, including the statutory inspection'

/**
 * Starts an app with the built-in simulator at 20 times the normal speed, and with an operator name. Without the past,
 * whose 401 orders take ten seconds of a processor.
 */
export async function openSimulatorApp(
  options: Pick<LaunchOptions, 'appFolder' | 'env'> & { readonly withPast?: boolean } = {},
) {
  const { withPast = false, env = {}, ...others } = options
  const testApp = await openApp({
    ...others,
    env: { ...env, REBILL_DESK_SIMULATOR_ARGS: `--speed 20 --seeds ${withPast ? 'all' : 'cards'}` },
  })
  testApp.page.setDefaultTimeout(10_000)
  await get(testApp.page, 'start.trySimulator', {})
  await get(testApp.page, 'settings.save', {
    theme: 'system',
    density: 'comfortable',
    detailPx: null,
    timeZone: 'Europe/Berlin',
    operatorName: 'Dana Whitfield',
  })
  const { cards } = await get(testApp.page, 'cards.list', {})
  for (const { cardId } of cards) await get(testApp.page, 'cards.refreshInfo', { cardId })
  return { ...testApp, cards }
}

/** Waits until the simulator's past is in the history, and each of its orders has a status. */
export async function pastIsAdded(page: Page): Promise<void> {
  const query: OrderQuery = {
    ...{ profileId: null, search: '', families: [], filters: [] },
    ...{ sortBy: 'created', direction: 'asc' },
  }
  await expect
    .poll(
      async () => {
        const { total, rows } = await get(page, 'orders.list', { query, cursor: null, limit: 1 })
        return total >= pastOrderCount && rows[0]?.status !== null
      },
      { timeout: 120_000, interval: 500 },
    )
    .toBe(true)
}

/** The stored card whose nickname starts with this text. */
export function cardNamed(cards: readonly CardView[], start: string): CardView {
  const card = cards.find(({ nickname }) => nickname.startsWith(start))
  if (card === undefined) throw new Error(`no card is called ${start}`)
  return card
}

/** Charges a stored card on the simulator and waits for this status text; returns the order id. */
export async function chargeUntil(
  page: Page,
  word: string,
  typed: Omit<Parameters<typeof prepareCharge>[1], 'routeId'>,
): Promise<string> {
  const { confirmation } = await prepareCharge(page, { routeId: '4411', ...typed })
  const { summary } = await get(page, 'charges.confirm', confirmation)
  await waitForWord(page, summary.orderId, word)
  return summary.orderId
}
