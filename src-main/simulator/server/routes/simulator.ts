import { z } from 'zod'
import { publicKeyProblem } from '../../signing/check-oauth'
import { addLater, laterCommand, laterProblem } from '../../orders/later'
import type { Book } from '../../orders/book'
import type { Callbacks } from '../../callbacks/callbacks'
import type { Clock } from '../../clock'
import type { Deliveries } from '../../callbacks/deliveries'
import type { Merchant } from '../merchant'
import type { Switches } from '../../scenarios/switches'

export interface BackDoor {
  merchant: Merchant
  book: Book
  deliveries: Deliveries
  switches: Switches
  callbacks: Callbacks
  clock: Clock
  /** Resolves when everything up to here survives a kill. */
  save: () => Promise<void>
}

/** What the control route takes beside the switches: it outlives the request that it is meant for. */
const ownOrders = z.looseObject({
  /** PEM of the merchant's RSA key, as an operator would be handed it. */
  publicKey: z.string().optional(),
  /** What goes wrong with the callbacks of the next order. */
  callback: z.enum(['delayed', 'duplicate', 'wrong-control', 'replayed-as-reversal']).optional(),
  /** Refunds, cancellations and disputes that the status answers tell of from now on. */
  later: z.union([laterCommand, z.array(laterCommand)]).optional(),
})

interface JsonAnswer {
  httpStatus: number
  value: unknown
}

/** The simulator's own JSON routes, which no real gateway has. Undefined when the path is none of them. */
export async function answerBackDoor(
  backDoor: BackDoor,
  method: string,
  path: string,
  body: string,
): Promise<JsonAnswer | undefined> {
  const { merchant, book, deliveries, callbacks } = backDoor
  switch (`${method} ${path}`) {
    case 'GET /simulator/welcome':
      return { httpStatus: 200, value: welcome(merchant, book) }
    case 'GET /simulator/deliveries':
      return { httpStatus: 200, value: deliveries.list() }
    case 'GET /simulator/callbacks':
      return { httpStatus: 200, value: callbacks.list() }
    case 'POST /simulator/control': {
      const problem = await carryOut(backDoor, parseJson(body))
      return problem === undefined
        ? { httpStatus: 200, value: { ok: true } }
        : { httpStatus: 400, value: { error: problem } }
    }
    default:
      return undefined
  }
}

/** Gives the reason when the order makes no sense; then nothing of it is carried out. */
async function carryOut(
  { book, switches, callbacks, clock, save }: BackDoor,
  order: unknown,
): Promise<string | undefined> {
  const parsed = ownOrders.safeParse(order)
  if (!parsed.success) return z.prettifyError(parsed.error)
  const { publicKey, callback, later = [], ...rest } = parsed.data
  const followers = [later].flat()
  const problem =
    (publicKey === undefined ? undefined : publicKeyProblem(publicKey)) ??
    followers.map((command) => laterProblem(book, command)).find((found) => found !== undefined) ??
    switches.apply(rest)
  if (problem !== undefined) return problem
  if (callback !== undefined) callbacks.playNext(callback)
  if (publicKey !== undefined) book.state.publicKey = publicKey
  for (const command of followers) addLater(book, command, clock.nowMs())
  if (publicKey !== undefined || followers.length > 0) await save()
  return undefined
}

function welcome(merchant: Merchant, book: Book): unknown {
  const { login, rebillControl, endpoints, groups } = merchant
  const groupsWithCurrencies = groups.map(({ id, label, endpointIds }) => ({
    id,
    label,
    currencies: endpoints
      .filter((endpoint) => endpointIds.includes(endpoint.id))
      .map(({ currency }) => currency),
  }))
  return {
    merchant: {
      login,
      rebillControl,
      endpointId: endpoints[0]?.id,
      groupId: groups[0]?.id,
      currency: endpoints[0]?.currency,
      endpoints,
      groups: groupsWithCurrencies,
    },
    cards: book.state.welcomeCards,
    orders: book.state.welcomeOrders,
  }
}

function parseJson(body: string): unknown {
  try {
    return JSON.parse(body)
  } catch {
    return undefined
  }
}
