import type { ChargeGuard, ChargeState } from '../../../src-shared/domain/charge'
import { splitAmounts } from '../../../src-shared/domain/charge-draft'
import { consentFor } from '../../../src-shared/domain/charge-limits'
import { parseAmount } from '../../../src-shared/domain/money'
import { AppError } from '../../../src-shared/errors/app-error'
import type { ChargeRecord, OperatorRecord, OrderRecord, ProfileRecord } from '../../ports/storage'

/** States in which a charge has taken no money and takes none without another confirmation. */
const untaken: ReadonlySet<ChargeState> = new Set([
  'draft',
  'recorded',
  'not-sent',
  'rejected',
  'resolved-absent',
  'cancelled',
])

/** The largest amount that the gateway may take for a charge. */
export function mostMinorOf(charge: Pick<ChargeRecord, 'amountMinor' | 'currency' | 'draft'>): number {
  const { amountMinor, currency, draft } = charge
  const others = draft.kind === 'sale' ? [] : splitAmounts(draft.enumerateAmounts)
  return Math.max(
    amountMinor,
    ...others
      .map((text) => parseAmount(text, currency))
      .map((money) => (money.ok ? money.value.amountMinor : 0)),
  )
}

/** What a charge of the past counts against the limits of its day. One without a known outcome counts in full. */
export function countedMinor(order: OrderRecord): number {
  const { charge, summary } = order
  if (charge === null || untaken.has(charge.state)) return 0
  if (charge.state === 'final' && summary.status !== 'approved') return 0
  return summary.chargedMinor ?? charge.mostMinor ?? mostMinorOf(charge)
}

/** The sums of the day that a new charge adds to. */
export interface DaySums {
  readonly dayStartMs: number
  /** Charges of the same card, of its twins, or of a card with the same digits; newer and older ones too. */
  readonly ofCard: readonly OrderRecord[]
  /** What the operator charged in this profile and currency since the start of the day. */
  readonly ofOperatorMinor: number
}

/** Blocks a charge that would go above a limit of its profile. */
export function limitGuards(
  charge: Pick<ChargeRecord, 'chargeId' | 'amountMinor' | 'currency' | 'draft'>,
  profile: Pick<ProfileRecord, 'limits'>,
  sums: DaySums,
): ChargeGuard[] {
  const limits = profile.limits.find(({ currency }) => currency === charge.currency)
  if (limits === undefined) return []
  const mostMinor = mostMinorOf(charge)
  const ofCardMinor = sums.ofCard
    .filter(
      (order) => order.charge?.chargeId !== charge.chargeId && order.charge?.currency === charge.currency,
    )
    .filter((order) => chargedAtMs(order) >= sums.dayStartMs)
    .reduce((sum, order) => sum + countedMinor(order), 0)
  const kinds = [
    { code: 'limit-charge', limitMinor: limits.perChargeMinor, usedMinor: 0 },
    { code: 'limit-card-day', limitMinor: limits.perCardDayMinor, usedMinor: ofCardMinor },
    { code: 'limit-operator-day', limitMinor: limits.perOperatorDayMinor, usedMinor: sums.ofOperatorMinor },
  ] as const
  return kinds.flatMap(({ code, limitMinor, usedMinor }) =>
    limitMinor === null || usedMinor + mostMinor <= limitMinor
      ? []
      : [
          {
            ...{ code, level: 'block' as const, count: 0, orderId: null, clientOrderId: null, atMs: null },
            limit: { limitMinor, usedMinor },
          },
        ],
  )
}

/** What a person gives with a confirmation beside the click. */
export interface GivenConsent {
  readonly typedAmount: string
  readonly second: { readonly operatorId: string; readonly pin: string } | null
}

/** The part of the operators that a second person needs. */
interface SecondPersons {
  requireSecond(operatorId: string, pin: string): Promise<OperatorRecord>
}

/**
 * Refuses a charge without what its profile asks for. Returns the second person, or null. Errors: `validation-failed`
 * for the typed amount; `not-allowed-now`, reason `second-person-needed`, or those of a PIN.
 */
export async function requireConsent(
  charge: Pick<ChargeRecord, 'amountMinor' | 'currency' | 'draft'>,
  profile: Pick<ProfileRecord, 'limits' | 'safetyLevel'>,
  given: GivenConsent,
  operators: SecondPersons,
): Promise<OperatorRecord | null> {
  const consent = consentFor(profile.safetyLevel, profile.limits, charge.currency, mostMinorOf(charge))
  if (consent === 'click') return null
  if (consent === 'typed') {
    const typed = parseAmount(given.typedAmount, charge.currency)
    if (!typed.ok || typed.value.amountMinor !== charge.amountMinor)
      throw new AppError('validation-failed', { fields: { typedAmount: 'not-the-amount' } })
    return null
  }
  const { second } = given
  if (second === null) throw new AppError('not-allowed-now', { reason: 'second-person-needed' })
  return operators.requireSecond(second.operatorId, second.pin)
}

/** When a charge was confirmed, by the gateway’s clock where that is known. */
function chargedAtMs({ confirmedAtMs, charge, summary }: OrderRecord): number {
  return confirmedAtMs ?? charge?.confirmedAtMs ?? summary.createdAtMs
}
