import { isControlRight } from '../signing/check-control'
import { checkOAuth } from '../signing/check-oauth'
import { endpointsOf } from './merchant'
import { checkParameters } from './parameters'
import { AccessDenied, Refusal, refusals } from './refusal'
import { createCardRef, createCardRefV4 } from './routes/create-card-ref'
import { getCardInfo } from './routes/get-card-info'
import { rebill } from './routes/rebill'
import { sale } from './routes/sale'
import { status } from './routes/status'
import { upload } from './routes/upload'
import { isUpload } from '../scenarios/switches'
import { decodePairs, parametersIn } from './wire'
import type { Command, Fields } from '../signing/check-control'
import type { Entry } from './merchant'
import type { Answer, Call, Desk } from './routes/call'
import type { Scenario } from '../scenarios/scenario'
import type { WireField } from './wire'

const routes: Record<Command, (desk: Desk, call: Call) => Answer> = {
  sale,
  'make-rebill': rebill,
  'make-rebill-preauth': rebill,
  status,
  'create-card-ref': createCardRef,
  'create-card-ref-v4': createCardRefV4,
  'get-card-info': getCardInfo,
  'upload-method-url-result': upload('upload-method-url-result'),
  'upload-cres-result': upload('upload-cres-result'),
  'upload-pares-result': upload('upload-pares-result'),
}

/** Paths below `/api/`, and what they ask for. */
const commandsByPath = new Map<string, Command>([
  ['v2/sale', 'sale'],
  ['v2/make-rebill', 'make-rebill'],
  // Newer clients say make-rebill-sale, older ones make-rebill.
  ['v2/make-rebill-sale', 'make-rebill'],
  ['v2/make-rebill-preauth', 'make-rebill-preauth'],
  ['v2/status', 'status'],
  ['v2/create-card-ref', 'create-card-ref'],
  ['v4/create-card-ref', 'create-card-ref-v4'],
  ['v2/get-card-info', 'get-card-info'],
  ['3ds/v1/upload-method-url-result', 'upload-method-url-result'],
  ['3ds/v1/upload-cres-result', 'upload-cres-result'],
  ['3ds/v1/upload-pares-result', 'upload-pares-result'],
])

/** Operations of the gateway family that other clients send and that this simulator does not offer. */
const operationsOfFamily =
  /^v[24]\/(?:return|void|capture|preauth|(?:sale|preauth|transfer|account-verification)-form|account-verification|transfer|transfer-by-ref|sale|status)$/

/** What a path below the base address asks for. */
export type Target =
  | { kind: 'offered'; command: Command; entry: Entry }
  /** `operation` is its path, such as `v2/return`. */
  | { kind: 'not-offered'; operation: string }

/** Finds the operation and entry point in a path below the base address. Undefined when there is no such operation. */
export function parsePath(path: string): Target | undefined {
  const match = /^\/api\/((?:3ds\/)?v\d+\/[a-z-]+)\/(group\/)?([^/]+)\/?$/.exec(path)
  if (!match) return undefined
  const [, operation = '', group, id = ''] = match
  const command = commandsByPath.get(operation)
  if (command) return { kind: 'offered', command, entry: { kind: group ? 'group' : 'endpoint', id } }
  return operationsOfFamily.test(operation) ? { kind: 'not-offered', operation } : undefined
}

/** Names that clients use for the same thing, and the one that is looked for here. */
const otherNames = [
  ['cardNumber', 'credit_card_number'],
  ['cRes', 'cres'],
] as const

/** A request body: its pairs as sent, and the parameters that they stand for. */
export interface RequestForm {
  pairs: readonly WireField[]
  fields: Fields
}

/** Reads a request body. Undefined when it is no readable form. */
export function readForm(body: string): RequestForm | undefined {
  const pairs = decodePairs(body)
  if (!pairs) return undefined
  const fields = parametersIn(pairs)
  for (const [other, name] of otherNames) {
    const value = fields.get(other)
    if (value !== undefined && !fields.has(name)) fields.set(name, value)
  }
  return { pairs, fields }
}

export interface GatewayRequest {
  command: Command
  entry: Entry
  /** Undefined when the body was no readable form. */
  form: RequestForm | undefined
  serialNumber: string
  /** Address that the client called, without a query. */
  url: string
  /** Text of the Authorization header, empty when there is none. */
  authorization: string
  forced?: Scenario | undefined
}

/** Answers one request: form first, then who asks, then the signature, and only then what it is about. */
export function answerRequest(desk: Desk, request: GatewayRequest): Answer {
  const { command, form, serialNumber, forced } = request
  try {
    if (command === 'create-card-ref-v4') checkSignature(desk, request)
    if (!form) throw refusals.unreadableBody()
    const { fields } = form
    checkParameters(command, fields)
    const login = fields.get('login')
    if (login && login !== desk.merchant.login) throw refusals.unknownLogin()
    const entry = entryOf(desk, request)
    const endpoints = endpointsOf(desk.merchant, entry)
    if (!endpoints) throw refusals.unknownEntry(entry.kind, entry.id)
    if (command !== 'create-card-ref-v4' && !isControlRight(command, entry, fields, desk.merchant))
      throw refusals.wrongControl()
    return routes[command](desk, { command, fields, endpoints, serialNumber, ...(forced ? { forced } : {}) })
  } catch (error) {
    if (error instanceof AccessDenied) {
      desk.warn(`Access denied to ${command}: ${error.message}`)
      return { fields: [], reply: { kind: 'page', httpStatus: 403 }, result: 'refused' }
    }
    if (!(error instanceof Refusal)) throw error
    return {
      fields: [
        ['type', 'validation-error'],
        ['serial-number', serialNumber],
        ['error-message', error.message],
        ['error-code', error.code],
      ],
      reply: forced?.reply ?? { kind: 'normal' },
      result: 'refused',
    }
  }
}

/**
 * Answers an operation of the gateway family that this simulator does not offer, such as `v2/return`.
 * Clients take an HTTP error for a broken connection; this is an answer, and it says that nothing was done.
 */
export function notOffered(operation: string, serialNumber: string): Answer {
  return {
    fields: [
      ['type', 'error'],
      ['serial-number', serialNumber],
      ['error-message', `Operation ${operation} is not offered by this simulator`],
      ['error-code', '11'],
    ],
    reply: { kind: 'normal' },
    result: 'refused',
  }
}

/** Some installations name the group of an upload by its id alone. */
function entryOf({ merchant }: Desk, { command, entry }: GatewayRequest): Entry {
  const asGroup: Entry = { kind: 'group', id: entry.id }
  return isUpload(command) && !endpointsOf(merchant, entry) && endpointsOf(merchant, asGroup)
    ? asGroup
    : entry
}

function checkSignature(desk: Desk, { form, url, authorization }: GatewayRequest): void {
  const { publicKey, usedNonces } = desk.book.state
  const signer = { login: desk.merchant.login, publicKey, usedNonces }
  checkOAuth({ authorization, url, pairs: form?.pairs ?? [] }, signer, desk.clock.nowMs())
}
