import fc from 'fast-check'
import { afterAll, describe, expect, it } from 'vitest'
import type { IssuerStep } from '../../../../src-main/ports/cardholder-browser'
import {
  answerOf,
  aReadyWorld,
  cresText,
  issuerSteps,
  Life,
  paResText,
  settled,
  startDesk,
  type Desk,
  type UploadTransmission,
  type World,
} from '../../../support/fakes'
import { pass } from '../../../support/sold'

const { method, challenge, pareq } = issuerSteps

const flows: readonly (readonly [string, readonly IssuerStep[]])[] = [
  ['frictionless', [method]],
  ['challenge', [method, challenge]],
  ['1.0.2', [pareq]],
]

/** What an upload of each kind carries. */
const caught = {
  method: {},
  challenge: { cres: cresText },
  pareq: { paRes: paResText, md: pareq.md },
}

const tally = { passed: 0, tried: 0 }
afterAll(() => {
  process.stdout.write(`3-D Secure crash points: ${tally.passed} passed of ${tally.tried} tried\n`)
})

/** Every upload is what was caught, and on disk as being sent, when it reaches the gateway. */
async function watchedWorld(steps: readonly IssuerStep[]): Promise<World> {
  const world = await aReadyWorld()
  world.gateway.saleSteps = steps
  world.gateway.onUpload = (upload) => {
    const stored = world.storage.orders().flatMap((order) => order.steps)
    expect(stored.find((step) => step.kind === upload.kind)).toMatchObject({
      state: 'sending',
      transmissions: 1,
    })
    expect(upload).toMatchObject(caught[upload.kind])
  }
  return world
}

/** Sells with the cardholder present in a process that dies at a step; answers with the steps of a whole run. */
async function sellAndDie(world: World, dieAfter: number | null): Promise<number> {
  const life = new Life()
  const desk = await startDesk(world, life)
  const view = await desk.sell({ presence: 'present' })
  expect(view.summary.chargeState).toBe('accepted')
  const before = life.steps
  if (dieAfter !== null) life.dieAfter(dieAfter)
  await pass(world, 30)
  const steps = life.steps - before
  desk.kill()
  return steps
}

/** The next answer of the gateway is an old one that still asks for the first step. */
function tellLate(world: World, clientOrderId: string, step: IssuerStep | undefined): void {
  const order = world.gateway.book.get(clientOrderId)
  if (order === undefined || step === undefined) throw new Error('nothing was sold')
  const answer = { ...answerOf(order), status: 'processing', step }
  world.gateway.script(clientOrderId, { kind: 'answered', answer })
}

function uploadedTwice(world: World): boolean {
  const kinds = world.gateway.uploads.map(({ kind }) => kind)
  return new Set(kinds).size !== kinds.length
}

/** What the person finds after the restart, and does: sends what was caught, or goes on with the cardholder. */
async function goOn(desk: Desk, world: World): Promise<void> {
  for (let round = 0; round < 4; round++) {
    const [summary] = (await desk.home.get()).attention
    if (summary === undefined || summary.kind !== 'sale') return
    const act =
      summary.awaitedStep === 'unsent-answer'
        ? desk.threeDs.sendAnswer(summary.orderId)
        : desk.threeDs.continue(summary.orderId)
    await act.catch(() => undefined)
    await pass(world, 20)
  }
}

describe.each(flows)('a process that dies in the middle of %s', (_, steps) => {
  it('at every step resumes from the log, and nothing is uploaded twice or by itself', async () => {
    const whole = await sellAndDie(await watchedWorld(steps), null)
    expect(whole).toBeGreaterThan(30)
    for (let step = 1; step <= whole; step++) {
      tally.tried += 1
      const world = await watchedWorld(steps)
      await sellAndDie(world, step)
      const before = world.gateway.uploads.length
      const visits = world.browser.visits.length
      const desk = await startDesk(world)
      await pass(world, 30)
      expect(world.gateway.uploads.length, `nothing is uploaded at the start, step ${step}`).toBe(before)
      expect(world.browser.visits.length, `no page is opened at the start, step ${step}`).toBe(visits)
      await goOn(desk, world)
      expect(uploadedTwice(world), `one upload a step, died at ${step}`).toBe(false)
      const [order] = world.storage.orders()
      const unknown = order?.steps.some(({ state }) => state === 'outcome-unknown') === true
      const isApproved = order?.summary.status === 'approved'
      // Only an upload that may be under way and never arrived cannot be taken further.
      expect(isApproved || unknown, `ends well, died at ${step}`).toBe(true)
      desk.kill()
      tally.passed += 1
    }
  })
})

describe('whatever clicks, polls, crashes and answers come in whatever order', () => {
  type Deed = 'pass' | 'continue' | 'stop' | 'send' | 'crash' | 'recheck' | 'late'
  const deed = fc.constantFrom<Deed>(
    ...(['pass', 'pass', 'continue', 'stop', 'send', 'crash', 'recheck', 'late'] as const),
  )
  const transmission = fc.constantFrom<UploadTransmission>(
    { kind: 'accepted' },
    { kind: 'accepted' },
    { kind: 'not-sent' },
    { kind: 'lost', isTaken: true },
    { kind: 'lost', isTaken: false },
    { kind: 'refused', code: '1' },
  )
  const result = fc.constantFrom('answers', 'closed', 'open', 'timed-out')

  it('at most one upload of each step reaches the gateway', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.constantFrom(...flows.map(([, steps]) => steps)),
        fc.array(deed, { minLength: 3, maxLength: 14 }),
        fc.array(transmission, { maxLength: 4 }),
        fc.array(result, { maxLength: 4 }),
        async (steps, deeds, transmissions, results) => {
          const world = await watchedWorld(steps)
          world.gateway.planUploads(...transmissions)
          for (const planned of results)
            if (planned === 'closed' || planned === 'timed-out') world.browser.plan({ kind: planned })
            else if (planned === 'open') world.browser.plan(null)
          let desk = await startDesk(world)
          const { orderId, clientOrderId } = (await desk.sell({ presence: 'present' })).summary
          for (const each of deeds) {
            switch (each) {
              case 'pass':
                await pass(world, 4)
                break
              case 'continue':
                await desk.threeDs.continue(orderId).catch(() => undefined)
                break
              case 'send':
                await desk.threeDs.sendAnswer(orderId).catch(() => undefined)
                break
              case 'stop':
                void desk.threeDs.stop(orderId).catch(() => undefined)
                await settled()
                break
              case 'recheck':
                await desk.orders.recheck(orderId).catch(() => undefined)
                break
              case 'late':
                tellLate(world, clientOrderId, steps[0])
                break
              case 'crash':
                desk.kill()
                desk = await startDesk(world)
            }
            await settled()
          }
          desk.kill()
          expect(uploadedTwice(world)).toBe(false)
        },
      ),
      { numRuns: 120 },
    )
  })
})
