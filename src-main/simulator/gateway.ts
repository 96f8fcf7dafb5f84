import { isControlRight } from './check-control'
import { endpointsOf } from './merchant'
import { checkParameters } from './parameters'
import { Refusal, refusals } from './refusal'
import { createCardRef } from './routes/create-card-ref'
import { getCardInfo } from './routes/get-card-info'
import { rebill } from './routes/rebill'
import { sale } from './routes/sale'
import { status } from './routes/status'
import { decodeForm } from './wire'
import type { Command, Fields } from './check-control'
import type { Entry } from './merchant'
import type { Answer, Call, Desk } from './routes/call'
import type { Scenario } from './scenarios'

const routes: Record<Command, (desk: Desk, call: Call) => Answer> = {
  sale,
  'make-rebill': rebill,
  'make-rebill-preauth': rebill,
  status,
  'create-card-ref': createCardRef,
  'get-card-info': getCardInfo,
}

// Newer clients say make-rebill-sale, older ones make-rebill.
const commandNames = new Map<string, Command>([
  ...(Object.keys(routes) as Command[]).map((command) => [command, command] as const),
  ['make-rebill-sale', 'make-rebill'],
])

/** Finds the operation and entry point in a path below the base address. */
export function parsePath(path: string): { command: Command; entry: Entry } | undefined {
  const match = /^\/api\/v2\/([a-z-]+)\/(group\/)?([^/]+)\/?$/.exec(path)
  const command = match && commandNames.get(match[1] ?? '')
  if (!match || !command) return undefined
  return { command, entry: { kind: match[2] ? 'group' : 'endpoint', id: match[3] ?? '' } }
}

/** Reads a request body; both spellings of the card number's name are in use. */
export function readFields(body: string): Fields | undefined {
  const fields = decodeForm(body)
  const alias = fields?.get('cardNumber')
  if (fields && alias !== undefined && !fields.has('credit_card_number'))
    fields.set('credit_card_number', alias)
  return fields
}

export interface GatewayRequest {
  command: Command
  entry: Entry
  /** Undefined when the body was no readable form. */
  fields: Fields | undefined
  serialNumber: string
  forced?: Scenario | undefined
}

/** Answers one request: form first, then who asks, then the control, and only then what it is about. */
export function answerRequest(desk: Desk, request: GatewayRequest): Answer {
  const { command, entry, fields, serialNumber, forced } = request
  try {
    if (!fields) throw refusals.unreadableBody()
    checkParameters(command, fields)
    const login = fields.get('login')
    if (login && login !== desk.merchant.login) throw refusals.unknownLogin()
    const endpoints = endpointsOf(desk.merchant, entry)
    if (!endpoints) throw refusals.unknownEntry(entry.kind, entry.id)
    if (!isControlRight(command, entry, fields, desk.merchant)) throw refusals.wrongControl()
    return routes[command](desk, { command, fields, endpoints, serialNumber, ...(forced ? { forced } : {}) })
  } catch (error) {
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
