import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { nextChargeStates, type ChargePreview, type ChargeState } from '../../../../src-shared/domain/charge'
import type { OrderChange } from '../../../../src-main/ports/storage'
import { shownStatus } from '../../../../src-shared/domain/order-status'
import { AppError } from '../../../../src-shared/errors/app-error'
import { aCardNumber, aDraft, aSaleDraft } from '../../../support/builders'
import {
  readyEnvironment,
  Life,
  noAnswer,
  settled,
  startApp,
  type TestApp,
  type Transmission,
  type TestEnvironment,
} from '../../../support/fakes'

const runs = Number(process.env['REBILL_DESK_MODEL_RUNS'] ?? 100)
const seed = Number(process.env['REBILL_DESK_MODEL_SEED'] ?? Math.floor(Math.random() * 2 ** 31))
const hourMs = 3_600_000

type Trade = 'rebill' | 'sale'

type Act =
  | {
      readonly kind: 'charge'
      readonly trade: Trade
      readonly amount: string
      readonly transmission: Transmission
      readonly clicks: number
    }
  | {
      readonly kind: 'charge-and-die'
      readonly trade: Trade
      readonly transmission: Transmission
      readonly steps: number
    }
  | { readonly kind: 'restart' }
  | { readonly kind: 'wait'; readonly ms: number }
  | { readonly kind: 'send-again'; readonly pick: number; readonly clicks: number }
  | { readonly kind: 'cancel'; readonly pick: number }
  | { readonly kind: 'recheck'; readonly pick: number }
  | { readonly kind: 'note'; readonly pick: number }
  | { readonly kind: 'resolve'; readonly pick: number }
  | { readonly kind: 'bank-decides'; readonly pick: number; readonly status: string }
  | { readonly kind: 'bad-answer'; readonly pick: number }
  | { readonly kind: 'network'; readonly isUp: boolean }
  | { readonly kind: 'disk'; readonly failures: number }
  | { readonly kind: 'clock'; readonly jumpMs: number }

const transmission = fc.constantFrom<Transmission>(
  { kind: 'accepted' },
  { kind: 'lost', isBooked: true },
  { kind: 'lost', isBooked: false },
  { kind: 'throws', isBooked: true },
  { kind: 'foreign-answer' },
  { kind: 'refused', code: '1' },
  { kind: 'refused', code: '1', isBooked: true },
  { kind: 'not-sent' },
)
const trade = fc.constantFrom<Trade>('rebill', 'sale')
const pick = fc.nat(20)
const clicks = fc.integer({ min: 1, max: 4 })
const act: fc.Arbitrary<Act> = fc.oneof(
  {
    weight: 4,
    arbitrary: fc.record({
      kind: fc.constant('charge' as const),
      trade,
      amount: fc.constantFrom('25.00', '26.00', '0.29'),
      transmission,
      clicks,
    }),
  },
  {
    weight: 4,
    arbitrary: fc.record({
      kind: fc.constant('charge-and-die' as const),
      trade,
      transmission,
      steps: fc.integer({ min: 1, max: 45 }),
    }),
  },
  { weight: 2, arbitrary: fc.record({ kind: fc.constant('restart' as const) }) },
  {
    weight: 4,
    arbitrary: fc.record({
      kind: fc.constant('wait' as const),
      ms: fc.constantFrom(1000, 6000, 6000, 40_000, 40_000, 400_000, 400_000, 25 * hourMs),
    }),
  },
  { weight: 3, arbitrary: fc.record({ kind: fc.constant('send-again' as const), pick, clicks }) },
  { weight: 1, arbitrary: fc.record({ kind: fc.constant('cancel' as const), pick }) },
  { weight: 2, arbitrary: fc.record({ kind: fc.constant('recheck' as const), pick }) },
  { weight: 1, arbitrary: fc.record({ kind: fc.constant('note' as const), pick }) },
  { weight: 1, arbitrary: fc.record({ kind: fc.constant('resolve' as const), pick }) },
  {
    weight: 3,
    arbitrary: fc.record({
      kind: fc.constant('bank-decides' as const),
      pick,
      status: fc.constantFrom('approved', 'declined', 'filtered', 'error', 'unknown', 'chain_declined'),
    }),
  },
  { weight: 1, arbitrary: fc.record({ kind: fc.constant('bad-answer' as const), pick }) },
  { weight: 1, arbitrary: fc.record({ kind: fc.constant('network' as const), isUp: fc.boolean() }) },
  {
    weight: 1,
    arbitrary: fc.record({ kind: fc.constant('disk' as const), failures: fc.integer({ min: 1, max: 4 }) }),
  },
  {
    weight: 1,
    arbitrary: fc.record({
      kind: fc.constant('clock' as const),
      jumpMs: fc.constantFrom(-hourMs, hourMs, 24 * 365 * hourMs),
    }),
  },
)

/** One run of the app with faults of the disk, the gateway and the network and with random actions of a person. */
class Play {
  readonly env: TestEnvironment
  app: TestApp
  #diskFailures = 0
  /** Every state change of a charge that the app sent to the storage. */
  readonly #moves: { readonly from: ChargeState; readonly to: ChargeState }[] = []

  private constructor(env: TestEnvironment, app: TestApp) {
    this.env = env
    this.app = app
    this.#watch()
  }

  static async begin(): Promise<Play> {
    const env = await readyEnvironment()
    env.gateway.onDelivery = (clientOrderId) => {
      const charge = env.storage.charges().find((stored) => stored.clientOrderId === clientOrderId)
      expect(charge, 'on disk as sending before the first byte').toMatchObject({
        state: 'sending',
        transmissions: 1,
      })
    }
    return new Play(env, await startApp(env))
  }

  async perform(step: Act): Promise<void> {
    // A refusal is a valid answer to most of these actions. The test checks the disk and the gateway afterwards.
    await this.#do(step).catch((error: unknown) => {
      if (!(error instanceof AppError)) throw error
    })
    await settled()
    this.check()
  }

  check(): void {
    const { deliveries, book } = this.env.gateway
    expect(new Set(deliveries).size, 'delivered at most once').toBe(deliveries.length)
    for (const { from, to } of this.#moves)
      expect(nextChargeStates(from), `allowed transition: ${from} -> ${to}`).toContain(to)
    for (const { summary } of this.env.storage.orders()) {
      expect({ family: summary.family, word: summary.word }, 'status shown').toEqual(shownStatus(summary))
      if (book.get(summary.clientOrderId)?.status !== 'approved') continue
      const denied: (ChargeState | null)[] = ['rejected', 'cancelled', 'not-sent', 'recorded', 'draft']
      expect(denied, 'approved at the gateway, denied here').not.toContain(summary.chargeState)
    }
  }

  /** Ends all faults. Then every delivered order must reach the gateway's own state. */
  async heal(): Promise<void> {
    const { gateway, clock, storage } = this.env
    gateway.isReachable = true
    gateway.forgetScripts()
    this.#diskFailures = 0
    for (const order of gateway.book.values())
      if (order.status === 'processing' || order.status === 'unknown' || order.status === 'chain_declined')
        gateway.setStatus(order.clientOrderId, 'approved')
    await this.#restart()
    for (let round = 0; round < 2; round++) {
      for (const { summary } of storage.orders()) await this.app.orders.recheck(summary.orderId)
      await clock.advance(12 * 60_000)
    }
    this.check()
    expect(storage.find(aCardNumber), 'S16: no card number on disk').toEqual([])
    for (const booked of gateway.book.values()) {
      const order = storage.orders().find(({ summary }) => summary.clientOrderId === booked.clientOrderId)
      if (order === undefined) throw new Error('a delivered order is not in the database')
      const { summary } = order
      expect(summary.chargeState, 'state of the gateway').toBe('final')
      expect([summary.status, summary.alert], 'state of the gateway').toContain(
        summary.status === booked.status ? booked.status : 'changed-after-final',
      )
    }
  }

  async #do(step: Act): Promise<void> {
    const { gateway, clock } = this.env
    switch (step.kind) {
      case 'charge':
        gateway.plan(step.transmission)
        await this.#charge(step.trade, step.amount, step.clicks).finally(() => {
          gateway.forgetPlans()
        })
        return
      case 'charge-and-die':
        return this.#chargeAndDie(step.trade, step.transmission, step.steps)
      case 'restart':
        return this.#restart()
      case 'wait':
        return clock.advance(step.ms)
      case 'send-again':
        return this.#sendAgain(this.#chargeId(step.pick), step.clicks)
      case 'cancel':
        return void (await this.app.charges.cancel(this.#chargeId(step.pick)))
      case 'recheck':
        return void (await this.app.orders.recheck(this.#orderId(step.pick)))
      case 'note':
        return void (await this.app.orders.note(this.#orderId(step.pick), 'a note'))
      case 'resolve':
        return this.#resolve(this.#chargeId(step.pick))
      case 'bank-decides':
        return this.#decide(step.pick, step.status)
      case 'bad-answer':
        return this.#answerBadly(step.pick)
      case 'network':
        gateway.isReachable = step.isUp
        return
      case 'disk':
        this.#diskFailures = step.failures
        return
      case 'clock':
        clock.jump(step.jumpMs)
        return
    }
  }

  async #charge(kind: Trade, amount: string, clickCount: number): Promise<void> {
    const draft = kind === 'sale' ? aSaleDraft({ amount }) : aDraft({ amount })
    await this.#confirm(await this.app.charges.prepare(draft), clickCount)
  }

  async #confirm(preview: ChargePreview, clickCount: number): Promise<void> {
    const card = preview.kind === 'sale' ? { cardNumber: aCardNumber } : {}
    await Promise.allSettled(Array.from({ length: clickCount }, () => this.app.confirm(preview, card)))
  }

  async #chargeAndDie(kind: Trade, planned: Transmission, steps: number): Promise<void> {
    const { gateway } = this.env
    gateway.plan(planned)
    const { life } = this.app
    life.dieAfter(steps)
    const charging = this.#charge(kind, '25.00', 2).catch(() => undefined)
    await Promise.race([charging, life.death])
    await settled()
    await this.#restart()
    gateway.forgetPlans()
  }

  async #restart(): Promise<void> {
    this.app.kill()
    this.app = await startApp(this.env, new Life())
  }

  #watch(): void {
    this.env.storageFaults.beforeWrite = ({ method, args }) => {
      const move = method === 'changeOrder' ? (args[0] as OrderChange).charge : undefined
      if (move !== undefined) this.#moves.push(move)
      if (this.#diskFailures === 0) return
      this.#diskFailures -= 1
      throw new AppError('storage-failed', { reason: 'database' })
    }
  }

  async #sendAgain(chargeId: string, clickCount: number): Promise<void> {
    await this.#confirm(await this.app.charges.sendAgain(chargeId), clickCount)
  }

  /** The person has looked up the charge in the merchant portal. */
  async #resolve(chargeId: string): Promise<void> {
    const clientOrderId = this.env.storage.reader.getCharge(chargeId)?.clientOrderId ?? ''
    const resolution = this.env.gateway.book.has(clientOrderId) ? 'present' : 'absent'
    await this.app.charges.resolve({ chargeId, resolution, reason: 'looked it up', name: 'Iva' })
  }

  #decide(index: number, status: string): void {
    const open = [...this.env.gateway.book.values()].filter(
      (order) => !['approved', 'declined', 'filtered', 'error'].includes(order.status),
    )
    const order = open[index % Math.max(1, open.length)]
    if (order !== undefined) this.env.gateway.setStatus(order.clientOrderId, status)
  }

  #answerBadly(index: number): void {
    const orders = [...this.env.gateway.book.values()]
    const order = orders[index % Math.max(1, orders.length)]
    if (order !== undefined)
      this.env.gateway.script(order.clientOrderId, noAnswer('html-page'), noAnswer('duplicate-field:status'))
  }

  #chargeId(index: number): string {
    const ids = this.env.storage.charges().map((charge) => charge.chargeId)
    return ids[index % Math.max(1, ids.length)] ?? ''
  }

  #orderId(index: number): string {
    return String((index % Math.max(1, this.env.storage.orders().length)) + 1)
  }
}

describe('the charge engine under any sequence of actions, crashes and faults', () => {
  it(
    'sends at most once, keeps to the allowed states, ends in the state of the gateway and stores no card data (S16)',
    async () => {
      process.stdout.write(`charge model: ${runs} runs, seed ${seed}\n`)
      await fc.assert(
        fc.asyncProperty(fc.array(act, { minLength: 1, maxLength: 14 }), async (steps) => {
          const play = await Play.begin()
          for (const step of steps) await play.perform(step)
          await play.heal()
          play.app.kill()
        }),
        { numRuns: runs, seed },
      )
    },
    runs * 4000,
  )
})
