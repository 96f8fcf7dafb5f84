import type { TransactionType } from '../orders/phases'
import type { LaterTransaction } from '../orders/state'
import type { SeedOrder } from './seed-data'

// The tables of the merchant's past. All people, addresses and shops are invented; the cards are published test cards.

/** The past begins this many days before the first start. */
export const pastDays = 90

/** How many orders come in each hour of the gateway's day, from midnight, relative to each other. */
export const ordersByHour = [
  1, 1, 1, 1, 1, 2, 5, 12, 24, 38, 44, 40, 32, 36, 42, 40, 36, 30, 22, 16, 10, 6, 3, 2,
] as const
/** The same for each day of the week, from Sunday. */
export const ordersByWeekday = [3, 11, 10, 10, 10, 12, 6] as const

/** Published test cards: the first six and the last four digits. */
export const testCards = {
  visa1111: ['411111', '1111'],
  visa4242: ['424242', '4242'],
  visa1881: ['401288', '1881'],
  visa5556: ['400005', '5556'],
  mastercard4444: ['555555', '4444'],
  mastercard5100: ['510510', '5100'],
  mastercard3222: ['222300', '3222'],
  mastercard8210: ['520082', '8210'],
  amex0005: ['378282', '0005'],
  amex8431: ['371449', '8431'],
  discover1117: ['601111', '1117'],
  diners0004: ['305693', '0004'],
  jcb0505: ['356600', '0505'],
  jcb0000: ['353011', '0000'],
  unionpay0005: ['620000', '0005'],
  maestro8453: ['675964', '8453'],
  maestro0000: ['630400', '0000'],
} as const satisfies Record<string, readonly [bin: string, lastFour: string]>

/** What a customer pays for, and its amount in minor units of the customer's currency. */
export type Purchase = readonly [description: string, amountMinor: string]

/** A customer with one or more cards. The first card is used most. */
export interface PastCustomer {
  name: string
  email: string
  phone: string
  currency: string
  cards: readonly (readonly [card: keyof typeof testCards, expiresInMonths: number])[]
  buys: readonly Purchase[]
  /** Optional fields of the status response on each approved order of this customer, by their wire names. */
  enabledFields?: Record<string, string>
}

/**
 * What the owners of the cards in `seedCards` pay for, by the index of the card. Oliver's card (4) is expired and has no
 * more orders than those of `seedOrders`.
 */
export const seedCardPurchases: Readonly<Record<number, { currency: string; buys: readonly Purchase[] }>> = {
  0: {
    currency: 'EUR',
    buys: [
      ['Plan "Fjord", renewal', '1015'],
      ['Day ticket, ski lift', '4900'],
    ],
  },
  1: {
    currency: 'EUR',
    buys: [
      ['Vstupenka na sezónu, splátka', '59950'],
      ['Program a občerstvení', '1240'],
    ],
  },
  2: {
    currency: 'USD',
    buys: [
      ['Stüdyo, 3 saat', '4225'],
      ['Stüdyo, 6 saat', '8450'],
    ],
  },
  3: { currency: 'EUR', buys: [['Familienkonto, Einzelkarte', '7500']] },
  5: {
    currency: 'JPY',
    buys: [
      ['Subscription, one month', '10000'],
      ['Gift wrapping', '600'],
    ],
  },
}

// Names are in scripts that a plain Linux desktop can show, because they appear in pictures of the app.
export const pastCustomers: readonly PastCustomer[] = [
  {
    name: 'Élodie Marchand-Lefèvre',
    email: 'elodie.ml@example.com',
    phone: '+33 6 55 55 01 12',
    currency: 'EUR',
    cards: [
      ['visa4242', 19],
      ['mastercard5100', 33],
    ],
    buys: [
      ['Abonnement mensuel', '2490'],
      ['Panier de légumes, semaine', '3180'],
    ],
    enabledFields: {
      'loyalty-program': 'FJORD PLUS',
      'loyalty-balance': '3 415',
      'loyalty-bonus': '32',
      'loyalty-message': 'Merci, Élodie ! 32 points.',
    },
  },
  {
    name: 'Jürgen Groß',
    email: 'j.gross@example.org',
    phone: '+49 171 555 0123',
    currency: 'EUR',
    cards: [['maestro8453', 11]],
    buys: [
      ['Monatskarte', '5900'],
      ['Werkstatt, Stunde', '8900'],
    ],
  },
  {
    name: 'Νίκος Παπαδόπουλος',
    email: 'nikos.p@example.com',
    phone: '+30 690 555 0144',
    currency: 'EUR',
    cards: [
      ['mastercard4444', 22],
      ['visa1111', 5],
    ],
    buys: [
      ['Μηνιαία συνδρομή', '1990'],
      ['Εισιτήριο, 2 άτομα', '4600'],
    ],
  },
  {
    name: 'Bo Ek',
    email: 'bo@example.com',
    phone: '+46 70 555 01 31',
    currency: 'EUR',
    cards: [
      ['visa5556', 40],
      ['maestro0000', 7],
    ],
    buys: [
      ['Locker 14, month', '900'],
      ['Sauna, evening', '1850'],
    ],
  },
  {
    name: 'Ксенія Шевчук',
    email: 'ksenia.s@example.com',
    phone: '+380 50 555 0167',
    currency: 'EUR',
    cards: [['mastercard3222', 28]],
    buys: [
      ['Курс кераміки, заняття', '3500'],
      ['Матеріали', '1275'],
    ],
  },
  {
    name: 'Сергей Волков',
    email: 's.volkov@example.org',
    phone: '+372 555 0190',
    currency: 'EUR',
    cards: [['visa1881', 16]],
    buys: [['Пополнение счёта', '10000']],
    enabledFields: { 'seller-commission': '-2.50', 'acquirer-commission': '1.80' },
  },
  {
    name: 'Mª del Pilar Gutiérrez de la Vega y Montoya',
    email: 'pilar.gutierrez@example.com',
    phone: '+34 655 550 118',
    currency: 'EUR',
    cards: [
      ['mastercard5100', 9],
      ['visa4242', 30],
    ],
    buys: [
      ['Cuota mensual del estudio', '4500'],
      ['Alquiler de sala, tarde', '12000'],
    ],
    enabledFields: { country: 'ES', city: 'Sevilla', zip_code: '41001', address1: 'Calle Ejemplo 12, 3.º B' },
  },
  {
    name: 'Łukasz Brzęczyszczykiewicz',
    email: 'lukasz.b@example.com',
    phone: '+48 601 555 072',
    currency: 'EUR',
    cards: [['visa1111', 25]],
    buys: [
      ['Karnet tygodniowy', '2750'],
      ['Wypożyczenie sprzętu', '1600'],
    ],
  },
  {
    name: 'Siobhán Ní Dhomhnaill',
    email: 'siobhan@example.org',
    phone: '+353 85 555 0109',
    currency: 'EUR',
    cards: [
      ['amex8431', 31],
      ['visa5556', 13],
    ],
    buys: [
      ['Weekly box, large', '4295'],
      ['Gift card', '5000'],
    ],
  },
  {
    name: 'Ágnes Szentgyörgyi',
    email: 'agnes.sz@example.com',
    phone: '+36 30 555 0176',
    currency: 'EUR',
    cards: [['maestro8453', 18]],
    buys: [['Havi bérlet', '3200']],
  },
  {
    name: 'გიორგი ბერიძე',
    email: 'giorgi.b@example.com',
    phone: '+995 555 010 154',
    currency: 'EUR',
    cards: [['visa4242', 6]],
    buys: [['Season ticket, instalment', '14900']],
  },
  {
    name: 'Þórdís Guðmundsdóttir',
    email: 'thordis@example.com',
    phone: '+354 555 0133',
    currency: 'EUR',
    cards: [['mastercard4444', 37]],
    buys: [
      ['Plan "Fjord", renewal', '1015'],
      ['Plan "Fjord", family', '2490'],
    ],
  },
  {
    name: 'José Ñandú',
    email: 'jose.n@example.com',
    phone: '+1 212 555 0138',
    currency: 'USD',
    cards: [
      ['visa4242', 21],
      ['discover1117', 12],
    ],
    buys: [
      ['Clase de guitarra, 4 horas', '16000'],
      ['Studio hours, 2', '2817'],
    ],
  },
  {
    name: 'Dr. Priya Venkataraman',
    email: 'priya.v@example.org',
    phone: '+1 415 555 0102',
    currency: 'USD',
    cards: [
      ['amex0005', 27],
      ['visa1881', 14],
    ],
    buys: [
      ['Practice room, month', '24900'],
      ['Locker, month', '1800'],
    ],
    enabledFields: {
      country: 'US',
      state: 'CA',
      city: 'Oakland',
      zip_code: '94607',
      address1: '55 Sample St',
    },
  },
  {
    name: 'ANANYA SHARMA',
    email: 'ananya.s@example.com',
    phone: '+91 98555 50120',
    currency: 'USD',
    cards: [['mastercard8210', 15]],
    buys: [['ऑनलाइन कक्षा, मासिक', '1999']],
  },
  {
    name: 'Nguyễn Thị Bích Hường',
    email: 'huong.nguyen@example.com',
    phone: '+84 90 555 0181',
    currency: 'USD',
    cards: [
      ['jcb0505', 20],
      ['visa1111', 34],
    ],
    buys: [
      ['Gói học tháng', '2900'],
      ['Tài liệu', '750'],
    ],
  },
  {
    name: 'Emmanuel Oluwaseun Adébáyọ̀',
    email: 'e.adebayo@example.org',
    phone: '+234 803 555 0115',
    currency: 'USD',
    cards: [['mastercard3222', 10]],
    buys: [
      ['Studio hours, 5', '7040'],
      ['Mixing, one track', '35000'],
    ],
  },
  {
    name: 'Katherine M. Fitzgerald-Abernathy',
    email: 'kate.fa@example.com',
    phone: '+1 617 555 0147',
    currency: 'USD',
    cards: [
      ['discover1117', 24],
      ['amex8431', 38],
    ],
    buys: [
      ['Studio hours, 10', '12750'],
      ['Workshop "Tape & Splice"', '9500'],
    ],
  },
  {
    name: 'يوسف الحداد',
    email: 'y.haddad@example.com',
    phone: '+961 3 555 014',
    currency: 'USD',
    cards: [['visa5556', 17]],
    buys: [['اشتراك شهري', '3900']],
  },
  {
    name: 'נועה כהן',
    email: 'noa.c@example.com',
    phone: '+972 52 555 0128',
    currency: 'USD',
    cards: [['diners0004', 23]],
    buys: [['מנוי חודשי', '2450']],
  },
  {
    name: 'Somchai Jaidee',
    email: 'somchai@example.com',
    phone: '+66 81 555 0163',
    currency: 'USD',
    cards: [['unionpay0005', 32]],
    buys: [['ค่าสมาชิกรายเดือน', '2100']],
  },
  {
    name: '王小明',
    email: 'wang.xm@example.com',
    phone: '+86 138 5550 0171',
    currency: 'USD',
    cards: [
      ['unionpay0005', 26],
      ['mastercard5100', 8],
    ],
    buys: [
      ['录音棚 2 小时', '2817'],
      ['会员费（月）', '1500'],
    ],
  },
  {
    name: 'Imogen Featherstonehaugh',
    email: 'imogen.f@example.co.uk',
    phone: '+44 7700 900142',
    currency: 'GBP',
    cards: [
      ['visa4242', 29],
      ['mastercard4444', 4],
    ],
    buys: [
      ['Monthly box', '4999'],
      ['Delivery, next day', '595'],
    ],
  },
  {
    name: "Seán O'Callaghan-Whyte",
    email: 'sean.ocw@example.co.uk',
    phone: '+44 7700 900177',
    currency: 'GBP',
    cards: [['maestro0000', 35]],
    buys: [
      ['Monthly box, small', '2450'],
      ['Tasting evening, 2 seats', '7800'],
    ],
  },
  {
    name: 'Zara Ahmed',
    email: 'zara@example.co.uk',
    phone: '+44 7700 900103',
    currency: 'GBP',
    cards: [['mastercard8210', 12]],
    buys: [['Monthly box', '4999']],
    enabledFields: { 'first-name': 'Zara', 'last-name': 'Ahmed', country: 'GB', city: 'Leeds' },
  },
  {
    name: 'Gwenllian ferch Rhys',
    email: 'gwen@example.co.uk',
    phone: '+44 7700 900119',
    currency: 'GBP',
    cards: [['amex0005', 16]],
    buys: [
      ['Hamper "Eryri"', '11500'],
      ['Monthly box, small', '2450'],
    ],
  },
  {
    name: '佐藤 美咲',
    email: 'misaki.sato@example.jp',
    phone: '+81 90 5550 0186',
    currency: 'JPY',
    cards: [
      ['jcb0000', 22],
      ['visa1881', 9],
    ],
    buys: [
      ['月額プラン', '980'],
      ['スタジオ利用 3時間', '6600'],
    ],
    enabledFields: {
      'loyalty-program': 'FJORD PLUS',
      'loyalty-balance': '12 080',
      'loyalty-bonus': '66',
      'loyalty-message': '66ポイントを獲得しました。',
    },
  },
  {
    name: 'TARO SUZUKI',
    email: 'taro.suzuki@example.jp',
    phone: '+81 80 5550 0158',
    currency: 'JPY',
    cards: [['jcb0505', 30]],
    buys: [['回数券 10枚', '22000']],
    enabledFields: {
      'destination-card-country-alpha-three-code': 'JPN',
      'dest-bank-name': 'SAKURA CARD',
      'dest-last-four-digits': '0000',
    },
  },
  {
    name: 'KIM SEOYEON',
    email: 'seoyeon.kim@example.com',
    phone: '+82 10 5550 0139',
    currency: 'JPY',
    cards: [['mastercard3222', 19]],
    buys: [['월 구독', '1500']],
  },
  {
    name: 'فاطمة عبد الرحمن الصباح',
    email: 'fatima.s@example.com',
    phone: '+965 555 0161',
    currency: 'KWD',
    cards: [
      ['visa5556', 28],
      ['amex0005', 11],
    ],
    buys: [
      ['اشتراك النادي، شهر', '25000'],
      ['حصة تدريب', '7500'],
    ],
  },
  {
    name: 'خالد المطيري',
    email: 'khaled.m@example.com',
    phone: '+965 555 0119',
    currency: 'KWD',
    cards: [['mastercard4444', 13]],
    buys: [['Studio hours, 10', '12750']],
  },
  {
    name: 'Xi',
    email: 'xi@example.com',
    phone: '+65 8555 0101',
    currency: 'KWD',
    cards: [['visa1111', 36]],
    buys: [['Coffee subscription', '1250']],
  },
]

/** How payments of the past end: a scenario, and the number of payments. */
export interface PastOutcome {
  count: number
  scenarioId: string
  kind: TransactionType
  cardholder?: SeedOrder['cardholder']
}

export const pastOutcomes: readonly PastOutcome[] = [
  { count: 236, scenarioId: 'approved', kind: 'sale' },
  { count: 26, scenarioId: 'approved', kind: 'preauth' },
  { count: 3, scenarioId: 'chain-declined-then-approved', kind: 'sale' },
  { count: 22, scenarioId: 'three-ds-frictionless', kind: 'sale', cardholder: 'passed' },
  { count: 20, scenarioId: 'three-ds-challenge', kind: 'sale', cardholder: 'passed' },
  { count: 6, scenarioId: 'three-ds-1', kind: 'sale', cardholder: 'passed' },
  { count: 3, scenarioId: 'three-ds-challenge', kind: 'sale', cardholder: 'refused' },
  { count: 2, scenarioId: 'three-ds-challenge', kind: 'sale', cardholder: 'left' },
  { count: 15, scenarioId: 'declined-insufficient-funds', kind: 'sale' },
  { count: 2, scenarioId: 'declined-insufficient-funds', kind: 'preauth' },
  { count: 9, scenarioId: 'declined-do-not-honor', kind: 'sale' },
  { count: 5, scenarioId: 'declined-expired-card', kind: 'sale' },
  { count: 4, scenarioId: 'declined-amount-limit', kind: 'sale' },
  { count: 4, scenarioId: 'declined-issuer-unavailable', kind: 'sale' },
  { count: 3, scenarioId: 'declined-not-permitted', kind: 'sale' },
  { count: 3, scenarioId: 'declined-frequency-limit', kind: 'sale' },
  { count: 2, scenarioId: 'declined-suspected-fraud', kind: 'sale' },
  { count: 2, scenarioId: 'declined-lost-card', kind: 'sale' },
  { count: 1, scenarioId: 'declined-stolen-card', kind: 'sale' },
  { count: 6, scenarioId: 'filtered-velocity', kind: 'sale' },
  { count: 3, scenarioId: 'filtered-block-list', kind: 'sale' },
  { count: 5, scenarioId: 'processing-error', kind: 'sale' },
]

/** A transaction after an approved payment of the past. */
export interface PastLater {
  /** Hours after the payment. */
  afterHours: number
  type: LaterTransaction['type']
  status: string
  /** Percent of the amount that is refunded in all by then; left out when the response has no total. */
  refundedPercent?: number
  code?: string
  message?: string
}

/**
 * What happens to approved payments afterwards, and to how many of them. A client goes on asking about a transaction in
 * progress, so there are few of those.
 */
export interface PastAftermath {
  count: number
  kind: TransactionType
  /** Age of the payment in hours, at the first start, at which this can be its last news. */
  minAgeHours: number
  maxAgeHours?: number
  later: readonly PastLater[]
}

export const pastAftermaths: readonly PastAftermath[] = [
  {
    count: 1,
    kind: 'sale',
    minAgeHours: 2,
    maxAgeHours: 120,
    later: [
      { afterHours: 1, type: 'reversal', status: 'processing' },
      { afterHours: 144, type: 'reversal', status: 'approved', refundedPercent: 100 },
    ],
  },
  {
    count: 1,
    kind: 'preauth',
    minAgeHours: 4,
    maxAgeHours: 480,
    later: [
      { afterHours: 3, type: 'cancel', status: 'processing' },
      { afterHours: 504, type: 'cancel', status: 'approved' },
    ],
  },
  {
    count: 9,
    kind: 'sale',
    minAgeHours: 53,
    later: [{ afterHours: 52, type: 'reversal', status: 'approved', refundedPercent: 100 }],
  },
  {
    count: 8,
    kind: 'sale',
    minAgeHours: 31,
    later: [{ afterHours: 30, type: 'reversal', status: 'approved', refundedPercent: 40 }],
  },
  {
    count: 3,
    kind: 'sale',
    minAgeHours: 77,
    later: [
      { afterHours: 28, type: 'reversal', status: 'approved', refundedPercent: 25 },
      { afterHours: 76, type: 'reversal', status: 'approved', refundedPercent: 60 },
    ],
  },
  {
    count: 4,
    kind: 'sale',
    minAgeHours: 28,
    later: [
      {
        afterHours: 27,
        type: 'reversal',
        status: 'declined',
        code: '116',
        message: 'The merchant has not enough balance for this reversal',
      },
    ],
  },
  {
    count: 3,
    kind: 'sale',
    minAgeHours: 401,
    later: [
      { afterHours: 150, type: 'retrieval', status: 'approved' },
      { afterHours: 400, type: 'chargeback', status: 'approved' },
    ],
  },
  {
    count: 2,
    kind: 'sale',
    minAgeHours: 481,
    later: [{ afterHours: 480, type: 'chargeback', status: 'approved' }],
  },
  { count: 2, kind: 'sale', minAgeHours: 97, later: [{ afterHours: 96, type: 'fraud', status: 'approved' }] },
  {
    count: 2,
    kind: 'sale',
    minAgeHours: 217,
    later: [{ afterHours: 216, type: 'dispute', status: 'approved' }],
  },
  {
    count: 6,
    kind: 'preauth',
    minAgeHours: 45,
    later: [{ afterHours: 44, type: 'cancel', status: 'approved' }],
  },
]
