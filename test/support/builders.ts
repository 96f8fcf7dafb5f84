import { noRebillExtras } from '../../src-shared/domain/charge-draft'
import type { Actor, NewConfirmation } from '../../src-main/ports/storage'
import type { ChargeState } from '../../src-shared/domain/charge'
import type { RebillDraft } from '../../src-shared/domain/charge-draft'
import { noLaterTransactions } from '../../src-shared/domain/later-transactions'
import type { OrderSummary } from '../../src-shared/domain/order'
import type { ProfileInput } from '../../src-shared/domain/profile'
import type { SaleDraft } from '../../src-shared/domain/sale-draft'
import { defaultSaleRules } from '../../src-shared/domain/sale-rules'
import { factOfField } from '../../src-main/gateway/fact-names'
import type { StatusAnswer } from '../../src-main/ports/gateway-client'
import type {
  ChargeRecord,
  OrderRecord,
  ProfileRecord,
  RelatedSeen,
  StepRecord,
  WrittenOrder,
} from '../../src-main/ports/storage'

/** The start time of every fake clock: noon of a normal day. */
export const noonMs = Date.UTC(2026, 5, 15, 12, 0, 0)

export function aProfile(parts: Partial<ProfileRecord> = {}): ProfileRecord {
  return {
    profileId: 'profile-1',
    name: 'Shop EU',
    environment: 'production',
    baseUrl: 'https://gate.example.com/paynet',
    login: 'NordShop',
    routes: [
      { kind: 'endpoint', id: '4411', label: 'EUR', currency: 'EUR' },
      { kind: 'group', id: '7722', label: 'All', currency: null },
    ],
    rebillControl: 'without-endpoint',
    defaultIpAddress: '',
    pollPace: { minMs: 3000, maxMs: 5000 },
    safetyLevel: 'confirm',
    limits: [],
    hasSecret: true,
    saleRules: { ...defaultSaleRules('production'), acceptsCards: true },
    signingKey: null,
    createdAtMs: noonMs,
    ...parts,
  }
}

/** A stored profile as form input, for changes. */
export function inputOf(profile: ProfileRecord): ProfileInput {
  const { profileId, name, login, rebillControl, defaultIpAddress, pollPace, safetyLevel, saleRules } =
    profile
  return {
    profileId,
    name,
    target:
      profile.environment === 'simulator'
        ? { kind: 'simulator' }
        : { kind: profile.environment, baseUrl: profile.baseUrl ?? '' },
    login,
    routes: [...profile.routes],
    rebillControl,
    defaultIpAddress,
    pollPace,
    safetyLevel,
    saleRules,
  }
}

/** Form input of a new profile. */
export function aProfileInput(parts: Partial<ProfileInput> = {}): ProfileInput {
  return { ...inputOf(aProfile()), profileId: null, ...parts }
}

/** Related charges of guards without a card, so that nothing can have changed. */
export const nothingRelated: RelatedSeen = {
  card: { profileId: 'profile-1', cardId: null, bin: null, lastFour: null },
  sinceMs: 0,
  charges: [],
}

export function aDraft(parts: Partial<RebillDraft> = {}): RebillDraft {
  return {
    kind: 'rebill-sale',
    cardId: '1',
    routeId: '4411',
    amount: '25.00',
    currency: 'EUR',
    description: 'June subscription',
    ipAddress: '198.51.100.7',
    reference: 'INV-2046',
    ...noRebillExtras,
    ...parts,
  }
}

/** A card number with a valid check digit that nobody has. */
export const aCardNumber = '4111111111111111'

export function aSaleDraft(parts: Partial<SaleDraft> = {}): SaleDraft {
  return {
    kind: 'sale',
    routeId: '4411',
    amount: '25.00',
    currency: 'EUR',
    description: 'Repair of a bicycle',
    ipAddress: '198.51.100.7',
    reference: 'INV-2047',
    bin: '411111',
    lastFour: '1111',
    expireMonth: 12,
    expireYear: 2031,
    printedName: 'ANN LEE',
    firstName: 'Ann',
    lastName: 'Lee',
    email: 'ann@shop.example',
    phone: '+46 8 123 456',
    country: 'SE',
    city: 'Stockholm',
    zipCode: '111 22',
    address1: 'Kungsgatan 1',
    presence: 'remote',
    ...parts,
  }
}

/** Changes that turn `aCharge` into a sale. */
export function saleParts(draft: Partial<SaleDraft> = {}): Partial<ChargeRecord> {
  return { cardId: null, cardRefId: null, draft: aSaleDraft(draft) }
}

/** A 3-D Secure step that waits for the cardholder. */
export function aStep(parts: Partial<StepRecord> = {}): StepRecord {
  return {
    seq: 1,
    kind: 'method',
    state: 'awaited',
    stepKey: 'step-1',
    transmissions: 0,
    awaitedAtMs: noonMs,
    openedAtMs: null,
    answeredAtMs: null,
    sentAtMs: null,
    settledAtMs: null,
    host: 'acs.bank.example',
    completion: null,
    transStatus: null,
    answerDigest: null,
    failure: null,
    ...parts,
  }
}

export function aCharge(parts: Partial<ChargeRecord> = {}): ChargeRecord {
  return {
    chargeId: 'charge-1',
    profileId: 'profile-1',
    state: 'accepted',
    stateVersion: 4,
    transmissions: 1,
    kind: parts.draft?.kind ?? 'rebill-sale',
    clientOrderId: 'SHO-1',
    cardId: '1',
    cardRefId: '880017',
    amountMinor: 2500,
    currency: 'EUR',
    draft: aDraft(),
    previewHash: 'hash',
    orderId: '1',
    createdAtMs: noonMs,
    confirmedAtMs: noonMs,
    mostMinor: parts.amountMinor ?? 2500,
    ...parts,
  }
}

/** The order of an accepted charge without a status answer. With `chargeState` null it is an adopted order. */
export function anOrder(
  parts: {
    readonly summary?: Partial<OrderSummary>
    readonly chargeState?: ChargeState | null
    readonly charge?: Partial<ChargeRecord>
    readonly facts?: Readonly<Record<string, string>>
    readonly checks?: number
    readonly steps?: readonly StepRecord[]
    readonly followedSinceMs?: number
    readonly followedForMs?: number
    readonly confirmedAtMs?: number
    readonly openCase?: OrderRecord['openCase']
  } = {},
): OrderRecord {
  const chargeState = parts.chargeState === undefined ? 'accepted' : parts.chargeState
  return {
    summary: {
      orderId: '1',
      revision: 7,
      profileId: 'profile-1',
      environment: 'production',
      kind: chargeState === null ? 'adopted' : (parts.charge?.draft?.kind ?? 'rebill-sale'),
      createdAtMs: noonMs,
      changedAtMs: noonMs,
      family: 'open',
      word: 'processing',
      chargeId: chargeState === null ? null : 'charge-1',
      chargeState,
      status: null,
      orderStage: null,
      amountMinor: 2500,
      currency: 'EUR',
      clientOrderId: 'SHO-1',
      gatewayOrderId: '6684100',
      cardId: '1',
      bin: '411111',
      lastFour: '1111',
      cardholderName: null,
      description: 'June subscription',
      reference: null,
      errorCode: null,
      isControlRefused: false,
      errorMessage: null,
      transactionType: null,
      followState: 'following',
      answeredAtMs: null,
      nextCheckAtMs: noonMs,
      watchUntilMs: null,
      lastCheckFailure: null,
      alert: null,
      awaitedStep: null,
      chargedMinor: null,
      later: noLaterTransactions,
      imported: null,
      ...parts.summary,
    },
    route: { kind: 'endpoint', id: '4411' },
    charge: chargeState === null ? null : aCharge({ state: chargeState, ...parts.charge }),
    followedSinceMs: parts.followedSinceMs ?? noonMs,
    followedForMs: parts.followedForMs ?? 0,
    confirmedAtMs: parts.confirmedAtMs ?? null,
    checks: parts.checks ?? 0,
    steps: parts.steps ?? [],
    facts: Object.entries(parts.facts ?? {}).map(([name, value]) => ({
      ...{ name, value, atMs: noonMs },
      fact: factOfField(name),
    })),
    openCase: parts.openCase ?? null,
  }
}

/** A status answer for `anOrder`. `fields` are built from the named parts unless given. */
export function anAnswer(
  parts: Partial<StatusAnswer> & { readonly extra?: Readonly<Record<string, string>> } = {},
): StatusAnswer {
  const { extra, ...given } = parts
  const answer = {
    status: 'processing',
    orderStage: 'sale_processing',
    clientOrderId: 'SHO-1',
    gatewayOrderId: '6684100',
    amount: '25.00',
    currency: 'EUR',
    bin: '411111',
    lastFour: '1111',
    cardholderName: 'ANN LEE',
    errorCode: null,
    errorMessage: null,
    transactionType: 'sale',
    serialNumber: '00000000-0000-0000-0000-0000005a11ce',
    step: null,
    ...given,
  }
  const fields = {
    type: 'status-response',
    'serial-number': answer.serialNumber,
    status: answer.status,
    'order-stage': answer.orderStage,
    amount: answer.amount,
    'error-code': answer.errorCode,
    'merchant-order-id': given.clientOrderId ?? null,
    'paynet-order-id': given.gatewayOrderId ?? null,
    currency: given.currency ?? null,
    'last-four-digits': given.lastFour ?? null,
    ...extra,
  }
  const read =
    given.fields ??
    Object.entries(fields).flatMap(([name, value]) => (value === null ? [] : [{ name, value }]))
  return { ...answer, fields: read.map((field) => ({ ...field, fact: factOfField(field.name) })) }
}

/** The written order as a reader returns it. */
export function recordOf({ view: _view, exchange: _exchange, ...record }: WrittenOrder): OrderRecord {
  return record
}

/** The days of Home when yesterday is not looked at. */
export const homeDays = {
  todayMs: noonMs,
  yesterdayMs: noonMs - 86_400_000,
  yesterdayNowMs: noonMs - 43_200_000,
}

/** A person on a computer. */
export function anActor(name: string | null = 'Iva', operatorId: string | null = null): Actor {
  return { name, operatorId, place: { osUser: 'iva', host: 'desk-7', appVersion: '0.1.0' } }
}

/** A confirmation by such a person. */
export function aConfirmation(change: Partial<NewConfirmation> = {}): NewConfirmation {
  return { actor: anActor(), atMs: 1_790_000_000_000, mostMinor: 1015, ...change }
}
