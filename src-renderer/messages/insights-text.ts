import type { CurrencyInsights } from '../../src-shared/domain/insights'
import { locale, messages } from '.'

const percent = new Intl.NumberFormat(locale, { style: 'percent', maximumFractionDigits: 1 })

/** A share in percent; null when nothing is counted. */
export function rateText(approved: number, counted: number): string | null {
  return counted === 0 ? null : percent.format(approved / counted)
}

/** What a reason means, in few words. */
export function insightReason({ family, bankCode }: CurrencyInsights['reasons'][number]): string {
  const { byBankCode, byFamily, unlisted } = messages.declines
  return (byBankCode[bankCode] ?? byFamily[family] ?? unlisted).means
}
