import { defaultCareMemory } from '../../src-main/db/file/care-memory'
import type { HistoryCopy } from '../../src-shared/domain/data-care'
import type { AppState } from '../../src-shared/domain/app-state'
import type { CardView } from '../../src-shared/domain/card'
import type { ExchangeView } from '../../src-shared/domain/exchange'
import type { ProfileView, SigningKeyView } from '../../src-shared/domain/profile'
import { defaultSaleRules } from '../../src-shared/domain/sale-rules'

/** Base time of the invented data, in ms. */
export const dataNowMs = Date.UTC(2026, 10, 27, 14, 2, 30)

export const names = [
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
export const bins = ['444455', '520082', '411111', '545454', '371449', '620000'] as const

export function signingKey(change: Partial<SigningKeyView> = {}): SigningKeyView {
  return {
    state: 'present',
    origin: 'created',
    bits: 2048,
    fingerprint: '9f2c41d07ab35e88c1164f0d2be97a3350f8d6127c4eb9a01d5583e6f7c2094b',
    publicKey:
      '-----BEGIN PUBLIC KEY-----\nMIIBIjANBgkqhkiG9w0BAQEFAAOCAQ8AMIIBCgKCAQEA0invented\n-----END PUBLIC KEY-----\n',
    createdAtMs: dataNowMs - 20 * 86_400_000,
    ...change,
  }
}

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
    limits: [],
    saleRules: defaultSaleRules('simulator'),
    signingKey: signingKey(),
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
  saleRules: defaultSaleRules('production'),
  signingKey: null,
})

export const testProfile = profile({
  profileId: 'p-test',
  name: 'Shop EU rehearsal',
  environment: 'gateway-test',
  baseUrl: 'https://sandbox.gate.example.com/white-label/paynet',
  login: 'ShopEU',
  saleRules: defaultSaleRules('gateway-test'),
  signingKey: null,
  secret: 'missing',
  pollingStop: { reason: 'secret-missing', sinceMs: dataNowMs - 240_000, nextTryAtMs: dataNowMs + 60_000 },
})

export function appState(change: Partial<AppState> = {}): AppState {
  return {
    revision: 1,
    start: { kind: 'ready' },
    profiles: [profile(), liveProfile, testProfile],
    unreadableProfiles: [],
    formerProfiles: [{ profileId: 'p-gone', name: 'Old Shop' }],
    activeProfileId: 'p-sim',
    settings: {
      theme: 'system',
      density: 'comfortable',
      detailPx: null,
      timeZone: 'system',
      operatorName: 'A. Berg',
    },
    keychain: { kind: 'os', backend: 'gnome-keyring' },
    storage: { trouble: null },
    missingCharges: [],
    restored: null,
    proof: {
      ...{ finding: null, isAnchored: true, share: null },
      checked: { atMs: dataNowMs - 60_000, entries: 5120, head: 'a1b2c3d4e5f60718' },
    },
    care: {
      ...defaultCareMemory,
      lastSuccess: { atMs: dataNowMs - 3_600_000, path: '/data/backups/daily.db', orders: 1204 },
      work: null,
      isOverdue: false,
    },
    ending: null,
    operators: { list: [], currentId: null, lockMinutes: 15 },
    policy: null,
    recovery: 'made',
    online: true,
    clockSkews: [],
    simulator: { kind: 'running' },
    callbackListener: { kind: 'off' },
    counts: { inFlight: 3, attention: 2, open: 1, refundCases: 0 },
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
    cardHashId: null,
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
            description: `Monthly plan ${index}`,
          },
    ...change,
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

export const historyCopy: HistoryCopy = {
  name: 'daily-20261127T101500Z.db',
  kind: 'daily',
  madeAtMs: dataNowMs - 3_600_000,
  bytes: 4_718_592,
  facts: { bytes: 4_718_592, schemaVersion: 130, orders: 1204, lastOrderAtMs: dataNowMs - 3_700_000 },
  problem: null,
}
