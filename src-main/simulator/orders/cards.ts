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
}

export function issuerOf(bin: string): Issuer {
  return issuersByBin[bin] ?? { bankName: 'SIMULATED BANK', countryAlpha3: 'DEU' }
}

/** Value of `card-type`, derived from the first digits. */
export function cardTypeOf(bin: string): string {
  if (bin.startsWith('4')) return 'VISA'
  if (/^3[47]/.test(bin)) return 'AMEX'
  if (/^(5[1-5]|2[2-7])/.test(bin)) return 'MASTERCARD'
  return 'MAESTRO'
}
