import { cardBrand } from '../../../src-shared/domain/card'
import { formatMoney } from '../../../src-shared/domain/money'
import type { ConsentQuestion } from '../../ports/consent-prompt'
import type { ChargeRecord } from '../../ports/storage'
import type { Review } from './charge-reviewer'

/** What a person releases: the values of the review that main has just computed, not those of the page. */
export function chargeQuestion({ preview, card, profile }: Review): ConsentQuestion {
  const digits = card.lastFour === null ? '' : `${card.bin ?? ''} •••• ${card.lastFour}`.trim()
  return {
    kind: 'charge',
    chargeKind: preview.kind,
    amount: formatMoney(preview),
    card: `${cardBrand(card.bin)} ${digits}`.trim(),
    cardholder: preview.cardholderName ?? '',
    description: preview.description,
    clientOrderId: preview.clientOrderId,
    gateway: profile.baseUrl ?? '',
  }
}

export function resolutionQuestion(
  charge: Pick<ChargeRecord, 'amountMinor' | 'currency' | 'clientOrderId'>,
  {
    resolution,
    name,
    reason,
  }: Record<'name' | 'reason', string> & { readonly resolution: 'present' | 'absent' },
): ConsentQuestion {
  const { amountMinor, currency, clientOrderId } = charge
  return {
    kind: 'resolution',
    outcome: resolution,
    amount: formatMoney({ amountMinor, currency }),
    clientOrderId,
    name,
    reason,
  }
}
