import { computed, reactive, ref } from 'vue'
import type { CardView } from '../../src-shared/domain/card'
import { chargeDraft, splitAmounts, type ChargeDraft } from '../../src-shared/domain/charge-draft'
import { currencyExponent, parseAmount, toDecimal } from '../../src-shared/domain/money'
import type { OrderSummary } from '../../src-shared/domain/order'
import { useAppStateStore } from '../stores/app-state'
import { objectProblems } from './field-problem'

/** Names of the form's fields, which are those of the draft. */
export type ChargeField = keyof ChargeDraft

/** The charge form's model: what is typed, what is wrong with it and since when that is shown. */
export function useChargeForm() {
  const appState = useAppStateStore()
  const form = reactive<ChargeDraft>(emptyDraft())
  const left = reactive(new Set<ChargeField>())
  const isTried = ref(false)

  const route = computed(
    () => appState.activeProfile?.routes.find((each) => each.id === form.routeId) ?? null,
  )
  const allProblems = computed<Record<string, string>>(() => {
    const problems = objectProblems(chargeDraft, { ...form, currency: form.currency.trim().toUpperCase() })
    const fixed = route.value?.currency ?? null
    if (fixed !== null && problems['currency'] === undefined && fixed !== form.currency.trim().toUpperCase())
      problems['currency'] = 'not-the-currency-of-this-endpoint'
    // Rules that span fields are skipped by the schema while any single field is wrong; people want them all at once.
    const currency = form.currency.trim().toUpperCase()
    if (currencyExponent(currency) !== null) {
      const amount = parseAmount(form.amount, currency)
      if (!amount.ok) problems['amount'] = amount.error
      const candidate = splitAmounts(form.enumerateAmounts)
        .map((text) => parseAmount(text, currency))
        .find((parsed) => !parsed.ok)
      if (candidate?.ok === false) problems['enumerateAmounts'] ??= candidate.error
    }
    if (form.amount.trim() === '') problems['amount'] = 'empty'
    if (form.cardId === '') problems['cardId'] = 'required'
    return problems
  })
  const problemCount = computed(() => Object.keys(allProblems.value).length)

  /** Shown once the field was left or a review was asked for. */
  function problem(field: ChargeField): string | null {
    const found = allProblems.value[field] ?? null
    return found !== null && (isTried.value || left.has(field)) ? found : null
  }

  function emptyDraft(): ChargeDraft {
    const profile = appState.activeProfile
    const first = profile?.routes[0]
    return {
      kind: 'rebill-sale',
      cardId: '',
      routeId: first?.id ?? '',
      amount: '',
      currency: first?.currency ?? '',
      description: '',
      ipAddress: profile?.defaultIpAddress ?? '',
      reference: '',
      enumerateAmounts: '',
      purpose: '',
      merchantData: '',
      redirectUrl: '',
      redirectSuccessUrl: '',
      redirectFailUrl: '',
      serverCallbackUrl: '',
      recurrentScenario: '',
      recurrentInitiator: '',
    }
  }

  function reset(): void {
    Object.assign(form, emptyDraft())
    left.clear()
    isTried.value = false
  }

  function chooseCard(card: CardView): void {
    form.cardId = card.cardId
  }

  function chooseRoute(routeId: string): void {
    form.routeId = routeId
    const fixed = route.value?.currency ?? null
    if (fixed !== null) form.currency = fixed
  }

  function fillFrom(order: OrderSummary): void {
    reset()
    form.kind = order.kind === 'rebill-auth' ? 'rebill-auth' : 'rebill-sale'
    form.cardId = order.cardId ?? ''
    if (order.amountMinor !== null && order.currency !== null) {
      form.amount = toDecimal({ amountMinor: order.amountMinor, currency: order.currency })
      const takesIt = appState.activeProfile?.routes.find((each) => each.currency === order.currency)
      if (takesIt !== undefined) form.routeId = takesIt.id
      form.currency = order.currency
    }
    form.description = order.description ?? ''
    form.reference = order.reference ?? ''
  }

  /** The draft as it goes to main. */
  function draft(): ChargeDraft {
    return { ...form, currency: form.currency.trim().toUpperCase() }
  }

  return {
    form,
    left,
    isTried,
    route,
    problem,
    problemCount,
    reset,
    chooseCard,
    chooseRoute,
    fillFrom,
    draft,
  }
}
export type ChargeForm = ReturnType<typeof useChargeForm>
