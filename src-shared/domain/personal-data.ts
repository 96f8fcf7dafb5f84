import type { ChargeDraft } from './charge-draft'
import { factTraits, type FactName, type SentName } from './facts'
import type { FileColumnName } from './order-file'

/**
 * What an erasure keeps: money, ids, states, times, and of the card what tells it from others. Everything else goes, also
 * fields that the app does not know, because they may be about a person.
 */
const personalFacts: ReadonlySet<FactName> = new Set([
  'cardholderName',
  'merchantData',
  'stepPage',
  'stepValue',
])

/** False for a fact that is erased; an unknown one is erased. */
export function isKeptFact(fact: FactName | undefined): boolean {
  if (fact === undefined || personalFacts.has(fact)) return false
  const { group } = factTraits(fact)
  return group !== 'customer' && group !== 'address'
}

const keptParameters: ReadonlySet<SentName> = new Set([
  ...([
    'clientOrderId',
    'login',
    'cardRefId',
    'amount',
    'currency',
    'enumerateAmounts',
    'cardNumber',
  ] as const),
  ...(['recurrentScenario', 'recurrentInitiator', 'expireMonth', 'expireYear', 'cvv2', 'control'] as const),
])

/** False for a parameter of a charge that is erased; an unknown one is erased. */
export function isKeptParameter(sent: SentName | undefined): boolean {
  return sent !== undefined && keptParameters.has(sent)
}

/** The form of a charge without personal data. */
export function withoutPerson(draft: ChargeDraft): ChargeDraft {
  const ofEvery = { description: '', ipAddress: '', reference: '' }
  if (draft.kind === 'sale')
    return {
      ...draft,
      ...ofEvery,
      ...{ printedName: '', firstName: '', lastName: '', email: '', phone: '', country: '', city: '' },
      ...{ zipCode: '', address1: '' },
    }
  return {
    ...draft,
    ...ofEvery,
    ...{ purpose: '', merchantData: '', redirectUrl: '', redirectSuccessUrl: '', redirectFailUrl: '' },
    serverCallbackUrl: '',
  }
}

/** Texts that name the person of a form by themselves. */
export function namesIn(draft: ChargeDraft): string[] {
  return draft.kind === 'sale'
    ? [draft.printedName, `${draft.firstName} ${draft.lastName}`, draft.email, draft.phone]
    : []
}

/** Facts that name a person by themselves. */
export const namingFacts: ReadonlySet<FactName> = new Set(['cardholderName', 'name', 'email', 'phone'])

/** Columns of an order file that are erased. Error text is free text, which may name a person. */
export const personalColumns = [
  'cardholderName',
  'email',
  'description',
  'reference',
  'errorMessage',
] as const satisfies readonly FileColumnName[]
