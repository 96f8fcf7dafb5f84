import type { BrowserData } from '../../ports/cardholder-browser'
import type {
  GatewayClient,
  GatewayCredentials,
  GatewayRoute,
  GatewayTarget,
  PaymentOutcome,
  PaymentPreview,
  PreparedCall,
  RebillRequest,
  SaleRequest,
  TypedCard,
} from '../../ports/gateway-client'
import type { ChargeRecord, ProfileRecord } from '../../ports/storage'
import type { RebillDraft } from '../../../src-shared/domain/charge-draft'
import type { SaleDraft } from '../../../src-shared/domain/sale-draft'
import { assertNever } from '../../../src-shared/util/assert-never'
import { AppError } from '../../../src-shared/errors/app-error'
import type { FieldProblem } from '../../../src-shared/errors/refusal-reason'
import { returnAddress } from '../browser-steps/return-address'

/** The stored data that a request is built from. */
export type RequestedCharge = Pick<
  ChargeRecord,
  'clientOrderId' | 'cardRefId' | 'amountMinor' | 'currency' | 'draft'
>

/** The request of a payment: a rebill or a sale. */
export type PaymentRequest =
  | { readonly kind: 'rebill'; readonly request: RebillRequest }
  | {
      readonly kind: 'sale'
      readonly request: SaleRequest
      /** The first six and last four digits, which may be stored. */
      readonly card: { readonly bin: string; readonly lastFour: string }
    }

/** Builds the request of a stored charge. The same charge and the same browser always give the same request. */
export function paymentRequestOf(
  charge: RequestedCharge,
  route: GatewayRoute,
  profile: ProfileRecord,
  browser: BrowserData,
): PaymentRequest {
  const { draft } = charge
  if (draft.kind !== 'sale') return { kind: 'rebill', request: rebillRequestOf(charge, draft, route) }
  const { bin, lastFour } = draft
  return {
    kind: 'sale',
    request: saleRequestOf(charge, draft, route, profile, browser),
    card: { bin, lastFour },
  }
}

/** Returns the parameters that would be sent. */
export function previewPayment(
  gateway: GatewayClient,
  target: GatewayTarget,
  payment: PaymentRequest,
): PaymentPreview {
  switch (payment.kind) {
    case 'rebill':
      return gateway.previewRebill(target, payment.request)
    case 'sale':
      return gateway.previewSale(target, payment.request, payment.card)
    default:
      return assertNever(payment)
  }
}

/** Signs and encodes the transmission. The card is only in the returned call. */
export function preparePayment(
  gateway: GatewayClient,
  credentials: GatewayCredentials,
  payment: PaymentRequest,
  card: TypedCard,
): PreparedCall<PaymentOutcome> {
  switch (payment.kind) {
    case 'rebill':
      return gateway.prepareRebill(credentials, payment.request, card.cvv2)
    case 'sale':
      return gateway.prepareSale(credentials, payment.request, card)
    default:
      return assertNever(payment)
  }
}

/**
 * Checks a typed card number against the reviewed draft. A sale needs the card of its draft; a charge of a stored
 * card needs none. Errors: `validation-failed`.
 */
export function requireReviewedCard(payment: PaymentRequest, cardNumber: string): void {
  const refuse = (reason: FieldProblem) =>
    new AppError('validation-failed', { fields: { cardNumber: reason } })
  if (payment.kind === 'rebill') {
    if (cardNumber !== '') throw refuse('not-for-a-stored-card')
    return
  }
  if (cardNumber === '') throw refuse('required')
  const { bin, lastFour } = payment.card
  if (cardNumber.slice(0, 6) !== bin || cardNumber.slice(-4) !== lastFour) throw refuse('differs-from-review')
}

function rebillRequestOf(charge: RequestedCharge, draft: RebillDraft, route: GatewayRoute): RebillRequest {
  if (charge.cardRefId === null) throw new AppError('internal', { reason: 'rebill-without-card' })
  return {
    kind: draft.kind,
    route,
    clientOrderId: charge.clientOrderId,
    cardRefId: charge.cardRefId,
    orderDescription: draft.description,
    amountMinor: charge.amountMinor,
    currency: charge.currency,
    ipAddress: draft.ipAddress,
    enumerateAmounts: draft.enumerateAmounts,
    comment: draft.reference,
    purpose: draft.purpose,
    merchantData: draft.merchantData,
    redirectUrl: draft.redirectUrl,
    redirectSuccessUrl: draft.redirectSuccessUrl,
    redirectFailUrl: draft.redirectFailUrl,
    serverCallbackUrl: draft.serverCallbackUrl,
    recurrentScenario: draft.recurrentScenario,
    recurrentInitiator: draft.recurrentInitiator,
  }
}

/** The operator’s reference is not sent: the interface lists no parameter of a sale for it (Endpoints, 6). */
function saleRequestOf(
  charge: RequestedCharge,
  draft: SaleDraft,
  route: GatewayRoute,
  profile: ProfileRecord,
  browser: BrowserData,
): SaleRequest {
  return {
    route,
    clientOrderId: charge.clientOrderId,
    orderDescription: draft.description,
    amountMinor: charge.amountMinor,
    currency: charge.currency,
    ipAddress: draft.ipAddress,
    redirectUrl: returnAddress(profile, charge.clientOrderId, null),
    printedName: draft.printedName,
    expireMonth: draft.expireMonth,
    expireYear: draft.expireYear,
    firstName: draft.firstName,
    lastName: draft.lastName,
    email: draft.email,
    phone: draft.phone,
    country: draft.country,
    city: draft.city,
    zipCode: draft.zipCode,
    address1: draft.address1,
    browser,
  }
}
