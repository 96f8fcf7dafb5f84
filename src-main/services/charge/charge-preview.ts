import { createHash } from 'node:crypto'
import type { ChargeGuard, ChargePreview } from '../../../src-shared/domain/charge'
import { consentFor } from '../../../src-shared/domain/charge-limits'
import type { ChargeDraft } from '../../../src-shared/domain/charge-draft'
import { parseAmount, type Money } from '../../../src-shared/domain/money'
import { AppError } from '../../../src-shared/errors/app-error'
import type { GatewayRoute, PaymentPreview } from '../../ports/gateway-client'
import type { ChargeRecord, ProfileRecord } from '../../ports/storage'
import { requireRoute } from '../access/profile-directory'
import { mostMinorOf } from './charge-limits'

/**
 * Returns the entry point of a draft. Errors: `validation-failed` when the profile has no such entry point or it has
 * another currency.
 */
export function requireDraftRoute(profile: ProfileRecord, draft: ChargeDraft): GatewayRoute {
  const route = requireRoute(profile, draft.routeId)
  if (route.currency !== null && route.currency !== draft.currency)
    throw new AppError('validation-failed', { fields: { currency: 'not-the-currency-of-this-endpoint' } })
  return { kind: route.kind, id: route.id }
}

/** Returns amount and currency of a draft. Errors: `validation-failed`. */
export function requireMoney(draft: ChargeDraft): Money {
  const money = parseAmount(draft.amount, draft.currency)
  if (!money.ok) throw new AppError('validation-failed', { fields: { amount: money.error } })
  return money.value
}

/** The parts of a charge that the preview shows. */
export interface PreviewedCharge extends Pick<
  ChargeRecord,
  'chargeId' | 'clientOrderId' | 'kind' | 'amountMinor' | 'currency' | 'draft'
> {
  /** 0 for a draft. It rises with each state change, so a confirm of an earlier preview does not match. */
  readonly round: number
}

/** Builds the preview. A confirm must match it exactly. */
export function chargePreviewOf(
  charge: PreviewedCharge,
  { cardId, bin, lastFour, printedName }: ChargePreview['card'] & { readonly printedName: string | null },
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
    cardholderName: printedName,
    description: charge.draft.description,
    profileName: profile.name,
    path: request.path,
    parameters: request.parameters.map((parameter) => ({ ...parameter })),
    codeParameter: request.codeParameter,
    signedValues: [...request.signedValues],
    controlSource: request.controlSource,
    guards: [...guards],
    consent: consentFor(profile.safetyLevel, profile.limits, charge.currency, mostMinorOf(charge)),
    previewHash: previewHashOf(charge, profile, request, guards),
  }
}

/**
 * The host and port of the simulator change with each start, so the preview hash leaves them out. A real address is
 * part of the hash.
 */
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
