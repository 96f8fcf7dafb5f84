import { describe, expect, it } from 'vitest'
import { inputOf } from '../../../support/builders'
import {
  answerOf,
  cresText,
  encoded,
  issuerSteps,
  paResText,
  settled,
  startApp,
  type UploadTransmission,
} from '../../../support/fakes'
import { pass, sold, statesOf } from '../../../support/sold'
import { usableProfile } from '../../../support/storage'

const { method, challenge, pareq } = issuerSteps

describe('a cardholder who is present', () => {
  it.each([
    ['frictionless', [method], ['method sent']],
    ['a challenge', [method, challenge], ['method sent', 'challenge sent']],
    ['3-D Secure 1.0.2', [pareq], ['pareq sent']],
  ] as const)('is taken through %s to approval without another click', async (_, steps, states) => {
    const { env, view } = await sold([...steps])
    await pass(env, 30)
    const done = await view()
    expect(done.summary).toMatchObject({ status: 'approved', awaitedStep: null })
    expect(statesOf(done)).toEqual(states)
    expect(env.gateway.uploads.map(({ kind }) => kind)).toEqual(steps.map(({ kind }) => kind))
    expect(env.problems).toEqual([])
  })

  it('has the issuer’s values uploaded byte for byte', async () => {
    const { env } = await sold([method, challenge])
    await pass(env, 30)
    expect(env.gateway.uploads.at(-1)).toMatchObject({
      kind: 'challenge',
      cres: 'eyJtZXNzYWdlVHlwZSI6IkNSZXMiLCJ0cmFuc1N0YXR1cyI6IlkiLCJuIjoifn4_Pm9rIn0',
    })
    const second = await sold([pareq])
    await pass(second.env, 30)
    expect(second.env.gateway.uploads).toMatchObject([{ kind: 'pareq', paRes: paResText, md: pareq.md }])
  })

  it('gives the issuer the return address of this order and step', async () => {
    const { env, clientOrderId } = await sold([method, challenge])
    await pass(env, 30)
    expect(env.browser.visits.map(({ returnUrl }) => returnUrl)).toEqual([
      `https://return.rebill-desk.invalid/3ds/${clientOrderId}/method`,
      `https://return.rebill-desk.invalid/3ds/${clientOrderId}/challenge`,
    ])
    expect(env.gateway.uploads[0]).toMatchObject({
      notificationUrl: `https://return.rebill-desk.invalid/3ds/${clientOrderId}/challenge`,
    })
  })

  it('sees what the issuer decided, while proof of the bytes stays', async () => {
    const { env, view } = await sold([challenge])
    await pass(env, 20)
    expect((await view()).steps).toMatchObject([
      {
        transStatus: 'Y',
        answerDigest: expect.stringMatching(/^71 characters, sha256 [0-9a-f]{64}$/) as string,
      },
    ])
  })

  it('is asked for nothing when the gateway wants no step', async () => {
    const { env, clientOrderId, view } = await sold([])
    env.gateway.setStatus(clientOrderId, 'approved')
    await pass(env, 10)
    expect((await view()).summary.status).toBe('approved')
    expect(env.browser.visits).toEqual([])
  })
})

describe('who is awaited', () => {
  it('is nobody while a method page runs by itself, and the cardholder once it was stopped', async () => {
    const { env, app, orderId, view } = await sold([method], {
      prepare: ({ browser }) => browser.plan(null),
    })
    await pass(env, 5)
    expect(statesOf(await view())).toEqual(['method open'])
    expect((await view()).summary.awaitedStep).toBeNull()
    await app.threeDs.stop(orderId)
    expect((await view()).summary.awaitedStep).toBe('method')
  })

  it('is the cardholder while a challenge is open', async () => {
    const { env, view } = await sold([challenge], { prepare: ({ browser }) => browser.plan(null) })
    await pass(env, 5)
    expect(statesOf(await view())).toEqual(['challenge open'])
    expect((await view()).summary.awaitedStep).toBe('challenge')
  })
})

describe('a method page that posts nothing', () => {
  it.each([
    ['does not answer within ten seconds', { kind: 'timed-out' } as const],
    ['cannot be loaded', { kind: 'failed', failure: 'ERR_CONNECTION_REFUSED' } as const],
    [
      'names another transaction',
      {
        kind: 'returned',
        fields: [{ name: 'threeDSMethodData', value: encoded({ threeDSServerTransID: 'another' }) }],
      } as const,
    ],
    ['answers without its data', { kind: 'returned', fields: [] } as const],
  ])('because it %s leads to one upload with N, and the payment goes on', async (_, result) => {
    const { env, view } = await sold([method], { prepare: ({ browser }) => browser.plan(result) })
    await pass(env, 30)
    expect(env.gateway.uploads).toMatchObject([{ kind: 'method', completion: 'N' }])
    const done = await view()
    expect(done.steps).toMatchObject([{ completion: 'N', state: 'sent' }])
    expect(done.summary.status).toBe('approved')
    expect(env.browser.visits[0]?.timeoutMs).toBe(10_000)
  })

  it('and one that finishes is told as Y', async () => {
    const { env } = await sold([method])
    await pass(env, 20)
    expect(env.gateway.uploads).toMatchObject([{ completion: 'Y' }])
  })
})

describe('a step that brings no answer', () => {
  it.each([
    ['the window was closed', { kind: 'closed' } as const, 'step-closed'],
    ['ten minutes were over', { kind: 'timed-out' } as const, 'step-timed-out'],
    ['the page failed', { kind: 'failed', failure: 'ERR_CERT_AUTHORITY_INVALID' } as const, 'step-failed'],
    ['the answer lacks its value', { kind: 'returned', fields: [] } as const, 'step-failed'],
    [
      'the answer belongs to another transaction',
      {
        kind: 'returned',
        fields: [{ name: 'cres', value: encoded({ threeDSServerTransID: 'x', transStatus: 'Y' }) }],
      } as const,
      'step-failed',
    ],
  ])(
    'because %s is awaited again, and nothing is uploaded until a person goes on',
    async (_, result, kind) => {
      const creq = encoded({ threeDSServerTransID: 'ours' })
      const { env, app, orderId, view } = await sold([{ ...challenge, creq }], {
        prepare: ({ browser }) => browser.plan(result),
      })
      await pass(env, 60)
      const waiting = await view()
      expect(waiting.summary).toMatchObject({ status: 'processing', awaitedStep: 'challenge' })
      expect(statesOf(waiting)).toEqual(['challenge awaited'])
      expect(waiting.timeline.map((entry) => entry.kind)).toContain(kind)
      expect(env.gateway.uploads).toEqual([])
      expect(env.browser.visits).toHaveLength(1)

      await app.threeDs.continue(orderId)
      await pass(env, 30)
      expect((await view()).summary.status).toBe('approved')
      expect(env.gateway.uploads).toHaveLength(1)
    },
  )

  it('can be cancelled by the person while it is open', async () => {
    const { env, app, orderId, view } = await sold([challenge], {
      prepare: ({ browser }) => browser.plan(null),
    })
    await pass(env, 10)
    expect(statesOf(await view())).toEqual(['challenge open'])
    expect(statesOf(await app.threeDs.stop(orderId))).toEqual(['challenge awaited'])
    await pass(env, 60)
    expect(env.gateway.uploads).toEqual([])
    expect(env.browser.visits).toHaveLength(1)
  })

  it('is given up, and its window closed, when the gateway goes on without it', async () => {
    const { env, clientOrderId, view } = await sold([challenge], {
      prepare: ({ browser }) => browser.plan(null),
    })
    await pass(env, 10)
    env.gateway.setStatus(clientOrderId, 'declined')
    await pass(env, 10)
    const done = await view()
    expect(done.summary).toMatchObject({ status: 'declined', awaitedStep: null })
    expect(statesOf(done)).toEqual(['challenge abandoned'])
    expect(env.gateway.uploads).toEqual([])
  })
})

describe('the gateway’s answers while a page is open', () => {
  const openPage = () => sold([challenge], { prepare: ({ browser }) => browser.plan(null) })

  it('leave it open as long as they ask for it', async () => {
    const { env, app, orderId, view } = await openPage()
    env.browser.onVisit = () => void app.orders.recheck(orderId)
    await pass(env, 60)
    expect(statesOf(await view())).toEqual(['challenge open'])
    expect(env.browser.visits).toHaveLength(1)
  })

  it('close it when they ask for another step, which the cardholder is then shown', async () => {
    const { env, clientOrderId, view } = await openPage()
    await pass(env, 10)
    env.gateway.setSteps(clientOrderId, pareq)
    await pass(env, 30)
    expect(statesOf(await view())).toEqual(['challenge abandoned', 'pareq sent'])
    expect((await view()).summary.status).toBe('approved')
    expect(env.gateway.uploads.map(({ kind }) => kind)).toEqual(['pareq'])
    expect(env.problems).toEqual([])
  })

  it('that are late and name an earlier step change nothing', async () => {
    const { env, app, orderId, clientOrderId, view } = await sold([method, challenge], {
      prepare: ({ browser }) => browser.plan({ kind: 'timed-out' }, null),
    })
    await pass(env, 15)
    expect(statesOf(await view())).toEqual(['method sent', 'challenge open'])
    const booked = env.gateway.book.get(clientOrderId)
    if (booked === undefined) throw new Error('not booked')
    const late = { kind: 'answered', answer: { ...answerOf(booked), step: method } } as const
    env.gateway.script(clientOrderId, late, late)
    await pass(env, 20)
    expect(statesOf(await view())).toEqual(['method sent', 'challenge open'])
    await app.threeDs.stop(orderId)
    await app.threeDs.continue(orderId)
    await pass(env, 20)
    expect(env.gateway.uploads.map(({ kind }) => kind)).toEqual(['method', 'challenge'])
  })

  it('that speak of another order neither close it nor open anything', async () => {
    const { env, clientOrderId, view } = await openPage()
    await pass(env, 10)
    const booked = env.gateway.book.get(clientOrderId)
    if (booked === undefined) throw new Error('not booked')
    const foreign = { ...answerOf(booked), clientOrderId: 'SOMEBODY-ELSE', step: pareq }
    env.gateway.script(clientOrderId, { kind: 'answered', answer: foreign })
    await pass(env, 20)
    expect((await view()).timeline.map(({ kind }) => kind)).toContain('mismatch')
    expect(statesOf(await view())).toEqual(['challenge open'])
    expect(env.browser.visits).toHaveLength(1)
  })
})

describe('several orders', () => {
  it('have their pages open side by side, each with its own end', async () => {
    const { env, app, orderId, view } = await sold([challenge], {
      prepare: ({ browser }) => browser.plan(null, null),
    })
    const other = await app.sell({ presence: 'present', amount: '26.00' })
    await pass(env, 10)
    expect(env.browser.visits.map(({ payment }) => payment.amount)).toEqual(['25.00 EUR', '26.00 EUR'])
    await app.threeDs.stop(orderId)
    expect(statesOf(await view())).toEqual(['challenge awaited'])
    expect(statesOf(await app.orders.get(other.summary.orderId))).toEqual(['challenge open'])
  })
})

describe('a cardholder who is not present', () => {
  it('is never shown an issuer’s page, and the order says what it waits for', async () => {
    const { env, view } = await sold([method], { presence: 'remote' })
    await pass(env, 60)
    expect(env.browser.visits).toEqual([])
    expect((await view()).summary.awaitedStep).toBe('method')
  })

  it('can come later', async () => {
    const { env, app, orderId, view } = await sold([method], { presence: 'remote' })
    await pass(env, 20)
    await app.threeDs.continue(orderId)
    await pass(env, 20)
    expect((await view()).summary.status).toBe('approved')
  })
})

describe('an issuer’s address', () => {
  it.each([
    ['http', 'http://acs.example/challenge', 'http://acs.example'],
    ['a file', 'file:///etc/passwd', 'file:'],
    ['a script', 'javascript:alert(1)', 'javascript:'],
    ['a login in it', 'https://user:pass@acs.example/', 'https://acs.example'],
    ['nothing at all', 'not an address', 'not-an-address'],
    ['this machine', 'http://127.0.0.1:8099/issuer', 'http://127.0.0.1:8099'],
  ])('of %s is not opened, and its step is given up with the reason (A7)', async (_, url, shown) => {
    const { env, view } = await sold([{ ...challenge, url }])
    await pass(env, 30)
    expect(env.browser.visits).toEqual([])
    expect((await view()).timeline).toContainEqual(
      expect.objectContaining({ kind: 'step-failed', text: `challenge issuer-address-refused ${shown}` }),
    )
    const { summary, steps } = await view()
    expect(summary.awaitedStep).toBeNull()
    expect(steps).toMatchObject([{ state: 'abandoned', failure: `issuer-address-refused ${shown}` }])
    expect(env.problems.map(({ where }) => where)).toEqual(['three-ds'])
  })
})

describe('an upload', () => {
  const transmissions: readonly (readonly [UploadTransmission, string, number])[] = [
    [{ kind: 'accepted' }, 'sent', 1],
    [{ kind: 'refused', code: '2' }, 'refused', 1],
    [{ kind: 'lost', isTaken: false }, 'outcome-unknown', 1],
    [{ kind: 'lost', isTaken: true }, 'outcome-unknown', 1],
    [{ kind: 'throws', isTaken: false }, 'outcome-unknown', 1],
    [{ kind: 'not-sent' }, 'not-sent', 0],
  ]
  it.each(transmissions)(
    'that ends as %o is %s and never sent again by itself',
    async (planned, state, count) => {
      const { env, app, view } = await sold([challenge], {
        prepare: ({ gateway }) => gateway.planUploads(planned),
      })
      await pass(env, 120)
      expect((await view()).steps[0]?.state).toBe(state)
      expect(env.gateway.uploads).toHaveLength(count)
      app.kill()
      const again = await startApp(env)
      await pass(env, 120)
      expect(env.gateway.uploads).toHaveLength(count)
      again.kill()
    },
  )

  it('that was proven not sent is sent once when a person says so', async () => {
    const { env, app, orderId, view } = await sold([challenge], {
      prepare: ({ gateway }) => gateway.planUploads({ kind: 'not-sent' }),
    })
    await pass(env, 20)
    expect((await view()).summary.awaitedStep).toBe('unsent-answer')
    env.storage.writer.saveSettings({
      theme: 'system',
      density: 'comfortable',
      detailPx: null,
      timeZone: 'system',
      operatorName: 'Iva',
    })
    await Promise.allSettled([app.threeDs.sendAnswer(orderId), app.threeDs.sendAnswer(orderId)])
    await pass(env, 20)
    expect(env.gateway.uploads).toMatchObject([{ kind: 'challenge', cres: cresText }])
    const done = await view()
    expect(done.summary.status).toBe('approved')
    expect(done.timeline.filter(({ kind }) => kind === 'step-sending').map(({ actor }) => actor)).toEqual([
      null,
      'Iva',
    ])
    await expect(app.threeDs.sendAnswer(orderId)).rejects.toMatchObject({
      details: { reason: 'order-final' },
    })
  })
})

describe('going on', () => {
  it('is refused for an order that is no sale of ours, for a final one, and offline', async () => {
    const { env, app, orderId, clientOrderId } = await sold([challenge], { presence: 'remote' })
    const rebill = await app.charge()
    const go = (id: string) => app.threeDs.continue(id)
    await expect(go(rebill.summary.orderId)).rejects.toMatchObject({
      details: { reason: 'not-a-sale-of-ours' },
    })
    await expect(go('999')).rejects.toMatchObject({ code: 'not-found' })
    env.network.set(false)
    await expect(go(orderId)).rejects.toMatchObject({ code: 'offline' })
    env.network.set(true)
    env.gateway.setStatus(clientOrderId, 'approved')
    await pass(env, 10)
    await expect(go(orderId)).rejects.toMatchObject({ details: { reason: 'order-final' } })
  })

  it('is refused for a sale that never reached the gateway', async () => {
    const { env, app } = await sold([])
    env.gateway.plan({ kind: 'not-sent' })
    const { orderId } = (await app.sell({ amount: '26.00' })).summary
    await expect(app.threeDs.continue(orderId)).rejects.toMatchObject({
      details: { reason: 'order-without-gateway-id' },
    })
  })

  it('is refused in a profile that is read only, also when an answer waits to be sent', async () => {
    const { env, app, orderId } = await sold([challenge], {
      prepare: ({ gateway }) => gateway.planUploads({ kind: 'not-sent' }),
    })
    await pass(env, 10)
    await app.profiles.save({ ...inputOf(usableProfile(env.storage)), safetyLevel: 'read-only' }, '')
    const readOnly = { details: { reason: 'read-only-profile' } }
    await expect(app.threeDs.continue(orderId)).rejects.toMatchObject(readOnly)
    await expect(app.threeDs.sendAnswer(orderId)).rejects.toMatchObject(readOnly)
    expect(env.gateway.uploads).toEqual([])
  })

  it('that failed opens no page later', async () => {
    const { env, app, orderId } = await sold([challenge], { presence: 'remote' })
    await pass(env, 10)
    app.kill()
    const again = await startApp(env)
    await pass(env, 10)
    env.network.set(false)
    await expect(again.threeDs.continue(orderId)).rejects.toMatchObject({ code: 'offline' })
    env.network.set(true)
    await pass(env, 30)
    expect((await again.orders.get(orderId)).summary).toMatchObject({
      awaitedStep: 'challenge',
      lastCheckFailure: null,
    })
    expect(env.browser.visits).toEqual([])
  })

  it('twice at once opens one page', async () => {
    const { env, app, orderId } = await sold([challenge], { presence: 'remote' })
    await pass(env, 10)
    await Promise.all([app.threeDs.continue(orderId), app.threeDs.continue(orderId)])
    await pass(env, 20)
    expect(env.browser.visits).toHaveLength(1)
    expect(env.gateway.uploads).toHaveLength(1)
  })

  it('ends with the app: the window closes, the step waits for the next start', async () => {
    const { env, app } = await sold([challenge], { prepare: ({ browser }) => browser.plan(null) })
    await pass(env, 10)
    const drained = app.threeDs.drain(10_000)
    await settled()
    await drained
    expect(env.storage.orders().flatMap(({ steps }) => steps)).toMatchObject([{ state: 'awaited' }])
  })
})
