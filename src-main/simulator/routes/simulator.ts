import type { Book } from '../book'
import type { Deliveries } from '../deliveries'
import type { Merchant } from '../merchant'
import type { Switches } from '../switches'

export interface BackDoor {
  merchant: Merchant
  book: Book
  deliveries: Deliveries
  switches: Switches
}

interface JsonAnswer {
  httpStatus: number
  value: unknown
}

/** The simulator's own JSON routes, which no real gateway has. Undefined when the path is none of them. */
export function answerBackDoor(
  { merchant, book, deliveries, switches }: BackDoor,
  method: string,
  path: string,
  body: string,
): JsonAnswer | undefined {
  switch (`${method} ${path}`) {
    case 'GET /simulator/welcome':
      return { httpStatus: 200, value: welcome(merchant, book) }
    case 'GET /simulator/deliveries':
      return { httpStatus: 200, value: deliveries.list() }
    case 'POST /simulator/control': {
      const problem = switches.apply(parseJson(body))
      return problem === undefined
        ? { httpStatus: 200, value: { ok: true } }
        : { httpStatus: 400, value: { error: problem } }
    }
    default:
      return undefined
  }
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
