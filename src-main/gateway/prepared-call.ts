import { AppError } from '../../src-shared/errors/app-error'
import type { Clock } from '../platform/clock'
import type { SecretFingerprints } from '../platform/secret-fingerprints'
import type { AnswerSignals, NamedValue, PreparedCall } from '../ports/gateway-client'
import { clockSkewMs, pauseOf } from './answer-head'
import { readResult } from './answer-reading'
import type { HttpResult, HttpTransport } from './http-transport'
import { maskParameters } from './mask'
import type { CallTarget, Operation } from './operation'

/** A request that is encoded and signed. */
export interface SignedRequest {
  readonly url: URL
  /** Below the base URL. */
  readonly path: string
  readonly parameters: readonly NamedValue[]
  readonly body: string
  readonly authorization?: string
  /** What must never be kept of this call, wherever it stands. */
  readonly secrets: SecretFingerprints
}

/** How a call is sent, and how long its answer is waited for; `lateMs` as in `HttpCall`. */
export interface CallTiming {
  readonly transport: HttpTransport
  readonly clock: Clock
  readonly timeoutMs: number
  readonly lateMs?: number
  /** Told of every answer's head before the answer is used. */
  readonly onAnswer: (signals: AnswerSignals) => void
}

/**
 * A call that works once: from here only the network can fail, and nothing of the request is kept but its masked form.
 */
export function prepareCall<C extends CallTarget, O>(
  operation: Operation<C, O>,
  call: C,
  { url, path, parameters, body, authorization, secrets }: SignedRequest,
  { transport, clock, timeoutMs, lateMs, onAnswer }: CallTiming,
): PreparedCall<O> {
  const stored = {
    profileId: call.target.profileId,
    operation: operation.operation,
    host: url.host,
    path,
    clientOrderId: clientOrderIdIn(parameters),
    request: maskParameters(parameters, secrets),
  }
  let held: { readonly body: string; readonly call: C } | null = { body, call }

  return {
    send: async (signal) => {
      if (held === null) throw new AppError('not-allowed-now', { reason: 'already-sent' })
      const sending = held
      // Forgotten before it leaves: a second send is impossible, and number and security code are not kept.
      held = null
      const atMs = clock.nowMs()
      const startedMs = clock.monotonicMs()
      const request = {
        url,
        body: sending.body,
        timeoutMs,
        ...(lateMs === undefined ? {} : { lateMs }),
        ...(authorization === undefined ? {} : { authorization }),
        ...(operation.isQuestion === true ? { sharedBy: stored.profileId } : {}),
      }
      const exchangedOf = (result: HttpResult) => {
        const nowMs = clock.nowMs()
        const { outcome, facts } = readResult(operation, sending.call, result, secrets)
        const head = result.kind === 'not-sent' ? null : result.head
        const skewMs = clockSkewMs(head, nowMs)
        onAnswer({ profileId: stored.profileId, clockSkewMs: skewMs, pause: pauseOf(head, nowMs) })
        return {
          outcome,
          exchange: { ...stored, ...facts, atMs, durationMs: Math.round(clock.monotonicMs() - startedMs) },
          clockSkewMs: skewMs,
        }
      }
      const result = await transport.post(request, signal)
      if (result.kind !== 'broken' || result.late === undefined) return exchangedOf(result)
      const late = result.late.then((after) => (after.kind === 'answered' ? exchangedOf(after) : null))
      return { ...exchangedOf(result), late }
    },
  }
}

/** Most requests spell it with underscores, uploads with hyphens. */
function clientOrderIdIn(parameters: readonly NamedValue[]): string | null {
  return parameters.find(({ name }) => name === 'client_orderid' || name === 'client-order-id')?.value ?? null
}
