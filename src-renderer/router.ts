import { createRouter, createWebHashHistory, type Router, type RouterHistory } from 'vue-router'
import { messages } from './messages'
import HomeView from './views/home/HomeView.vue'
import CallbacksView from './views/callbacks/CallbacksView.vue'
import CardsView from './views/cards/CardsView.vue'
import ChargeView from './views/charge/ChargeView.vue'
import ApiLogView from './views/log/ApiLogView.vue'
import OrdersView from './views/orders/OrdersView.vue'
import PersonView from './views/people/PersonView.vue'
import SettingsView from './views/settings/SettingsView.vue'

declare module 'vue-router' {
  interface RouteMeta {
    /** Screen name in the window title. */
    readonly title?: string
  }
}

const { nav } = messages.frame

/** The screens. A list and its detail are one screen, so that the list keeps its scroll position. */
export function createAppRouter(history: RouterHistory = createWebHashHistory()): Router {
  return createRouter({
    history,
    routes: [
      { path: '/home', component: HomeView, meta: { title: nav.home } },
      { path: '/orders/:orderId?', component: OrdersView, meta: { title: nav.orders } },
      { path: '/cards/:cardId?', component: CardsView, meta: { title: nav.cards } },
      { path: '/people/:of(card|order)/:id', component: PersonView, meta: { title: messages.people.title } },
      { path: '/charge', component: ChargeView, meta: { title: nav.charge } },
      {
        path: '/insights',
        component: () => import('./views/insights/InsightsView.vue'),
        meta: { title: nav.insights },
      },
      { path: '/callbacks/:callbackId?', component: CallbacksView, meta: { title: nav.callbacks } },
      { path: '/log/:exchangeId?', component: ApiLogView, meta: { title: nav.log } },
      { path: '/settings/:section?', component: SettingsView, meta: { title: nav.settings } },
      { path: '/:rest(.*)*', redirect: '/home' },
    ],
  })
}
