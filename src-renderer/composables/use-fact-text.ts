import { factTraits, gatewayTimeMs, type FactName } from '../../src-shared/domain/facts'
import { groupThousands } from '../../src-shared/domain/money'
import { switchText } from '../messages/fact-text'
import { isKnownStatus, statusWord } from '../messages/status-text'
import { useTimeFormat } from './use-time-format'

/** The value of a fact for screens. `original` is the value of the gateway when the text says it in another way. */
export interface FactText {
  readonly text: string
  readonly original: string | null
}

/** Formats values of the gateway: times in the zone of the window, amounts with their currency. Call it in a setup function. */
export function useFactText() {
  const { stamp, date, clock } = useTimeFormat()

  return function factText(fact: FactName | undefined, value: string, currency: string | null): FactText {
    if (fact === 'status' || fact === 'orderStage' || fact === 'transactionType') {
      const isNamed = fact === 'status' && isKnownStatus(value)
      return { text: isNamed ? statusWord(value) : inWords(value), original: null }
    }
    switch (factTraits(fact).kind) {
      case 'time': {
        const atMs = gatewayTimeMs(value)
        return atMs === null
          ? { text: value, original: null }
          : { text: `${date(atMs)}, ${clock(atMs)}`, original: `${value} (${stamp(atMs)})` }
      }
      case 'money':
        return { text: moneyText(value, currency), original: null }
      case 'switch':
        return { text: switchText(value), original: null }
      case 'text':
      case 'id':
        return { text: value, original: null }
    }
  }
}

/** A stage of the gateway in plain words: `sale_approved` is "Sale approved". */
export function inWords(stage: string): string {
  const words = stage.replaceAll('_', ' ').replace(/\b3d\b/, '3-D Secure')
  return words.charAt(0).toUpperCase() + words.slice(1)
}

/** Decimal text with thousands separators and currency. A text that is not an amount stays as it is. */
function moneyText(value: string, currency: string | null): string {
  if (currency === null || value.length > 20 || !/^-?\d+(?:\.\d+)?$/.test(value)) return value
  return `${groupThousands(value)} ${currency}`
}
