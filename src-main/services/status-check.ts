import { AppError } from '../../src-shared/errors/app-error'
import type { Clock } from '../platform/clock'
import type { IssuerStep } from '../ports/cardholder-browser'
import type { Exchanged, GatewayClient, StatusOutcome } from '../ports/gateway-client'
import type { OrderRecord, ProfileRecord } from '../ports/storage'
import { saysOrderIsAbsent } from './absent-order'
import { planCheck, isAskable } from './follow-plan'
import type { GatewayAccess } from './gateway-access'
import { changeOrder, type OpenStorage } from './open-storage'
import type { PollingStop } from './polling-stops'
import { checkFailed, reduceStatus } from './status-reducer'

/** What one check came to. */
export interface CheckResult {
  readonly order: OrderRecord
  /** False when nothing was asked and nothing written. */
  readonly isChanged: boolean
  readonly hasExchange: boolean
  /** Set when the profile's polling must stop until a person acts. */
  readonly stop: PollingStop | null
  /** Set when the gateway asked for a pause of all traffic (429). */
  readonly pauseMs: number | null
  /** The browser step that the answer asked for; undefined when nothing was answered. */
  readonly step?: IssuerStep | null
}

/** How long an order has been followed, by a clock that does not jump. */
export type AgeOf = (order: OrderRecord) => number

/** Asks the gateway once about one order and writes down what it said, in one transaction. */
export class StatusCheck {
  readonly #storage: OpenStorage
  readonly #gateway: GatewayClient
  readonly #access: GatewayAccess
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
    this.#clock = parts.clock
    this.#random = parts.random
  }

  /** Null when the answer came after `signal` was aborted: it is dropped. Errors: those of storage. */
  async run(
    order: OrderRecord,
    profile: ProfileRecord,
    ageOf: AgeOf,
    signal: AbortSignal,
  ): Promise<CheckResult | null> {
    const asked = await this.#ask(order, profile, signal)
    if (signal.aborted) return null
    if (asked.kind === 'stopped')
      return { order, isChanged: false, hasExchange: false, stop: asked.stop, pauseMs: null }
    const outcome = asked.kind === 'asked' ? asked.exchanged.outcome : null
    const changed = await changeOrder(this.#storage, order.summary.orderId, (current) => {
      if (!isAskable(current)) return null
      const nowMs = this.#clock.nowMs()
      const reduction =
        asked.kind === 'asked'
          ? reduceStatus(current, asked.exchanged.outcome, nowMs)
          : checkFailed(asked.failure, nowMs)
      return planCheck(
        current,
        reduction,
        {
          nowMs,
          ageMs: ageOf(current),
          pace: profile.pollPace,
          random: this.#random,
          isAbsent: isAbsent(outcome),
        },
        asked.kind === 'asked' ? asked.exchanged.exchange : null,
      )
    })
    return {
      order: changed,
      isChanged: true,
      hasExchange: asked.kind === 'asked',
      stop: outcome === null ? null : stopOf(outcome),
      pauseMs: outcome?.kind === 'no-answer' ? outcome.pauseMs : null,
      ...(outcome?.kind === 'answered' ? { step: outcome.answer.step } : {}),
    }
  }

  async #ask(order: OrderRecord, profile: ProfileRecord, signal: AbortSignal): Promise<Asked> {
    try {
      const credentials = await this.#access.pollCredentials(profile)
      const exchanged = await this.#gateway.status(
        credentials,
        {
          route: order.route,
          clientOrderId: order.summary.clientOrderId,
          gatewayOrderId: order.summary.gatewayOrderId,
          bySerialNumber: null,
        },
        signal,
      )
      return { kind: 'asked', exchanged }
    } catch (error) {
      const code = error instanceof AppError ? error.code : 'internal'
      switch (code) {
        case 'secret-missing':
        case 'secret-store-locked':
        case 'secret-store-unavailable':
          return { kind: 'stopped', stop: code }
        default:
          return { kind: 'not-asked', failure: code }
      }
    }
  }
}

type Asked =
  | { readonly kind: 'asked'; readonly exchanged: Exchanged<StatusOutcome> }
  /** The request could not be made; the order is asked about again as the ladder says. */
  | { readonly kind: 'not-asked'; readonly failure: string }
  | { readonly kind: 'stopped'; readonly stop: PollingStop }

function isAbsent(outcome: StatusOutcome | null): boolean {
  return outcome?.kind === 'refused' && !outcome.isWrongControl && saysOrderIsAbsent(outcome.message)
}

function stopOf(outcome: StatusOutcome): PollingStop | null {
  switch (outcome.kind) {
    case 'answered':
      return null
    case 'refused':
      return outcome.isWrongControl ? 'wrong-control' : null
    case 'no-answer':
      return outcome.isAccessDenied ? 'access-denied' : null
  }
}
