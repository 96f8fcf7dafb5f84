import { computed } from 'vue'
import { currencyExponent, parseAmount, toDecimal, type Money } from '../../../src-shared/domain/money'
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
  /** The endpoint decides on the currency, if it has one. */
  const currency = computed(() => route.value?.currency ?? form.currency.trim().toUpperCase())

  /** Adds problems that the schema omits: Zod skips rules about several fields while a single field is invalid. */
  function addSpanningProblems(problems: Record<string, string>): void {
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

  /** The endpoint for a currency, preferably the chosen one; null = the profile takes no such currency. */
  function routeFor(wanted: string): string | null {
    const routes = appState.activeProfile?.routes ?? []
    const chosenFirst = [...routes.filter(({ id }) => id === form.routeId), ...routes]
    const found =
      chosenFirst.find((each) => each.currency === wanted) ??
      chosenFirst.find((each) => each.currency === null)
    return found?.id ?? null
  }

  /** Fills in an amount and the endpoint that takes its currency. Without such an endpoint the amount stays empty. */
  function takeMoney(money: Money): void {
    const routeId = routeFor(money.currency)
    if (routeId === null) return
    form.routeId = routeId
    form.currency = money.currency
    form.amount = toDecimal(money)
  }

  function takeFrom(order: OrderSummary): void {
    if (order.amountMinor !== null && order.currency !== null)
      takeMoney({ amountMinor: order.amountMinor, currency: order.currency })
    form.description = order.description ?? ''
    form.reference = order.reference ?? ''
  }

  return { route, currency, addSpanningProblems, chooseRoute, routeFor, takeMoney, takeFrom }
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
