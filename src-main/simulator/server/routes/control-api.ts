import { z } from 'zod'
import { publicKeyProblem } from '../../signing/check-oauth'
import { addLater, laterCommand, laterProblem } from '../../orders/later'
import type { OrderStore } from '../../orders/order-store'
import type { Callbacks } from '../../callbacks/callbacks'
import type { Clock } from '../../clock'
import type { Deliveries } from '../../callbacks/deliveries'
import type { Merchant } from '../merchant'
import type { Switches } from '../../scenarios/switches'

export interface ControlApiContext {
  merchant: Merchant
  orderStore: OrderStore
  deliveries: Deliveries
  switches: Switches
  callbacks: Callbacks
  clock: Clock
  /** Resolves when the current state is on disk. */
  save: () => Promise<void>
}

/** The parts of a command that are not switches. They change stored state or the callbacks of the next order. */
const controlCommand = z.looseObject({
  /** The merchant's public RSA key in PEM. */
  publicKey: z.string().optional(),
  /** Fault to inject into the callbacks of the next order. */
  callback: z.enum(['delayed', 'duplicate', 'wrong-control', 'replayed-as-reversal']).optional(),
  /** Refunds, cancellations and disputes that status answers report from now on. */
  later: z.union([laterCommand, z.array(laterCommand)]).optional(),
})

interface JsonAnswer {
  httpStatus: number
  value: unknown
}

/** Answers the simulator's own JSON routes, which no real gateway has. Undefined when the path is not one of them. */
export async function answerControlApi(
  context: ControlApiContext,
  method: string,
  path: string,
  body: string,
): Promise<JsonAnswer | undefined> {
  const { merchant, orderStore, deliveries, callbacks } = context
  switch (`${method} ${path}`) {
    case 'GET /simulator/welcome':
      return { httpStatus: 200, value: welcome(merchant, orderStore) }
    case 'GET /simulator/deliveries':
      return { httpStatus: 200, value: deliveries.list() }
    case 'GET /simulator/callbacks':
      return { httpStatus: 200, value: callbacks.list() }
    case 'POST /simulator/control': {
      const problem = await runControlCommand(context, parseJson(body))
      return problem === undefined
        ? { httpStatus: 200, value: { ok: true } }
        : { httpStatus: 400, value: { error: problem } }
    }
    default:
      return undefined
  }
}

/** Runs a control command. Returns the reason when it is refused; then nothing changes. */
async function runControlCommand(
  { orderStore, switches, callbacks, clock, save }: ControlApiContext,
  body: unknown,
): Promise<string | undefined> {
  const parsed = controlCommand.safeParse(body)
  if (!parsed.success) return z.prettifyError(parsed.error)
  const { publicKey, callback, later = [], ...rest } = parsed.data
  const laterCommands = [later].flat()
  const problem =
    (publicKey === undefined ? undefined : publicKeyProblem(publicKey)) ??
    laterCommands.map((command) => laterProblem(orderStore, command)).find((found) => found !== undefined) ??
    switches.apply(rest)
  if (problem !== undefined) return problem
  if (callback !== undefined) callbacks.failNext(callback)
  if (publicKey !== undefined) orderStore.state.publicKey = publicKey
  for (const command of laterCommands) addLater(orderStore, command, clock.nowMs())
  if (publicKey !== undefined || laterCommands.length > 0) await save()
  return undefined
}

function welcome(merchant: Merchant, orderStore: OrderStore): unknown {
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
    cards: orderStore.state.welcomeCards,
    orders: orderStore.state.welcomeOrders.map((order) => ({
      ...order,
      acceptedAtMs: orderStore.orderByGatewayId(order.gatewayOrderId)?.acceptedAtMs,
    })),
    past: orderStore.state.past
      .toReversed()
      .map(({ transactionType: kind, clientOrderId, gatewayOrderId, acceptedAtMs }) => ({
        ...{ kind, clientOrderId, gatewayOrderId, acceptedAtMs },
      })),
  }
}

function parseJson(body: string): unknown {
  try {
    return JSON.parse(body)
  } catch {
    return undefined
  }
}
