import type { AppState } from '../../src-shared/domain/app-state'
import type { CardView } from '../../src-shared/domain/card'
import type { ExchangeView } from '../../src-shared/domain/exchange'
import type { OrderSummary, OrderView, TimelineEntry } from '../../src-shared/domain/order'
import { shownStatus } from '../../src-shared/domain/order-status'
import type { ProfileView } from '../../src-shared/domain/profile'

/** The moment around which the invented data is told, in ms. */
export const dataNowMs = Date.UTC(2026, 10, 27, 14, 2, 30)

const names = [
  'Marta Lindqvist',
  'Jon Ek',
  'Žofie Dvořáková',
  'Ayşe Özdemir',
  "Siobhán O'Neil-Ray",
  'Maximiliane Wilhelmina Charlotte von Hohenfels-Oberstdorf zu Schwarzenbach',
  'Ville Aalto',
  'Inês Prata',
  'Luca Ferri',
  'Grete Holm',
  '山田 花子',
  'Κωνσταντίνος Παπαδόπουλος',
] as const
const bins = ['444455', '520082', '411111', '545454', '371449', '620000'] as const
const declines = [
  ['[51] Insufficient funds', '51'],
  ['[05] Do not honour', '5'],
  ['[54] Expired card', '54'],
  ['[N7] Decline for CVV2 failure at the acquirer of the second gate of the chain', '1204'],
] as const

export function profile(change: Partial<ProfileView> = {}): ProfileView {
  return {
    profileId: 'p-sim',
    name: 'Nord Shop',
    environment: 'simulator',
    baseUrl: null,
    login: 'NordShop',
    routes: [
      { kind: 'endpoint', id: '4411', label: 'Subscriptions', currency: 'EUR' },
      { kind: 'group', id: '7722', label: 'All currencies', currency: null },
    ],
    rebillControl: 'without-endpoint',
    defaultIpAddress: '203.0.113.9',
    pollPace: { minMs: 3000, maxMs: 5000 },
    safetyLevel: 'confirm',
    secret: 'present',
    pollingStop: null,
    createdAtMs: dataNowMs - 90 * 86_400_000,
    ...change,
  }
}

export const liveProfile = profile({
  profileId: 'p-live',
  name: 'Shop EU',
  environment: 'production',
  baseUrl: 'https://gate.example.com/paynet',
  login: 'ShopEU',
  routes: [{ kind: 'endpoint', id: '4411', label: '', currency: 'EUR' }],
})

export const testProfile = profile({
  profileId: 'p-test',
  name: 'Shop EU rehearsal',
  environment: 'gateway-test',
  baseUrl: 'https://sandbox.gate.example.com/white-label/paynet',
  login: 'ShopEU',
  secret: 'missing',
  pollingStop: 'secret-missing',
})

export function appState(change: Partial<AppState> = {}): AppState {
  return {
    revision: 1,
    start: { kind: 'ready' },
    profiles: [profile(), liveProfile, testProfile],
    activeProfileId: 'p-sim',
    settings: { theme: 'system', timeZone: 'system', operatorName: 'A. Berg' },
    keychain: { kind: 'os', backend: 'gnome-keyring' },
    recovery: 'made',
    online: true,
    simulator: { kind: 'running' },
    followingCount: 3,
    attentionCount: 2,
    versions: { app: '0.1.0', electron: '45.5.0', chromium: '148.0.1', node: '24.21.0', sqlite: '3.53.1' },
    standIn: true,
    systemTimeZone: 'Europe/Berlin',
    dataFolder: '/home/berg/.config/Rebill Desk',
    ...change,
  }
}

export function card(index: number, change: Partial<CardView> = {}): CardView {
  const name = names[index % names.length] ?? names[0]
  return {
    cardId: `card-${index}`,
    profileId: 'p-sim',
    cardRefId: String(880017 + index * 31),
    unqCardRefId: `u-${(7_000_000 + index * 917).toString(36).toUpperCase()}`,
    recurringPaymentId: null,
    dstCardRefId: null,
    nickname: index % 3 === 0 ? `${name.split(' ')[0] ?? name}, monthly plan` : '',
    customerReference: `C-${10_231 + index * 7}`,
    bin: bins[index % bins.length] ?? null,
    lastFour: String(1111 + index * 137).slice(-4),
    expireMonth: ((index * 5) % 12) + 1,
    expireYear: 2026 + (index % 5),
    printedName: name,
    sourceClientOrderId: `NS-SEED${index}`,
    createdAtMs: dataNowMs - (40 + index) * 86_400_000,
    infoAtMs: dataNowMs - index * 3_600_000,
    chargeCount: index % 4,
    lastCharge:
      index % 4 === 0
        ? null
        : {
            orderId: `o-${index}`,
            atMs: dataNowMs - index * 5 * 86_400_000,
            amountMinor: 4900 + index * 250,
            currency: 'EUR',
            family: index % 4 === 3 ? 'declined' : 'approved',
            word: index % 4 === 3 ? 'declined' : 'approved',
          },
    ...change,
  }
}

/** A row of the log; `status` and `chargeState` decide family and word as main does. */
export function summary(index: number, change: Partial<OrderSummary> = {}): OrderSummary {
  const base: Omit<OrderSummary, 'family' | 'word'> = {
    orderId: `o-${index}`,
    revision: 1,
    profileId: 'p-sim',
    environment: 'simulator',
    kind: index % 11 === 7 ? 'rebill-auth' : 'rebill-sale',
    createdAtMs: dataNowMs - Math.round(index ** 1.9) * 40_000 - index * 4000,
    changedAtMs: dataNowMs - index * 60_000,
    chargeId: `ch-${index}`,
    chargeState: 'final',
    status: 'approved',
    orderStage: 'sale_approved',
    amountMinor: [4900, 1250, 25_000, 8990, 1015, 190_000, 73_000, 999][index % 8] ?? 4900,
    currency: index % 9 === 5 ? 'JPY' : index % 13 === 8 ? 'USD' : 'EUR',
    clientOrderId: `NS-${(79_281_364_117 * (index + 3)).toString(32).toUpperCase().slice(0, 10)}`,
    gatewayOrderId: index % 17 === 4 ? '1152735103331642317' : String(6_684_107 - index),
    cardId: `card-${index % 24}`,
    bin: bins[index % bins.length] ?? null,
    lastFour: String(1111 + index * 137).slice(-4),
    cardholderName: names[index % names.length] ?? null,
    description: 'Subscription, December 2026',
    reference: `INV-${2041 + index}`,
    errorCode: null,
    errorMessage: null,
    transactionType: 'sale',
    followState: 'stopped',
    answeredAtMs: dataNowMs - index * 60_000,
    nextCheckAtMs: null,
    lastCheckFailure: null,
    alert: null,
    ...story(index),
    ...change,
  }
  return { ...base, ...shownStatus(base), ...pick(change, ['family', 'word']) }
}

function story(index: number): Partial<OrderSummary> {
  const [message, code] = declines[index % declines.length] ?? declines[0]
  switch (index) {
    case 0:
      return {
        chargeState: 'accepted',
        status: 'processing',
        orderStage: 'sale_filtering',
        followState: 'following',
        nextCheckAtMs: Date.now() + 3000,
      }
    case 2:
      return {
        chargeState: 'outcome-unknown',
        status: null,
        orderStage: null,
        gatewayOrderId: null,
        followState: 'following',
        lastCheckFailure: 'ECONNRESET',
      }
    case 5:
      return {
        status: 'filtered',
        orderStage: 'sale_filtered',
        errorMessage: 'Velocity limit for one card',
        errorCode: '77',
      }
    case 6:
      return { chargeState: 'not-sent', status: null, orderStage: null, gatewayOrderId: null }
    case 10:
      return { chargeState: 'needs-review', status: null, orderStage: null, followState: 'needs-review' }
    case 12:
      return { status: 'error', orderStage: 'sale_error', errorMessage: 'Gate timeout', errorCode: '90' }
    default:
      return index % 5 === 3
        ? { status: 'declined', orderStage: 'sale_declined', errorMessage: message, errorCode: code }
        : {}
  }
}

function pick<T extends object, K extends keyof T>(from: T, keys: readonly K[]): Partial<Pick<T, K>> {
  return Object.fromEntries(keys.filter((key) => key in from).map((key) => [key, from[key]])) as Partial<
    Pick<T, K>
  >
}

export function entry(
  seq: number,
  kind: TimelineEntry['kind'],
  change: Partial<TimelineEntry> = {},
): TimelineEntry {
  return {
    seq,
    atMs: dataNowMs - 60_000 + seq * 4000,
    kind,
    actor: null,
    exchangeId: null,
    serialNumber: null,
    changes: [],
    text: null,
    repeat: null,
    ...change,
  }
}

export function orderView(order: OrderSummary): OrderView {
  const at = order.createdAtMs
  const started = [
    entry(1, 'drafted', { atMs: at - 42_000, actor: 'A. Berg' }),
    entry(2, 'confirmed', { atMs: at - 900, actor: 'A. Berg' }),
    entry(3, 'sent', { atMs: at, text: 'make-rebill, endpoint 4411' }),
  ]
  const isAnswered = order.status !== null
  const answered = [
    entry(4, 'accepted', {
      atMs: at + 312,
      serialNumber: '00000000-0000-0000-0000-000002d9b22a',
      changes: [{ name: 'paynet-order-id', before: null, after: order.gatewayOrderId ?? '' }],
    }),
    entry(5, 'status-changed', {
      atMs: at + 4000,
      changes: [
        { name: 'order-stage', before: null, after: 'sale_filtering' },
        { name: 'bin', before: null, after: order.bin ?? '' },
        { name: 'card-type', before: null, after: 'VISA' },
      ],
    }),
    entry(6, 'status-unchanged', { atMs: at + 8000, repeat: { count: 3, lastAtMs: at + 19_000 } }),
    ...(order.chargeState === 'final'
      ? [
          entry(7, 'final', {
            atMs: at + 23_000,
            changes: [{ name: 'status', before: 'processing', after: order.status }],
          }),
          entry(8, 'note', {
            atMs: at + 90_000,
            actor: 'A. Berg',
            text: 'Customer called, wants the invoice by mail.',
          }),
        ]
      : []),
  ]
  const lost = [
    entry(4, order.chargeState === 'not-sent' ? 'not-sent' : 'outcome-unknown', {
      atMs: at + 30_000,
      text: order.chargeState === 'not-sent' ? 'ECONNREFUSED' : 'ECONNRESET',
    }),
  ]
  const facts = {
    status: order.status,
    'order-stage': order.orderStage,
    amount: '49.00',
    currency: order.currency,
    'paynet-order-id': order.gatewayOrderId,
    'merchant-order-id': order.clientOrderId,
    'cardholder-name': order.cardholderName,
    'last-four-digits': order.lastFour,
    bin: order.bin,
    'card-type': 'VISA',
    email: 'customer@example.com',
    'bank-name': 'Example Bank International, Private Clients Division',
    'processor-rrn': '632114007718',
    'approval-code': '042117',
    'verified-3d-status': 'AUTHENTICATED',
    'x-unlisted-field': 'kept as it came',
  }
  return {
    summary: order,
    facts: isAnswered
      ? Object.entries(facts).flatMap(([name, value]) =>
          value === null ? [] : [{ name, value, atMs: at + 4000 }],
        )
      : [],
    timeline: [...started, ...(isAnswered ? answered : lost)],
    sentParameters: [
      { name: 'client_orderid', value: order.clientOrderId },
      { name: 'amount', value: '49.00' },
      { name: 'control', value: '••••••••' },
    ],
    enumeratedAmounts: [],
  }
}

export function exchange(index: number, change: Partial<ExchangeView> = {}): ExchangeView {
  const isLost = index % 9 === 4
  return {
    exchangeId: `x-${index}`,
    atMs: dataNowMs - index * 4100,
    durationMs: 180 + ((index * 53) % 400),
    profileId: 'p-sim',
    operation: index % 6 === 5 ? 'make-rebill' : index % 8 === 2 ? 'get-card-info' : 'status',
    host: '127.0.0.1:40831',
    path: '/paynet/api/v2/status/4411',
    outcome: isLost ? 'no-readable-answer' : 'answered',
    httpStatus: isLost ? 502 : 200,
    answerType: isLost ? null : 'status-response',
    serialNumber: isLost
      ? null
      : `00000000-0000-0000-0000-${(50_000_000 + index * 7919).toString(16).padStart(12, '0')}`,
    orderId: `o-${index % 20}`,
    clientOrderId: `NS-${(79_281_364_117 * ((index % 20) + 3)).toString(32).toUpperCase().slice(0, 10)}`,
    failure: isLost ? 'html-page' : null,
    request: [
      { name: 'login', value: 'NordShop' },
      { name: 'client_orderid', value: 'NS-7K2M9QWX4T' },
      { name: 'orderid', value: '6684107' },
      { name: 'control', value: '••••••••' },
    ],
    answer: isLost
      ? []
      : [
          { name: 'type', value: 'status-response' },
          { name: 'status', value: 'processing' },
          { name: 'order-stage', value: 'sale_filtering' },
          { name: 'last-four-digits', value: '1111' },
        ],
    unreadableBody: isLost ? '<html><head><title>502 Bad Gateway</title></head></html>' : null,
    ...change,
  }
}
