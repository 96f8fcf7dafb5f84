import { describe, expect, it } from 'vitest'
import type { StepState } from '../../src-shared/domain/three-ds'
import {
  addProfile,
  ask,
  get,
  makeRecoveryCode,
  openApp,
  sell,
  waitForStep,
  waitForWord,
} from './support/app-calls'
import { answerIssuer, closeIssuerPage, issuedAnswer, issuerPage, postAnswer } from './support/issuer-page'
import { startIssuerProxy } from './support/issuer-proxy'
import { startSimulator } from './support/simulator'
import { continueInWindow } from './support/charge-in-window'
import { clickAt } from './support/person'
import { button, openOrder } from './support/walk'

type TestApp = Awaited<ReturnType<typeof openApp>>
type Simulator = Awaited<ReturnType<typeof startSimulator>>

/** Brings a challenge into the state in which the app is killed. */
const states: Readonly<
  Record<
    'awaited' | 'open' | 'sending',
    (at: { testApp: TestApp; simulator: Simulator; orderId: string; clientOrderId: string }) => Promise<void>
  >
> = {
  awaited: async ({ testApp, orderId }) => {
    await issuerPage(testApp.app)
    await closeIssuerPage(testApp.app)
    await waitForStep(testApp.page, orderId, 'challenge', 'awaited')
  },
  open: async ({ testApp, orderId }) => {
    await issuerPage(testApp.app)
    await waitForStep(testApp.page, orderId, 'challenge', 'open')
  },
  sending: async ({ testApp, simulator, clientOrderId }) => {
    await simulator.control({ delayMs: 60_000, path: 'upload-cres-result' })
    await answerIssuer(await issuerPage(testApp.app), { code: '1234' })
    await expect
      .poll(async () => (await simulator.uploads(clientOrderId)).length, { timeout: 30_000 })
      .toBe(2)
  },
}

describe('a crash during 3-D Secure', () => {
  it.each(Object.keys(states) as (keyof typeof states)[])(
    'while a challenge is %s uploads its answer once and ends approved',
    async (state) => {
      const simulator = await startSimulator()
      const first = await openApp()
      await makeRecoveryCode(first.page)
      await addProfile(first.page, simulator)
      const orderId = await sell(first.page, { amount: '9302.00', routeId: simulator.endpointId })
      const { clientOrderId } = (await get(first.page, 'orders.get', { orderId })).summary
      await states[state]({ testApp: first, simulator, orderId, clientOrderId })
      await first.kill()
      await simulator.control({ reset: true })

      const second = await openApp({ userDataDir: first.userDataDir })
      if (state !== 'sending') {
        // Nothing opens automatically, because the cardholder may have left.
        const found = await waitForStep(second.page, orderId, 'challenge', 'awaited')
        expect(found.summary.awaitedStep).toBe('challenge')
        expect(second.app.windows()).toHaveLength(1)
        await continueInWindow(second.page, orderId)
        await answerIssuer(await issuerPage(second.app), { code: '1234' })
      }
      const order = await waitForWord(second.page, orderId, 'approved')
      const ended: StepState = state === 'sending' ? 'outcome-unknown' : 'sent'
      expect(order.steps.at(-1)).toMatchObject({ kind: 'challenge', state: ended })
      expect((await simulator.uploads(clientOrderId)).map(({ command }) => command)).toEqual([
        'upload-method-url-result',
        'upload-cres-result',
      ])
      expect(await simulator.sales()).toHaveLength(1)
      await second.close()
    },
  )

  it('with an unsent answer on disk keeps it, and the operator sends it once', async () => {
    const simulator = await startSimulator()
    const proxy = await startIssuerProxy(simulator.baseUrl)
    const first = await openApp()
    await makeRecoveryCode(first.page)
    await addProfile(first.page, simulator, { baseUrl: proxy.baseUrl })
    proxy.replace('challenge', (sent) => ({
      html: `<input name="code"><p id="creq">${sent.get('creq') ?? ''}</p>`,
    }))
    const orderId = await sell(first.page, { amount: '9302.00', routeId: simulator.endpointId })
    const { clientOrderId } = (await get(first.page, 'orders.get', { orderId })).summary
    const page = await issuerPage(first.app)
    const cres = await issuedAnswer(simulator, await page.locator('#creq').innerText())

    // The window receives the issuer's answer itself, so it arrives although the gateway is unreachable.
    await proxy.pause()
    await postAnswer(page, clientOrderId, cres)
    await waitForStep(first.page, orderId, 'challenge', 'not-sent')
    await first.kill()
    await proxy.resume()

    const second = await openApp({ userDataDir: first.userDataDir })
    const kept = await waitForStep(second.page, orderId, 'challenge', 'not-sent')
    expect(kept.summary.awaitedStep).toBe('unsent-answer')
    const uploads = async () => (await simulator.uploads(clientOrderId)).map(({ command }) => command)
    expect(await uploads()).toEqual(['upload-method-url-result'])
    await openOrder(second.page, orderId, '3-D Secure')
    await clickAt(button(second.page, 'Send the issuer’s response'))
    await waitForWord(second.page, orderId, 'approved')
    expect(await uploads()).toEqual(['upload-method-url-result', 'upload-cres-result'])
    expect((await ask(second.page, 'threeDs.sendAnswer', { orderId })).ok).toBe(false)
    await second.close()
  })
})
