import { watchDebounced } from '@vueuse/core'
import { computed, ref, watch, type Ref } from 'vue'
import { useRoute } from 'vue-router'
import { formatMoney } from '../../src-shared/domain/money'
import type { OrderSummary } from '../../src-shared/domain/order'
import { isFoundIn, searchForms } from '../../src-shared/domain/pasted-text'
import type { CommandChoice } from '../components/frame/command-choice'
import { messages } from '../messages'
import { statusWord } from '../messages/status-text'
import { useCardsStore } from '../stores/cards'
import { useOrdersStore } from '../stores/orders'
import { usePlacesStore } from '../stores/places'
import { usePrivacyStore } from '../stores/privacy'
import { useActionReasons } from '../views/shared/use-action-reasons'
import type { AppActions } from './use-app-actions'
import { useCardText } from '../composables/use-card-text'
import { shownKeys } from '../composables/use-hotkeys'
import { useOfferedActions } from '../composables/use-screen-actions'

const searchDelayMs = 120
const shownOrders = 6
const shownCards = 5
const shownRecent = 5

/**
 * The results of the command bar. Without a text: the actions on what is open, recent orders, actions, screens. With a
 * text: a pasted id first, then what matches, in the same order, then found orders and cards.
 */
export function useCommandChoices(text: Ref<string>, actions: AppActions) {
  const orders = useOrdersStore()
  const cards = useCardsStore()
  const places = usePlacesStore()
  const privacy = usePrivacyStore()
  const route = useRoute()
  const offered = useOfferedActions()
  const { askGateway } = useActionReasons()
  const { name, short } = useCardText()
  const bar = messages.frame.commandBar
  const { groups } = bar
  const found = ref<readonly OrderSummary[]>([])
  let latest = 0

  watch(text, (wanted) => {
    latest += 1
    if (wanted.trim() === '') found.value = []
  })
  watchDebounced(text, search, { debounce: searchDelayMs })

  async function search(wanted: string): Promise<void> {
    if (wanted.trim() === '') return
    const mine = latest
    const result = await orders.search(wanted.trim(), shownOrders)
    if (mine === latest) found.value = result.ok ? result.value.rows : []
  }

  function choice(
    group: string,
    label: string,
    run: () => unknown,
    more: Partial<Pick<CommandChoice, 'detail' | 'disabledReason' | 'key' | 'personal'>> = {},
  ): CommandChoice {
    return {
      key: more.key ?? `${group} ${label}`,
      group,
      text: label,
      detail: more.detail ?? '',
      disabledReason: more.disabledReason ?? null,
      personal: more.personal ?? [],
      run,
    }
  }

  const ofOpen = computed<readonly CommandChoice[]>(() => {
    const open = offered.value
    return (open?.actions ?? []).map(({ text: label, run, keys, disabledReason }) =>
      choice(open?.title ?? '', label, run, {
        ...{ detail: keys, disabledReason },
        personal: open?.isPersonal === true ? ['group'] : [],
      }),
    )
  })

  const recent = computed<readonly CommandChoice[]>(() =>
    places.recentOrderIds
      .filter((orderId) => route.path !== `/orders/${orderId}`)
      .flatMap((orderId) => orders.summaries.get(orderId) ?? [])
      .slice(0, shownRecent)
      .map((order) => orderChoice(order, groups.recent, order.clientOrderId)),
  )

  const fixed = computed<readonly CommandChoice[]>(() => {
    const { nav, privacy: words } = messages.frame
    const screens = [
      [nav.home, '/home', 'G H'],
      [nav.orders, '/orders', 'G O'],
      [nav.cards, '/cards', 'G C'],
      [nav.charge, '/charge', 'G P'],
      [nav.insights, '/insights', 'G I'],
      [nav.callbacks, '/callbacks', 'G K'],
      [nav.log, '/log', 'G L'],
      [nav.settings, '/settings/profiles', shownKeys('Ctrl ,')],
    ] as const
    return [
      choice(groups.actions, bar.newCharge, () => actions.go('/charge')),
      choice(groups.actions, bar.recheckAll, () => void actions.recheckAll(), {
        detail: shownKeys('Shift R'),
        disabledReason: askGateway.value,
      }),
      choice(groups.actions, bar.adopt, () => actions.adopt()),
      choice(groups.actions, bar.adoptMany, () => actions.adoptMany()),
      choice(groups.actions, bar.exportOrders, () => actions.exportOrders(), { detail: 'Ctrl E' }),
      choice(groups.actions, bar.importOrders, () => actions.importOrders()),
      choice(groups.actions, bar.addCard, () => actions.go('/cards?add=1')),
      choice(groups.actions, messages.operators.lock.now, () => void actions.lock(), {
        detail: shownKeys('Ctrl Shift L'),
      }),
      ...screens.map(([label, path, detail]) =>
        choice(groups.screens, bar.go({ screen: label }), () => actions.show(path), { detail }),
      ),
      choice(groups.view, bar.keys, () => (actions.overlay.value = 'keys'), { detail: '?' }),
      choice(groups.view, privacy.isOn ? words.showAgain : words.hide, privacy.toggle, {
        detail: shownKeys('Ctrl Shift H'),
      }),
      choice(groups.view, bar.themeLight, () => void actions.setTheme('light')),
      choice(groups.view, bar.themeDark, () => void actions.setTheme('dark')),
      choice(groups.view, bar.themeSystem, () => void actions.setTheme('system')),
    ]
  })

  const pasted = computed<readonly CommandChoice[]>(() => {
    const [id = ''] = searchForms(text.value)
    if (!looksLikeId(id)) return []
    const known = found.value.find((order) => order.clientOrderId === id || order.gatewayOrderId === id)
    if (known !== undefined) return [orderChoice(known, groups.id, id)]
    const show = choice(groups.id, bar.findId({ id }), () => {
      orders.show({ search: id })
      actions.go('/orders')
    })
    const ask = choice(groups.id, bar.adoptId({ id }), () => actions.adopt(id), {
      disabledReason: askGateway.value,
    })
    return [show, ask]
  })

  function orderChoice(order: OrderSummary, group: string, text: string): CommandChoice {
    const { amountMinor, currency } = order
    const amount = amountMinor === null || currency === null ? '' : formatMoney({ amountMinor, currency })
    const words = [statusWord(order.word), amount, order.cardholderName ?? '']
    return choice(group, text, () => actions.go(`/orders/${order.orderId}`), {
      detail: words.filter((part) => part !== '').join(' · '),
      key: `${group} ${order.orderId}`,
      personal: ['detail'],
    })
  }

  const choices = computed<readonly CommandChoice[]>(() => {
    if (text.value.trim() === '') return [...ofOpen.value, ...recent.value, ...fixed.value]
    const fits = (candidate: string) => isFoundIn(text.value, [candidate])
    const fittingCards = cards.cards
      .filter((card) => fits(`${name(card)} ${card.customerReference} ${short(card)} ${card.cardRefId}`))
      .slice(0, shownCards)
    return [
      ...pasted.value,
      ...[...ofOpen.value, ...fixed.value].filter((each) => fits(each.text)),
      ...found.value.map((order) => orderChoice(order, groups.orders, order.clientOrderId)),
      ...fittingCards.map((card) =>
        choice(groups.cards, name(card), () => actions.go(`/cards/${card.cardId}`), {
          detail: short(card),
          key: `cards ${card.cardId}`,
          personal: ['text', 'detail'],
        }),
      ),
    ]
  })

  return { choices }
}

/** True for a single word with digits that is long enough to be an order id. */
function looksLikeId(text: string): boolean {
  return text.length >= 5 && /^[\x21-\x7e]+$/.test(text) && /[0-9]{3}/.test(text)
}
