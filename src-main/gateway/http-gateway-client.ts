import { randomBytes } from 'node:crypto'
import { clientsSaleControl } from '../../src-shared/domain/sale-rules'
import { AppError } from '../../src-shared/errors/app-error'
import { assertNever } from '../../src-shared/util/assert-never'
import type { Clock } from '../platform/clock'
import { hiddenMark } from '../platform/redact'
import { SecretFingerprints } from '../platform/secret-fingerprints'
import type {
  AnswerSignals,
  CardInfoOutcome,
  CardRefOutcome,
  Exchanged,
  GatewayClient,
  GatewayCredentials,
  GatewayRoute,
  GatewayTarget,
  PaymentOutcome,
  PaymentPreview,
  PreparedCall,
  RebillRequest,
  SaleRequest,
  SigningCredentials,
  StatusOutcome,
  StatusRequest,
  TypedCard,
  UploadOutcome,
  UploadRequest,
} from '../ports/gateway-client'
import type { HttpTransport } from './http-transport'
import { maskedCardNumber, maskParameters } from './mask'
import { oauthHeader } from './oauth-signature'
import { checkCall, controlPlace, type CallTarget, type CheckedCall, type Operation } from './operation'
import { createCardRef, createCardRefV4 } from './operations/create-card-ref'
import { getCardInfo } from './operations/get-card-info'
import { makeRebill, makeRebillPreauth } from './operations/rebill'
import { sale, salePreview } from './operations/sale'
import { status } from './operations/status'
import { uploadCres, uploadMethodResult, uploadPares } from './operations/uploads'
import { prepareCall, type SignedRequest } from './prepared-call'
import { controlOf } from './control'
import { urlOf } from './target-rules'
import { encodeForm } from './wire-format'

/** The parts of the client. */
export interface GatewayClientParts {
  readonly transport: HttpTransport
  readonly clock: Clock
  /** True in unpackaged builds: a profile of the kind gateway test may use this machine. */
  readonly allowsLoopbackTest: boolean
  /** Called with the signals of every answer before the answer is used. */
  readonly onAnswer?: (signals: AnswerSignals) => void
  readonly timeouts?: Timeouts
}

/** Deadlines of answers. After the deadline of a payment its answer is still read, for at most `lateMs`. */
interface Timeouts {
  readonly rebillMs: number
  readonly lateMs: number
  readonly otherMs: number
}

const defaultTimeouts: Timeouts = { rebillMs: 60_000, lateMs: 5 * 60_000, otherMs: 30_000 }

interface Timing {
  readonly timeoutMs: number
  readonly lateMs?: number
}

type OrderIds = {
  readonly route: GatewayRoute
  readonly clientOrderId: string
  readonly gatewayOrderId: string
}

/** The gateway over HTTP. Every call is checked, signed and encoded before a connection is opened, and sent once. */
export class HttpGatewayClient implements GatewayClient {
  readonly #parts: GatewayClientParts

  constructor(parts: GatewayClientParts) {
    this.#parts = parts
  }

  previewRebill(target: GatewayTarget, request: RebillRequest): PaymentPreview {
    return this.#preview(rebillOf(request), { ...request, target, cvv2: '' }, 'interface')
  }

  previewSale(
    target: GatewayTarget,
    request: SaleRequest,
    { bin, lastFour }: { readonly bin: string; readonly lastFour: string },
  ): PaymentPreview {
    // The security code is checked at confirmation, because the draft does not contain it.
    const card = { number: maskedCardNumber(bin, lastFour), cvv2: hiddenMark }
    return this.#preview(salePreview, { ...request, target, card }, saleControlSource(target))
  }

  prepareRebill(
    credentials: GatewayCredentials,
    request: RebillRequest,
    cvv2: string,
  ): PreparedCall<PaymentOutcome> {
    return this.#prepare(rebillOf(request), credentials, { ...request, cvv2 }, this.#payment)
  }

  prepareSale(
    credentials: GatewayCredentials,
    request: SaleRequest,
    card: TypedCard,
  ): PreparedCall<PaymentOutcome> {
    return this.#prepare(sale, credentials, { ...request, card }, this.#payment, [card.number.trim()])
  }

  prepareUpload(credentials: GatewayCredentials, request: UploadRequest): PreparedCall<UploadOutcome> {
    const timing = this.#other
    switch (request.kind) {
      case 'method':
        return this.#prepare(uploadMethodResult, credentials, request, timing)
      case 'challenge':
        return this.#prepare(uploadCres, credentials, request, timing, [request.cres])
      case 'pareq':
        return this.#prepare(uploadPares, credentials, request, timing, [request.paRes, request.md])
      default:
        return assertNever(request)
    }
  }

  async status(
    credentials: GatewayCredentials,
    request: StatusRequest,
    signal: AbortSignal,
  ): Promise<Exchanged<StatusOutcome>> {
    return this.#prepare(status, credentials, request, this.#other).send(signal)
  }

  async createCardRef(
    credentials: GatewayCredentials,
    request: OrderIds,
    signal: AbortSignal,
  ): Promise<Exchanged<CardRefOutcome>> {
    return this.#prepare(createCardRef, credentials, request, this.#other).send(signal)
  }

  async createCardRefV4(
    { privateKey, ...target }: SigningCredentials,
    request: OrderIds,
    signal: AbortSignal,
  ): Promise<Exchanged<CardRefOutcome>> {
    const call = { ...request, target }
    const checked = checkCall(createCardRefV4, call)
    const url = this.#urlOf(target, checked.path)
    const parameters = checked.withControl('')
    const identity = {
      consumerKey: checked.sent('login'),
      nonce: randomBytes(16).toString('hex'),
      timestampSeconds: Math.floor(this.#parts.clock.nowMs() / 1000),
    }
    const { authorization, signature } = oauthHeader({ url, parameters }, identity, privateKey)
    const body = encodeForm(parameters)
    const secrets = new SecretFingerprints([signature])
    const signed = { url, path: checked.path, parameters, body, authorization, secrets }
    return prepareCall(createCardRefV4, call, signed, this.#timed(this.#other)).send(signal)
  }

  async getCardInfo(
    credentials: GatewayCredentials,
    request: { readonly route: GatewayRoute; readonly cardRefId: string },
    signal: AbortSignal,
  ): Promise<Exchanged<CardInfoOutcome>> {
    return this.#prepare(getCardInfo, credentials, request, this.#other).send(signal)
  }

  get #payment(): Timing {
    const { rebillMs, lateMs } = this.#parts.timeouts ?? defaultTimeouts
    return { timeoutMs: rebillMs, lateMs }
  }

  get #other(): Timing {
    return { timeoutMs: (this.#parts.timeouts ?? defaultTimeouts).otherMs }
  }

  #timed(timing: Timing) {
    const { transport, clock, onAnswer = () => undefined } = this.#parts
    return { transport, clock, onAnswer, ...timing }
  }

  #urlOf(target: GatewayTarget, path: string): URL {
    return urlOf(target, path, this.#parts.allowsLoopbackTest)
  }

  #preview<C extends CallTarget>(
    operation: Operation<C, unknown>,
    call: C,
    controlSource: PaymentPreview['controlSource'],
  ): PaymentPreview {
    const checked = checkCall(operation, call)
    return {
      host: this.#urlOf(call.target, checked.path).host,
      path: checked.path,
      parameters: maskParameters(checked.withControl('')),
      codeParameter: codeParameterOf(operation),
      signedValues: checked.signed.map(({ name }) => name),
      controlSource,
    }
  }

  #prepare<R extends { readonly route: GatewayRoute }, O>(
    operation: Operation<R & CallTarget, O>,
    credentials: GatewayCredentials,
    request: R,
    timing: Timing,
    secrets: readonly string[] = [],
  ): PreparedCall<O> {
    const { controlKey, ...target } = credentials
    if (controlKey === '') throw new AppError('secret-missing')
    const call = { ...request, target }
    const checked = checkCall(operation, call)
    const signed = withControl(checked, this.#urlOf(target, checked.path), controlKey, secrets)
    return prepareCall(operation, call, signed, this.#timed(timing))
  }
}

function codeParameterOf<C extends CallTarget>({ parameters }: Operation<C, unknown>): string | null {
  for (const each of parameters) if (each !== controlPlace && each.field === 'cvv2') return each.name
  return null
}

function withControl(
  checked: CheckedCall,
  url: URL,
  controlKey: string,
  secrets: readonly string[],
): SignedRequest {
  const control = controlOf(
    checked.signed.map(({ value }) => value),
    controlKey,
  )
  const parameters = checked.withControl(control)
  const body = encodeForm(parameters)
  const hidden = new SecretFingerprints([controlKey, control, ...secrets])
  return { url, path: checked.path, parameters, body, secrets: hidden }
}

/** `clients` when the profile uses the default formula of public clients, `profile` when a person changed it. */
function saleControlSource({ saleRules }: GatewayTarget): 'clients' | 'profile' {
  return saleRules.control.join() === clientsSaleControl.join() ? 'clients' : 'profile'
}

function rebillOf(request: RebillRequest) {
  return request.kind === 'rebill-auth' ? makeRebillPreauth : makeRebill
}
