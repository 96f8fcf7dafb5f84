import type { ChargeGuard, ChargePreview } from '../../src-shared/domain/charge'
import { AppError } from '../../src-shared/errors/app-error'
import type { Clock } from '../platform/clock'
import type { GatewayClient, RebillRequest } from '../ports/gateway-client'
import type { CardRecord, ChargeRecord, ProfileRecord } from '../ports/storage'
import { evaluateGuards, sameChargeWindowMs } from './charge-guards'
import { chargePreviewOf, rebillRequestOf, requireDraftRoute, type PreviewedCharge } from './charge-preview'
import type { GatewayAccess } from './gateway-access'
import type { OpenStorage } from './open-storage'

/** The facts of a charge that a review is made from. */
export type ReviewedCharge = PreviewedCharge &
  Pick<ChargeRecord, 'cardId' | 'cardRefId' | 'amountMinor' | 'currency' | 'draft'>

/** A charge as it would be sent now, with what speaks for and against it. */
export interface Review {
  readonly profile: ProfileRecord
  readonly card: CardRecord
  readonly request: RebillRequest
  readonly preview: ChargePreview
}

/** Works out anew, from what is stored, what a confirm would send and what a person should know before. */
export class ChargeReviewer {
  readonly #storage: OpenStorage
  readonly #gateway: GatewayClient
  readonly #access: GatewayAccess
  readonly #clock: Clock

  constructor(parts: {
    readonly storage: OpenStorage
    readonly gateway: GatewayClient
    readonly access: GatewayAccess
    readonly clock: Clock
  }) {
    this.#storage = parts.storage
    this.#gateway = parts.gateway
    this.#access = parts.access
    this.#clock = parts.clock
  }

  /** Errors: `not-allowed-now` for a read-only profile or a foreign card, `validation-failed`, `simulator-unavailable`. */
  async review(charge: ReviewedCharge, profile: ProfileRecord): Promise<Review> {
    if (profile.safetyLevel === 'read-only')
      throw new AppError('not-allowed-now', { reason: 'read-only-profile' })
    const card = await this.#requireCard(charge.cardId, profile)
    const request = rebillRequestOf(charge, requireDraftRoute(profile, charge.draft))
    const target = await this.#access.target(profile)
    const guards = await this.#guards(charge, card, profile)
    const preview = chargePreviewOf(charge, profile, this.#gateway.previewRebill(target, request), guards)
    return { profile, card, request, preview }
  }

  async #requireCard(cardId: string, profile: ProfileRecord): Promise<CardRecord> {
    const card = await this.#storage.reader.getCard(cardId)
    if (card === null) throw new AppError('not-found', { reason: 'card' })
    if (card.view.profileId !== profile.profileId)
      throw new AppError('not-allowed-now', { reason: 'card-of-another-profile' })
    return card
  }

  async #guards(charge: ReviewedCharge, card: CardRecord, profile: ProfileRecord): Promise<ChargeGuard[]> {
    const nowMs = this.#clock.nowMs()
    const related = await this.#storage.reader.listRelatedCharges(charge.cardId, nowMs - sameChargeWindowMs)
    return evaluateGuards({ charge, card, profile, related, nowMs })
  }
}
