import { useAnnouncementsStore } from '../stores/announcements'
import { useAppStateStore } from '../stores/app-state'
import { useCallbacksStore } from '../stores/callbacks'
import { useCardsStore } from '../stores/cards'
import { useExchangesStore } from '../stores/exchanges'
import { useMenuStore } from '../stores/menu'
import { useOrdersStore } from '../stores/orders'
import { connectEvents } from './event-bridge'

/** Hands every announcement of main to its store. Returns the way to stop. */
export function connectStores(): () => void {
  const announcements = useAnnouncementsStore()
  const appState = useAppStateStore()
  const orders = useOrdersStore()
  const cards = useCardsStore()
  const callbacks = useCallbacksStore()
  const exchanges = useExchangesStore()
  const menu = useMenuStore()
  return connectEvents({
    'appState.changed': (state) => appState.apply(state),
    'orders.changed': (view) => {
      announcements.hear(orders.summaries.get(view.summary.orderId), view)
      orders.applyAnnounced(view)
      callbacks.refresh(view.callbacks)
    },
    'orders.checked': (check) => {
      orders.applyChecked(check)
      exchanges.noteUnlisted()
    },
    'cards.changed': (card) => cards.apply(card),
    'exchanges.recorded': (exchange) => exchanges.apply(exchange),
    'callbacks.kept': (callback) => callbacks.apply(callback),
    'menu.chosen': ({ action }) => menu.choose(action),
  })
}
