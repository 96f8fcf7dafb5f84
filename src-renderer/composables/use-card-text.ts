import { cardExpiry, type CardView } from '../../src-shared/domain/card'
import { messages } from '../messages'
import { cardNumber, shortCard } from '../messages/card-text'
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
    return cardNumber(card.bin, card.lastFour)
  }

  function short(card: CardNumber): string {
    return card.lastFour === null ? '' : shortCard(card.bin, card.lastFour)
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
        return messages.cards.expiry.valid({ text: month })
      case 'this-month':
        return messages.cards.expiry.thisMonth({ text: month })
      case 'expired':
        return messages.cards.expiry.expired({ text: month })
      case 'unknown':
        return messages.cards.expiry.unknown
    }
  }

  return { name, number, short, expiryMonth, expiry, expiryText }
}
