import { createHmac } from 'node:crypto'

/** The stored data of a card. The whole card number is never stored. */
export interface Card {
  printedName: string
  bin: string
  lastFour: string
  /** 1 to 12. */
  expireMonth: number
  /** Four digits. */
  expireYear: number
  /** Equal for equal card numbers. Salted, so that it cannot be compared with data of another simulator. */
  fingerprint: string
}

/** Salted hash of a card number, to recognise the same card again. */
export function cardFingerprint(cardNumber: string, salt: string): string {
  return createHmac('sha256', salt).update(cardNumber).digest('hex')
}

/** True after the end of the month in which the card expires (UTC). */
export function isExpired(card: Pick<Card, 'expireMonth' | 'expireYear'>, nowMs: number): boolean {
  return nowMs >= Date.UTC(card.expireYear, card.expireMonth, 1)
}

/** Luhn check over 12 to 19 digits. */
export function isCardNumber(text: string): boolean {
  if (!/^\d{12,19}$/.test(text)) return false
  const sum = [...text].reverse().reduce((total, digit, index) => {
    const doubled = Number(digit) * (index % 2 === 1 ? 2 : 1)
    return total + (doubled > 9 ? doubled - 9 : doubled)
  }, 0)
  return sum % 10 === 0
}

interface Issuer {
  bankName: string
  countryAlpha3: string
}

const issuersByBin: Record<string, Issuer> = {
  '444455': { bankName: 'FJORDBANKEN AB', countryAlpha3: 'SWE' },
  '520082': { bankName: 'MORAVSKÁ SPOŘITELNA', countryAlpha3: 'CZE' },
  '411111': { bankName: 'ANADOLU KREDİ BANKASI', countryAlpha3: 'TUR' },
  '545454': { bankName: 'BANCO DEL SUR & CÍA', countryAlpha3: 'ESP' },
  '401288': { bankName: 'HARBOUR & VALE BANK', countryAlpha3: 'GBR' },
  '378282': { bankName: 'SAKURA CARD', countryAlpha3: 'JPN' },
  '424242': { bankName: 'CRÉDIT DU LITTORAL', countryAlpha3: 'FRA' },
  '400005': { bankName: 'GULF & DESERT BANK K.S.C.', countryAlpha3: 'KWT' },
  '555555': { bankName: 'ΑΙΓΑΙΟ ΤΡΑΠΕΖΑ', countryAlpha3: 'GRC' },
  '510510': { bankName: 'CAJA DE LA RIBERA', countryAlpha3: 'ESP' },
  '222300': { bankName: 'LAGOON TRUST BANK PLC', countryAlpha3: 'NGA' },
  '371449': { bankName: 'PRAIRIE CARD SERVICES', countryAlpha3: 'USA' },
  '601111': { bankName: 'PRAIRIE CARD SERVICES', countryAlpha3: 'USA' },
  '305693': { bankName: 'CLUB CARD LEVANT', countryAlpha3: 'ISR' },
  '356600': { bankName: 'SAKURA CARD', countryAlpha3: 'JPN' },
  '353011': { bankName: 'みなと銀行カード', countryAlpha3: 'JPN' },
  '620000': { bankName: '江岸商业银行', countryAlpha3: 'CHN' },
  '675964': { bankName: 'SPARKASSE AM FLUSS', countryAlpha3: 'DEU' },
  '630400': { bankName: 'SHANNON CREDIT UNION', countryAlpha3: 'IRL' },
}

export function issuerOf(bin: string): Issuer {
  return issuersByBin[bin] ?? { bankName: 'SIMULATED BANK', countryAlpha3: 'DEU' }
}

const cardTypes: readonly (readonly [prefix: RegExp, cardType: string])[] = [
  [/^4/, 'VISA'],
  [/^3[47]/, 'AMEX'],
  [/^(5[1-5]|2[2-7])/, 'MASTERCARD'],
  [/^35/, 'JCB'],
  [/^3[068]/, 'DINERS'],
  [/^6(011|5)/, 'DISCOVER'],
  [/^62/, 'UNIONPAY'],
]

/** Value of `card-type`, derived from the first digits. */
export function cardTypeOf(bin: string): string {
  return cardTypes.find(([prefix]) => prefix.test(bin))?.[1] ?? 'MAESTRO'
}
