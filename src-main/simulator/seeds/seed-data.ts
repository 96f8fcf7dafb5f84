import type { TransactionType } from '../orders/phases'
import type { LaterTransaction } from '../orders/state'

const secondMs = 1_000
const dayMs = 24 * 60 * 60 * secondMs

/** A card of the built-in merchant with its first payment. */
export interface SeedCard {
  nickname: string
  customerReference: string
  printedName: string
  bin: string
  lastFour: string
  /** Months from now to the month in which the card expires. */
  expiresInMonths: number
  email: string
  phone: string
  initialAmountMinor: string
  initialCurrency: string
}

// Names in several scripts and lengths, as in real data. BINs and last digits are those of published test cards.
export const seedCards: readonly SeedCard[] = [
  {
    nickname: 'Marta, monthly plan',
    customerReference: 'C-10231',
    printedName: 'Marta Lindqvist',
    bin: '444455',
    lastFour: '1111',
    expiresInMonths: 26,
    email: 'marta.lindqvist@example.com',
    phone: '+46 70 555 01 20',
    initialAmountMinor: '2900',
    initialCurrency: 'EUR',
  },
  {
    nickname: 'Žofie, season ticket',
    customerReference: 'C-10307',
    printedName: 'Žofie Dvořáková',
    bin: '520082',
    lastFour: '8210',
    expiresInMonths: 14,
    email: 'zofie@example.com',
    phone: '+420 601 555 014',
    initialAmountMinor: '119900',
    initialCurrency: 'EUR',
  },
  {
    nickname: 'Ayşe, studio hours',
    customerReference: 'C-10344',
    printedName: 'Ayşe Özdemir',
    bin: '411111',
    lastFour: '1111',
    expiresInMonths: 8,
    email: 'ayse.ozdemir@example.com',
    phone: '+90 532 555 01 47',
    initialAmountMinor: '8450',
    initialCurrency: 'USD',
  },
  {
    nickname: 'Hohenfels, family account',
    customerReference: 'C-0098',
    printedName: 'Maximiliane Wilhelmina Charlotte von Hohenfels-Oberstdorf zu Schwarzenbach',
    bin: '545454',
    lastFour: '5454',
    expiresInMonths: 39,
    email: 'm.w.c.von.hohenfels-oberstdorf@example.com',
    phone: '+49 171 555 0188',
    initialAmountMinor: '1',
    initialCurrency: 'EUR',
  },
  {
    nickname: 'Oliver, old card',
    customerReference: 'C-10012',
    printedName: "Oliver O'Hara",
    bin: '401288',
    lastFour: '1881',
    expiresInMonths: -3,
    email: 'oliver@example.com',
    phone: '+44 7700 900161',
    initialAmountMinor: '4999',
    initialCurrency: 'GBP',
  },
  {
    nickname: 'Haruka, expires this month',
    customerReference: 'C-10388',
    printedName: 'HARUKA YAMAMOTO',
    bin: '378282',
    lastFour: '0005',
    expiresInMonths: 0,
    email: 'haruka@example.com',
    phone: '+81 90 5550 0123',
    initialAmountMinor: '12000',
    initialCurrency: 'JPY',
  },
]

/** Stands for the card number of a card in `seedCards`. */
export function seedCardFingerprint(index: number): string {
  return `seed card ${index + 1}`
}

/** A past payment with one of the cards. */
export interface SeedOrder {
  clientOrderId: string
  kind: TransactionType
  cardIndex: number
  amountMinor: string
  currency: string
  description: string
  scenarioId: string
  acceptedAgoMs: number
  /** Optional fields of the status answer, by their wire names. */
  enabledFields?: Record<string, string>
  /** Transactions after the payment, oldest first. A negative `agoMs` is in the future. */
  later?: readonly (Omit<LaterTransaction, 'atMs'> & { agoMs: number })[]
  partialReversal?: 'disabled'
  /** What the cardholder did in 3-D Secure; `left` = closed the page. Only for a scenario with browser steps. */
  cardholder?: 'passed' | 'refused' | 'left'
  merchantData?: string
}

export const seedOrders: readonly SeedOrder[] = [
  {
    clientOrderId: 'NS-2041',
    kind: 'sale',
    cardIndex: 0,
    amountMinor: '1015',
    currency: 'EUR',
    description: 'Plan "Fjord", renewal',
    scenarioId: 'approved',
    acceptedAgoMs: 31 * dayMs,
    enabledFields: {
      'destination-card-country-alpha-three-code': 'NOR',
      'dest-bank-name': 'NORDKYST SPAREBANK',
      'dest-last-four-digits': '8210',
    },
  },
  {
    clientOrderId: 'NS-2042',
    kind: 'sale',
    cardIndex: 0,
    amountMinor: '1015',
    currency: 'EUR',
    description: 'Plan "Fjord", renewal',
    scenarioId: 'approved',
    acceptedAgoMs: dayMs,
    enabledFields: {
      'loyalty-program': 'FJORD PLUS',
      'loyalty-balance': '1 240',
      'loyalty-bonus': '10',
      'loyalty-message': 'You have collected 10 points. Tack, Marta!',
    },
  },
  {
    clientOrderId: '0012345',
    kind: 'sale',
    cardIndex: 1,
    amountMinor: '59950',
    currency: 'EUR',
    description: 'Vstupenka na sezónu, 2. splátka',
    scenarioId: 'declined-insufficient-funds',
    acceptedAgoMs: 9 * dayMs,
  },
  {
    clientOrderId: 'NS-2044',
    kind: 'sale',
    cardIndex: 1,
    amountMinor: '59950',
    currency: 'EUR',
    description: 'Vstupenka na sezónu, 2. splátka',
    scenarioId: 'approved',
    acceptedAgoMs: 6 * dayMs,
    enabledFields: {
      'first-name': 'Žofie',
      'last-name': 'Dvořáková',
      country: 'CZ',
      city: 'Brno',
      zip_code: '602 00',
      address1: 'Údolní 244/53, 3. patro',
    },
  },
  {
    clientOrderId: 'NS-2045',
    kind: 'preauth',
    cardIndex: 2,
    amountMinor: '20000',
    currency: 'USD',
    description: 'Deposit for studio keys & locker',
    scenarioId: 'approved',
    acceptedAgoMs: 3 * dayMs,
  },
  {
    clientOrderId: 'NS-2046',
    kind: 'sale',
    cardIndex: 2,
    amountMinor: '4225',
    currency: 'USD',
    description: 'Stüdyo, 3 saat',
    scenarioId: 'filtered-velocity',
    acceptedAgoMs: 2 * dayMs,
  },
  {
    clientOrderId: 'NS-2047',
    kind: 'sale',
    cardIndex: 3,
    amountMinor: '123886',
    currency: 'EUR',
    description: 'Familienkonto, Jahresbeitrag',
    scenarioId: 'processing-error',
    acceptedAgoMs: 12 * dayMs,
  },
  {
    clientOrderId: 'NS-2048',
    kind: 'sale',
    cardIndex: 3,
    amountMinor: '123886',
    currency: 'EUR',
    description: 'Familienkonto, Jahresbeitrag',
    scenarioId: 'unknown-for-ever',
    acceptedAgoMs: 4 * dayMs,
  },
  {
    clientOrderId: 'NS-2049',
    kind: 'sale',
    cardIndex: 4,
    amountMinor: '4999',
    currency: 'GBP',
    description: 'Monthly box',
    scenarioId: 'declined-expired-card',
    acceptedAgoMs: 5 * dayMs,
  },
  {
    clientOrderId: 'NS-2050',
    kind: 'sale',
    cardIndex: 5,
    amountMinor: '10000',
    currency: 'JPY',
    description: 'Subscription, one month',
    scenarioId: 'approved',
    acceptedAgoMs: 20 * dayMs,
    enabledFields: { 'seller-commission': '-250', 'acquirer-commission': '180' },
  },
  {
    clientOrderId: 'NS-2051',
    kind: 'sale',
    cardIndex: 5,
    amountMinor: '10000',
    currency: 'JPY',
    description: 'Subscription, one month',
    scenarioId: 'unknown-then-approved',
    acceptedAgoMs: 10 * secondMs,
  },
  {
    clientOrderId: 'NS-2052',
    kind: 'sale',
    cardIndex: 2,
    amountMinor: '12750',
    currency: 'KWD',
    description: 'Studio hours, 10',
    scenarioId: 'slow',
    acceptedAgoMs: 2 * secondMs,
  },
  {
    clientOrderId: 'NS-2053',
    kind: 'sale',
    cardIndex: 0,
    amountMinor: '10000',
    currency: 'EUR',
    description: 'Winter jacket and hat',
    scenarioId: 'approved',
    acceptedAgoMs: 8 * dayMs,
    later: [{ agoMs: 7 * dayMs, type: 'reversal', status: 'approved', total: '30.00', amount: '70.00' }],
  },
  {
    clientOrderId: 'NS-2054',
    kind: 'sale',
    cardIndex: 1,
    amountMinor: '24950',
    currency: 'EUR',
    description: 'Vstupenka, zrušený koncert',
    scenarioId: 'approved',
    acceptedAgoMs: 14 * dayMs,
    later: [{ agoMs: 13 * dayMs, type: 'reversal', status: 'approved', total: '249.50', amount: '0.00' }],
  },
  {
    clientOrderId: 'NS-2055',
    kind: 'sale',
    cardIndex: 4,
    amountMinor: '4999',
    currency: 'GBP',
    description: 'Monthly box, damaged',
    scenarioId: 'approved',
    acceptedAgoMs: 7 * dayMs,
    partialReversal: 'disabled',
    later: [
      {
        agoMs: 6 * dayMs,
        type: 'reversal',
        status: 'declined',
        total: null,
        amount: '49.99',
        code: '5004',
        message: 'Partial reversal is not supported by the gate',
      },
    ],
  },
  {
    clientOrderId: 'NS-2056',
    kind: 'sale',
    cardIndex: 5,
    amountMinor: '8400',
    currency: 'JPY',
    description: 'Subscription, returned',
    scenarioId: 'approved',
    acceptedAgoMs: 2 * dayMs,
    later: [
      { agoMs: 60 * secondMs, type: 'reversal', status: 'processing', total: null, amount: '8400' },
      { agoMs: -30 * 60 * secondMs, type: 'reversal', status: 'approved', total: '2400', amount: '6000' },
    ],
  },
  {
    clientOrderId: 'NS-2057',
    kind: 'sale',
    cardIndex: 2,
    amountMinor: '8450',
    currency: 'USD',
    description: 'Stüdyo, 6 saat',
    scenarioId: 'approved',
    acceptedAgoMs: 45 * dayMs,
    later: [
      { agoMs: 30 * dayMs, type: 'retrieval', status: 'approved', total: null, amount: '84.50' },
      { agoMs: 3 * dayMs, type: 'chargeback', status: 'approved', total: null, amount: '84.50' },
    ],
  },
  {
    clientOrderId: 'NS-2058',
    kind: 'preauth',
    cardIndex: 2,
    amountMinor: '15000',
    currency: 'USD',
    description: 'Deposit for studio keys, returned',
    scenarioId: 'approved',
    acceptedAgoMs: 5 * dayMs,
    later: [{ agoMs: 4 * dayMs, type: 'cancel', status: 'approved', total: null, amount: '150.00' }],
  },
  {
    clientOrderId: 'NS-2059',
    kind: 'sale',
    cardIndex: 2,
    amountMinor: '123456',
    currency: 'USD',
    description: 'Studio week with every optional field of a status response',
    scenarioId: 'three-ds-frictionless',
    acceptedAgoMs: 26 * 60 * 60 * secondMs,
    cardholder: 'passed',
    merchantData: 'room=7; guests=4',
    enabledFields: {
      'first-name': 'Ayşe',
      'last-name': 'Özdemir',
      country: 'US',
      state: 'MA',
      city: 'Cambridge',
      zip_code: '02139',
      address1: '1 Sample Street, Unit 4',
      'loyalty-program': 'FJORD PLUS',
      'loyalty-balance': '2 475',
      'loyalty-bonus': '1235',
      'loyalty-message': 'You have collected 1235 points. Teşekkürler, Ayşe!',
      'seller-commission': '-12.34',
      'acquirer-commission': '18.50',
      'destination-card-country-alpha-three-code': 'NOR',
      'dest-bank-name': 'NORDKYST SPAREBANK',
      'dest-last-four-digits': '8210',
    },
  },
]
