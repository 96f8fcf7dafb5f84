import { createHash } from 'node:crypto'
import type { IssuerStep, VisitResult } from '../../ports/cardholder-browser'
import type { StepAnswer } from '../../ports/storage'

type Fields = readonly { readonly name: string; readonly value: string }[]

/** The data that an issuer’s page posted to the return address, read for one step. */
export type ReadAnswer =
  | {
      readonly kind: 'answer'
      readonly answer: StepAnswer
      /** For display only. The gateway judges the value. */
      readonly transStatus: string | null
    }
  /** Not the answer to this step. Nothing of it may be uploaded. */
  | { readonly kind: 'foreign'; readonly failure: string }

/** A method page that posts nothing within its time is uploaded as timed out, so that the gateway can go on. */
export function readVisit(step: IssuerStep, result: VisitResult): ReadAnswer {
  switch (result.kind) {
    case 'returned':
      return readIssuerAnswer(step, result.fields)
    case 'timed-out':
    case 'failed':
      if (step.kind === 'method') return methodAnswer(step.serverTransId, 'N')
      return { kind: 'foreign', failure: result.kind === 'failed' ? result.failure : 'timeout' }
    case 'closed':
      return { kind: 'foreign', failure: 'closed' }
  }
}

/** Reads the posted data. Values stay unchanged: padding, case and plus signs are part of the issuer’s value. */
function readIssuerAnswer(step: IssuerStep, fields: Fields): ReadAnswer {
  const value = (...names: string[]) => fields.find(({ name }) => names.includes(name))?.value ?? ''
  switch (step.kind) {
    case 'method': {
      const named = decodeJson(value('threeDSMethodData'))?.['threeDSServerTransID']
      return methodAnswer(step.serverTransId, named === step.serverTransId ? 'Y' : 'N')
    }
    case 'challenge': {
      const cres = value('cres', 'cRes')
      if (cres === '') return { kind: 'foreign', failure: 'answer-without-cres' }
      const said = decodeJson(cres)
      return namesAnother(said, step.creq)
        ? { kind: 'foreign', failure: 'answer-of-another-order' }
        : { kind: 'answer', answer: { kind: 'challenge', cres }, transStatus: textOf(said?.['transStatus']) }
    }
    case 'pareq': {
      const paRes = value('PaRes')
      if (paRes === '') return { kind: 'foreign', failure: 'answer-without-pares' }
      if (value('MD') !== step.md) return { kind: 'foreign', failure: 'answer-of-another-order' }
      return { kind: 'answer', answer: { kind: 'pareq', paRes, md: step.md }, transStatus: null }
    }
  }
}

/** The result of a method page: it finished, or its ten seconds passed. */
function methodAnswer(serverTransId: string, completion: 'Y' | 'N'): ReadAnswer {
  return { kind: 'answer', answer: { kind: 'method', serverTransId, completion }, transStatus: null }
}

/** Identifies a step without storing the issuer’s values. */
export function stepKeyOf(step: IssuerStep): string {
  return createHash('sha256')
    .update(JSON.stringify(Object.entries(step)))
    .digest('hex')
}

/** Length and hash of the uploaded values: evidence without the values. */
export function answerDigestOf(answer: StepAnswer): string {
  const value =
    answer.kind === 'method' ? answer.completion : answer.kind === 'challenge' ? answer.cres : answer.paRes
  const hash = createHash('sha256').update(value, 'utf8').digest('hex')
  return `${value.length} characters, sha256 ${hash}`
}

/** Compares the transaction ids in both values. A value that cannot be read does not count as a contradiction. */
function namesAnother(said: Record<string, unknown> | null, creq: string): boolean {
  const theirs = textOf(said?.['threeDSServerTransID'])
  const ours = textOf(decodeJson(creq)?.['threeDSServerTransID'])
  return theirs !== null && ours !== null && theirs !== ours
}

/** Decodes base64url or base64, with or without padding: issuers send all of these. */
function decodeJson(encoded: string): Record<string, unknown> | null {
  try {
    const value: unknown = JSON.parse(Buffer.from(encoded, 'base64').toString('utf8'))
    return typeof value === 'object' && value !== null ? (value as Record<string, unknown>) : null
  } catch {
    return null
  }
}

function textOf(value: unknown): string | null {
  return typeof value === 'string' && value !== '' ? value.slice(0, 64) : null
}
