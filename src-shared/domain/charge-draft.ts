import { z } from 'zod'
import { fields, refuseSplitCardNumber } from './fields'
import { parseAmount } from './money'
import { saleDraft } from './sale-draft'

/** What the form of a rebill holds. cvv2 is not part of it: it travels with the confirm, in memory only. */
export const rebillDraft = z
  .strictObject({
    kind: z.enum(['rebill-sale', 'rebill-auth']),
    cardId: z.string().min(1).max(64),
    /** Endpoint or group id of the profile. */
    routeId: fields.routeId,
    amount: fields.amountText,
    currency: fields.currency,
    description: fields.orderDescription,
    ipAddress: fields.ipAddress,
    /** Staff's own reference: sent as merchant data's companion in `comment`, searchable, never the order id. */
    reference: fields.comment,
    /** Amounts the gateway tries in turn, as typed; empty = not used. */
    enumerateAmounts: z.string().trim().max(128, 'too-long'),
    purpose: fields.purpose,
    merchantData: fields.merchantData,
    redirectUrl: fields.url,
    redirectSuccessUrl: fields.url,
    redirectFailUrl: fields.url,
    serverCallbackUrl: fields.url,
    recurrentScenario: z.enum(['', 'REGULAR', 'IRREGULAR']),
    recurrentInitiator: z.enum(['', 'CARDHOLDER', 'MERCHANT']),
  })
  .superRefine(refuseSplitCardNumber('description', 'reference', 'purpose', 'merchantData'))
  .superRefine((draft, context) => {
    const amount = parseAmount(draft.amount, draft.currency)
    if (!amount.ok) context.addIssue({ code: 'custom', path: ['amount'], message: amount.error })
    for (const candidate of splitAmounts(draft.enumerateAmounts)) {
      const parsed = parseAmount(candidate, draft.currency)
      if (!parsed.ok) context.addIssue({ code: 'custom', path: ['enumerateAmounts'], message: parsed.error })
    }
  })
export type RebillDraft = z.infer<typeof rebillDraft>

/** What a rebill may carry beyond the payment itself, with all of it left out. */
export const noRebillExtras = {
  enumerateAmounts: '',
  purpose: '',
  merchantData: '',
  redirectUrl: '',
  redirectSuccessUrl: '',
  redirectFailUrl: '',
  serverCallbackUrl: '',
  recurrentScenario: '',
  recurrentInitiator: '',
} as const satisfies Partial<RebillDraft>

/** What a charge form holds, told apart by `kind`. */
export const chargeDraft = z.discriminatedUnion('kind', [rebillDraft, saleDraft])
export type ChargeDraft = z.infer<typeof chargeDraft>

/** The candidates of an enumerate_amounts text. */
export function splitAmounts(text: string): string[] {
  return text.trim() === '' ? [] : text.split(',').map((part) => part.trim())
}
