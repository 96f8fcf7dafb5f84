import { afterAll, describe, expect, it } from 'vitest'
import type { ChargePreview } from '../../../../src-shared/domain/charge'
import type { ChargeDraft } from '../../../../src-shared/domain/charge-draft'
import { aCardNumber, aDraft, aSaleDraft } from '../../../support/builders'
import {
  aReadyWorld,
  Life,
  settled,
  startDesk,
  type Desk,
  type Transmission,
  type World,
} from '../../../support/fakes'

/** What the gateway makes of the transmission, if the process lives long enough to make it. */
const transmissions: readonly (readonly [string, Transmission])[] = [
  ['accepted', { kind: 'accepted' }],
  ['booked, answer lost', { kind: 'lost', isBooked: true }],
  ['not booked, answer lost', { kind: 'lost', isBooked: false }],
  ['refused', { kind: 'refused', code: '1' }],
  ['refused although booked', { kind: 'refused', code: '1', isBooked: true }],
  ['never connected', { kind: 'not-sent' }],
]

/** What is charged, and what travels with the confirm alone. */
interface Trade {
  readonly name: string
  readonly draft: ChargeDraft
  readonly card: { readonly cardNumber: string; readonly cvv2: string }
}

// A code that cannot stand anywhere by chance, as three digits could.
const cvv2 = '9×7'
const trades: readonly Trade[] = [
  { name: 'a rebill', draft: aDraft(), card: { cardNumber: '', cvv2 } },
  { name: 'a sale', draft: aSaleDraft(), card: { cardNumber: aCardNumber, cvv2 } },
]

type Act = (desk: Desk, preview: ChargePreview, trade: Trade) => Promise<unknown>

/** What the person does after the restart. */
const acts: readonly (readonly [string, Act])[] = [
  ['does nothing', () => Promise.resolve()],
  ['confirms again', (desk, preview, { card }) => desk.confirm(preview, card)],
  ['sends again and confirms twice', sendAgain],
  ['cancels', (desk, preview) => desk.charges.cancel(preview.chargeId)],
]

async function sendAgain(desk: Desk, preview: ChargePreview, { card }: Trade): Promise<void> {
  const fresh = await desk.charges.sendAgain(preview.chargeId)
  await Promise.all([desk.confirm(fresh, card), desk.confirm(fresh, card)])
}

const tally = { passed: 0, tried: 0 }
afterAll(() => {
  process.stdout.write(`crash points: ${tally.passed} scenarios passed of ${tally.tried} tried\n`)
})

/** A world whose every delivery is checked against the disk at that moment (I2). */
async function watchedWorld(transmission: Transmission): Promise<World> {
  const world = await aReadyWorld()
  world.gateway.plan(transmission)
  world.gateway.firstStatus = 'approved'
  world.gateway.onDelivery = (clientOrderId) => {
    const charge = world.storage.charges().find((stored) => stored.clientOrderId === clientOrderId)
    expect(charge).toMatchObject({ state: 'sending', transmissions: 1 })
  }
  return world
}

/** Confirms a charge in a process that dies at a step; answers with the steps that a whole run takes. */
async function confirmAndDie(
  world: World,
  trade: Trade,
  dieAfter: number | null,
): Promise<{ preview: ChargePreview; steps: number }> {
  const life = new Life()
  const desk = await startDesk(world, life)
  const preview = await desk.charges.prepare(trade.draft)
  const before = life.steps
  if (dieAfter !== null) life.dieAfter(dieAfter)
  const reply = desk.confirm(preview, trade.card).then(
    () => undefined,
    () => undefined,
  )
  await Promise.race([reply, life.death])
  await settled()
  const steps = life.steps - before
  desk.kill()
  return { preview, steps }
}

const cases = trades.flatMap((trade) =>
  transmissions.map(([name, transmission]) => [`${trade.name}, ${name}`, trade, transmission] as const),
)

describe.each(cases)('a process that dies while it charges (F1-F12; %s)', (_, trade, transmission) => {
  it.each(acts)('at every step; then the person %s', async (_name, act) => {
    const { steps } = await confirmAndDie(await watchedWorld(transmission), trade, null)
    expect(steps).toBeGreaterThan(20)
    for (let step = 1; step <= steps; step++) {
      tally.tried += 1
      const world = await watchedWorld(transmission)
      const { preview } = await confirmAndDie(world, trade, step)
      expectNoCardOnDisk(world, step)
      const sentBefore = world.gateway.deliveries.length
      const desk = await startDesk(world)
      await world.clock.advance(0)
      expect(world.gateway.deliveries.length, `nothing is sent at the start, step ${step}`).toBe(sentBefore)
      await act(desk, preview, trade).catch(() => undefined)
      await world.clock.advance(60_000)
      await expectSound(world, desk, preview, step)
      expectNoCardOnDisk(world, step)
      desk.kill()
      tally.passed += 1
    }
  })
})

/** C16: wherever the process died, number and code were in the one request and nowhere else. */
function expectNoCardOnDisk(world: World, step: number): void {
  const found = world.storage.find('198.51.100.7', aCardNumber, cvv2)
  expect(found, `the disk can be searched and has no card, step ${step}`).toEqual(['198.51.100.7'])
}

async function expectSound(world: World, desk: Desk, preview: ChargePreview, step: number): Promise<void> {
  const { deliveries, book } = world.gateway
  expect(deliveries.length, `deliveries, step ${step}`).toBeLessThanOrEqual(1)
  const charge = world.storage.reader.getCharge(preview.chargeId)
  if (charge === null) throw new Error('a charge is never lost')
  if (charge.orderId === null) {
    expect([charge.state, deliveries]).toEqual(['draft', []])
    return
  }
  const { summary } = await desk.orders.get(charge.orderId)
  if (book.has(preview.clientOrderId)) {
    expect(summary, `booked, step ${step}`).toMatchObject({
      status: 'approved',
      chargeState: 'final',
      family: 'approved',
    })
    return
  }
  // Without an order at the gateway nothing may look charged, and what may have been sent stays in sight.
  expect(summary.status).toBeNull()
  const expected =
    deliveries.length === 0
      ? ['draft', 'recorded', 'cancelled', 'not-sent', 'outcome-unknown']
      : ['outcome-unknown', 'rejected-unverified']
  expect(expected, `not booked, step ${step}`).toContain(charge.state)
}

describe('a process that dies at the start', () => {
  it('in the middle of the sweep sweeps again at the next start (F14)', async () => {
    for (let step = 1; step <= 12; step++) {
      const world = await watchedWorld({ kind: 'lost', isBooked: true })
      world.gateway.hold()
      const first = await startDesk(world)
      void first.charge()
      await settled()
      await settled()
      first.kill()
      const life = new Life()
      life.dieAfter(step)
      const second = startDesk(world, life)
      await Promise.race([second, life.death])
      life.kill()
      world.gateway.isReachable = false
      const third = await startDesk(world)
      expect(world.storage.charges().map((charge) => charge.state)).toEqual(['outcome-unknown'])
      const kinds = (await third.orders.get('1')).timeline.map((entry) => entry.kind)
      expect(kinds.filter((kind) => kind === 'swept-at-start')).toHaveLength(1)
      third.kill()
    }
  })
})

describe('a process that dies while a person settles a charge (F13)', () => {
  it('leaves it in review or settled, with the reason', async () => {
    for (let step = 1; step <= 10; step++) {
      const world = await watchedWorld({ kind: 'lost', isBooked: false })
      const first = await startDesk(world)
      await first.charge()
      first.kill()
      const [order] = world.storage.orders()
      if (order?.charge?.state !== 'outcome-unknown') throw new Error('there is an unknown charge')
      const { charge, summary } = order
      const { orderId } = summary
      world.storage.writer.changeOrder({
        ...{ orderId, expectedRevision: summary.revision, atMs: world.clock.nowMs(), entries: [] },
        set: { followState: 'needs-review', nextCheckAtMs: null },
        charge: { from: charge.state, expectedVersion: charge.stateVersion, to: 'needs-review' },
      })
      const life = new Life()
      const second = await startDesk(world, life)
      life.dieAfter(step)
      const verdict = {
        chargeId: charge.chargeId,
        resolution: 'present',
        reason: 'seen in the portal',
        name: 'Iva',
      } as const
      await Promise.race([second.charges.resolve(verdict), life.death])
      life.kill()
      const third = await startDesk(world)
      const view = await third.orders.get(orderId)
      const isSettled = view.summary.chargeState === 'resolved-present'
      expect(isSettled || view.summary.chargeState === 'needs-review').toBe(true)
      expect(view.timeline.some((entry) => entry.text === 'seen in the portal')).toBe(isSettled)
      third.kill()
    }
  })
})
