import { z } from 'zod'
import { fields, refuseSplitCardNumber } from './fields'
import { parseAmount } from './money'
import { saleDraft } from './sale-draft'

/** The form of a rebill. cvv2 is not part of it: it is sent with the confirmation only, and is never stored. */
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
    /** Reference of the staff: sent in `comment` and searchable. It is not the order id. */
    reference: fields.comment,
    /** Amounts that the gateway tries one after the other, as typed; empty = not used. */
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

/** The optional fields of a rebill, all empty. */
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

/** The draft of a charge; `kind` tells a rebill from a sale. */
export const chargeDraft = z.discriminatedUnion('kind', [rebillDraft, saleDraft])
export type ChargeDraft = z.infer<typeof chargeDraft>

/** The amounts in an enumerate_amounts text. */
export function splitAmounts(text: string): string[] {
  return text.trim() === '' ? [] : text.split(',').map((part) => part.trim())
}
