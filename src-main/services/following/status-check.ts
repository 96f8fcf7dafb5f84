import { AppError } from '../../../src-shared/errors/app-error'
import type { Clock } from '../../platform/clock'
import type { IssuerStep } from '../../ports/cardholder-browser'
import type { Exchanged, GatewayClient, StatusOutcome } from '../../ports/gateway-client'
import type { CheckedOrder, OrderChange, OrderRecord, ProfileRecord, WrittenOrder } from '../../ports/storage'
import { planCheck, isAskable } from './follow-plan'
import type { GatewayAccess } from '../access/gateway-access'
import { writeOrder, type OpenStorage } from '../common/storage-session'
import type { AccessEvent, KeyTrouble } from '../access/polling-stops'
import { PollSpacing } from './poll-spacing'
import { checkFailed, reduceStatus } from './status-reducer'

/** The outcome of one check. */
export interface CheckResult {
  readonly order: OrderRecord
  /** The written order; null when nothing was sent. */
  readonly written: WrittenOrder | CheckedOrder | null
  /** The event for the polling state of the profile; null when there is none. */
  readonly access: CheckedAccess | null
  /** Wait in ms before the order is polled again after refused access. */
  readonly retryMs: number
  /** The browser step that the answer asks for; undefined without an answer. */
  readonly step?: IssuerStep | null
}

type CheckedAccess = Extract<AccessEvent, { readonly kind: 'answered' | 'refused' | 'no-key' }>

/** Context of one check. */
export interface CheckTerms {
  readonly signal: AbortSignal
  /** How long an order has been followed in ms, by a clock that does not jump. */
  readonly ageOf: (order: OrderRecord) => number
  /** Wait in ms before the order is polled again when access is refused. */
  readonly retryMs: number
  /** True when the profile may not be polled any more. Read just before the request is sent. */
  readonly isHeld: () => boolean
  /** Called when the request is sent and when it has ended. */
  readonly onPolled: () => void
}

/** Requests the status of one order once and stores the answer in one transaction. */
export class StatusCheck {
  readonly #storage: OpenStorage
  readonly #gateway: GatewayClient
  readonly #access: GatewayAccess
  readonly #spacing: PollSpacing
  readonly #clock: Clock
  readonly #random: () => number

  constructor(parts: {
    readonly storage: OpenStorage
    readonly gateway: GatewayClient
    readonly access: GatewayAccess
    readonly clock: Clock
    readonly random: () => number
  }) {
    this.#storage = parts.storage
    this.#gateway = parts.gateway
    this.#access = parts.access
    this.#spacing = new PollSpacing(parts.clock)
    this.#clock = parts.clock
    this.#random = parts.random
  }

  /**
   * `held` when the profile was stopped before the request was sent. `gone` when the answer came after the signal was
   * aborted; it is dropped. Errors: errors of storage.
   */
  async run(
    order: OrderRecord,
    profile: ProfileRecord,
    terms: CheckTerms,
  ): Promise<CheckResult | 'held' | 'gone'> {
    const { retryMs, signal } = terms
    const asked = await this.#ask(order, profile, terms)
    if (signal.aborted) return 'gone'
    if (asked.kind === 'held') return 'held'
    if (asked.kind === 'no-key') return { order, written: null, access: asked, retryMs }
    const outcome = asked.kind === 'asked' ? asked.exchanged.outcome : null
    const access = outcome === null ? null : accessOf(order, outcome)
    const { order: now, written } = await writeOrder(
      this.#storage,
      order.summary.orderId,
      async (current) => {
        if (!isAskable(current)) return { order: current, written: null }
        const checked = await this.#storage.writer.recordCheck(
          this.#plan(current, profile, asked, access, terms),
        )
        return { order: checked, written: checked }
      },
      order,
    )
    return {
      order: now,
      written,
      access,
      retryMs,
      ...(outcome?.kind === 'answered' ? { step: outcome.answer.step } : {}),
    }
  }

  #plan(
    order: OrderRecord,
    profile: ProfileRecord,
    asked: Extract<Asked, { readonly kind: 'asked' | 'not-asked' }>,
    access: CheckedAccess | null,
    { ageOf, retryMs }: CheckTerms,
  ): OrderChange {
    const nowMs = this.#clock.nowMs()
    const isAsked = asked.kind === 'asked'
    return planCheck(
      order,
      isAsked ? reduceStatus(order, asked.exchanged.outcome, nowMs) : checkFailed(asked.failure, nowMs),
      {
        nowMs,
        ageMs: ageOf(order),
        clockSkewMs: isAsked ? asked.exchanged.clockSkewMs : null,
        pace: profile.pollPace,
        random: this.#random,
        notBeforeMs: access?.kind === 'refused' ? nowMs + retryMs : 0,
      },
      isAsked ? asked.exchanged.exchange : null,
    )
  }

  async #ask(order: OrderRecord, profile: ProfileRecord, terms: CheckTerms): Promise<Asked> {
    try {
      const credentials = await this.#access.pollCredentials(profile)
      // The key is read before, so that a slow keychain does not make polls start at the same time.
      return await this.#spacing.pass<Asked>(profile.profileId, async () => {
        if (terms.signal.aborted || terms.isHeld()) return { kind: 'held' }
        terms.onPolled()
        const exchanged = await this.#gateway.status(
          credentials,
          {
            route: order.route,
            clientOrderId: order.summary.clientOrderId,
            gatewayOrderId: order.summary.gatewayOrderId,
            bySerialNumber: null,
          },
          terms.signal,
        )
        terms.onPolled()
        return { kind: 'asked', exchanged }
      })
    } catch (error) {
      const code = error instanceof AppError ? error.code : 'internal'
      switch (code) {
        case 'secret-missing':
        case 'secret-store-locked':
        case 'secret-store-unavailable':
          return { kind: 'no-key', reason: code }
        default:
          return { kind: 'not-asked', failure: code }
      }
    }
  }
}

type Asked =
  | { readonly kind: 'asked'; readonly exchanged: Exchanged<StatusOutcome> }
  /** The request could not be made. The order is polled again by the normal plan. */
  | { readonly kind: 'not-asked'; readonly failure: string }
  | { readonly kind: 'held' }
  | { readonly kind: 'no-key'; readonly reason: KeyTrouble }

function accessOf({ summary }: OrderRecord, outcome: StatusOutcome): CheckedAccess | null {
  const { orderId } = summary
  switch (outcome.kind) {
    case 'answered':
      return { kind: 'answered' }
    case 'refused':
      return outcome.isWrongControl
        ? { kind: 'refused', reason: 'wrong-control', orderId }
        : { kind: 'answered' }
    case 'no-answer':
      return outcome.isAccessDenied ? { kind: 'refused', reason: 'access-denied', orderId } : null
  }
}
