import { describe, expect, it } from 'vitest'
import type { OrderView } from '../../../src-shared/domain/order'
import type { IssuerStep } from '../../../src-main/ports/cardholder-browser'
import {
  aReadyWorld,
  cresText,
  encoded,
  issuerSteps,
  paResText,
  settled,
  startDesk,
  type Desk,
  type UploadTransmission,
  type World,
} from '../../support/fakes'

const { method, challenge, pareq } = issuerSteps
const seconds = 1000

interface Sold {
  readonly world: World
  readonly desk: Desk
  readonly orderId: string
  view(): Promise<OrderView>
}

/** A sale that was accepted and waits for these steps; with the cardholder at the desk unless told otherwise. */
async function sold(
  steps: readonly IssuerStep[],
  parts: { readonly presence?: 'present' | 'remote'; readonly prepare?: (world: World) => void } = {},
): Promise<Sold> {
  const world = await aReadyWorld()
  world.gateway.saleSteps = steps
  parts.prepare?.(world)
  const desk = await startDesk(world)
  const { summary } = await desk.sell({ presence: parts.presence ?? 'present' })
  const { orderId } = summary
  return { world, desk, orderId, view: () => desk.orders.get(orderId) }
}

function statesOf(view: OrderView): string[] {
  return view.steps.map(({ kind, state }) => `${kind} ${state}`)
}

/** Lets polls, pages and uploads go on. */
async function pass(world: World, ms: number): Promise<void> {
  for (let passed = 0; passed < ms; passed += seconds) {
    await world.clock.advance(seconds)
    await settled()
  }
}

describe('a cardholder at the desk', () => {
  it.each([
    ['frictionless', [method], ['method sent']],
    ['a challenge', [method, challenge], ['method sent', 'challenge sent']],
    ['3-D Secure 1.0.2', [pareq], ['pareq sent']],
  ] as const)('is taken through %s to approval without another click', async (_, steps, states) => {
    const { world, view } = await sold([...steps])
    await pass(world, 30 * seconds)
    const done = await view()
    expect(done.summary).toMatchObject({ status: 'approved', awaitedStep: null })
    expect(statesOf(done)).toEqual(states)
    expect(world.gateway.uploads.map(({ kind }) => kind)).toEqual(steps.map(({ kind }) => kind))
    expect(world.problems).toEqual([])
  })

  it('C15 has the issuer’s values uploaded byte for byte', async () => {
    const { world } = await sold([method, challenge])
    await pass(world, 30 * seconds)
    expect(world.gateway.uploads.at(-1)).toMatchObject({ kind: 'challenge', cres: cresText })
    const second = await sold([pareq])
    await pass(second.world, 30 * seconds)
    expect(second.world.gateway.uploads).toMatchObject([{ kind: 'pareq', paRes: paResText, md: pareq.md }])
  })

  it('gives the issuer the return address of this order and step', async () => {
    const { world, orderId, view } = await sold([method, challenge])
    await pass(world, 30 * seconds)
    const { clientOrderId } = (await view()).summary
    expect(world.browser.visits.map(({ returnUrl }) => returnUrl)).toEqual([
      `https://return.rebill-desk.invalid/3ds/${clientOrderId}/method`,
      `https://return.rebill-desk.invalid/3ds/${clientOrderId}/challenge`,
    ])
    expect(world.gateway.uploads[0]).toMatchObject({
      notificationUrl: `https://return.rebill-desk.invalid/3ds/${clientOrderId}/challenge`,
    })
    expect(orderId).not.toBe('')
  })

  it('sees what the issuer decided, while proof of the bytes stays', async () => {
    const { world, view } = await sold([challenge])
    await pass(world, 20 * seconds)
    expect((await view()).steps).toMatchObject([
      {
        transStatus: 'Y',
        answerDigest: expect.stringMatching(/^71 characters, sha256 [0-9a-f]{64}$/) as string,
      },
    ])
  })

  it('is asked for nothing when the gateway wants no step', async () => {
    const { world, view } = await sold([])
    world.gateway.setStatus((await view()).summary.clientOrderId, 'approved')
    await pass(world, 10 * seconds)
    expect((await view()).summary.status).toBe('approved')
    expect(world.browser.visits).toEqual([])
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
    await pass(world, 30 * seconds)
    expect(world.gateway.uploads).toMatchObject([{ kind: 'method', completion: 'N' }])
    const done = await view()
    expect(done.steps).toMatchObject([{ completion: 'N', state: 'sent' }])
    expect(done.summary.status).toBe('approved')
    expect(world.browser.visits[0]?.timeoutMs).toBe(10_000)
  })

  it('and one that finishes is told as Y', async () => {
    const { world } = await sold([method])
    await pass(world, 20 * seconds)
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
      await pass(world, 60 * seconds)
      const waiting = await view()
      expect(waiting.summary).toMatchObject({ status: 'processing', awaitedStep: 'challenge' })
      expect(statesOf(waiting)).toEqual(['challenge awaited'])
      expect(waiting.timeline.map((entry) => entry.kind)).toContain(kind)
      expect(world.gateway.uploads).toEqual([])
      expect(world.browser.visits).toHaveLength(1)

      await desk.threeDs.continue(orderId)
      await pass(world, 30 * seconds)
      expect((await view()).summary.status).toBe('approved')
      expect(world.gateway.uploads).toHaveLength(1)
    },
  )

  it('can be cancelled by the person while it is open', async () => {
    const { world, desk, orderId, view } = await sold([challenge], {
      prepare: ({ browser }) => browser.plan(null),
    })
    await pass(world, 10 * seconds)
    expect(statesOf(await view())).toEqual(['challenge open'])
    expect(statesOf(await desk.threeDs.stop(orderId))).toEqual(['challenge awaited'])
    await pass(world, 60 * seconds)
    expect(world.gateway.uploads).toEqual([])
    expect(world.browser.visits).toHaveLength(1)
  })

  it('is given up, and its window closed, when the gateway goes on without it', async () => {
    const { world, view } = await sold([challenge], { prepare: ({ browser }) => browser.plan(null) })
    await pass(world, 10 * seconds)
    const { clientOrderId } = (await view()).summary
    world.gateway.setStatus(clientOrderId, 'declined')
    await pass(world, 10 * seconds)
    const done = await view()
    expect(done.summary).toMatchObject({ status: 'declined', awaitedStep: null })
    expect(statesOf(done)).toEqual(['challenge abandoned'])
    expect(world.gateway.uploads).toEqual([])
  })
})

describe('a cardholder who is not at the desk', () => {
  it('is never shown an issuer’s page, and the order says what it waits for', async () => {
    const { world, view } = await sold([method], { presence: 'remote' })
    await pass(world, 60 * seconds)
    expect(world.browser.visits).toEqual([])
    expect((await view()).summary.awaitedStep).toBe('method')
    expect((await world.host.open(await databaseKey(world))).kind).toBe('opened')
  })

  it('can come to the desk later', async () => {
    const { world, desk, orderId, view } = await sold([method], { presence: 'remote' })
    await pass(world, 20 * seconds)
    await desk.threeDs.continue(orderId)
    await pass(world, 20 * seconds)
    expect((await view()).summary.status).toBe('approved')
  })
})

describe('an issuer’s address', () => {
  it.each([
    ['http', 'http://acs.example/challenge'],
    ['a file', 'file:///etc/passwd'],
    ['a script', 'javascript:alert(1)'],
    ['a login in it', 'https://user:pass@acs.example/'],
    ['nothing at all', 'not an address'],
    ['this machine', 'http://127.0.0.1:8099/issuer'],
  ])('of %s is not opened', async (_, url) => {
    const { world, view } = await sold([{ ...challenge, url }])
    await pass(world, 30 * seconds)
    expect(world.browser.visits).toEqual([])
    expect((await view()).timeline).toContainEqual(
      expect.objectContaining({ kind: 'step-failed', text: 'challenge issuer-address-refused' }),
    )
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
      await pass(world, 120 * seconds)
      expect((await view()).steps[0]?.state).toBe(state)
      expect(world.gateway.uploads).toHaveLength(count)
      desk.kill()
      const again = await startDesk(world)
      await pass(world, 120 * seconds)
      expect(world.gateway.uploads).toHaveLength(count)
      again.kill()
    },
  )

  it('that was proven not sent is sent once when a person says so', async () => {
    const { world, desk, orderId, view } = await sold([challenge], {
      prepare: ({ gateway }) => gateway.planUploads({ kind: 'not-sent' }),
    })
    await pass(world, 20 * seconds)
    expect((await view()).summary.awaitedStep).toBe('unsent-answer')
    await Promise.allSettled([desk.threeDs.sendAnswer(orderId), desk.threeDs.sendAnswer(orderId)])
    await pass(world, 20 * seconds)
    expect(world.gateway.uploads).toMatchObject([{ kind: 'challenge', cres: cresText }])
    expect((await view()).summary.status).toBe('approved')
    await expect(desk.threeDs.sendAnswer(orderId)).rejects.toMatchObject({
      details: { reason: 'order-final' },
    })
  })
})

describe('going on', () => {
  it('is refused for an order that is no sale of ours, for a final one, and offline', async () => {
    const { world, desk, orderId, view } = await sold([challenge], { presence: 'remote' })
    const rebill = await desk.charge()
    const go = (id: string) => desk.threeDs.continue(id)
    await expect(go(rebill.summary.orderId)).rejects.toMatchObject({
      details: { reason: 'not-a-sale-of-ours' },
    })
    await expect(go('999')).rejects.toMatchObject({ code: 'not-found' })
    world.network.set(false)
    await expect(go(orderId)).rejects.toMatchObject({ code: 'offline' })
    world.network.set(true)
    world.gateway.setStatus((await view()).summary.clientOrderId, 'approved')
    await pass(world, 10 * seconds)
    await expect(go(orderId)).rejects.toMatchObject({ details: { reason: 'order-final' } })
  })

  it('twice at once opens one page', async () => {
    const { world, desk, orderId } = await sold([challenge], { presence: 'remote' })
    await pass(world, 10 * seconds)
    await Promise.all([desk.threeDs.continue(orderId), desk.threeDs.continue(orderId)])
    await pass(world, 20 * seconds)
    expect(world.browser.visits).toHaveLength(1)
    expect(world.gateway.uploads).toHaveLength(1)
  })

  it('ends with the app: the window closes, the step waits for the next start', async () => {
    const { world, desk } = await sold([challenge], { prepare: ({ browser }) => browser.plan(null) })
    await pass(world, 10 * seconds)
    const drained = desk.threeDs.drain(10_000)
    await settled()
    await drained
    expect([...world.tables.orders.values()].flatMap(({ steps }) => steps)).toMatchObject([
      { state: 'awaited' },
    ])
  })
})

async function databaseKey(world: World): Promise<Uint8Array> {
  return (await world.vault.readDatabaseKey()) ?? new Uint8Array()
}
