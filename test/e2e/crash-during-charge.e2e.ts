import type { Page } from 'playwright-core'
import { describe, expect, it } from 'vitest'
import {
  addCard,
  addProfile,
  ask,
  get,
  makeRecoveryCode,
  openApp,
  prepareCharge,
  waitForWord,
} from './support/app-calls'
import { startSimulator } from './support/simulator'

describe('a crash while a charge is being sent', () => {
  it('delivers the charge once and finds its outcome after the restart', async () => {
    const simulator = await startSimulator()
    const first = await openApp()
    await makeRecoveryCode(first.page)
    await addProfile(first.page, simulator)
    const cardId = await addCard(first.page, simulator)
    // Through the bridge, because the same confirmation is sent again after the restart.
    const charge = await prepareCharge(first.page, { cardId, routeId: simulator.endpointId, amount: '25.00' })
    const { clientOrderId } = charge.preview

    await simulator.control({ delayMs: 30_000, path: 'make-rebill' })
    const answer = ask(first.page, 'charges.confirm', charge.confirmation).catch(() => 'crashed')
    await expect.poll(async () => (await simulator.rebills(clientOrderId)).length).toBe(1)
    await first.kill()
    expect(await answer).toBe('crashed')
    await simulator.control({ reset: true })

    const second = await openApp({ userDataDir: first.userDataDir })
    // What a support person gets says that the run before was killed, and only once.
    expect(await diagnosticsOf(second.page)).toContain('app.last-run-did-not-end')
    const list = await get(second.page, 'orders.list', {
      query: {
        profileId: null,
        search: clientOrderId,
        families: [],
        filters: [],
        sortBy: 'created',
        direction: 'desc',
      },
      cursor: null,
      limit: 50,
    })
    const orderId = list.rows[0]?.orderId ?? ''
    expect(list.rows.map((row) => row.clientOrderId)).toEqual([clientOrderId])
    const order = await waitForWord(second.page, orderId, 'approved')
    expect(order.timeline.map(({ kind }) => kind)).toContain('swept-at-start')
    expect(order.summary.gatewayOrderId).toMatch(/^[0-9]+$/)
    expect(await simulator.rebills(clientOrderId)).toHaveLength(1)

    const repeated = await ask(second.page, 'charges.confirm', charge.confirmation)
    expect(repeated.ok && repeated.value.summary.orderId).toBe(orderId)
    expect(await simulator.rebills(clientOrderId)).toHaveLength(1)
    await second.close()

    const third = await openApp({ userDataDir: first.userDataDir })
    expect((await diagnosticsOf(third.page)).split('app.last-run-did-not-end')).toHaveLength(2)
    await third.close()
  })
})

async function diagnosticsOf(page: Page): Promise<string> {
  return (await get(page, 'diagnostics.get', {})).text
}
