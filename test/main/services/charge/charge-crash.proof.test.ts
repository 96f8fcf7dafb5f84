import { afterAll, describe, expect, it } from 'vitest'
import type { ChargePreview } from '../../../../src-shared/domain/charge'
import type { ChargeDraft } from '../../../../src-shared/domain/charge-draft'
import { aCardNumber, aDraft, aSaleDraft } from '../../../support/builders'
import {
  readyEnvironment,
  Life,
  settled,
  startApp,
  type TestApp,
  type Transmission,
  type TestEnvironment,
} from '../../../support/fakes'

/** The outcome at the gateway, if the process lives long enough. */
const transmissions: readonly (readonly [string, Transmission])[] = [
  ['accepted', { kind: 'accepted' }],
  ['booked, answer lost', { kind: 'lost', isBooked: true }],
  ['not booked, answer lost', { kind: 'lost', isBooked: false }],
  ['refused', { kind: 'refused', code: '1' }],
  ['refused although booked', { kind: 'refused', code: '1', isBooked: true }],
  ['never connected', { kind: 'not-sent' }],
]

/** The charge, and the card data of the confirm. */
interface Trade {
  readonly name: string
  readonly draft: ChargeDraft
  readonly card: { readonly cardNumber: string; readonly cvv2: string }
}

// A code that cannot occur by chance, unlike three digits.
const cvv2 = '9×7'
const trades: readonly Trade[] = [
  { name: 'a rebill', draft: aDraft(), card: { cardNumber: '', cvv2 } },
  { name: 'a sale', draft: aSaleDraft(), card: { cardNumber: aCardNumber, cvv2 } },
]

type Act = (app: TestApp, preview: ChargePreview, trade: Trade) => Promise<unknown>

/** The action of the person after the restart. */
const acts: readonly (readonly [string, Act])[] = [
  ['does nothing', () => Promise.resolve()],
  ['confirms again', (app, preview, { card }) => app.confirm(preview, card)],
  ['sends again and confirms twice', sendAgain],
  ['cancels', (app, preview) => app.charges.cancel(preview.chargeId)],
]

async function sendAgain(app: TestApp, preview: ChargePreview, { card }: Trade): Promise<void> {
  const fresh = await app.charges.sendAgain(preview.chargeId)
  await Promise.all([app.confirm(fresh, card), app.confirm(fresh, card)])
}

const tally = { passed: 0, tried: 0 }
afterAll(() => {
  process.stdout.write(`crash points: ${tally.passed} scenarios passed of ${tally.tried} tried\n`)
})

/** An environment that checks, at each delivery to the gateway, that the charge is already on disk. */
async function watchedEnvironment(transmission: Transmission): Promise<TestEnvironment> {
  const env = await readyEnvironment()
  env.gateway.plan(transmission)
  env.gateway.firstStatus = 'approved'
  env.gateway.onDelivery = (clientOrderId) => {
    const charge = env.storage.charges().find((stored) => stored.clientOrderId === clientOrderId)
    expect(charge).toMatchObject({ state: 'sending', transmissions: 1 })
  }
  return env
}

/** Confirms a charge in a process that dies at a step. Returns the number of steps of a complete run. */
async function confirmAndDie(
  env: TestEnvironment,
  trade: Trade,
  dieAfter: number | null,
): Promise<{ preview: ChargePreview; steps: number }> {
  const life = new Life()
  const app = await startApp(env, life)
  const preview = await app.charges.prepare(trade.draft)
  const before = life.steps
  if (dieAfter !== null) life.dieAfter(dieAfter)
  const reply = app.confirm(preview, trade.card).then(
    () => undefined,
    () => undefined,
  )
  await Promise.race([reply, life.death])
  await settled()
  const steps = life.steps - before
  app.kill()
  return { preview, steps }
}

const cases = trades.flatMap((trade) =>
  transmissions.map(([name, transmission]) => [`${trade.name}, ${name}`, trade, transmission] as const),
)

describe.each(cases)('a process that dies while it charges (%s)', (_, trade, transmission) => {
  it.each(acts)('at every step; then the person %s', async (_name, act) => {
    const { steps } = await confirmAndDie(await watchedEnvironment(transmission), trade, null)
    expect(steps).toBeGreaterThan(20)
    for (let step = 1; step <= steps; step++) {
      tally.tried += 1
      const env = await watchedEnvironment(transmission)
      const { preview } = await confirmAndDie(env, trade, step)
      expectNoCardOnDisk(env, step)
      const sentBefore = env.gateway.deliveries.length
      const app = await startApp(env)
      await app.proof.verify()
      expect(app.proof.state().finding, `no false alarm, step ${step}`).toBeNull()
      await env.clock.advance(0)
      expect(env.gateway.deliveries.length, `nothing is sent at the start, step ${step}`).toBe(sentBefore)
      await act(app, preview, trade).catch(() => undefined)
      await env.clock.advance(60_000)
      await expectSound(env, app, preview, step)
      expectNoCardOnDisk(env, step)
      app.kill()
      tally.passed += 1
    }
  })
})

/** Wherever the process died, card number and code were only in the one request (S16). */
function expectNoCardOnDisk(env: TestEnvironment, step: number): void {
  const found = env.storage.find('198.51.100.7', aCardNumber, cvv2)
  expect(found, `the disk can be searched and has no card, step ${step}`).toEqual(['198.51.100.7'])
}

async function expectSound(
  env: TestEnvironment,
  app: TestApp,
  preview: ChargePreview,
  step: number,
): Promise<void> {
  const { deliveries, book } = env.gateway
  expect(deliveries.length, `deliveries, step ${step}`).toBeLessThanOrEqual(1)
  const charge = env.storage.reader.getCharge(preview.chargeId)
  if (charge === null) throw new Error('a charge is never lost')
  if (charge.orderId === null) {
    expect([charge.state, deliveries]).toEqual(['draft', []])
    return
  }
  const { summary } = await app.orders.get(charge.orderId)
  if (book.has(preview.clientOrderId)) {
    expect(summary, `booked, step ${step}`).toMatchObject({
      status: 'approved',
      chargeState: 'final',
      family: 'approved',
    })
    return
  }
  // Without an order at the gateway nothing may look charged, and a charge that may have been sent stays visible.
  expect(summary.status).toBeNull()
  const expected =
    deliveries.length === 0
      ? ['draft', 'recorded', 'cancelled', 'not-sent', 'outcome-unknown']
      : ['outcome-unknown', 'rejected-unverified']
  expect(expected, `not booked, step ${step}`).toContain(charge.state)
}

describe('a process that dies at the start', () => {
  it('in the middle of the sweep sweeps again at the next start', async () => {
    for (let step = 1; step <= 12; step++) {
      const env = await watchedEnvironment({ kind: 'lost', isBooked: true })
      env.gateway.hold()
      const first = await startApp(env)
      void first.charge()
      await settled()
      await settled()
      first.kill()
      const life = new Life()
      life.dieAfter(step)
      const second = startApp(env, life)
      await Promise.race([second, life.death])
      life.kill()
      env.gateway.isReachable = false
      const third = await startApp(env)
      expect(env.storage.charges().map((charge) => charge.state)).toEqual(['outcome-unknown'])
      const kinds = (await third.orders.get('1')).timeline.map((entry) => entry.kind)
      expect(kinds.filter((kind) => kind === 'swept-at-start')).toHaveLength(1)
      third.kill()
    }
  })
})

describe('a process that dies while a person settles a charge', () => {
  it('leaves it in review or settled, with the reason', async () => {
    for (let step = 1; step <= 10; step++) {
      const env = await watchedEnvironment({ kind: 'lost', isBooked: false })
      const first = await startApp(env)
      await first.charge()
      first.kill()
      const [order] = env.storage.orders()
      if (order?.charge?.state !== 'outcome-unknown') throw new Error('there is an unknown charge')
      const { charge, summary } = order
      const { orderId } = summary
      env.storage.writer.changeOrder({
        ...{ orderId, expectedRevision: summary.revision, atMs: env.clock.nowMs(), entries: [] },
        set: { followState: 'needs-review', nextCheckAtMs: null },
        charge: { from: charge.state, expectedVersion: charge.stateVersion, to: 'needs-review' },
      })
      const life = new Life()
      const second = await startApp(env, life)
      life.dieAfter(step)
      const verdict = {
        chargeId: charge.chargeId,
        resolution: 'present',
        reason: 'seen in the portal',
        name: 'Iva',
      } as const
      await Promise.race([second.charges.resolve(verdict), life.death])
      life.kill()
      const third = await startApp(env)
      const view = await third.orders.get(orderId)
      const isSettled = view.summary.chargeState === 'resolved-present'
      expect(isSettled || view.summary.chargeState === 'needs-review').toBe(true)
      expect(view.timeline.some((entry) => entry.text === 'seen in the portal')).toBe(isSettled)
      third.kill()
    }
  })
})
