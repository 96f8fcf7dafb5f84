import type { ChargePreview } from '../../../src-shared/domain/charge'
import { AppError } from '../../../src-shared/errors/app-error'
import type { CardholderBrowser } from '../../ports/cardholder-browser'
import type { GatewayClient } from '../../ports/gateway-client'
import type { ChargeRecord, ProfileRecord, RelatedSeen } from '../../ports/storage'
import { evaluateGuards, pauseGuards, sameChargeWindowMs, type GuardedCard } from './charge-guards'
import { chargePreviewOf, requireDraftRoute, type PreviewedCharge } from './charge-preview'
import { paymentRequestOf, previewPayment, type PaymentRequest } from './charge-request'
import type { GatewayAccess } from '../access/gateway-access'
import type { GatewayTime } from '../common/gateway-time'
import type { OpenStorage } from '../common/storage-session'
import type { PollingStops } from '../access/polling-stops'

/** The facts of a charge that a review is made from. */
export type ReviewedCharge = PreviewedCharge & Pick<ChargeRecord, 'cardId' | 'cardRefId' | 'draft'>

/** The card of a charge as it may be shown: a stored one, or what a sale's draft keeps of the one typed in. */
export interface ReviewedCard extends GuardedCard {
  readonly cardId: string | null
  readonly bin: string | null
  readonly lastFour: string | null
  readonly printedName: string | null
}

/** A charge as it would be sent now, with what speaks for and against it. */
export interface Review {
  readonly profile: ProfileRecord
  readonly card: ReviewedCard
  readonly payment: PaymentRequest
  readonly preview: ChargePreview
  /** What the guards were decided by. */
  readonly related: RelatedSeen
}

/** Works out anew, from what is stored, what a confirm would send and what a person should know before. */
export class ChargeReviewer {
  readonly #storage: OpenStorage
  readonly #gateway: GatewayClient
  readonly #access: GatewayAccess
  readonly #browser: Pick<CardholderBrowser, 'describe'>
  readonly #stops: PollingStops
  readonly #time: GatewayTime

  constructor(parts: {
    readonly storage: OpenStorage
    readonly gateway: GatewayClient
    readonly access: GatewayAccess
    readonly browser: Pick<CardholderBrowser, 'describe'>
    readonly stops: PollingStops
    readonly time: GatewayTime
  }) {
    this.#storage = parts.storage
    this.#gateway = parts.gateway
    this.#access = parts.access
    this.#browser = parts.browser
    this.#stops = parts.stops
    this.#time = parts.time
  }

  /**
   * Errors: `not-allowed-now` for a read-only profile, one that takes no typed cards or a foreign card;
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
    const sought = {
      card: { profileId: profile.profileId, cardId: card.cardId, bin: card.bin, lastFour: card.lastFour },
      sinceMs: earliestMs - sameChargeWindowMs,
    }
    const related = await this.#storage.reader.listRelatedCharges(sought.card, sought.sinceMs)
    const guards = evaluateGuards({ charge, card, profile, related, nowMs, earliestMs })
    const request = previewPayment(this.#gateway, target, payment)
    const preview = chargePreviewOf(charge, card, profile, request, guards)
    // A pause changes nothing of what was reviewed, so it is no part of the preview's hash.
    const pause = pauseGuards(this.#stops.pausedUntilMs(profile.profileId))
    return {
      profile,
      card,
      payment,
      preview: { ...preview, guards: [...pause, ...preview.guards] },
      related: { ...sought, charges: related.flatMap((order) => seenOf(order.charge)) },
    }
  }

  /**
   * Until the gateway has told its time, the date may have been set ahead while the app was not running: then it can be as
   * early as the last charge that the gateway has.
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
