import { z } from 'zod'
import { consent } from './charge-limits'
import { fields } from './fields'
import { assertNever } from '../util/assert-never'

/**
 * States of a charge in this app. `outcome-unknown` is not the gateway's status `unknown`: no readable answer has come.
 */
export const chargeState = z.enum([
  'draft',
  'recorded',
  'sending',
  'not-sent',
  'accepted',
  'rejected-unverified',
  'rejected',
  'outcome-unknown',
  'needs-review',
  'resolved-present',
  'resolved-absent',
  'cancelled',
  'final',
])
export type ChargeState = z.infer<typeof chargeState>

/** Kind of a charge: charge or hold an amount on a stored card, or charge a card whose number was typed. */
export const chargeKind = z.enum(['rebill-sale', 'rebill-auth', 'sale'])
export type ChargeKind = z.infer<typeof chargeKind>

/** The states that may follow. A trigger of the database has the same table; a test compares both. */
export function nextChargeStates(state: ChargeState): readonly ChargeState[] {
  switch (state) {
    case 'draft':
      return ['recorded']
    case 'recorded':
      return ['sending', 'cancelled']
    case 'sending':
      return ['accepted', 'rejected-unverified', 'not-sent', 'outcome-unknown']
    case 'not-sent':
      return ['recorded', 'cancelled']
    case 'accepted':
      return ['final', 'needs-review']
    case 'rejected-unverified':
      return ['rejected', 'accepted', 'final', 'needs-review']
    case 'rejected':
      return ['accepted', 'final']
    case 'outcome-unknown':
      return ['accepted', 'final', 'needs-review']
    case 'needs-review':
      return ['accepted', 'final', 'resolved-present', 'resolved-absent']
    case 'resolved-present':
    case 'resolved-absent':
      return ['accepted', 'final']
    case 'cancelled':
    case 'final':
      return []
    default:
      return assertNever(state)
  }
}

/** True for stored charges that were proven not sent. A person may send or cancel them. */
export function isUnsent(state: ChargeState): boolean {
  return state === 'recorded' || state === 'not-sent'
}

/** True when money may have moved without proof. Such a charge blocks an equal charge and stays on Home. */
export function isUnresolved(state: ChargeState): boolean {
  return (
    state === 'sending' ||
    state === 'outcome-unknown' ||
    state === 'rejected-unverified' ||
    state === 'needs-review'
  )
}

/** The reason and the person's name when a charge is resolved by hand. */
export const resolutionNote = z.object({ reason: fields.reason, name: fields.name })

/** The result of one check before a charge. */
export const chargeGuard = z.object({
  code: z.enum([
    /** `atMs` is the end of the pause. */
    'gateway-paused',
    'card-valid',
    'card-expired',
    'card-expires-this-month',
    'card-expiry-unknown',
    'no-open-charge',
    'charge-unresolved',
    'same-charge-recently',
    /**
     * The same charge is not recent by the clock of this computer, but no gateway answer has confirmed that clock since
     * the start.
     */
    'same-charge-clock-unconfirmed',
    'same-charge-refused',
    'same-charge-settled-absent',
    'no-recent-charge',
    'enumerate-amounts',
    'preauth-cannot-be-captured',
    'simulator',
    'cardholder-remote',
    'limit-charge',
    'limit-card-day',
    'limit-operator-day',
  ]),
  /** `block` refuses the charge. `warn` needs an acknowledgement. `note` is information only. */
  level: z.enum(['ok', 'note', 'warn', 'block']),
  /** Number of orders that the check found. */
  count: z.number().int().nonnegative(),
  /** The newest of these orders; null = none. The ids and the time below belong to it. */
  orderId: z.string().nullable(),
  clientOrderId: z.string().nullable(),
  atMs: z.number().int().nullable(),
  /** Of a limit: the limit, and what other charges of the day have used of it, in minor units of the charge. */
  limit: z.object({ limitMinor: z.number().int(), usedMinor: z.number().int() }).optional(),
})
export type ChargeGuard = z.infer<typeof chargeGuard>

/** The exact parameters that a confirmed charge will send. Control and security code are masked. */
export const chargePreview = z.object({
  chargeId: z.string(),
  clientOrderId: z.string(),
  kind: chargeKind,
  amountMinor: z.number().int(),
  currency: z.string(),
  /** The stored card, or with `cardId` null the typed one by its first six and last four digits. */
  card: z.object({
    cardId: z.string().nullable(),
    bin: z.string().nullable(),
    lastFour: z.string().nullable(),
  }),
  /** Printed name on the card; null = not known. */
  cardholderName: z.string().nullable(),
  description: z.string(),
  profileName: z.string(),
  /** Path below the base URL, e.g. `/api/v2/make-rebill/4411`. */
  path: z.string(),
  parameters: z.array(z.object({ name: z.string(), value: z.string() })),
  /** Name of the security code's parameter, which is left out when no code is typed; null = there is none. */
  codeParameter: z.string().nullable(),
  /** Names of the values that the control covers, in signing order. */
  signedValues: z.array(z.string()),
  /**
   * Source of the control's formula: the interface document, public clients of the gateway, or the profile's settings.
   */
  controlSource: z.enum(['interface', 'clients', 'profile']),
  guards: z.array(chargeGuard),
  /** What the profile asks for beside the click. */
  consent,
  /** Hash of the values above that are sent. The confirmation is refused when main computes another hash. */
  previewHash: z.string(),
})
export type ChargePreview = z.infer<typeof chargePreview>
