import { beforeEach, describe, expect, it } from 'vitest'
import type { ChainAct } from '../../../../src-main/ports/storage'
import {
  ConsentGate,
  consentMs,
  declinePaceMs,
  releasePaceMs,
} from '../../../../src-main/services/consent/consent-gate'
import { aProfile, anActor } from '../../../support/builders'
import { FakeClock, FakeConsent } from '../../../support/fakes'

const live = aProfile()
const question = { kind: 'signing-key', gateway: 'https://gate.example.com', login: 'NordShop' } as const
const refusal = (reason: string) => ({ details: { reason } })

let clock: FakeClock
let prompt: FakeConsent
let gate: ConsentGate
let hasLive: boolean
let isLocked: boolean
let noted: (ChainAct & { name: string | null })[]
let isDiskFull: boolean

beforeEach(() => {
  clock = new FakeClock()
  prompt = new FakeConsent()
  const operators = {
    actor: () => Promise.resolve(anActor('Dana Whitfield')),
    get isLocked() {
      return isLocked
    },
  }
  hasLive = true
  isLocked = false
  noted = []
  const writer = {
    noteAct: (act: ChainAct, name: string | null) => {
      noted.push({ ...act, name })
      return isDiskFull ? Promise.reject(new Error('the disk is full')) : Promise.resolve()
    },
  }
  isDiskFull = false
  gate = new ConsentGate({
    ...{ prompt, clock, operators, storage: { writer }, report: () => undefined },
    profiles: { hasLive: () => Promise.resolve(hasLive) },
  })
})

describe('the release of an action (S33)', () => {
  it('is asked for with the profile and the operator that main knows', async () => {
    await gate.requireForProfile(live, question)
    expect(prompt.requests).toMatchObject([
      {
        question,
        profile: { name: 'Shop EU', environment: 'production' },
        operator: 'Dana Whitfield',
      },
    ])
  })

  it.each(['simulator', 'gateway-test'] as const)('is not needed for a %s profile', async (environment) => {
    await gate.requireForProfile({ ...live, environment }, question)
    expect(prompt.requests).toEqual([])
  })

  it('of an action on the whole history is asked for while a profile is live', async () => {
    hasLive = false
    await gate.requireIfLive({ kind: 'restore', file: 'daily.backup' })
    expect(prompt.requests).toEqual([])
    hasLive = true
    await gate.requireIfLive({ kind: 'restore', file: 'daily.backup' })
    expect(prompt.requests).toMatchObject([{ question: { kind: 'restore' }, profile: null }])
  })

  it.each([
    ['declined', 'cancelled', 'release-declined'],
    ['not-shown', 'not-allowed-now', 'release-not-shown'],
  ] as const)('fails when the answer is %s', async (answer, code, reason) => {
    prompt.plan(answer)
    await expect(gate.requireForProfile(live, question)).rejects.toMatchObject({ code, ...refusal(reason) })
    await clock.advance(declinePaceMs)
    await gate.requireForProfile(live, question)
    expect(prompt.requests.length).toBe(2)
  })

  it.each([false, true])(
    'that a person declined is written to the audit chain with what was asked and who was (full disk: %s)',
    async (isFull) => {
      isDiskFull = isFull
      prompt.plan('declined')
      await expect(gate.require(question)).rejects.toMatchObject(refusal('release-declined'))
      expect(noted).toEqual([
        { kind: 'release-declined', facts: { question: 'signing-key' }, name: 'Dana Whitfield' },
      ])
    },
  )

  it('is refused for a second after a person declined, so that a page cannot ask again and again', async () => {
    prompt.plan('declined')
    await expect(gate.require(question)).rejects.toMatchObject(refusal('release-declined'))
    await clock.advance(declinePaceMs - 1)
    await expect(gate.requireForProfile(live, question)).rejects.toMatchObject(refusal('release-declined'))
    expect(prompt.requests.length).toBe(1)
    await clock.advance(1)
    await gate.requireForProfile(live, question)
    expect(prompt.requests.length).toBe(2)
  })

  it('is asked for once at a time: a second action is refused and opens nothing', async () => {
    prompt.plan(null)
    const first = gate.requireForProfile(live, question)
    await expect(gate.require({ kind: 'recovery-code' })).rejects.toMatchObject(refusal('release-open'))
    expect(prompt.requests.length).toBe(1)
    await gate.drain()
    await expect(first).rejects.toMatchObject(refusal('shutting-down'))
  })

  it('fails when nobody answers in five minutes', async () => {
    prompt.plan(null)
    const waiting = expect(gate.requireForProfile(live, question)).rejects.toMatchObject(
      refusal('release-declined'),
    )
    await clock.advance(consentMs)
    await waiting
  })

  it('is taken at most once in two seconds', async () => {
    await gate.requireForProfile(live, question)
    const releasedAtMs = clock.monotonicMs()
    await gate.requireForProfile(live, question)
    expect(prompt.requests[0]?.notBeforeMs).toBeLessThanOrEqual(releasedAtMs)
    expect(prompt.requests[1]?.notBeforeMs).toBe(releasedAtMs + releasePaceMs)
  })

  it('is declined by a lock of the app, for nobody who was asked is there any longer (S18)', async () => {
    prompt.plan(null)
    const waiting = expect(gate.requireForProfile(live, question)).rejects.toMatchObject(
      refusal('release-declined'),
    )
    await clock.advance(1)
    gate.close()
    await waiting
    await clock.advance(declinePaceMs)
    await gate.requireForProfile(live, question)
    expect(prompt.requests.length).toBe(2)
  })

  it('is not asked for by an action that began before the lock', async () => {
    const asking = gate.requireForProfile(live, question)
    isLocked = true
    await expect(asking).rejects.toMatchObject({ code: 'locked' })
    expect(prompt.requests).toEqual([])
  })

  it('is not asked for while the app ends', async () => {
    await gate.drain()
    await expect(gate.requireForProfile(live, question)).rejects.toMatchObject(refusal('shutting-down'))
    expect(prompt.requests).toEqual([])
  })
})
