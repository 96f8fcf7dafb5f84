import { AppError } from '../../src-shared/errors/app-error'
import type { Clock } from '../platform/clock'
import type {
  CardInfoOutcome,
  CardRefOutcome,
  Exchanged,
  GatewayClient,
  GatewayCredentials,
  GatewayRoute,
  GatewayTarget,
  PreparedCall,
  RebillOutcome,
  RebillPreview,
  RebillRequest,
  StatusOutcome,
  StatusRequest,
} from '../ports/gateway-client'
import { clockSkewMs } from './answer-head'
import { readResult } from './answer-reading'
import { controlOf } from './control'
import type { HttpTransport } from './http-transport'
import { maskParameters } from './mask'
import { checkCall, type CallTarget, type Operation } from './operation'
import { createCardRef } from './operations/create-card-ref'
import { getCardInfo } from './operations/get-card-info'
import { makeRebill, makeRebillPreauth } from './operations/rebill'
import { status } from './operations/status'
import { urlOf } from './target-rules'
import { encodeForm } from './wire-format'

/** What the client is made of. */
export interface GatewayClientParts {
  readonly transport: HttpTransport
  readonly clock: Clock
  /** True in unpackaged builds: a gateway test may then be on this machine. */
  readonly allowsLoopbackTest: boolean
  readonly timeouts?: { readonly rebillMs: number; readonly otherMs: number }
}

const defaultTimeouts = { rebillMs: 60_000, otherMs: 30_000 }

/** The gateway over HTTP: every call is checked, signed and encoded before the network is touched, and sent once. */
export class HttpGatewayClient implements GatewayClient {
  readonly #parts: GatewayClientParts

  constructor(parts: GatewayClientParts) {
    this.#parts = parts
  }

  previewRebill(target: GatewayTarget, request: RebillRequest): RebillPreview {
    const checked = checkCall(rebillOf(request), { ...request, target, cvv2: '' })
    return {
      host: this.#urlOf(target, checked.path).host,
      path: checked.path,
      parameters: maskParameters(checked.withControl('')),
      signedValues: checked.signed.map(({ name }) => name),
    }
  }

  prepareRebill(
    credentials: GatewayCredentials,
    request: RebillRequest,
    cvv2: string,
  ): PreparedCall<RebillOutcome> {
    return this.#prepare(rebillOf(request), credentials, { ...request, cvv2 }, this.#timeouts.rebillMs)
  }

  async status(
    credentials: GatewayCredentials,
    request: StatusRequest,
    signal: AbortSignal,
  ): Promise<Exchanged<StatusOutcome>> {
    return this.#prepare(status, credentials, request, this.#timeouts.otherMs).send(signal)
  }

  async createCardRef(
    credentials: GatewayCredentials,
    request: {
      readonly route: GatewayRoute
      readonly clientOrderId: string
      readonly gatewayOrderId: string
    },
    signal: AbortSignal,
  ): Promise<Exchanged<CardRefOutcome>> {
    return this.#prepare(createCardRef, credentials, request, this.#timeouts.otherMs).send(signal)
  }

  async getCardInfo(
    credentials: GatewayCredentials,
    request: { readonly route: GatewayRoute; readonly cardRefId: string },
    signal: AbortSignal,
  ): Promise<Exchanged<CardInfoOutcome>> {
    return this.#prepare(getCardInfo, credentials, request, this.#timeouts.otherMs).send(signal)
  }

  get #timeouts() {
    return this.#parts.timeouts ?? defaultTimeouts
  }

  #urlOf(target: GatewayTarget, path: string): URL {
    return urlOf(target, path, this.#parts.allowsLoopbackTest)
  }

  #prepare<R extends { readonly route: GatewayRoute }, O>(
    operation: Operation<R & CallTarget, O>,
    credentials: GatewayCredentials,
    request: R,
    timeoutMs: number,
  ): PreparedCall<O> {
    const { controlKey, ...target } = credentials
    if (controlKey === '') throw new AppError('secret-missing')
    const call = { ...request, target }
    const checked = checkCall(operation, call)
    const url = this.#urlOf(target, checked.path)
    const control = controlOf(
      checked.signed.map(({ value }) => value),
      controlKey,
    )
    const parameters = checked.withControl(control)
    const secrets = [controlKey, control]
    const stored = {
      profileId: target.profileId,
      operation: operation.operation,
      host: url.host,
      path: checked.path,
      clientOrderId: parameters.find(({ name }) => name === 'client_orderid')?.value ?? null,
      request: maskParameters(parameters, secrets),
    }
    const { transport, clock } = this.#parts
    let body: string | null = encodeForm(parameters)

    return {
      send: async (signal) => {
        if (body === null) throw new AppError('not-allowed-now', { reason: 'already-sent' })
        const sentBody = body
        // Forgotten before it leaves: a second send is impossible, and the security code is not kept.
        body = null
        const atMs = clock.nowMs()
        const startedMs = clock.monotonicMs()
        const result = await transport.post({ url, body: sentBody, timeoutMs }, signal)
        const nowMs = clock.nowMs()
        const { outcome, facts } = readResult(operation, call, result, secrets, nowMs)
        const head = result.kind === 'not-sent' ? null : result.head
        return {
          outcome,
          exchange: { ...stored, ...facts, atMs, durationMs: Math.round(clock.monotonicMs() - startedMs) },
          clockSkewMs: clockSkewMs(head, nowMs),
        }
      },
    }
  }
}

function rebillOf(request: RebillRequest) {
  return request.kind === 'rebill-auth' ? makeRebillPreauth : makeRebill
}
