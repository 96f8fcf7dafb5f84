import { toDecimal, type Money } from '../../../src-shared/domain/money'
import type { GatewayOperation } from '../../../src-shared/domain/exchange'
import type { IssuerStep } from '../../../src-main/ports/cardholder-browser'
import type {
  AnswerSignals,
  CardInfoOutcome,
  CardRefOutcome,
  Exchanged,
  GatewayClient,
  GatewayCredentials,
  GatewayTarget,
  LateAnswer,
  PreparedCall,
  PaymentOutcome,
  PaymentPreview,
  RebillRequest,
  SaleRequest,
  SigningCredentials,
  StatusOutcome,
  StatusRequest,
  TypedCard,
  UploadOutcome,
  UploadRequest,
} from '../../../src-main/ports/gateway-client'
import { answerOf, noAnswer, wrongControl } from './gateway-answers'
import { GatewayBook } from './gateway-book'
import {
  exchanged,
  isBooked,
  isDelivered,
  isTaken,
  paymentOutcome,
  rebillPreviewOf,
  salePreviewOf,
  uploadOperation,
  uploadOutcome,
  type Transmission,
  type UploadTransmission,
} from './transmissions'

/**
 * A gateway in memory: it books delivered payments, counts every delivery, and answers status requests from its book
 * or from a script.
 */
export class FakeGateway extends GatewayBook implements GatewayClient {
  controlKey = 'key-one'
  isReachable = true
  /** Browser steps of newly booked sales, in order. After the last one the sale is approved. */
  saleSteps: readonly IssuerStep[] = []
  cardInfo: CardInfoOutcome = {
    kind: 'answered',
    printedName: 'ANN LEE',
    expireMonth: 12,
    expireYear: 2031,
    bin: '411111',
    lastFour: '1111',
  }
  cardRef: CardRefOutcome = {
    ...{ kind: 'registered', cardRefId: '990001', unqCardRefId: 'unq-1' },
    ...{ recurringPaymentId: null, dstCardRefId: null },
  }
  cardRefV4: CardRefOutcome = {
    ...{ kind: 'registered', cardRefId: '990001', unqCardRefId: null },
    ...{ recurringPaymentId: 'rp-1', dstCardRefId: 'dst-1' },
  }
  /** Its clock minus ours in ms, as its answers show it. */
  clockSkewMs: number | null = null
  /** The wait in ms of its 429 and 503 answers; null without one. */
  pauseMs: number | null = null
  /** Called with the head of every answer, like the real client. */
  onAnswer: (signals: AnswerSignals) => void = () => undefined
  /** Client order ids of rebills and sales that reached the gateway, in order. */
  readonly deliveries: string[] = []
  /** The delivered sales and their cards. */
  readonly salesSeen: SaleRequest[] = []
  readonly cardsSeen: TypedCard[] = []
  /** Uploads that reached the gateway, in order. */
  readonly uploads: UploadRequest[] = []
  /** Called first at each delivery. */
  onDelivery: (clientOrderId: string) => void = () => undefined
  /** Called first at each delivered upload. */
  onUpload: (request: UploadRequest) => void = () => undefined
  /** Called with each status request when it arrives. */
  onStatus: (request: StatusRequest) => void = () => undefined
  readonly statusRequests: StatusRequest[] = []
  readonly cvv2Seen: string[] = []
  /** Private keys that signed v4 calls. */
  readonly signingKeysSeen: string[] = []
  maxInFlightPerOrder = 0
  maxInFlight = 0
  readonly #transmissions: Transmission[] = []
  readonly #uploadTransmissions: UploadTransmission[] = []
  readonly #scripts = new Map<string, StatusOutcome[]>()
  readonly #inFlight = new Map<string, number>()
  #hold: Promise<void> | null = null
  readonly #lateListeners: (() => void)[] = []

  /** Outcomes of the next transmissions; later ones are accepted. */
  plan(...transmissions: Transmission[]): void {
    this.#transmissions.push(...transmissions)
  }

  /** The same for uploads. */
  planUploads(...transmissions: UploadTransmission[]): void {
    this.#uploadTransmissions.push(...transmissions)
  }

  /** Removes unused plans. */
  forgetPlans(): void {
    this.#transmissions.length = 0
    this.#uploadTransmissions.length = 0
  }

  /** From here on, all status requests are answered from the book. */
  forgetScripts(): void {
    this.#scripts.clear()
  }

  /** Answers to the next status requests of an order, instead of the book. */
  script(clientOrderId: string, ...outcomes: StatusOutcome[]): void {
    this.#scripts.set(clientOrderId, [...(this.#scripts.get(clientOrderId) ?? []), ...outcomes])
  }

  /** Delivers the planned late answers now. */
  answerLate(): void {
    for (const arrive of this.#lateListeners.splice(0)) arrive()
  }

  /** Delays every answer until the returned function is called. */
  hold(): () => void {
    let release = () => {}
    this.#hold = new Promise((resolve) => {
      release = resolve
    })
    return () => {
      this.#hold = null
      release()
    }
  }

  previewRebill(target: GatewayTarget, request: RebillRequest): PaymentPreview {
    return rebillPreviewOf(target, request)
  }

  prepareRebill(
    credentials: GatewayCredentials,
    request: RebillRequest,
    cvv2: string,
  ): PreparedCall<PaymentOutcome> {
    return once(() => {
      if (cvv2 !== '') this.cvv2Seen.push(cvv2)
      return this.#transmit(credentials, 'make-rebill', request, [])
    })
  }

  previewSale(
    target: GatewayTarget,
    request: SaleRequest,
    card: { readonly bin: string; readonly lastFour: string },
  ): PaymentPreview {
    return salePreviewOf(target, request, card)
  }

  prepareSale(
    credentials: GatewayCredentials,
    request: SaleRequest,
    card: TypedCard,
  ): PreparedCall<PaymentOutcome> {
    return once(() =>
      this.#transmit(credentials, 'sale', request, this.saleSteps, () => {
        this.salesSeen.push(request)
        this.cardsSeen.push(card)
        if (card.cvv2 !== '') this.cvv2Seen.push(card.cvv2)
      }),
    )
  }

  prepareUpload(credentials: GatewayCredentials, request: UploadRequest): PreparedCall<UploadOutcome> {
    return once(() => this.#upload(credentials, request))
  }

  async status(
    credentials: GatewayCredentials,
    request: StatusRequest,
    signal: AbortSignal,
  ): Promise<Exchanged<StatusOutcome>> {
    this.statusRequests.push(request)
    this.onStatus(request)
    const before = this.#inFlight.get(request.clientOrderId) ?? 0
    this.#inFlight.set(request.clientOrderId, before + 1)
    this.maxInFlightPerOrder = Math.max(this.maxInFlightPerOrder, before + 1)
    const total = [...this.#inFlight.values()].reduce((sum, count) => sum + count, 0)
    this.maxInFlight = Math.max(this.maxInFlight, total)
    await (this.#hold ?? Promise.resolve())
    this.#inFlight.set(request.clientOrderId, (this.#inFlight.get(request.clientOrderId) ?? 1) - 1)
    const outcome = signal.aborted ? noAnswer('aborted') : this.#statusOutcome(credentials, request)
    return this.#told(exchanged(outcome, credentials, 'status', this.#about(request.clientOrderId)))
  }

  async createCardRef(
    credentials: GatewayCredentials,
    request: { readonly clientOrderId: string },
  ): Promise<Exchanged<CardRefOutcome>> {
    await Promise.resolve()
    return exchanged(this.cardRef, credentials, 'create-card-ref', {
      clientOrderId: request.clientOrderId,
    })
  }

  async createCardRefV4(
    credentials: SigningCredentials,
    request: { readonly clientOrderId: string },
  ): Promise<Exchanged<CardRefOutcome>> {
    await Promise.resolve()
    this.signingKeysSeen.push(credentials.privateKey)
    const isDenied = this.cardRefV4.kind === 'no-answer' && this.cardRefV4.isAccessDenied
    return exchanged(this.cardRefV4, credentials, 'create-card-ref-v4', {
      clientOrderId: request.clientOrderId,
      httpStatus: isDenied ? 403 : null,
      clockSkewMs: this.clockSkewMs,
    })
  }

  async getCardInfo(credentials: GatewayCredentials): Promise<Exchanged<CardInfoOutcome>> {
    await Promise.resolve()
    return exchanged(this.cardInfo, credentials, 'get-card-info', { clientOrderId: null })
  }

  async #transmit(
    credentials: GatewayCredentials,
    operation: GatewayOperation,
    request: Money & { readonly clientOrderId: string },
    steps: readonly IssuerStep[],
    onDelivered: () => void = () => undefined,
  ): Promise<Exchanged<PaymentOutcome> & LateAnswer<Exchanged<PaymentOutcome>>> {
    const planned = this.#transmissions.shift() ?? { kind: 'accepted' }
    const { clientOrderId } = request
    await Promise.resolve()
    if (isDelivered(planned)) {
      this.onDelivery(clientOrderId)
      this.deliveries.push(clientOrderId)
      onDelivered()
    }
    const isRefusedKey = planned.kind === 'accepted' && credentials.controlKey !== this.controlKey
    if (isBooked(planned) && !isRefusedKey) {
      this.bookOrder(clientOrderId, toDecimal(request), request.currency)
      if (steps.length > 0) this.setSteps(clientOrderId, ...steps)
    }
    const gatewayOrderId = this.book.get(clientOrderId)?.gatewayOrderId ?? ''
    const outcome = isRefusedKey ? wrongControl : paymentOutcome(planned, gatewayOrderId)
    await (this.#hold ?? Promise.resolve())
    if (outcome === null) throw new Error('the transport broke')
    const answered = this.#told(exchanged(outcome, credentials, operation, this.#about(clientOrderId)))
    if (planned.kind !== 'lost' || planned.late === undefined) return answered
    const lateOutcome = paymentOutcome(planned.late, gatewayOrderId)
    if (lateOutcome === null) throw new Error('a late answer has an outcome')
    const late = new Promise<Exchanged<PaymentOutcome>>((resolve) => {
      this.#lateListeners.push(() => {
        resolve(this.#told(exchanged(lateOutcome, credentials, operation, this.#about(clientOrderId))))
      })
    })
    return { ...answered, late }
  }

  #about(clientOrderId: string) {
    return { clientOrderId, clockSkewMs: this.clockSkewMs }
  }

  #told<T extends { readonly kind: string }>(answer: Exchanged<T>): Exchanged<T> {
    const failure = 'failure' in answer.outcome ? answer.outcome.failure : null
    const isBusy = failure === 'http-429' || failure === 'http-503'
    this.onAnswer({
      profileId: answer.exchange.profileId,
      clockSkewMs: answer.clockSkewMs,
      pause: isBusy ? { waitMs: this.pauseMs } : null,
    })
    return answer
  }

  async #upload(credentials: GatewayCredentials, request: UploadRequest): Promise<Exchanged<UploadOutcome>> {
    const planned = this.#uploadTransmissions.shift() ?? { kind: 'accepted' }
    await Promise.resolve()
    if (isDelivered(planned)) {
      this.onUpload(request)
      this.uploads.push(request)
    }
    const isRefusedKey = planned.kind === 'accepted' && credentials.controlKey !== this.controlKey
    if (isTaken(planned) && !isRefusedKey) this.takeStep(request.clientOrderId, request.kind)
    const outcome = isRefusedKey ? wrongControl : uploadOutcome(planned)
    await (this.#hold ?? Promise.resolve())
    if (outcome === null) throw new Error('the transport broke')
    return exchanged(outcome, credentials, uploadOperation(request), {
      clientOrderId: request.clientOrderId,
    })
  }

  #statusOutcome(credentials: GatewayCredentials, request: StatusRequest): StatusOutcome {
    if (!this.isReachable) return noAnswer('ECONNREFUSED')
    const scripted = this.#scripts.get(request.clientOrderId)?.shift()
    if (scripted !== undefined) return scripted
    if (credentials.controlKey !== this.controlKey) return wrongControl
    const order = this.book.get(request.clientOrderId)
    if (order === undefined || (request.gatewayOrderId ?? order.gatewayOrderId) !== order.gatewayOrderId)
      return { kind: 'refused', code: '6', message: 'Order not found', isWrongControl: false }
    return { kind: 'answered', answer: answerOf(order) }
  }
}

function once<T>(transmit: () => ReturnType<PreparedCall<T>['send']>): PreparedCall<T> {
  let isUsed = false
  return {
    send: async () => {
      if (isUsed) throw new Error('a prepared call works once')
      isUsed = true
      return transmit()
    },
  }
}
