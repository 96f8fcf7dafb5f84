import { z } from 'zod'

/** The groups in which facts are shown, in this order. */
export const factGroups = [
  'allowed',
  'order',
  'money',
  'refund',
  'commission',
  'card',
  'destination',
  'customer',
  'address',
  'bank',
  'tds',
  'loyalty',
  'other',
] as const
export type FactGroup = (typeof factGroups)[number]

/** The groups that tell about a person or a card. A field that is not known may do so too. */
const personalGroups: ReadonlySet<FactGroup> = new Set([
  'card',
  'destination',
  'customer',
  'address',
  'other',
])

/**
 * What a value is. `time`: date and time as the gateway writes them, with its zone. `money`: decimal text in the currency
 * of the order. `switch`: `enabled` or `disabled`. `id`: copied, never read aloud or shortened in the middle.
 */
export type FactKind = 'text' | 'id' | 'money' | 'time' | 'switch'

interface FactTraits {
  readonly group: FactGroup
  readonly kind: FactKind
}

/**
 * Every fact about an order that the app knows, in the order in which a group shows its facts. The names on the wire are
 * in `src-main/gateway/fact-names.ts`, the labels in the messages. A field that is not here is shown under its wire name.
 */
const known = {
  partialRefund: { group: 'allowed', kind: 'switch' },
  partialCapture: { group: 'allowed', kind: 'switch' },

  status: { group: 'order', kind: 'text' },
  orderStage: { group: 'order', kind: 'text' },
  transactionType: { group: 'order', kind: 'text' },
  transactionDate: { group: 'order', kind: 'time' },
  errorMessage: { group: 'order', kind: 'text' },
  errorCode: { group: 'order', kind: 'id' },
  declineReason: { group: 'order', kind: 'text' },
  clientOrderId: { group: 'order', kind: 'id' },
  gatewayOrderId: { group: 'order', kind: 'id' },
  endpointId: { group: 'order', kind: 'id' },
  merchantData: { group: 'order', kind: 'text' },
  responseType: { group: 'order', kind: 'text' },
  serialNumber: { group: 'order', kind: 'id' },
  requestSerialNumber: { group: 'order', kind: 'id' },

  amount: { group: 'money', kind: 'money' },
  currency: { group: 'money', kind: 'text' },
  initialAmount: { group: 'money', kind: 'money' },

  refundedTotal: { group: 'refund', kind: 'money' },
  refundRrn: { group: 'refund', kind: 'id' },
  refundArn: { group: 'refund', kind: 'id' },
  refundApprovalCode: { group: 'refund', kind: 'id' },

  sellerCommission: { group: 'commission', kind: 'money' },
  acquirerCommission: { group: 'commission', kind: 'money' },

  cardholderName: { group: 'card', kind: 'text' },
  cardType: { group: 'card', kind: 'text' },
  bin: { group: 'card', kind: 'id' },
  lastFour: { group: 'card', kind: 'id' },
  cardExpiryMonth: { group: 'card', kind: 'text' },
  cardExpiryYear: { group: 'card', kind: 'text' },
  cardCountry: { group: 'card', kind: 'text' },
  cardHash: { group: 'card', kind: 'id' },
  cardProduct: { group: 'card', kind: 'text' },
  cardProductCode: { group: 'card', kind: 'id' },
  cardPaymentType: { group: 'card', kind: 'text' },
  cardPaymentTypeCode: { group: 'card', kind: 'id' },

  destinationBank: { group: 'destination', kind: 'text' },
  destinationCardType: { group: 'destination', kind: 'text' },
  destinationBin: { group: 'destination', kind: 'id' },
  destinationLastFour: { group: 'destination', kind: 'id' },
  destinationCountry: { group: 'destination', kind: 'text' },
  destinationHash: { group: 'destination', kind: 'id' },

  name: { group: 'customer', kind: 'text' },
  firstName: { group: 'customer', kind: 'text' },
  lastName: { group: 'customer', kind: 'text' },
  email: { group: 'customer', kind: 'text' },
  phone: { group: 'customer', kind: 'text' },

  addressLine: { group: 'address', kind: 'text' },
  zip: { group: 'address', kind: 'text' },
  city: { group: 'address', kind: 'text' },
  state: { group: 'address', kind: 'text' },
  country: { group: 'address', kind: 'text' },

  bankName: { group: 'bank', kind: 'text' },
  approvalCode: { group: 'bank', kind: 'id' },
  rrn: { group: 'bank', kind: 'id' },
  arn: { group: 'bank', kind: 'id' },
  acquirerTransactionId: { group: 'bank', kind: 'id' },
  terminalId: { group: 'bank', kind: 'id' },
  processingDate: { group: 'bank', kind: 'time' },
  acquirerProcessingDate: { group: 'bank', kind: 'time' },
  descriptor: { group: 'bank', kind: 'text' },
  gateDescriptor: { group: 'bank', kind: 'text' },
  receiptId: { group: 'bank', kind: 'id' },
  responseCode: { group: 'bank', kind: 'id' },
  responseCodeStatus: { group: 'bank', kind: 'text' },

  threeDsResult: { group: 'tds', kind: 'text' },
  eci: { group: 'tds', kind: 'id' },
  threeDsStep: { group: 'tds', kind: 'text' },
  stepPage: { group: 'tds', kind: 'text' },
  stepValue: { group: 'tds', kind: 'text' },

  loyaltyProgram: { group: 'loyalty', kind: 'text' },
  loyaltyBonus: { group: 'loyalty', kind: 'text' },
  loyaltyBalance: { group: 'loyalty', kind: 'text' },
  loyaltyMessage: { group: 'loyalty', kind: 'text' },
} as const satisfies Record<string, FactTraits>

/** The name of a known fact about an order. */
export type FactName = keyof typeof known

const names = Object.keys(known) as [FactName, ...FactName[]]
export const factName = z.enum(names)

/**
 * What a parameter of a charge request is, by the app's name. The names on the wire are in
 * `src-main/gateway/fact-names.ts`. A parameter that is not here is shown under its name on the wire.
 */
export const sentName = z.enum([
  'clientOrderId',
  'login',
  'cardRefId',
  'orderDescription',
  'amount',
  'currency',
  'enumerateAmounts',
  'ipAddress',
  'comment',
  'purpose',
  'merchantData',
  'redirectUrl',
  'redirectSuccessUrl',
  'redirectFailUrl',
  'serverCallbackUrl',
  'recurrentScenario',
  'recurrentInitiator',
  'cardNumber',
  'printedName',
  'expireMonth',
  'expireYear',
  'cvv2',
  'firstName',
  'lastName',
  'email',
  'phone',
  'country',
  'city',
  'zipCode',
  'address1',
  'control',
])
export type SentName = z.infer<typeof sentName>

/** A sent parameter of a charge: its name on the wire, its masked value, and what it is; no `sent` = not known. */
export const sentParameter = z.object({ name: z.string(), value: z.string(), sent: sentName.optional() })
export type SentParameter = z.infer<typeof sentParameter>

/** Group, kind and place in the group of a fact; an unknown one is a text in the last group. */
export function factTraits(fact: FactName | undefined): FactTraits & { readonly rank: number } {
  return fact === undefined
    ? { group: 'other', kind: 'text', rank: names.length }
    : { ...known[fact], rank: names.indexOf(fact) }
}

/** True for a fact about a person or a card, and for a field that the app does not know. */
export function isPersonalFact(fact: FactName | undefined): boolean {
  return personalGroups.has(factTraits(fact).group)
}

/** The value of a fact, or null when the gateway has not reported it. */
export function factValue(
  facts: readonly { readonly fact?: FactName | undefined; readonly value: string }[],
  name: FactName,
): string | null {
  return facts.find(({ fact }) => fact === name)?.value ?? null
}

/** Hours that a zone is ahead of UTC. Only zones whose short name has one meaning. */
const zoneHours: Readonly<Record<string, number>> = { Z: 0, UTC: 0, GMT: 0, MSK: 3 }

/**
 * A time as the gateway writes it, such as `2026-11-28 14:00:49 MSK`, in ms since the epoch. Null when the text is not
 * such a time or its zone is not known.
 */
export function gatewayTimeMs(text: string): number | null {
  if (text.length > 40) return null
  const parts = /^(\d{4}-\d\d-\d\d)[ T](\d\d:\d\d:\d\d) ?(?:([A-Z]+)|([+-])(\d\d):?(\d\d))$/.exec(text)
  if (parts === null) return null
  const [, date = '', clock = '', zone, sign, hours, minutes] = parts
  const named = zone === undefined ? null : (zoneHours[zone] ?? null)
  const offsetMinutes =
    zone === undefined
      ? (sign === '-' ? -1 : 1) * (Number(hours) * 60 + Number(minutes))
      : named === null
        ? null
        : named * 60
  const atMs = Date.parse(`${date}T${clock}Z`)
  const isReal = !Number.isNaN(atMs) && new Date(atMs).toISOString().startsWith(`${date}T${clock}`)
  return isReal && offsetMinutes !== null ? atMs - offsetMinutes * 60_000 : null
}
