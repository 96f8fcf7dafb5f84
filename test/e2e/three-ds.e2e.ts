import { describe, expect, it } from 'vitest'
import {
  addProfile,
  get,
  makeRecoveryCode,
  openApp,
  prepareSale,
  sell,
  waitForStep,
  waitForWord,
} from './support/app-calls'
import { startIssuerProxy } from './support/issuer-proxy'
import { answerIssuer, closeIssuerPage, issuerBar, issuerPage } from './support/issuer-page'
import { chargeInWindow, continueInWindow, sellInWindow } from './support/charge-in-window'
import { startSimulator, type RunningSimulator } from './support/simulator'
import { clickAt, typeInto } from './support/person'
import { button, field, openOrder } from './support/walk'

describe('a sale with 3-D Secure', () => {
  it('without a challenge is approved without any action of the cardholder', async () => {
    const simulator = await startSimulator()
    const testApp = await openWithProfile(simulator)
    const orderId = await sellInWindow(testApp.page, { amount: '9301.00', securityCode: '123' })
    const order = await waitForWord(testApp.page, orderId, 'approved')
    expect(order.steps.map(({ kind, state, completion }) => [kind, state, completion])).toEqual([
      ['method', 'sent', 'Y'],
    ])
    const uploads = await simulator.uploads(order.summary.clientOrderId)
    expect(uploads.map(({ command, uploaded }) => [command, uploaded?.completion])).toEqual([
      ['upload-method-url-result', 'Y'],
    ])
    expect(testApp.app.windows()).toHaveLength(1)
    await testApp.close()
  })

  it('with a challenge is approved after the cardholder types the code, also after a wrong code', async () => {
    const simulator = await startSimulator()
    const testApp = await openWithProfile(simulator)
    const orderId = await sellInWindow(testApp.page, { amount: '9302.00', securityCode: '123' })
    const page = await issuerPage(testApp.app)
    const host = new URL(page.url()).host
    expect(await (await issuerBar(testApp.app)).locator('strong').innerText()).toBe(host)
    expect(await (await issuerBar(testApp.app)).locator('body').innerText()).toContain('9,302.00 EUR')
    await answerIssuer(page, { code: '9999' })
    await page.locator('#wrong').waitFor()
    await answerIssuer(page, { code: '1234' })
    const order = await waitForWord(testApp.page, orderId, 'approved')
    expect(order.steps.map(({ kind, state, transStatus }) => [kind, state, transStatus])).toEqual([
      ['method', 'sent', null],
      ['challenge', 'sent', 'Y'],
    ])
    const uploads = await simulator.uploads(order.summary.clientOrderId)
    expect(uploads.map(({ command, result }) => [command, result])).toEqual([
      ['upload-method-url-result', 'accepted'],
      ['upload-cres-result', 'accepted'],
    ])
    expect(order.steps[1]?.answerDigest).toContain(uploads[1]?.uploaded?.sha256 ?? 'none')
    expect(testApp.app.windows()).toHaveLength(1)
    await testApp.close()
  })

  it('of version 1.0.2 is approved by the PaReq page', async () => {
    const simulator = await startSimulator()
    const testApp = await openWithProfile(simulator)
    const orderId = await sellInWindow(testApp.page, { amount: '9303.00', securityCode: '123' })
    await answerIssuer(await issuerPage(testApp.app), { code: '1234' })
    const order = await waitForWord(testApp.page, orderId, 'approved')
    expect(order.steps.map(({ kind, state }) => [kind, state])).toEqual([['pareq', 'sent']])
    const uploads = await simulator.uploads(order.summary.clientOrderId)
    expect(uploads.map(({ command, result }) => [command, result])).toEqual([
      ['upload-pares-result', 'accepted'],
    ])
    expect(order.steps[0]?.answerDigest).toContain(uploads[0]?.uploaded?.sha256 ?? 'none')
    await testApp.close()
  })

  it('is declined when the cardholder refuses', async () => {
    const testApp = await openWithProfile(await startSimulator())
    const orderId = await sellInWindow(testApp.page, { amount: '20.00', securityCode: '321' })
    await answerIssuer(await issuerPage(testApp.app), 'refuse')
    const order = await waitForWord(testApp.page, orderId, 'declined')
    expect(order.steps.at(-1)).toMatchObject({ kind: 'challenge', state: 'sent', transStatus: 'N' })
    await testApp.close()
  })

  it('waits when the window is closed, and continues when the cardholder is back', async () => {
    const simulator = await startSimulator()
    const testApp = await openWithProfile(simulator)
    const orderId = await sellInWindow(testApp.page, { amount: '9302.00', securityCode: '123' })
    await issuerPage(testApp.app)
    await closeIssuerPage(testApp.app)
    const waiting = await waitForStep(testApp.page, orderId, 'challenge', 'awaited')
    expect(waiting.summary.awaitedStep).toBe('challenge')
    expect(testApp.app.windows()).toHaveLength(1)

    await continueInWindow(testApp.page, orderId)
    await answerIssuer(await issuerPage(testApp.app), { code: '1234' })
    const order = await waitForWord(testApp.page, orderId, 'approved')
    expect((await simulator.uploads(order.summary.clientOrderId)).map(({ command }) => command)).toEqual([
      'upload-method-url-result',
      'upload-cres-result',
    ])
    await testApp.close()
  })

  it('does not wait longer than ten seconds for a method page that answers late or never', async () => {
    const simulator = await startSimulator()
    const testApp = await openWithProfile(simulator)
    const startedAtMs = Date.now()
    const silent = await sell(testApp.page, { amount: '9304.00', routeId: simulator.endpointId })
    const late = await sell(testApp.page, { amount: '9305.00', routeId: simulator.endpointId })
    for (const orderId of [silent, late]) {
      const order = await waitForWord(testApp.page, orderId, 'approved')
      const [step] = order.steps
      expect(step).toMatchObject({ kind: 'method', state: 'sent', completion: 'N' })
      const waitedMs = (step?.answeredAtMs ?? 0) - (step?.openedAtMs ?? 0)
      expect(waitedMs).toBeGreaterThanOrEqual(10_000)
      expect(order.timeline.filter(({ kind }) => kind === 'step-timed-out')).toHaveLength(1)
    }
    // The late page answers fifteen seconds after it was opened.
    await expect.poll(() => Date.now() - startedAtMs, { timeout: 30_000 }).toBeGreaterThan(18_000)
    for (const orderId of [silent, late]) {
      const { summary } = await get(testApp.page, 'orders.get', { orderId })
      const uploads = await simulator.uploads(summary.clientOrderId)
      expect(uploads.map(({ uploaded }) => uploaded?.completion)).toEqual(['N'])
    }
    await testApp.close()
  })

  it('passes the issuer’s values on unchanged: no padding added, no plus sign lost', async () => {
    const simulator = await startSimulator()
    const proxy = await startIssuerProxy(simulator.baseUrl)
    const testApp = await openWithProfile(simulator, proxy.baseUrl)
    const uploads = (command: string) => proxy.requests.filter(({ path }) => path.includes(command))

    const paRes = 'eJx+Vd/ab+9kQm1zZz0/8w=='
    proxy.replace('pareq', (sent) => ({
      html: postingTo(sent.get('TermUrl'), { PaRes: paRes, MD: sent.get('MD') }),
    }))
    const first = await prepareSale(testApp.page, { amount: '9303.00', routeId: simulator.endpointId })
    await get(testApp.page, 'charges.confirm', first.confirmation)
    await expect.poll(() => uploads('upload-pares-result').length, { timeout: 30_000 }).toBe(1)
    const paResBody = uploads('upload-pares-result')[0]?.body ?? ''
    expect(paResBody).toContain('paRes=eJx%2BVd%2Fab%2B9kQm1zZz0%2F8w%3D%3D')
    const asked = proxy.requests.find(({ path }) => path.endsWith('/issuer/pareq'))
    const { TermUrl, MD } = Object.fromEntries(new URLSearchParams(asked?.body))
    expect(TermUrl).toBe(`https://return.rebill-desk.invalid/3ds/${first.preview.clientOrderId}/pareq`)
    expect(new URLSearchParams(paResBody).get('md')).toBe(MD)

    const cres = 'eyJtZXNzYWdlVHlwZSI6IkNSZXMiLCJ0cmFuc1N0YXR1cyI6IlkiLCJuIjoifn4_Pm9rIn0'
    const second = await prepareSale(testApp.page, { amount: '9302.00', routeId: simulator.endpointId })
    const returnUrl = `https://return.rebill-desk.invalid/3ds/${second.preview.clientOrderId}/challenge`
    proxy.replace('challenge', () => ({ html: postingTo(returnUrl, { cres }) }))
    const { summary } = await get(testApp.page, 'charges.confirm', second.confirmation)
    await expect.poll(() => uploads('upload-cres-result').length, { timeout: 30_000 }).toBe(1)
    expect(uploads('upload-cres-result')[0]?.body).toContain(`cres=${cres}`)
    const method = new URLSearchParams(uploads('upload-method-url-result')[0]?.body)
    expect(method.get('notificationURL')).toBe(returnUrl)
    const { steps } = await get(testApp.page, 'orders.get', { orderId: summary.orderId })
    expect(steps.at(-1)?.transStatus).toBe('Y')
    await testApp.close()
  })

  it('leads to a card that is registered with v2 and v4 and charged again by its token', async () => {
    const simulator = await startSimulator()
    const testApp = await openWithProfile(simulator)
    const orderId = await sell(testApp.page, { amount: '9301.00', routeId: simulator.endpointId })
    await waitForWord(testApp.page, orderId, 'approved')
    await openOrder(testApp.page, orderId, 'Timeline')
    await clickAt(button(testApp.page, 'Register card'))
    const both = testApp.page.getByRole('radio', { name: /^Both/ })
    expect(await both.isDisabled()).toBe(true)

    const { profiles } = await get(testApp.page, 'appState.get', {})
    const { signingKey } = await get(testApp.page, 'signingKeys.create', {
      profileId: profiles[0]?.profileId ?? '',
      bits: 2048,
    })
    await simulator.control({ publicKey: signingKey?.publicKey })
    await clickAt(both)
    await typeInto(field(testApp.page, 'Nickname'), 'Iva, monthly')
    await clickAt(button(testApp.page, 'Register card'))
    await testApp.page.waitForURL(/#\/cards\/[^/]+$/)
    const [card] = (await get(testApp.page, 'cards.list', {})).cards
    const aToken: unknown = expect.stringMatching(/^[0-9]+$/)
    expect(card).toMatchObject({
      nickname: 'Iva, monthly',
      unqCardRefId: aToken,
      recurringPaymentId: aToken,
      dstCardRefId: aToken,
    })

    await clickAt(button(testApp.page, 'Refresh card info'))
    await testApp.page.getByText('valid to the end of 12/2031').waitFor()
    const rebillId = await chargeInWindow(testApp.page, { cardId: card?.cardId ?? '', amount: '19.00' })
    const { summary } = await waitForWord(testApp.page, rebillId, 'approved')
    expect(await simulator.rebills(summary.clientOrderId)).toHaveLength(1)
    await testApp.close()
  })
})

/** An app with a profile for a simulator. */
async function openWithProfile(simulator: RunningSimulator, baseUrl = simulator.baseUrl) {
  const testApp = await openApp()
  await makeRecoveryCode(testApp.page)
  await addProfile(testApp.page, simulator, { baseUrl })
  await testApp.page.reload()
  return testApp
}

/** An issuer's page that posts at once. */
function postingTo(url: string | null, fields: Readonly<Record<string, string | null>>): string {
  const inputs = Object.entries(fields).map(
    ([name, value]) => `<input type="hidden" name="${name}" value="${value ?? ''}">`,
  )
  return `<form method="post" action="${url ?? ''}">${inputs.join('')}</form><script>document.forms[0].submit()</script>`
}
