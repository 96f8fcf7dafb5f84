import { createHash } from 'node:crypto'
import type { ChargeGuard, ChargePreview } from '../../../src-shared/domain/charge'
import type { ChargeDraft } from '../../../src-shared/domain/charge-draft'
import { parseAmount, type Money } from '../../../src-shared/domain/money'
import { AppError } from '../../../src-shared/errors/app-error'
import type { GatewayRoute, PaymentPreview } from '../../ports/gateway-client'
import type { ChargeRecord, ProfileRecord } from '../../ports/storage'
import { requireRoute } from '../access/profile-directory'

/** The entry point that a draft names. Errors: `validation-failed` when the profile has none or it serves another currency. */
export function requireDraftRoute(profile: ProfileRecord, draft: ChargeDraft): GatewayRoute {
  const route = requireRoute(profile, draft.routeId)
  if (route.currency !== null && route.currency !== draft.currency)
    throw new AppError('validation-failed', { fields: { currency: 'not-the-currency-of-this-endpoint' } })
  return { kind: route.kind, id: route.id }
}

/** The money that a draft names. Errors: `validation-failed`. */
export function requireMoney(draft: ChargeDraft): Money {
  const money = parseAmount(draft.amount, draft.currency)
  if (!money.ok) throw new AppError('validation-failed', { fields: { amount: money.error } })
  return money.value
}

/** The parts of a charge that its preview names. */
export interface PreviewedCharge extends Pick<
  ChargeRecord,
  'chargeId' | 'clientOrderId' | 'kind' | 'amountMinor' | 'currency'
> {
  /** Zero for a draft; rises with each later state, so that no earlier click fits a later review. */
  readonly round: number
}

/** What a person reviews and what a confirm must match to the letter. */
export function chargePreviewOf(
  charge: PreviewedCharge,
  { cardId, bin, lastFour }: ChargePreview['card'],
  profile: ProfileRecord,
  request: PaymentPreview,
  guards: readonly ChargeGuard[],
): ChargePreview {
  return {
    chargeId: charge.chargeId,
    clientOrderId: charge.clientOrderId,
    kind: charge.kind,
    amountMinor: charge.amountMinor,
    currency: charge.currency,
    card: { cardId, bin, lastFour },
    profileName: profile.name,
    path: request.path,
    parameters: request.parameters.map((parameter) => ({ ...parameter })),
    codeParameter: request.codeParameter,
    signedValues: [...request.signedValues],
    controlSource: request.controlSource,
    guards: [...guards],
    previewHash: previewHashOf(charge, profile, request, guards),
  }
}

/** The simulator's host and port change with each start and are no part of what is agreed to; a real address is. */
function previewHashOf(
  charge: PreviewedCharge,
  profile: ProfileRecord,
  request: PaymentPreview,
  guards: readonly ChargeGuard[],
): string {
  const canonical = JSON.stringify([
    charge.chargeId,
    charge.clientOrderId,
    charge.kind,
    charge.round,
    [profile.profileId, profile.environment, profile.baseUrl, profile.login, profile.rebillControl],
    request.path,
    request.parameters.map(({ name, value }) => [name, value]),
    request.signedValues,
    guards.map(({ code, level, orderId }) => [code, level, orderId]),
  ])
  return createHash('sha256').update(canonical).digest('hex')
}
