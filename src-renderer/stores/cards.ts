import { defineStore } from 'pinia'
import { computed, ref, shallowReactive, shallowRef } from 'vue'
import type { CardView } from '../../src-shared/domain/card'
import type { CommandInput } from '../../src-shared/ipc/contract-types'
import { call, type CommandResult } from '../ipc/desk-client'
import { useAppStateStore } from './app-state'

export const useCardsStore = defineStore('cards', () => {
  const appState = useAppStateStore()
  const byId = shallowReactive(new Map<string, CardView>())
  const isLoaded = ref(false)
  /** The card that was just added or registered, until its detail has said so. */
  const justStored = shallowRef<{ readonly cardId: string; readonly text: string } | null>(null)
  // A card has no revision: an event that arrives while a list loads is newer than that list.
  let changedDuringLoad: Set<string> | null = null

  const cards = computed(() =>
    [...byId.values()]
      .filter((card) => card.profileId === appState.state?.activeProfileId)
      .sort((a, b) => nameOf(a).localeCompare(nameOf(b)) || a.cardId.localeCompare(b.cardId)),
  )

  function apply(card: CardView): void {
    changedDuringLoad?.add(card.cardId)
    byId.set(card.cardId, card)
  }

  async function loadList() {
    const changed = new Set<string>()
    changedDuringLoad = changed
    const result = await call('cards.list', {})
    changedDuringLoad = null
    if (!result.ok) return result
    for (const card of result.value.cards) if (!changed.has(card.cardId)) byId.set(card.cardId, card)
    isLoaded.value = true
    return result
  }

  type CardCommand = 'cards.get' | 'cards.add' | 'cards.update' | 'cards.refreshInfo' | 'cards.register'

  async function callForCard<N extends CardCommand>(name: N, input: CommandInput<N>) {
    const result: CommandResult<'cards.get'> = await call(name, input)
    if (result.ok) apply(result.value)
    return result
  }

  return {
    byId,
    justStored,
    isLoaded,
    cards,
    apply,
    loadList,
    load: (cardId: string) => callForCard('cards.get', { cardId }),
    add: (input: CommandInput<'cards.add'>) => callForCard('cards.add', input),
    update: (input: CommandInput<'cards.update'>) => callForCard('cards.update', input),
    refreshInfo: (cardId: string) => callForCard('cards.refreshInfo', { cardId }),
    register: (input: CommandInput<'cards.register'>) => callForCard('cards.register', input),
  }
})

function nameOf(card: CardView): string {
  return card.nickname || card.printedName || card.cardRefId
}
