import fc from 'fast-check'
import { afterAll, describe, expect, it } from 'vitest'
import type { IssuerStep } from '../../../../src-main/ports/cardholder-browser'
import {
  answerOf,
  readyEnvironment,
  cresText,
  issuerSteps,
  Life,
  paResText,
  settled,
  startApp,
  type TestApp,
  type UploadTransmission,
  type TestEnvironment,
} from '../../../support/fakes'
import { pass } from '../../../support/sold'

const { method, challenge, pareq } = issuerSteps

const flows: readonly (readonly [string, readonly IssuerStep[]])[] = [
  ['frictionless', [method]],
  ['challenge', [method, challenge]],
  ['1.0.2', [pareq]],
]

/** The fields of an upload of each kind. */
const caught = {
  method: {},
  challenge: { cres: cresText },
  pareq: { paRes: paResText, md: pareq.md },
}

const tally = { passed: 0, tried: 0 }
afterAll(() => {
  process.stdout.write(`3-D Secure crash points: ${tally.passed} passed of ${tally.tried} tried\n`)
})

/** Every upload that reaches the gateway has the caught values and is stored as `sending`. */
async function watchedEnvironment(steps: readonly IssuerStep[]): Promise<TestEnvironment> {
  const env = await readyEnvironment()
  env.gateway.saleSteps = steps
  env.gateway.onUpload = (upload) => {
    const stored = env.storage.orders().flatMap((order) => order.steps)
    expect(stored.find((step) => step.kind === upload.kind)).toMatchObject({
      state: 'sending',
      transmissions: 1,
    })
    expect(upload).toMatchObject(caught[upload.kind])
  }
  return env
}

/**
 * Sells with the cardholder present in a process that dies at a step. Returns the number of steps of a complete run.
 */
async function sellAndDie(env: TestEnvironment, dieAfter: number | null): Promise<number> {
  const life = new Life()
  const app = await startApp(env, life)
  const view = await app.sell({ presence: 'present' })
  expect(view.summary.chargeState).toBe('accepted')
  const before = life.steps
  if (dieAfter !== null) life.dieAfter(dieAfter)
  await pass(env, 30)
  const steps = life.steps - before
  app.kill()
  return steps
}

/** The next answer of the gateway is old and still asks for the first step. */
function tellLate(env: TestEnvironment, clientOrderId: string, step: IssuerStep | undefined): void {
  const order = env.gateway.book.get(clientOrderId)
  if (order === undefined || step === undefined) throw new Error('nothing was sold')
  const answer = { ...answerOf(order), status: 'processing', step }
  env.gateway.script(clientOrderId, { kind: 'answered', answer })
}

function uploadedTwice(env: TestEnvironment): boolean {
  const kinds = env.gateway.uploads.map(({ kind }) => kind)
  return new Set(kinds).size !== kinds.length
}

/** The person’s action after the restart: sends the caught answer, or continues with the cardholder. */
async function goOn(app: TestApp, env: TestEnvironment): Promise<void> {
  for (let round = 0; round < 4; round++) {
    const [summary] = (await app.home.get()).attention
    if (summary === undefined || summary.kind !== 'sale') return
    const act =
      summary.awaitedStep === 'unsent-answer'
        ? app.threeDs.sendAnswer(summary.orderId)
        : app.threeDs.continue(summary.orderId)
    await act.catch(() => undefined)
    await pass(env, 20)
  }
}

describe.each(flows)('a process that dies in the middle of %s', (_, steps) => {
  it('at every step resumes from the log, and nothing is uploaded twice or by itself', async () => {
    const whole = await sellAndDie(await watchedEnvironment(steps), null)
    expect(whole).toBeGreaterThan(30)
    for (let step = 1; step <= whole; step++) {
      tally.tried += 1
      const env = await watchedEnvironment(steps)
      await sellAndDie(env, step)
      const before = env.gateway.uploads.length
      const visits = env.browser.visits.length
      const app = await startApp(env)
      await pass(env, 30)
      expect(env.gateway.uploads.length, `nothing is uploaded at the start, step ${step}`).toBe(before)
      expect(env.browser.visits.length, `no page is opened at the start, step ${step}`).toBe(visits)
      await goOn(app, env)
      expect(uploadedTwice(env), `one upload a step, died at ${step}`).toBe(false)
      const [order] = env.storage.orders()
      const unknown = order?.steps.some(({ state }) => state === 'outcome-unknown') === true
      const isApproved = order?.summary.status === 'approved'
      // Only an upload that may have been sent and never arrived cannot be continued.
      expect(isApproved || unknown, `ends well, died at ${step}`).toBe(true)
      app.kill()
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
          const env = await watchedEnvironment(steps)
          env.gateway.planUploads(...transmissions)
          for (const planned of results)
            if (planned === 'closed' || planned === 'timed-out') env.browser.plan({ kind: planned })
            else if (planned === 'open') env.browser.plan(null)
          let app = await startApp(env)
          const { orderId, clientOrderId } = (await app.sell({ presence: 'present' })).summary
          for (const each of deeds) {
            switch (each) {
              case 'pass':
                await pass(env, 4)
                break
              case 'continue':
                await app.threeDs.continue(orderId).catch(() => undefined)
                break
              case 'send':
                await app.threeDs.sendAnswer(orderId).catch(() => undefined)
                break
              case 'stop':
                void app.threeDs.stop(orderId).catch(() => undefined)
                await settled()
                break
              case 'recheck':
                await app.orders.recheck(orderId).catch(() => undefined)
                break
              case 'late':
                tellLate(env, clientOrderId, steps[0])
                break
              case 'crash':
                app.kill()
                app = await startApp(env)
            }
            await settled()
          }
          app.kill()
          expect(uploadedTwice(env)).toBe(false)
        },
      ),
      { numRuns: 120 },
    )
  })
})
