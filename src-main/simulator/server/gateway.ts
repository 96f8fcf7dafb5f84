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
import type { EntryPoint } from './merchant'
import type { Answer, Call, RouteContext } from './routes/route'
import type { Scenario } from '../scenarios/scenario'
import type { WireField } from './wire'

const routes: Record<Command, (context: RouteContext, call: Call) => Answer> = {
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

/** Operations by their path below `/api/`. */
const commandsByPath = new Map<string, Command>([
  ['v2/sale', 'sale'],
  ['v2/make-rebill', 'make-rebill'],
  // Some clients of the gateway family write make-rebill-sale for the same operation.
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

/** Operations that other clients of the gateway family send and that this simulator does not offer. */
const operationsOfFamily =
  /^v[24]\/(?:return|void|capture|preauth|(?:sale|preauth|transfer|account-verification)-form|account-verification|transfer|transfer-by-ref|sale|status)$/

/** The operation of a path below the base address. */
export type Target =
  | { kind: 'offered'; command: Command; entry: EntryPoint }
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

/** Alternative parameter names of some clients, each with the name that the simulator reads. */
const otherNames = [
  ['cardNumber', 'credit_card_number'],
  ['cRes', 'cres'],
] as const

/** A request body: its pairs as sent, and the parameters after trimming and renaming. */
export interface RequestForm {
  pairs: readonly WireField[]
  fields: Fields
}

/** Reads a request body. Undefined when it cannot be read as a form. */
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
  entry: EntryPoint
  /** Undefined when the body cannot be read as a form. */
  form: RequestForm | undefined
  serialNumber: string
  /** The address as the client wrote it, without a query. */
  url: string
  /** Text of the Authorization header, empty when there is none. */
  authorization: string
  forced?: Scenario | undefined
}

/** Answers one request. Checks in this order: form, parameters, login, entry point, signature; then runs the route. */
export function answerRequest(context: RouteContext, request: GatewayRequest): Answer {
  const { command, form, serialNumber, forced } = request
  try {
    if (command === 'create-card-ref-v4') checkSignature(context, request)
    if (!form) throw refusals.unreadableBody()
    const { fields } = form
    checkParameters(command, fields)
    const login = fields.get('login')
    if (login && login !== context.merchant.login) throw refusals.unknownLogin()
    const entry = entryOf(context, request)
    const endpoints = endpointsOf(context.merchant, entry)
    if (!endpoints) throw refusals.unknownEntry(entry.kind, entry.id)
    if (command !== 'create-card-ref-v4' && !isControlRight(command, entry, fields, context.merchant))
      throw refusals.wrongControl()
    return routes[command](context, {
      command,
      fields,
      endpoints,
      serialNumber,
      ...(forced ? { forced } : {}),
    })
  } catch (error) {
    if (error instanceof AccessDenied) {
      context.warn(`Access denied to ${command}: ${error.message}`)
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
 * An HTTP error would look like a transport failure to a client, so this is a gateway answer: nothing was done.
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

/** The entry point of a request. In uploads some installations name a group by its id without `group/`. */
function entryOf({ merchant }: RouteContext, { command, entry }: GatewayRequest): EntryPoint {
  const asGroup: EntryPoint = { kind: 'group', id: entry.id }
  return isUpload(command) && !endpointsOf(merchant, entry) && endpointsOf(merchant, asGroup)
    ? asGroup
    : entry
}

function checkSignature(context: RouteContext, { form, url, authorization }: GatewayRequest): void {
  const { publicKey, usedNonces } = context.orderStore.state
  const signer = { login: context.merchant.login, publicKey, usedNonces }
  checkOAuth({ authorization, url, pairs: form?.pairs ?? [] }, signer, context.clock.nowMs())
}
