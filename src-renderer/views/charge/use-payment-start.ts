import { computed } from 'vue'
import { currencyExponent, parseAmount, toDecimal } from '../../../src-shared/domain/money'
import type { OrderSummary } from '../../../src-shared/domain/order'
import { useAppStateStore } from '../../stores/app-state'

/** The fields of every payment form. */
export interface PaymentFieldsModel {
  routeId: string
  amount: string
  currency: string
  description: string
  ipAddress: string
  reference: string
}
export type PaymentField = keyof PaymentFieldsModel

/** The shared part of the payment forms: initial values, values from an order, and rules about several fields. */
export function usePaymentStart(form: PaymentFieldsModel) {
  const appState = useAppStateStore()

  const route = computed(
    () => appState.activeProfile?.routes.find((each) => each.id === form.routeId) ?? null,
  )
  const currency = computed(() => form.currency.trim().toUpperCase())

  /** Adds problems that the schema omits: Zod skips rules about several fields while a single field is invalid. */
  function addSpanningProblems(problems: Record<string, string>): void {
    const fixed = route.value?.currency ?? null
    if (fixed !== null && problems['currency'] === undefined && fixed !== currency.value)
      problems['currency'] = 'not-the-currency-of-this-endpoint'
    if (currencyExponent(currency.value) !== null) {
      const amount = parseAmount(form.amount, currency.value)
      if (!amount.ok) problems['amount'] = amount.error
    }
    if (form.amount.trim() === '') problems['amount'] = 'empty'
  }

  function chooseRoute(routeId: string): void {
    form.routeId = routeId
    const fixed = route.value?.currency ?? null
    if (fixed !== null) form.currency = fixed
  }

  function takeFrom(order: OrderSummary): void {
    if (order.amountMinor !== null && order.currency !== null) {
      form.amount = toDecimal({ amountMinor: order.amountMinor, currency: order.currency })
      const takesIt = appState.activeProfile?.routes.find((each) => each.currency === order.currency)
      if (takesIt !== undefined) form.routeId = takesIt.id
      form.currency = order.currency
    }
    form.description = order.description ?? ''
    form.reference = order.reference ?? ''
  }

  return { route, currency, addSpanningProblems, chooseRoute, takeFrom }
}

/** An empty payment form with the defaults of the active profile. */
export function emptyPayment(): PaymentFieldsModel {
  const profile = useAppStateStore().activeProfile
  const first = profile?.routes[0]
  return {
    routeId: first?.id ?? '',
    amount: '',
    currency: first?.currency ?? '',
    description: '',
    ipAddress: profile?.defaultIpAddress ?? '',
    reference: '',
  }
}
