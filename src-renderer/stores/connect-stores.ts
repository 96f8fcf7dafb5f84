import { useAdoptionsStore } from './adoptions'
import { useAnnouncementsStore } from './announcements'
import { useAppStateStore } from './app-state'
import { useCallbacksStore } from './callbacks'
import { useCardsStore } from './cards'
import { useExchangesStore } from './exchanges'
import { useExportsStore } from './exports'
import { useImportsStore } from './imports'
import { useLockStore } from './lock'
import { useMenuStore } from './menu'
import { useOrderLinkStore } from './order-link'
import { useOrdersStore } from './orders'
import { useUpdatesStore } from './updates'
import { connectEvents } from '../ipc/event-bridge'

/** Passes every event of main to its store. Returns the function that stops it. */
export function connectStores(): () => void {
  const announcements = useAnnouncementsStore()
  const appState = useAppStateStore()
  const orders = useOrdersStore()
  const cards = useCardsStore()
  const callbacks = useCallbacksStore()
  const exchanges = useExchangesStore()
  const exports = useExportsStore()
  const imports = useImportsStore()
  const adoptions = useAdoptionsStore()
  const lock = useLockStore()
  const menu = useMenuStore()
  const orderLink = useOrderLinkStore()
  const updates = useUpdatesStore()
  return connectEvents({
    'appState.changed': (state) => appState.apply(state),
    'historyUpdate.advanced': (update) => (appState.update = update),
    'orders.changed': (view) => {
      announcements.hear(orders.summaries.get(view.summary.orderId), view)
      orders.applyAnnounced(view)
      callbacks.refresh(view.callbacks)
    },
    'orders.checked': (check) => {
      orders.applyChecked(check)
      exchanges.markOutdated()
    },
    'cards.changed': (card) => cards.apply(card),
    'exchanges.recorded': (exchange) => exchanges.apply(exchange),
    'callbacks.kept': (callback) => callbacks.apply(callback),
    'exports.changed': (view) => exports.apply(view),
    'imports.changed': (view) => {
      imports.apply(view)
      // The orders of a file are not announced one by one.
      if (view.state !== 'running') void orders.loadList()
    },
    'adoptions.changed': (view) => adoptions.apply(view),
    'updates.changed': (view) => updates.apply(view),
    'lock.changed': () => void lock.refresh(),
    'menu.chosen': ({ action }) => menu.choose(action),
    'orderLink.arrived': () => orderLink.note(),
  })
}
