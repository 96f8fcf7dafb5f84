import { createRouter, createWebHashHistory, type Router, type RouterHistory } from 'vue-router'
import { messages } from './messages'
import HomeView from './views/home/HomeView.vue'

declare module 'vue-router' {
  interface RouteMeta {
    /** Screen name in the window title. */
    readonly title?: string
  }
}

const { nav } = messages.frame

/** The screens in chunks of their own. The first screen, Home, is in the chunk of the start. */
export const laterScreens = {
  orders: () => import('./views/orders/OrdersView.vue'),
  cards: () => import('./views/cards/CardsView.vue'),
  person: () => import('./views/people/PersonView.vue'),
  charge: () => import('./views/charge/ChargeView.vue'),
  insights: () => import('./views/insights/InsightsView.vue'),
  callbacks: () => import('./views/callbacks/CallbacksView.vue'),
  log: () => import('./views/log/ApiLogView.vue'),
  settings: () => import('./views/settings/SettingsView.vue'),
}

/** The screens. A list and its detail are one screen, so that the list keeps its scroll position. */
export function createAppRouter(history: RouterHistory = createWebHashHistory()): Router {
  const { orders, cards, person, charge, insights, callbacks, log, settings } = laterScreens
  return createRouter({
    history,
    routes: [
      { path: '/home', component: HomeView, meta: { title: nav.home } },
      { path: '/orders/:orderId?', component: orders, meta: { title: nav.orders } },
      { path: '/cards/:cardId?', component: cards, meta: { title: nav.cards } },
      { path: '/people/:of(card|order)/:id', component: person, meta: { title: messages.people.title } },
      { path: '/charge', component: charge, meta: { title: nav.charge } },
      { path: '/insights', component: insights, meta: { title: nav.insights } },
      { path: '/callbacks/:callbackId?', component: callbacks, meta: { title: nav.callbacks } },
      { path: '/log/:exchangeId?', component: log, meta: { title: nav.log } },
      { path: '/settings/:section?', component: settings, meta: { title: nav.settings } },
      { path: '/:rest(.*)*', redirect: '/home' },
    ],
  })
}
