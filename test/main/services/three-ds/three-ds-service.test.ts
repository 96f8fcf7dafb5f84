import { describe, expect, it } from 'vitest'
import { inputOf } from '../../../support/builders'
import {
  answerOf,
  cresText,
  encoded,
  issuerSteps,
  paResText,
  settled,
  startDesk,
  type UploadTransmission,
} from '../../../support/fakes'
import { pass, sold, statesOf } from '../../../support/sold'

const { method, challenge, pareq } = issuerSteps

describe('a cardholder at the desk', () => {
  it.each([
    ['frictionless', [method], ['method sent']],
    ['a challenge', [method, challenge], ['method sent', 'challenge sent']],
    ['3-D Secure 1.0.2', [pareq], ['pareq sent']],
  ] as const)('is taken through %s to approval without another click', async (_, steps, states) => {
    const { world, view } = await sold([...steps])
    await pass(world, 30)
    const done = await view()
    expect(done.summary).toMatchObject({ status: 'approved', awaitedStep: null })
    expect(statesOf(done)).toEqual(states)
    expect(world.gateway.uploads.map(({ kind }) => kind)).toEqual(steps.map(({ kind }) => kind))
    expect(world.problems).toEqual([])
  })

  it('C15 has the issuer’s values uploaded byte for byte', async () => {
    const { world } = await sold([method, challenge])
    await pass(world, 30)
    expect(world.gateway.uploads.at(-1)).toMatchObject({
      kind: 'challenge',
      cres: 'eyJtZXNzYWdlVHlwZSI6IkNSZXMiLCJ0cmFuc1N0YXR1cyI6IlkiLCJuIjoifn4_Pm9rIn0',
    })
    const second = await sold([pareq])
    await pass(second.world, 30)
    expect(second.world.gateway.uploads).toMatchObject([{ kind: 'pareq', paRes: paResText, md: pareq.md }])
  })

  it('gives the issuer the return address of this order and step', async () => {
    const { world, clientOrderId } = await sold([method, challenge])
    await pass(world, 30)
    expect(world.browser.visits.map(({ returnUrl }) => returnUrl)).toEqual([
      `https://return.rebill-desk.invalid/3ds/${clientOrderId}/method`,
      `https://return.rebill-desk.invalid/3ds/${clientOrderId}/challenge`,
    ])
    expect(world.gateway.uploads[0]).toMatchObject({
      notificationUrl: `https://return.rebill-desk.invalid/3ds/${clientOrderId}/challenge`,
    })
  })

  it('sees what the issuer decided, while proof of the bytes stays', async () => {
    const { world, view } = await sold([challenge])
    await pass(world, 20)
    expect((await view()).steps).toMatchObject([
      {
        transStatus: 'Y',
        answerDigest: expect.stringMatching(/^71 characters, sha256 [0-9a-f]{64}$/) as string,
      },
    ])
  })

  it('is asked for nothing when the gateway wants no step', async () => {
    const { world, clientOrderId, view } = await sold([])
    world.gateway.setStatus(clientOrderId, 'approved')
    await pass(world, 10)
    expect((await view()).summary.status).toBe('approved')
    expect(world.browser.visits).toEqual([])
  })
})

describe('who is awaited', () => {
  it('is nobody while a method page runs by itself, and the cardholder once it was stopped', async () => {
    const { world, desk, orderId, view } = await sold([method], {
      prepare: ({ browser }) => browser.plan(null),
    })
    await pass(world, 5)
    expect(statesOf(await view())).toEqual(['method open'])
    expect((await view()).summary.awaitedStep).toBeNull()
    await desk.threeDs.stop(orderId)
    expect((await view()).summary.awaitedStep).toBe('method')
  })

  it('is the cardholder while a challenge is open', async () => {
    const { world, view } = await sold([challenge], { prepare: ({ browser }) => browser.plan(null) })
    await pass(world, 5)
    expect(statesOf(await view())).toEqual(['challenge open'])
    expect((await view()).summary.awaitedStep).toBe('challenge')
  })
})

describe('C16 a method page that says nothing', () => {
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
    const { world, view } = await sold([method], { prepare: ({ browser }) => browser.plan(result) })
    await pass(world, 30)
    expect(world.gateway.uploads).toMatchObject([{ kind: 'method', completion: 'N' }])
    const done = await view()
    expect(done.steps).toMatchObject([{ completion: 'N', state: 'sent' }])
    expect(done.summary.status).toBe('approved')
    expect(world.browser.visits[0]?.timeoutMs).toBe(10_000)
  })

  it('and one that finishes is told as Y', async () => {
    const { world } = await sold([method])
    await pass(world, 20)
    expect(world.gateway.uploads).toMatchObject([{ completion: 'Y' }])
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
      const { world, desk, orderId, view } = await sold([{ ...challenge, creq }], {
        prepare: ({ browser }) => browser.plan(result),
      })
      await pass(world, 60)
      const waiting = await view()
      expect(waiting.summary).toMatchObject({ status: 'processing', awaitedStep: 'challenge' })
      expect(statesOf(waiting)).toEqual(['challenge awaited'])
      expect(waiting.timeline.map((entry) => entry.kind)).toContain(kind)
      expect(world.gateway.uploads).toEqual([])
      expect(world.browser.visits).toHaveLength(1)

      await desk.threeDs.continue(orderId)
      await pass(world, 30)
      expect((await view()).summary.status).toBe('approved')
      expect(world.gateway.uploads).toHaveLength(1)
    },
  )

  it('can be cancelled by the person while it is open', async () => {
    const { world, desk, orderId, view } = await sold([challenge], {
      prepare: ({ browser }) => browser.plan(null),
    })
    await pass(world, 10)
    expect(statesOf(await view())).toEqual(['challenge open'])
    expect(statesOf(await desk.threeDs.stop(orderId))).toEqual(['challenge awaited'])
    await pass(world, 60)
    expect(world.gateway.uploads).toEqual([])
    expect(world.browser.visits).toHaveLength(1)
  })

  it('is given up, and its window closed, when the gateway goes on without it', async () => {
    const { world, clientOrderId, view } = await sold([challenge], {
      prepare: ({ browser }) => browser.plan(null),
    })
    await pass(world, 10)
    world.gateway.setStatus(clientOrderId, 'declined')
    await pass(world, 10)
    const done = await view()
    expect(done.summary).toMatchObject({ status: 'declined', awaitedStep: null })
    expect(statesOf(done)).toEqual(['challenge abandoned'])
    expect(world.gateway.uploads).toEqual([])
  })
})

describe('the gateway’s answers while a page is open', () => {
  const openPage = () => sold([challenge], { prepare: ({ browser }) => browser.plan(null) })

  it('leave it open as long as they ask for it', async () => {
    const { world, desk, orderId, view } = await openPage()
    world.browser.onVisit = () => void desk.orders.recheck(orderId)
    await pass(world, 60)
    expect(statesOf(await view())).toEqual(['challenge open'])
    expect(world.browser.visits).toHaveLength(1)
  })

  it('close it when they ask for another step, which the cardholder is then shown', async () => {
    const { world, clientOrderId, view } = await openPage()
    await pass(world, 10)
    world.gateway.setSteps(clientOrderId, pareq)
    await pass(world, 30)
    expect(statesOf(await view())).toEqual(['challenge abandoned', 'pareq sent'])
    expect((await view()).summary.status).toBe('approved')
    expect(world.gateway.uploads.map(({ kind }) => kind)).toEqual(['pareq'])
    expect(world.problems).toEqual([])
  })

  it('that are late and name an earlier step change nothing', async () => {
    const { world, desk, orderId, clientOrderId, view } = await sold([method, challenge], {
      prepare: ({ browser }) => browser.plan({ kind: 'timed-out' }, null),
    })
    await pass(world, 15)
    expect(statesOf(await view())).toEqual(['method sent', 'challenge open'])
    const booked = world.gateway.book.get(clientOrderId)
    if (booked === undefined) throw new Error('not booked')
    const late = { kind: 'answered', answer: { ...answerOf(booked), step: method } } as const
    world.gateway.script(clientOrderId, late, late)
    await pass(world, 20)
    expect(statesOf(await view())).toEqual(['method sent', 'challenge open'])
    await desk.threeDs.stop(orderId)
    await desk.threeDs.continue(orderId)
    await pass(world, 20)
    expect(world.gateway.uploads.map(({ kind }) => kind)).toEqual(['method', 'challenge'])
  })

  it('that speak of another order neither close it nor open anything', async () => {
    const { world, clientOrderId, view } = await openPage()
    await pass(world, 10)
    const booked = world.gateway.book.get(clientOrderId)
    if (booked === undefined) throw new Error('not booked')
    const foreign = { ...answerOf(booked), clientOrderId: 'SOMEBODY-ELSE', step: pareq }
    world.gateway.script(clientOrderId, { kind: 'answered', answer: foreign })
    await pass(world, 20)
    expect((await view()).timeline.map(({ kind }) => kind)).toContain('mismatch')
    expect(statesOf(await view())).toEqual(['challenge open'])
    expect(world.browser.visits).toHaveLength(1)
  })
})

describe('several orders', () => {
  it('have their pages open side by side, each with its own end', async () => {
    const { world, desk, orderId, view } = await sold([challenge], {
      prepare: ({ browser }) => browser.plan(null, null),
    })
    const other = await desk.sell({ presence: 'present', amount: '26.00' })
    await pass(world, 10)
    expect(world.browser.visits.map(({ title }) => title)).toEqual(['25.00 EUR', '26.00 EUR'])
    await desk.threeDs.stop(orderId)
    expect(statesOf(await view())).toEqual(['challenge awaited'])
    expect(statesOf(await desk.orders.get(other.summary.orderId))).toEqual(['challenge open'])
  })
})

describe('a cardholder who is not at the desk', () => {
  it('is never shown an issuer’s page, and the order says what it waits for', async () => {
    const { world, view } = await sold([method], { presence: 'remote' })
    await pass(world, 60)
    expect(world.browser.visits).toEqual([])
    expect((await view()).summary.awaitedStep).toBe('method')
  })

  it('can come to the desk later', async () => {
    const { world, desk, orderId, view } = await sold([method], { presence: 'remote' })
    await pass(world, 20)
    await desk.threeDs.continue(orderId)
    await pass(world, 20)
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
    const { world, view } = await sold([{ ...challenge, url }])
    await pass(world, 30)
    expect(world.browser.visits).toEqual([])
    expect((await view()).timeline).toContainEqual(
      expect.objectContaining({ kind: 'step-failed', text: `challenge issuer-address-refused ${shown}` }),
    )
    const { summary, steps } = await view()
    expect(summary.awaitedStep).toBeNull()
    expect(steps).toMatchObject([{ state: 'abandoned', failure: `issuer-address-refused ${shown}` }])
    expect(world.problems.map(({ where }) => where)).toEqual(['three-ds'])
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
      const { world, desk, view } = await sold([challenge], {
        prepare: ({ gateway }) => gateway.planUploads(planned),
      })
      await pass(world, 120)
      expect((await view()).steps[0]?.state).toBe(state)
      expect(world.gateway.uploads).toHaveLength(count)
      desk.kill()
      const again = await startDesk(world)
      await pass(world, 120)
      expect(world.gateway.uploads).toHaveLength(count)
      again.kill()
    },
  )

  it('that was proven not sent is sent once when a person says so', async () => {
    const { world, desk, orderId, view } = await sold([challenge], {
      prepare: ({ gateway }) => gateway.planUploads({ kind: 'not-sent' }),
    })
    await pass(world, 20)
    expect((await view()).summary.awaitedStep).toBe('unsent-answer')
    world.storage.writer.saveSettings({ theme: 'system', timeZone: 'system', operatorName: 'Iva' })
    await Promise.allSettled([desk.threeDs.sendAnswer(orderId), desk.threeDs.sendAnswer(orderId)])
    await pass(world, 20)
    expect(world.gateway.uploads).toMatchObject([{ kind: 'challenge', cres: cresText }])
    const done = await view()
    expect(done.summary.status).toBe('approved')
    expect(done.timeline.filter(({ kind }) => kind === 'step-sending').map(({ actor }) => actor)).toEqual([
      null,
      'Iva',
    ])
    await expect(desk.threeDs.sendAnswer(orderId)).rejects.toMatchObject({
      details: { reason: 'order-final' },
    })
  })
})

describe('going on', () => {
  it('is refused for an order that is no sale of ours, for a final one, and offline', async () => {
    const { world, desk, orderId, clientOrderId } = await sold([challenge], { presence: 'remote' })
    const rebill = await desk.charge()
    const go = (id: string) => desk.threeDs.continue(id)
    await expect(go(rebill.summary.orderId)).rejects.toMatchObject({
      details: { reason: 'not-a-sale-of-ours' },
    })
    await expect(go('999')).rejects.toMatchObject({ code: 'not-found' })
    world.network.set(false)
    await expect(go(orderId)).rejects.toMatchObject({ code: 'offline' })
    world.network.set(true)
    world.gateway.setStatus(clientOrderId, 'approved')
    await pass(world, 10)
    await expect(go(orderId)).rejects.toMatchObject({ details: { reason: 'order-final' } })
  })

  it('is refused for a sale that never reached the gateway', async () => {
    const { world, desk } = await sold([])
    world.gateway.plan({ kind: 'not-sent' })
    const { orderId } = (await desk.sell({ amount: '26.00' })).summary
    await expect(desk.threeDs.continue(orderId)).rejects.toMatchObject({
      details: { reason: 'order-without-gateway-id' },
    })
  })

  it('is refused in a profile that is read only, also when an answer waits to be sent', async () => {
    const { world, desk, orderId } = await sold([challenge], {
      prepare: ({ gateway }) => gateway.planUploads({ kind: 'not-sent' }),
    })
    await pass(world, 10)
    const [profile] = world.storage.reader.listProfiles()
    if (profile === undefined) throw new Error('there is no profile')
    await desk.profiles.save({ ...inputOf(profile), safetyLevel: 'read-only' }, '')
    const readOnly = { details: { reason: 'read-only-profile' } }
    await expect(desk.threeDs.continue(orderId)).rejects.toMatchObject(readOnly)
    await expect(desk.threeDs.sendAnswer(orderId)).rejects.toMatchObject(readOnly)
    expect(world.gateway.uploads).toEqual([])
  })

  it('that failed opens no page later', async () => {
    const { world, desk, orderId } = await sold([challenge], { presence: 'remote' })
    await pass(world, 10)
    desk.kill()
    const again = await startDesk(world)
    await pass(world, 10)
    world.network.set(false)
    await expect(again.threeDs.continue(orderId)).rejects.toMatchObject({ code: 'offline' })
    world.network.set(true)
    await pass(world, 30)
    expect((await again.orders.get(orderId)).summary).toMatchObject({
      awaitedStep: 'challenge',
      lastCheckFailure: null,
    })
    expect(world.browser.visits).toEqual([])
  })

  it('twice at once opens one page', async () => {
    const { world, desk, orderId } = await sold([challenge], { presence: 'remote' })
    await pass(world, 10)
    await Promise.all([desk.threeDs.continue(orderId), desk.threeDs.continue(orderId)])
    await pass(world, 20)
    expect(world.browser.visits).toHaveLength(1)
    expect(world.gateway.uploads).toHaveLength(1)
  })

  it('ends with the app: the window closes, the step waits for the next start', async () => {
    const { world, desk } = await sold([challenge], { prepare: ({ browser }) => browser.plan(null) })
    await pass(world, 10)
    const drained = desk.threeDs.drain(10_000)
    await settled()
    await drained
    expect(world.storage.orders().flatMap(({ steps }) => steps)).toMatchObject([{ state: 'awaited' }])
  })
})
