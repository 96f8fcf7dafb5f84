import type { OrderView } from '../../../src-shared/domain/order'

export type Fact = OrderView['facts'][number]

const groupOrder = [
  'order',
  'money',
  'commission',
  'refund',
  'card',
  'destination',
  'customer',
  'address',
  'bank',
  'tds',
  'loyalty',
  'other',
] as const
export type FactGroup = (typeof groupOrder)[number]

// The first match wins. The names are the gateway's field names, shown unchanged.
const patterns: readonly (readonly [RegExp, FactGroup])[] = [
  [/^loyalty-/, 'loyalty'],
  [/^(?:tds-|verified-3d-|eci$|html$|redirect-to$)/, 'tds'],
  [/commission/, 'commission'],
  [/^(?:total-reversal-|gate-partial-|processor-(?:auth-)?credit-)/, 'refund'],
  [/amount|currency/, 'money'],
  [/^dest(?:ination)?-/, 'destination'],
  [/^(?:bin|card-|cardholder-name|last-four|ips-)/, 'card'],
  [/^(?:country|state|city|zip|address)/, 'address'],
  [/^(?:name|first-name|last-name|email|phone)/, 'customer'],
  [
    /^(?:bank-name|processor-|verified-rsc-|approval-code|terminal-id|descriptor|original-gate|acquirer-|auth-response)/,
    'bank',
  ],
  [/^(?:paynet-processing-date|receipt-id)$/, 'bank'],
  [
    /^(?:type|status|order-stage|transaction-|.*order-id|serial-number|error-|motivational|merchantdata|by-request)/,
    'order',
  ],
]

/** The group of a field from the gateway. */
export function groupOfFact(name: string): FactGroup {
  return patterns.find(([pattern]) => pattern.test(name))?.[1] ?? 'other'
}

/** Groups the facts in the gateway's order, without empty groups. */
export function groupFacts(facts: readonly Fact[]): { readonly group: FactGroup; readonly facts: Fact[] }[] {
  return groupOrder
    .map((group) => ({ group, facts: facts.filter((fact) => groupOfFact(fact.name) === group) }))
    .filter(({ facts: members }) => members.length > 0)
}
