import { toDecimal } from '../../../src-shared/domain/money'
import type { GatewayOperation } from '../../../src-shared/domain/exchange'
import type {
  CardInfoOutcome,
  CardRefOutcome,
  Exchanged,
  GatewayClient,
  GatewayCredentials,
  GatewayTarget,
  PreparedCall,
  RebillOutcome,
  RebillPreview,
  RebillRequest,
  StatusOutcome,
  StatusRequest,
} from '../../../src-main/ports/gateway-client'
import type { NewExchange } from '../../../src-main/ports/storage'
import { answerOf, noAnswer, wrongControl, type BookedOrder } from './gateway-answers'

/** What becomes of one transmission of a charge. `isBooked`: whether the gateway made an order of it. */
export type Transmission =
  | { readonly kind: 'accepted' }
  | { readonly kind: 'refused'; readonly code: string; readonly isBooked?: boolean }
  | { readonly kind: 'not-sent'; readonly failure?: string }
  | { readonly kind: 'lost'; readonly isBooked: boolean; readonly failure?: string }
  | { readonly kind: 'foreign-answer' }
  | { readonly kind: 'throws'; readonly isBooked: boolean }

/**
 * A gateway with a memory: it books what is delivered, counts every delivery, and answers status requests from its book
 * or from a script.
 */
export class FakeGateway implements GatewayClient {
  controlKey = 'key-one'
  isReachable = true
  /** What newly booked orders stand at. */
  firstStatus = 'processing'
  cardInfo: CardInfoOutcome = {
    kind: 'answered',
    printedName: 'ANN LEE',
    expireMonth: 12,
    expireYear: 2031,
    bin: '411111',
    lastFour: '1111',
  }
  cardRef: CardRefOutcome = { kind: 'registered', cardRefId: '990001', unqCardRefId: 'unq-1' }
  /** Client order ids of rebills that reached the gateway, in order. */
  readonly deliveries: string[] = []
  /** Called with each delivery before anything else happens. */
  onDelivery: (clientOrderId: string) => void = () => undefined
  readonly book = new Map<string, BookedOrder>()
  readonly statusRequests: StatusRequest[] = []
  readonly cvv2Seen: string[] = []
  maxInFlightPerOrder = 0
  maxInFlight = 0
  readonly #transmissions: Transmission[] = []
  readonly #scripts = new Map<string, StatusOutcome[]>()
  readonly #inFlight = new Map<string, number>()
  #hold: Promise<void> | null = null

  /** What the next transmissions come to; afterwards every one is accepted. */
  plan(...transmissions: Transmission[]): void {
    this.#transmissions.push(...transmissions)
  }

  /** Drops plans that no transmission came for. */
  forgetPlans(): void {
    this.#transmissions.length = 0
  }

  /** From here on every status request is answered from the book. */
  forgetScripts(): void {
    this.#scripts.clear()
  }

  /** What the next status requests for an order are answered, whatever the book says. */
  script(clientOrderId: string, ...outcomes: StatusOutcome[]): void {
    this.#scripts.set(clientOrderId, [...(this.#scripts.get(clientOrderId) ?? []), ...outcomes])
  }

  /** Status and rebill answers wait until the returned function is called. */
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

  /** The order moves on at the bank. */
  setStatus(clientOrderId: string, status: string): void {
    const order = this.book.get(clientOrderId)
    if (order === undefined) throw new Error(`the gateway has no order ${clientOrderId}`)
    order.status = status
    order.stage = `sale_${status}`
  }

  /** Takes an order that did not come from this app. */
  bookOrder(clientOrderId: string, amount: string, currency: string): BookedOrder {
    const order = {
      clientOrderId,
      gatewayOrderId: String(6684100 + this.book.size),
      amount,
      currency,
      status: this.firstStatus,
      stage: 'sale_processing',
    }
    this.book.set(clientOrderId, order)
    return order
  }

  previewRebill(target: GatewayTarget, request: RebillRequest): RebillPreview {
    return {
      host: new URL(target.baseUrl).host,
      path: `/api/v2/make-rebill/${request.route.kind === 'group' ? 'group/' : ''}${request.route.id}`,
      parameters: [
        { name: 'client_orderid', value: request.clientOrderId },
        { name: 'login', value: target.login },
        { name: 'cardrefid', value: request.cardRefId },
        { name: 'order_desc', value: request.orderDescription },
        { name: 'amount', value: toDecimal(request) },
        { name: 'currency', value: request.currency },
        { name: 'control', value: '••••••••' },
      ],
      signedValues: ['login', 'client_orderid', 'cardrefid', 'amount', 'currency', 'merchant_control'],
    }
  }

  prepareRebill(
    credentials: GatewayCredentials,
    request: RebillRequest,
    cvv2: string,
  ): PreparedCall<RebillOutcome> {
    let isUsed = false
    return {
      send: async () => {
        if (isUsed) throw new Error('a prepared call works once')
        isUsed = true
        if (cvv2 !== '') this.cvv2Seen.push(cvv2)
        return this.#transmit(credentials, request)
      },
    }
  }

  async status(
    credentials: GatewayCredentials,
    request: StatusRequest,
    signal: AbortSignal,
  ): Promise<Exchanged<StatusOutcome>> {
    this.statusRequests.push(request)
    const before = this.#inFlight.get(request.clientOrderId) ?? 0
    this.#inFlight.set(request.clientOrderId, before + 1)
    this.maxInFlightPerOrder = Math.max(this.maxInFlightPerOrder, before + 1)
    const total = [...this.#inFlight.values()].reduce((sum, count) => sum + count, 0)
    this.maxInFlight = Math.max(this.maxInFlight, total)
    await (this.#hold ?? Promise.resolve())
    this.#inFlight.set(request.clientOrderId, (this.#inFlight.get(request.clientOrderId) ?? 1) - 1)
    const outcome = signal.aborted
      ? ({ kind: 'no-answer', failure: 'aborted', isAccessDenied: false, pauseMs: null } as const)
      : this.#statusOutcome(credentials, request)
    return this.#exchanged(outcome, credentials, 'status', request.clientOrderId)
  }

  async createCardRef(
    credentials: GatewayCredentials,
    request: { readonly clientOrderId: string },
  ): Promise<Exchanged<CardRefOutcome>> {
    await Promise.resolve()
    return this.#exchanged(this.cardRef, credentials, 'create-card-ref', request.clientOrderId)
  }

  async getCardInfo(credentials: GatewayCredentials): Promise<Exchanged<CardInfoOutcome>> {
    await Promise.resolve()
    return this.#exchanged(this.cardInfo, credentials, 'get-card-info', null)
  }

  async #transmit(
    credentials: GatewayCredentials,
    request: RebillRequest,
  ): Promise<Exchanged<RebillOutcome>> {
    const planned = this.#transmissions.shift() ?? { kind: 'accepted' }
    await Promise.resolve()
    if (planned.kind !== 'not-sent') {
      this.onDelivery(request.clientOrderId)
      this.deliveries.push(request.clientOrderId)
    }
    const outcome = this.#rebillOutcome(planned, credentials, request)
    await (this.#hold ?? Promise.resolve())
    if (outcome === null) throw new Error('the transport broke')
    return this.#exchanged(outcome, credentials, 'make-rebill', request.clientOrderId)
  }

  #rebillOutcome(
    planned: Transmission,
    credentials: GatewayCredentials,
    request: RebillRequest,
  ): RebillOutcome | null {
    const bookIf = (isBooked: boolean) => {
      if (isBooked) this.bookOrder(request.clientOrderId, toDecimal(request), request.currency)
    }
    switch (planned.kind) {
      case 'not-sent':
        return { kind: 'not-sent', failure: planned.failure ?? 'ECONNREFUSED' }
      case 'lost':
        bookIf(planned.isBooked)
        return { kind: 'unknown', failure: planned.failure ?? 'ECONNRESET', isForeignAnswer: false }
      case 'throws':
        bookIf(planned.isBooked)
        return null
      case 'foreign-answer':
        bookIf(true)
        return { kind: 'unknown', failure: 'other-order', isForeignAnswer: true }
      case 'refused':
        bookIf(planned.isBooked === true)
        return {
          kind: 'refused',
          code: planned.code,
          message: 'REFUSED',
          isWrongControl: planned.code === '2',
        }
      case 'accepted':
        if (credentials.controlKey !== this.controlKey) return wrongControl
        bookIf(true)
        return {
          kind: 'accepted',
          gatewayOrderId: this.book.get(request.clientOrderId)?.gatewayOrderId ?? '',
        }
    }
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

  #exchanged<T extends { readonly kind: string }>(
    outcome: T,
    target: GatewayTarget,
    operation: GatewayOperation,
    clientOrderId: string | null,
  ): Exchanged<T> {
    const isAnswered = !['no-answer', 'unknown', 'not-sent'].includes(outcome.kind)
    const exchange: NewExchange = {
      atMs: 1,
      durationMs: 12,
      profileId: target.profileId,
      operation,
      host: 'gate.example.test',
      path: `/api/v2/${operation}/4411`,
      outcome: isAnswered ? 'answered' : outcome.kind === 'not-sent' ? 'not-sent' : 'no-readable-answer',
      httpStatus: isAnswered ? 200 : null,
      answerType: null,
      serialNumber: isAnswered ? '00000000-0000-0000-0000-0000005a11ce' : null,
      clientOrderId,
      failure: isAnswered ? null : 'failure',
      request: [],
      answer: [],
      unreadableBody: null,
    }
    return { outcome, exchange, clockSkewMs: null }
  }
}
