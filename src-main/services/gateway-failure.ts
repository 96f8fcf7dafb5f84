import { AppError } from '../../src-shared/errors/app-error'
import type { CardInfoOutcome, CardRefOutcome } from '../ports/gateway-client'
import type { NewExchange } from '../ports/storage'

type Failed = Exclude<CardInfoOutcome | CardRefOutcome, { kind: 'answered' } | { kind: 'registered' }>

/** The failure of a call that moves no money, for the person who asked for it. */
export function gatewayFailure(outcome: Failed, exchange: NewExchange, profileName: string): AppError {
  const serial = exchange.serialNumber === null ? {} : { serialNumber: exchange.serialNumber }
  if (outcome.kind === 'no-answer')
    return new AppError(outcome.wasSent ? 'gateway-outcome-unknown' : 'gateway-unreachable', {
      ...serial,
      reason: outcome.failure.slice(0, 80),
      ...(exchange.httpStatus === null ? {} : { httpStatus: exchange.httpStatus }),
    })
  return new AppError(outcome.isWrongControl ? 'gateway-auth-failed' : 'gateway-rejected', {
    ...serial,
    gatewayCode: outcome.code.slice(0, 64),
    gatewayMessage: outcome.message.slice(0, 500),
    profileName,
  })
}
