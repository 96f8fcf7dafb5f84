import type { ChargePreview } from '../../../src-shared/domain/charge'
import { AppError } from '../../../src-shared/errors/app-error'
import type { CardholderBrowser } from '../../ports/cardholder-browser'
import type { GatewayClient } from '../../ports/gateway-client'
import type { ChargeRecord, ProfileRecord, RelatedSeen } from '../../ports/storage'
import { evaluateGuards, pauseGuards, sameChargeWindowMs, type GuardedCard } from './charge-guards'
import { limitGuards } from './charge-limits'
import { chargePreviewOf, requireDraftRoute, type PreviewedCharge } from './charge-preview'
import { paymentRequestOf, previewPayment, type PaymentRequest } from './charge-request'
import type { GatewayAccess } from '../access/gateway-access'
import type { GatewayTime } from '../common/gateway-time'
import type { OpenStorage } from '../common/storage-session'
import { localDayOf, timeZoneOf } from '../common/time-zone'
import type { OperatorSession } from '../common/operator-session'
import type { PollingStops } from '../access/polling-stops'

/** The data that a review is made from. */
export type ReviewedCharge = PreviewedCharge & Pick<ChargeRecord, 'cardId' | 'cardRefId'>

/** The card of a charge as it may be shown: a stored card, or the digits that the draft of a sale keeps. */
export interface ReviewedCard extends GuardedCard {
  readonly cardId: string | null
  readonly bin: string | null
  readonly lastFour: string | null
  readonly printedName: string | null
}

/** A charge as a confirm would send it now, with the results of the guards. */
export interface Review {
  readonly profile: ProfileRecord
  readonly card: ReviewedCard
  readonly payment: PaymentRequest
  readonly preview: ChargePreview
  /** The related charges that the guards used. */
  readonly related: RelatedSeen
}

/** Computes from stored data what a confirm would send and which guards apply. */
export class ChargeReviewer {
  readonly #storage: OpenStorage
  readonly #operators: Pick<OperatorSession, 'actor'>
  readonly #systemTimeZone: string
  readonly #gateway: GatewayClient
  readonly #access: GatewayAccess
  readonly #browser: Pick<CardholderBrowser, 'describe'>
  readonly #stops: PollingStops
  readonly #time: GatewayTime

  constructor(parts: {
    readonly storage: OpenStorage
    readonly operators: Pick<OperatorSession, 'actor'>
    readonly systemTimeZone: string
    readonly gateway: GatewayClient
    readonly access: GatewayAccess
    readonly browser: Pick<CardholderBrowser, 'describe'>
    readonly stops: PollingStops
    readonly time: GatewayTime
  }) {
    this.#storage = parts.storage
    this.#operators = parts.operators
    this.#systemTimeZone = parts.systemTimeZone
    this.#gateway = parts.gateway
    this.#access = parts.access
    this.#browser = parts.browser
    this.#stops = parts.stops
    this.#time = parts.time
  }

  /**
   * Errors: `not-allowed-now` for a read-only profile, a profile without typed cards or a card of another profile;
   * `validation-failed`, `simulator-unavailable`.
   */
  async review(charge: ReviewedCharge, profile: ProfileRecord): Promise<Review> {
    requireAllowed(charge, profile)
    const card = await this.#cardOf(charge, profile)
    const route = requireDraftRoute(profile, charge.draft)
    const payment = paymentRequestOf(charge, route, profile, this.#browser.describe())
    const target = await this.#access.target(profile)
    const nowMs = this.#time.earliestMs(profile.profileId)
    const earliestMs = await this.#earliestMs(profile.profileId, nowMs)
    const dayStartMs = localDayOf(nowMs, await timeZoneOf(this.#storage, this.#systemTimeZone)).startMs
    const sought = {
      card: { profileId: profile.profileId, cardId: card.cardId, bin: card.bin, lastFour: card.lastFour },
      sinceMs: Math.min(earliestMs - sameChargeWindowMs, dayStartMs),
    }
    const related = await this.#storage.reader.listRelatedCharges(sought.card, sought.sinceMs)
    const guards = evaluateGuards({ charge, card, profile, related, nowMs, earliestMs })
    const request = previewPayment(this.#gateway, target, payment)
    const preview = chargePreviewOf(charge, card, profile, request, guards)
    const ofOperatorMinor = await this.#storage.reader.chargedByOperator({
      ...{ profileId: profile.profileId, currency: charge.currency, exceptChargeId: charge.chargeId },
      ...{ operatorId: (await this.#operators.actor()).operatorId, sinceMs: dayStartMs },
    })
    const limits = limitGuards(charge, profile, { dayStartMs, ofCard: related, ofOperatorMinor })
    // A pause of the gateway and the limits do not change the charge, so they are not part of the preview hash.
    const pause = pauseGuards(this.#stops.pausedUntilMs(profile.profileId))
    return {
      profile,
      card,
      payment,
      preview: { ...preview, guards: [...pause, ...limits, ...preview.guards] },
      related: { ...sought, charges: related.flatMap((order) => seenOf(order.charge)) },
    }
  }

  /**
   * The clock may have been set ahead while the app was not running. Until the gateway’s clock is known, the current
   * time can be as early as the last charge that the gateway has.
   */
  async #earliestMs(profileId: string, nowMs: number): Promise<number> {
    if (this.#time.isConfirmed(profileId)) return nowMs
    return Math.min(nowMs, (await this.#storage.reader.lastConfirmedChargeMs(profileId)) ?? nowMs)
  }

  async #cardOf(charge: ReviewedCharge, profile: ProfileRecord): Promise<ReviewedCard> {
    if (charge.draft.kind === 'sale') return { ...charge.draft, cardId: null }
    const card = await this.#storage.reader.getCard(charge.draft.cardId)
    if (card === null) throw new AppError('not-found', { reason: 'card' })
    if (card.view.profileId !== profile.profileId)
      throw new AppError('not-allowed-now', { reason: 'card-of-another-profile' })
    return card.view
  }
}

function seenOf(charge: ChargeRecord | null): RelatedSeen['charges'] {
  return charge === null ? [] : [{ chargeId: charge.chargeId, stateVersion: charge.stateVersion }]
}

function requireAllowed(charge: ReviewedCharge, profile: ProfileRecord): void {
  if (profile.safetyLevel === 'read-only')
    throw new AppError('not-allowed-now', { reason: 'read-only-profile' })
  if (charge.draft.kind === 'sale' && !profile.saleRules.acceptsCards)
    throw new AppError('not-allowed-now', { reason: 'sale-switched-off' })
}
