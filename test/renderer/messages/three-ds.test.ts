import { describe, expect, it } from 'vitest'
import { elapsedText } from '../../../src-renderer/composables/use-time-format'
import { messages } from '../../../src-renderer/messages'
import {
  awaitedText,
  completionText,
  foreignStep,
  stageSentence,
  stepFailure,
  stepStateText,
  transStatusText,
  verifiedText,
} from '../../../src-renderer/messages/three-ds-text'
import { timelineText } from '../../../src-renderer/messages/timeline-text'
import { failureText } from '../../../src-renderer/messages/failure-text'
import { awaitedStep, stepKind, stepState } from '../../../src-shared/domain/three-ds'
import { stageKeys, type AwaitedFrom, type StageState } from '../../../src-shared/domain/three-ds-progress'

const words = messages.threeDs
const states: readonly StageState[] = ['idle', 'waiting', 'running', 'done', 'skipped', 'failed']
const askable: readonly AwaitedFrom[] = ['gateway', 'issuer', 'cardholder', 'operator']

describe('the words of 3-D Secure', () => {
  it('say of every light that waits whose move it is', () => {
    const openings: Record<AwaitedFrom, RegExp> = {
      gateway: /^Waiting for the gateway: /,
      issuer: /^Waiting for the issuer: /,
      cardholder: /^Waiting for the cardholder: /,
      operator: /^Action needed: /,
    }
    const possible: readonly (readonly [(typeof stageKeys)[number], readonly AwaitedFrom[]])[] = [
      ['sale', ['gateway', 'operator']],
      ['method', ['gateway', 'issuer', 'operator']],
      ['method-result', ['gateway', 'operator']],
      ['challenge', ['gateway', 'cardholder', 'operator']],
      ['challenge-result', ['gateway', 'operator']],
      ['final', ['gateway', 'operator']],
    ]
    expect(possible.map(([key]) => key)).toEqual(stageKeys)
    for (const [key, froms] of possible)
      for (const awaitedFrom of froms)
        for (const state of ['waiting', 'running'] as const)
          for (const isPareq of [true, false]) {
            const said = awaitedText({ key, state, awaitedFrom }, isPareq)
            expect([key, awaitedFrom, said]).toEqual([
              key,
              awaitedFrom,
              expect.stringMatching(openings[awaitedFrom]),
            ])
          }
  })

  it('make a whole sentence of every light', () => {
    for (const state of states)
      for (const from of [null, ...askable]) {
        const sentence = stageSentence('Challenge', state, '8 s', from)
        expect(sentence).toMatch(/^Challenge: [a-z ]+, (?:after|for) 8 s/)
        expect(sentence).not.toContain('undefined')
      }
    expect(stageSentence('Sale', 'idle', '', null)).toBe('Sale: not yet')
  })

  it('have a word for every step, state, completion and awaited step', () => {
    for (const kind of stepKind.options) expect(words.steps[kind]).toMatch(/\p{L}/u)
    for (const state of stepState.options)
      for (const kind of stepKind.options)
        expect(stepStateText({ state, kind, failure: null })).toMatch(/\p{L}/u)
    for (const value of ['Y', 'N', 'U'] as const) expect(completionText(value)).toMatch(/^[YNU]: \p{L}/u)
    expect(Object.keys(messages.orders.awaited).sort()).toEqual([...awaitedStep.options].sort())
  })

  it('tell in a timeline which step it was, and its host or what went wrong', () => {
    expect(timelineText('step-awaited', 'challenge')).toBe(words.steps.challenge)
    expect(timelineText('step-opened', 'method acs.bank.example')).toBe('Method page: acs.bank.example')
    expect(timelineText('step-closed', 'challenge closed')).toBe(`Challenge: ${stepFailure('closed')}`)
    expect(timelineText('step-not-sent', 'pareq ECONNREFUSED')).toContain(failureText('ECONNREFUSED'))
    expect(timelineText('note', 'challenge closed')).toBe('challenge closed')
  })

  it.each([
    'closed',
    'timeout',
    'issuer-address-refused',
    'answer-not-sendable',
    'address-refused',
    'window-failed',
    'answer-without-cres',
    'answer-without-pares',
    'answer-of-another-order',
    'answer-empty',
    'answer-too-long',
    'answer-unreadable',
  ])('have plain words for a step that ended as %s, and name it', (failure) => {
    expect(stepFailure(failure)).toMatch(new RegExp(`^.+ \\(${failure}\\)$`))
    expect(stepFailure(failure)).not.toBe(failureText(failure))
  })

  it('show values that nobody knows as they came', () => {
    expect(transStatusText('Z')).toContain('Z')
    expect(verifiedText('SOMETHING_NEW')).toBe('SOMETHING_NEW')
    expect(foreignStep('NewForm')).toContain('NewForm')
  })

  it.each([
    [-5, '0 ms'],
    [312, '312 ms'],
    [999, '999 ms'],
    [1000, '1 s'],
    [59_999, '59 s'],
    [60_000, '1:00 min'],
    [92_000, '1:32 min'],
    [3_599_999, '59:59 min'],
    [7_500_000, '2:05 h'],
    [90_000_000, '25:00 h'],
  ])('write %i ms as %s', (ms, text) => {
    expect(elapsedText(ms)).toBe(text)
  })
})
