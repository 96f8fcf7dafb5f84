import type { CardView } from '../../src-shared/domain/card'
import type { ChargePreview } from '../../src-shared/domain/charge'
import type { ChargeDraft, RebillDraft } from '../../src-shared/domain/charge-draft'
import { parseAmount } from '../../src-shared/domain/money'
import type { OrderView } from '../../src-shared/domain/order'
import type { SaleDraft } from '../../src-shared/domain/sale-draft'
import { orderView, summary } from './view-orders'

const common = { chargeId: 'ch-new', clientOrderId: 'NS-7K2M9QWX4T', previewHash: 'hash-1' } as const

/** The answer of main to a rebill draft: one warning to acknowledge, no block. */
export function preview(
  draft: RebillDraft,
  card: Pick<CardView, 'cardId' | 'cardRefId' | 'bin' | 'lastFour' | 'printedName'>,
  profileName: string,
): ChargePreview {
  return {
    ...common,
    kind: draft.kind,
    ...moneyOf(draft),
    card: { cardId: card.cardId, bin: card.bin, lastFour: card.lastFour },
    cardholderName: card.printedName,
    description: draft.description,
    profileName,
    path: `/api/v2/make-rebill/${draft.routeId}`,
    parameters: [
      { name: 'client_orderid', value: common.clientOrderId },
      { name: 'login', value: 'NordShop' },
      { name: 'cardrefid', value: card.cardRefId },
      { name: 'amount', value: draft.amount },
      { name: 'currency', value: draft.currency },
      { name: 'order_desc', value: draft.description },
      { name: 'ipaddress', value: draft.ipAddress },
      { name: 'comment', value: draft.reference },
      { name: 'control', value: '••••••••' },
    ],
    codeParameter: 'cvv2',
    signedValues: ['client_orderid', 'cardrefid', 'amount', 'currency', 'merchant control'],
    controlSource: 'interface',
    consent: 'click',
    guards: [
      guard('simulator', 'ok'),
      guard('card-valid', 'ok'),
      guard('no-open-charge', 'ok'),
      { ...guard('same-charge-recently', 'warn'), count: 1, orderId: 'o-8', clientOrderId: 'NS-4H8ZC1RB7N' },
    ],
  }
}

/** The same for a sale; of the card it has only the first six and last four digits. */
export function salePreview(draft: SaleDraft, profileName: string): ChargePreview {
  const optional = [
    ['first_name', draft.firstName],
    ['last_name', draft.lastName],
    ['email', draft.email],
    ['phone', draft.phone],
    ['country', draft.country],
    ['city', draft.city],
    ['zip_code', draft.zipCode],
    ['address1', draft.address1],
  ] as const
  return {
    ...common,
    consent: 'click',
    kind: 'sale',
    ...moneyOf(draft),
    card: { cardId: null, bin: draft.bin, lastFour: draft.lastFour },
    cardholderName: draft.printedName,
    description: draft.description,
    profileName,
    path: `/api/v2/sale/${draft.routeId}`,
    parameters: [
      { name: 'client_orderid', value: common.clientOrderId },
      { name: 'order_desc', value: draft.description },
      { name: 'amount', value: draft.amount },
      { name: 'currency', value: draft.currency },
      { name: 'ipaddress', value: draft.ipAddress },
      { name: 'credit_card_number', value: `${draft.bin}••••${draft.lastFour}` },
      { name: 'card_printed_name', value: draft.printedName },
      { name: 'expire_month', value: String(draft.expireMonth).padStart(2, '0') },
      { name: 'expire_year', value: String(draft.expireYear).slice(-2) },
      { name: 'cvv2', value: '•••' },
      ...optional.flatMap(([name, value]) => (value === '' ? [] : [{ name, value }])),
      { name: 'control', value: '••••••••' },
    ],
    codeParameter: 'cvv2',
    signedValues: ['route id', 'client_orderid', 'amount in minor units', 'email', 'merchant control'],
    controlSource: 'clients',
    guards: [
      guard('simulator', 'ok'),
      guard('card-valid', 'ok'),
      guard('no-recent-charge', 'ok'),
      ...(draft.presence === 'remote' ? [guard('cardholder-remote', 'note')] : []),
    ],
  }
}

/** The order of a confirmed draft. */
export function sentOrder(
  draft: ChargeDraft,
  paid: Pick<CardView, 'printedName' | 'bin' | 'lastFour'> & { readonly cardId: string | null },
): OrderView {
  const view = orderView(
    summary(0, {
      orderId: 'o-new',
      clientOrderId: common.clientOrderId,
      kind: draft.kind,
      createdAtMs: Date.now(),
      amountMinor: Math.round(Number(draft.amount) * 100),
      currency: draft.currency,
      cardholderName: paid.printedName,
      bin: paid.bin,
      lastFour: paid.lastFour,
      cardId: paid.cardId,
      reference: draft.reference,
      description: draft.description,
    }),
  )
  return draft.kind === 'sale' ? { ...view, presence: draft.presence } : view
}

function moneyOf({ amount, currency }: ChargeDraft): Pick<ChargePreview, 'amountMinor' | 'currency'> {
  const money = parseAmount(amount, currency)
  if (!money.ok) throw new Error(`no amount: ${amount} ${currency}`)
  return { amountMinor: money.value.amountMinor, currency }
}

function guard(
  code: ChargePreview['guards'][number]['code'],
  level: 'ok' | 'note' | 'warn',
): ChargePreview['guards'][number] {
  return { code, level, count: 0, orderId: null, clientOrderId: null, atMs: null }
}
