import { z } from 'zod'
import { fields, refuseSplitCardNumber } from './fields'
import { parseAmount } from './money'

/**
 * The part of a sale's form that may be stored. Card number and security code are not part of it: they are sent with the
 * confirmation only. The draft has the first six and the last four digits.
 */
export const saleDraft = z
  .strictObject({
    kind: z.literal('sale'),
    /** Endpoint or group id of the profile. */
    routeId: fields.routeId,
    amount: fields.amountText,
    currency: fields.currency,
    description: fields.orderDescription,
    ipAddress: fields.ipAddress,
    /** Reference of the staff: searchable, not sent, because a sale has no parameter for it. */
    reference: fields.comment,
    bin: z.string().regex(/^[0-9]{6}$/, 'not-a-card-number'),
    lastFour: z.string().regex(/^[0-9]{4}$/, 'not-a-card-number'),
    expireMonth: z.number({ error: 'required' }).int().min(1, 'not-a-month').max(12, 'not-a-month'),
    /** Four digits. */
    expireYear: z.number({ error: 'required' }).int().min(2000, 'not-a-year').max(2099, 'not-a-year'),
    printedName: fields.name,
    firstName: fields.optionalName,
    lastName: fields.optionalName,
    email: fields.email,
    phone: fields.phone,
    /** Two letters, or empty. */
    country: fields.countryCode,
    city: fields.optionalName,
    zipCode: fields.zipCode,
    address1: fields.purpose,
    /** Whether the cardholder is present. The issuer's pages may be shown only then. */
    presence: z.enum(['present', 'remote']),
  })
  .superRefine(
    refuseSplitCardNumber(
      'description',
      'reference',
      'printedName',
      'firstName',
      'lastName',
      'city',
      'address1',
    ),
  )
  .superRefine((draft, context) => {
    const amount = parseAmount(draft.amount, draft.currency)
    if (!amount.ok) context.addIssue({ code: 'custom', path: ['amount'], message: amount.error })
  })
export type SaleDraft = z.infer<typeof saleDraft>
