import { AppError, type AppErrorDetails } from '../../../src-shared/errors/app-error'
import type { CardInfoOutcome, CardRefOutcome, Exchanged } from '../../ports/gateway-client'

type Failed = Exclude<CardInfoOutcome | CardRefOutcome, { kind: 'answered' } | { kind: 'registered' }>

// The gateway refuses v4 timestamps that differ much from its clock. A minute cannot come from network delay.
const toleratedSkewMs = 60_000

/** Maps a failed call that moves no money to an error for the operator. */
export function gatewayFailure(
  outcome: Failed,
  { exchange, clockSkewMs }: Pick<Exchanged<unknown>, 'exchange' | 'clockSkewMs'>,
  profileName: string,
): AppError {
  const seen: AppErrorDetails = {
    ...(exchange.serialNumber === null ? {} : { serialNumber: exchange.serialNumber }),
    ...(exchange.httpStatus === null || outcome.kind !== 'no-answer'
      ? {}
      : { httpStatus: exchange.httpStatus }),
  }
  if (outcome.kind !== 'no-answer')
    return new AppError(outcome.isWrongControl ? 'gateway-auth-failed' : 'gateway-rejected', {
      ...seen,
      gatewayCode: outcome.code.slice(0, 64),
      gatewayMessage: outcome.message.slice(0, 500),
      profileName,
    })
  if (exchange.operation === 'create-card-ref-v4' && 'isAccessDenied' in outcome && outcome.isAccessDenied)
    return new AppError('gateway-auth-failed', {
      ...seen,
      ...(clockSkewMs === null ? {} : { clockSkewMs }),
      reason:
        clockSkewMs !== null && Math.abs(clockSkewMs) > toleratedSkewMs
          ? 'v4-clock-skew'
          : 'v4-access-denied',
      profileName,
    })
  return new AppError(outcome.wasSent ? 'gateway-outcome-unknown' : 'gateway-unreachable', {
    ...seen,
    reason: outcome.failure.slice(0, 80),
  })
}
