import { describe, expect, it } from 'vitest'
import { stepState, type StepState } from '../../../../src-shared/domain/three-ds'
import { reduceStatus } from '../../../../src-main/services/following/status-reducer'
import { stepKeyOf } from '../../../../src-main/services/browser-steps/three-ds-answer'
import { pendingStep, stepsAfterAnswer } from '../../../../src-main/services/browser-steps/three-ds-changes'
import { anAnswer, anOrder, aStep, noonMs, saleParts } from '../../../support/builders'
import { issuerSteps } from '../../../support/fakes'

const { method, challenge } = issuerSteps
const stepKey = stepKeyOf(method)
const pendingStates: readonly StepState[] = ['awaited', 'open', 'answered', 'not-sent']

const aSale = (...states: StepState[]) =>
  anOrder({
    charge: saleParts(),
    steps: states.map((state, index) => aStep({ seq: index + 1, state, stepKey })),
  })
const after = (order: ReturnType<typeof anOrder>, parts: Parameters<typeof anAnswer>[0]) =>
  stepsAfterAnswer(order, anAnswer(parts), noonMs)
const givenUp = (from: StepState) => ({
  step: { kind: 'move', seq: 1, from, to: 'abandoned' },
  set: { awaitedStep: null },
  entries: [],
})

describe('an answer that asks for a step', () => {
  it('writes it down once, by its key and its host, without its values', () => {
    expect(after(aSale(), { step: method })).toEqual({
      step: { kind: 'await', stepKind: 'method', stepKey, host: 'acs.bank.example' },
      set: { awaitedStep: 'method' },
      entries: [{ atMs: noonMs, kind: 'step-awaited', actor: null, changes: [], text: 'method' }],
    })
  })

  it.each(stepState.options)('again changes nothing about one that is %s', (state) => {
    expect(after(aSale(state), { step: method })).toEqual({ set: {}, entries: [] })
  })

  it.each(pendingStates)('gives up another one that is %s, which was not uploaded', (state) => {
    expect(after(aSale(state), { step: challenge })).toEqual(givenUp(state))
  })

  it.each(stepState.options.filter((state) => !pendingStates.includes(state)))(
    'gives up no other one that is %s',
    (state) => {
      const { step } = after(aSale(state), { step: challenge })
      expect(step).toMatchObject({ kind: 'await', stepKind: 'challenge' })
    },
  )

  it('is no step of a rebill or of an order that was adopted', () => {
    for (const order of [anOrder(), anOrder({ chargeState: null })])
      expect(after(order, { step: method })).toEqual({ set: {}, entries: [] })
  })

  it('and is final asks for nothing', () => {
    expect(after(aSale(), { step: method, status: 'approved' })).toEqual({ set: {}, entries: [] })
  })

  it('has an address that cannot be read', () => {
    expect(after(aSale(), { step: { ...method, url: 'nowhere' } }).step).toMatchObject({ host: null })
  })
})

describe('an answer that asks for no step', () => {
  it.each(pendingStates)('and is final gives up one that is %s', (state) => {
    for (const status of ['approved', 'declined', 'error', 'filtered'])
      expect(after(aSale(state), { status })).toEqual(givenUp(state))
  })

  it('keeps a caught answer while the order is open, and abandons a step without an answer', () => {
    for (const state of ['answered', 'not-sent'] as const)
      expect(after(aSale(state), {})).toEqual({ set: {}, entries: [] })
    for (const state of ['awaited', 'open'] as const) expect(after(aSale(state), {})).toEqual(givenUp(state))
  })

  it('nor tells a status changes nothing', () => {
    expect(after(aSale('open'), { status: null })).toEqual({ set: {}, entries: [] })
  })

  it('leaves an upload that may be under way alone', () => {
    expect(after(aSale('sending'), { status: 'approved' })).toEqual({ set: {}, entries: [] })
  })
})

describe('the pending step', () => {
  it.each(stepState.options)('is one that is %s if it can still be uploaded', (state) => {
    expect(pendingStep(aSale('sent', state))?.seq ?? null).toBe(pendingStates.includes(state) ? 2 : null)
  })
})

describe('an order’s facts', () => {
  it('hold the step that is awaited and none of its values', () => {
    const extra = {
      'tds-status': 'CReqForm',
      html: '4000 characters',
      'redirect-to': 'https://gate.example/x',
      'tds-method-url-frame-3ds-server-trans-id': 'v',
      'tds-method-url-frame-3ds-method-url': 'v',
      'tds-creq-form-acs-url': 'v',
      'tds-creq-form-creq': 'v',
      'tds-pareq-form-pareq': 'v',
      'tds-pareq-form-acs-url': 'v',
      'tds-pareq-form-md': 'v',
      'verified-3d-status': 'AUTHENTICATED',
    }
    const outcome = { kind: 'answered', answer: anAnswer({ extra, step: challenge }) } as const
    const { facts, step } = reduceStatus(aSale(), outcome, noonMs)
    expect(facts.map(({ name }) => name).filter((name) => Object.hasOwn(extra, name))).toEqual([
      'tds-status',
      'verified-3d-status',
    ])
    expect(step).toMatchObject({ kind: 'await', stepKind: 'challenge' })
  })

  it('take no step from an answer about another order', () => {
    const answer = anAnswer({ clientOrderId: 'SOMEBODY-ELSE', step: challenge })
    expect(reduceStatus(aSale(), { kind: 'answered', answer }, noonMs).step).toBeUndefined()
  })
})
