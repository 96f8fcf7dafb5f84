import { createHash } from 'node:crypto'
import { describe, expect, it } from 'vitest'
import {
  answerDigestOf,
  readVisit,
  stepKeyOf,
} from '../../../../src-main/services/browser-steps/three-ds-answer'
import { cresText, encoded, issuerSteps, paResText } from '../../../support/fakes'

const { method, pareq } = issuerSteps
const challenge = { ...issuerSteps.challenge, creq: encoded({ threeDSServerTransID: 'ours' }) }
const returned = (fields: Readonly<Record<string, string>>) =>
  ({
    kind: 'returned',
    fields: Object.entries(fields).map(([name, value]) => ({ name, value })),
  }) as const
const base64 = (value: unknown) => Buffer.from(JSON.stringify(value)).toString('base64')

describe('the answer of a challenge', () => {
  it.each([
    ['base64url without padding', cresText, 'Y'],
    ['base64 with padding', base64({ transStatus: 'N', x: '~~?>' }), 'N'],
    ['of our transaction', encoded({ threeDSServerTransID: 'ours', transStatus: 'A' }), 'A'],
    ['without a status', encoded({ messageType: 'CRes' }), null],
    ['of no readable form', 'not json at all', null],
    ['that is a number', base64(7), null],
    ['that ends in white space', `${cresText} `, 'Y'],
    ['with a status that is none', encoded({ transStatus: { y: 1 } }), null],
  ])('%s is taken as it is', (_, cres, transStatus) => {
    for (const name of ['cres', 'cRes'])
      expect(readVisit(challenge, returned({ threeDSSessionData: 'x', [name]: cres }))).toEqual({
        kind: 'answer',
        answer: { kind: 'challenge', cres },
        transStatus,
      })
  })

  it.each([
    ['is not there', {}, 'answer-without-cres'],
    ['is empty', { cres: '' }, 'answer-without-cres'],
    [
      'is of another transaction',
      { cres: encoded({ threeDSServerTransID: 'theirs', transStatus: 'Y' }) },
      'answer-of-another-order',
    ],
  ])('that %s is not uploaded', (_, fields, failure) => {
    expect(readVisit(challenge, returned(fields))).toEqual({ kind: 'foreign', failure })
  })
})

describe('the answer of a PaReq page', () => {
  it('is taken as it is when it comes with our MD', () => {
    expect(readVisit(pareq, returned({ PaRes: paResText, MD: pareq.md }))).toEqual({
      kind: 'answer',
      answer: { kind: 'pareq', paRes: paResText, md: pareq.md },
      transStatus: null,
    })
  })

  it.each([
    ['without PaRes', { MD: pareq.md }, 'answer-without-pares'],
    ['without MD', { PaRes: paResText }, 'answer-of-another-order'],
    ['with another MD', { PaRes: paResText, MD: `${pareq.md} ` }, 'answer-of-another-order'],
  ])('%s is not uploaded', (_, fields, failure) => {
    expect(readVisit(pareq, returned(fields))).toEqual({ kind: 'foreign', failure })
  })
})

describe('a visit without an answer', () => {
  it('holds a challenge and a PaReq page back', () => {
    for (const step of [challenge, pareq]) {
      expect(readVisit(step, { kind: 'closed' })).toEqual({ kind: 'foreign', failure: 'closed' })
      expect(readVisit(step, { kind: 'timed-out' })).toEqual({ kind: 'foreign', failure: 'timeout' })
      expect(readVisit(step, { kind: 'failed', failure: 'ERR_X' })).toEqual({
        kind: 'foreign',
        failure: 'ERR_X',
      })
    }
  })

  it('of a method page is a stop when it was closed, else N', () => {
    const silent = { kind: 'method', serverTransId: method.serverTransId, completion: 'N' }
    expect(readVisit(method, { kind: 'closed' })).toEqual({ kind: 'foreign', failure: 'closed' })
    expect(readVisit(method, { kind: 'timed-out' })).toMatchObject({ answer: silent })
    expect(readVisit(method, { kind: 'failed', failure: 'ERR_X' })).toMatchObject({ answer: silent })
  })
})

describe('the method page’s answer', () => {
  const data = { threeDSServerTransID: method.serverTransId }
  it.each([
    ['names our transaction', encoded(data), 'Y'],
    ['names it in padded base64', base64(data), 'Y'],
    ['names another one', encoded({ threeDSServerTransID: 'x' }), 'N'],
    ['names none', encoded({}), 'N'],
    ['cannot be read', '%%%', 'N'],
  ])('that %s', (_, threeDSMethodData, completion) => {
    expect(readVisit(method, returned({ threeDSMethodData }))).toMatchObject({ answer: { completion } })
  })
})

describe('the key of a step', () => {
  it('differs with each of its values and with nothing else', () => {
    const steps = [
      method,
      { ...method, url: `${method.url}/2` },
      { ...method, serverTransId: 'x' },
      challenge,
      { ...challenge, creq: `${challenge.creq}A` },
      pareq,
      { ...pareq, md: 'x' },
      { ...pareq, pareq: 'x' },
    ]
    const keys = steps.map(stepKeyOf)
    expect(new Set(keys).size).toBe(steps.length)
    expect(steps.map((step) => stepKeyOf({ ...step }))).toEqual(keys)
    expect(keys.join()).toMatch(/^[0-9a-f,]+$/)
  })
})

describe('the digest of an answer', () => {
  it('proves the bytes without having them', () => {
    const hash = createHash('sha256').update(paResText).digest('hex')
    expect(answerDigestOf({ kind: 'pareq', paRes: paResText, md: 'MD' })).toBe(
      `${String(paResText.length)} characters, sha256 ${hash}`,
    )
  })
})
