import { describe, expect, it } from 'vitest'
import { useCardsStore } from '../../../src-renderer/stores/cards'
import { card } from '../../support/view-data'
import { startStores } from '../../support/mount-app'

describe('the cards store', () => {
  it('keeps a card from an event that arrived while an older list was loading', async () => {
    const desk = await startStores()
    const cards = useCardsStore()
    desk.reply('cards.list', () => {
      desk.emit('cards.changed', card(1, { nickname: 'new name' }))
      return { cards: [card(1, { nickname: 'old name' }), card(2)] }
    })
    await cards.loadList()
    expect(cards.byId.get('card-1')?.nickname).toBe('new name')
    expect(cards.byId.has('card-2')).toBe(true)
  })

  it('shows the cards of the active profile only', async () => {
    const desk = await startStores({ cardCount: 2 })
    const cards = useCardsStore()
    desk.emit('cards.changed', card(30, { profileId: 'p-live' }))
    await cards.loadList()
    expect(cards.cards.map((each) => each.cardId).sort()).toEqual(['card-0', 'card-1'])
  })
})
