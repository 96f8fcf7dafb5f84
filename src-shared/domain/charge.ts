import { z } from 'zod'
import { fields } from './fields'
import { assertNever } from '../util/assert-never'

/** States of our recorded intent to move or hold money; `outcome-unknown` is ours, apart from the gateway's status `unknown`. */
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

/** What a charge asks of the gateway: take or hold money of a stored card, or take it of a card typed in. */
export const chargeKind = z.enum(['rebill-sale', 'rebill-auth', 'sale'])
export type ChargeKind = z.infer<typeof chargeKind>

/** The states that may follow; the schema's trigger holds the same table, and a test compares them. */
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

/** Charges that are written down and proven not sent: a person may send them, or not. */
export function isUnsent(state: ChargeState): boolean {
  return state === 'recorded' || state === 'not-sent'
}

/** Charges whose money may have moved without proof; they block a twin and stay on Home. */
export function isUnresolved(state: ChargeState): boolean {
  return (
    state === 'sending' ||
    state === 'outcome-unknown' ||
    state === 'rejected-unverified' ||
    state === 'needs-review'
  )
}

/** Who settles a charge by hand, and why. */
export const verdictWords = z.object({ reason: fields.reason, name: fields.name })

/** One line of the guard panel. `block` cannot be passed; `warn` needs the person's explicit acknowledgement. */
export const chargeGuard = z.object({
  code: z.enum([
    /** `atMs` is when the pause ends. */
    'gateway-paused',
    'card-valid',
    'card-expired',
    'card-expires-this-month',
    'card-expiry-unknown',
    'no-open-charge',
    'charge-unresolved',
    'same-charge-recently',
    /** Not recent by the date of this computer, which no answer of the gateway has confirmed since the start. */
    'same-charge-clock-unconfirmed',
    'same-charge-refused',
    'same-charge-settled-absent',
    'no-recent-charge',
    'enumerate-amounts',
    'preauth-cannot-be-captured',
    'simulator',
    'cardholder-remote',
  ]),
  /** `warn` has to be acknowledged, `block` cannot be passed; `note` is neither praise nor warning. */
  level: z.enum(['ok', 'note', 'warn', 'block']),
  /** How many orders the guard speaks of. */
  count: z.number().int().nonnegative(),
  /** The newest of them; null = none. Number and time below are those of the same order. */
  orderId: z.string().nullable(),
  clientOrderId: z.string().nullable(),
  atMs: z.number().int().nullable(),
})
export type ChargeGuard = z.infer<typeof chargeGuard>

/** The exact parameters a confirmed charge will send, control and security code masked. */
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
  profileName: z.string(),
  /** Path below the base URL, e.g. `/api/v2/make-rebill/4411`. */
  path: z.string(),
  parameters: z.array(z.object({ name: z.string(), value: z.string() })),
  /** Name of the security code's parameter, which is left out when no code is typed; null = there is none. */
  codeParameter: z.string().nullable(),
  /** Names of the values that the control covers, in signing order. */
  signedValues: z.array(z.string()),
  /** Whether the interface gives this control's formula, only clients of the service do, or the profile overrides it. */
  controlSource: z.enum(['interface', 'clients', 'profile']),
  guards: z.array(chargeGuard),
  /** Hash of everything above that is sent; confirm refuses when main computes another one. */
  previewHash: z.string(),
})
export type ChargePreview = z.infer<typeof chargePreview>
