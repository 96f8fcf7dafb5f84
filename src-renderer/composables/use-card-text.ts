import { cardBrand, cardExpiry, type CardView } from '../../src-shared/domain/card'
import { messages } from '../messages'
import { useTimeFormat } from './use-time-format'

type CardNumber = Pick<CardView, 'bin' | 'lastFour'>

/** Texts that describe a card. */
export function useCardText() {
  const { today } = useTimeFormat()

  function name(card: CardView): string {
    return card.nickname || card.printedName || messages.cards.unnamed
  }

  function number(card: CardNumber): string {
    if (card.lastFour === null) return messages.cards.unknownNumber
    return messages.cards.number(cardBrand(card.bin), card.bin ?? '', card.lastFour)
  }

  function short(card: CardNumber): string {
    return card.lastFour === null ? '' : messages.cards.short(cardBrand(card.bin), card.lastFour)
  }

  function expiryMonth(card: CardView): string {
    if (card.expireMonth === null || card.expireYear === null) return ''
    return `${String(card.expireMonth).padStart(2, '0')}/${card.expireYear}`
  }

  function expiry(card: CardView, nowMs: number) {
    return cardExpiry(card, today(nowMs))
  }

  function expiryText(card: CardView, nowMs: number): string {
    const month = expiryMonth(card)
    switch (expiry(card, nowMs)) {
      case 'valid':
        return messages.cards.expiry.valid(month)
      case 'this-month':
        return messages.cards.expiry.thisMonth(month)
      case 'expired':
        return messages.cards.expiry.expired(month)
      case 'unknown':
        return messages.cards.expiry.unknown
    }
  }

  return { name, number, short, expiryMonth, expiry, expiryText }
}
