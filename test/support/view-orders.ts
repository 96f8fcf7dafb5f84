import { noLaterTransactions } from '../../src-shared/domain/later-transactions'
import type { OrderSummary, OrderView, TimelineEntry } from '../../src-shared/domain/order'
import { shownStatus } from '../../src-shared/domain/order-status'
import { bins, dataNowMs, names } from './view-data'

const declines = [
  ['[51] Insufficient funds', '51'],
  ['[05] Do not honour', '5'],
  ['[54] Expired card', '54'],
  ['[N7] Decline for CVV2 failure at the acquirer of the second gate of the chain', '1204'],
] as const

/** A row of the orders list. Family and word follow from `status` and `chargeState`, as in main. */
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
    isControlRefused: false,
    errorMessage: null,
    transactionType: 'sale',
    followState: 'stopped',
    answeredAtMs: dataNowMs - index * 60_000,
    nextCheckAtMs: null,
    watchUntilMs: null,
    lastCheckFailure: null,
    alert: null,
    awaitedStep: null,
    chargedMinor: null,
    later: noLaterTransactions,
    imported: null,
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
    place: null,
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
      { name: 'client_orderid', value: order.clientOrderId, sent: 'clientOrderId' },
      { name: 'amount', value: '49.00', sent: 'amount' },
      { name: 'control', value: '••••••••', sent: 'control' },
    ],
    enumeratedAmounts: [],
    presence: null,
    steps: [],
    callbacks: [],
    labels: [],
    refundCases: [],
    imported: null,
  }
}
