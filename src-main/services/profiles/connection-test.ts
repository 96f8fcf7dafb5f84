import type { ConnectionTest } from '../../../src-shared/domain/profile'
import { assertNever } from '../../../src-shared/util/assert-never'
import type { Exchanged, StatusOutcome, StatusRequest } from '../../ports/gateway-client'

/**
 * A status request for an order that does not exist. It does no harm, and its refusal shows whether key and route are
 * right.
 */
export function probeRequest(route: StatusRequest['route']): StatusRequest {
  return { route, clientOrderId: '1', gatewayOrderId: '1', bySerialNumber: null }
}

/** Reads the answer to the probe. The codes for "wrong login or route" are not published, so the message decides. */
export function connectionTestOf(exchanged: Exchanged<StatusOutcome>): ConnectionTest {
  const { outcome, exchange, clockSkewMs } = exchanged
  return {
    outcome: verdictOf(outcome, exchange),
    durationMs: Math.round(exchange.durationMs),
    serialNumber: exchange.serialNumber,
    gatewayCode: outcome.kind === 'refused' ? outcome.code : null,
    gatewayMessage: outcome.kind === 'refused' ? outcome.message : null,
    failure: outcome.kind === 'no-answer' ? outcome.failure : null,
    httpStatus: exchange.httpStatus,
    clockSkewMs: clockSkewMs === null ? null : Math.round(clockSkewMs),
  }
}

function verdictOf(
  outcome: StatusOutcome,
  exchange: Exchanged<StatusOutcome>['exchange'],
): ConnectionTest['outcome'] {
  switch (outcome.kind) {
    case 'answered':
      return 'works'
    case 'refused':
      if (outcome.isWrongControl) return 'wrong-control'
      return speaksOfRouteOrLogin(outcome.message) ? 'wrong-login-or-route' : 'works'
    case 'no-answer':
      if (outcome.isAccessDenied) return 'access-denied'
      // Without an HTTP status, no HTTP server was reached.
      return exchange.httpStatus === null ? 'unreachable' : 'not-a-gateway'
    default:
      return assertNever(outcome)
  }
}

function speaksOfRouteOrLogin(message: string): boolean {
  return /\b(?:login|merchant|end[ _-]?point|project|group)\b/i.test(message) && !/\border\b/i.test(message)
}
