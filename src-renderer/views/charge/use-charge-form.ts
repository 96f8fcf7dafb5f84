import { computed, reactive } from 'vue'
import type { CardView } from '../../../src-shared/domain/card'
import {
  noRebillExtras,
  rebillDraft,
  splitAmounts,
  type RebillDraft,
} from '../../../src-shared/domain/charge-draft'
import { currencyExponent, parseAmount } from '../../../src-shared/domain/money'
import type { OrderSummary } from '../../../src-shared/domain/order'
import { objectProblems } from '../../../src-shared/ipc/field-problems'
import { useCardsStore } from '../../stores/cards'
import { emptyPayment, usePaymentStart } from './use-payment-start'
import { useShownProblems } from './use-shown-problems'

/** The field names of the form; the same as in the draft. */
export type ChargeField = keyof RebillDraft

/** Form model of a charge on a stored card: the values, their problems, and which problems are shown. */
export function useChargeForm() {
  const form = reactive<RebillDraft>(emptyDraft())
  const payment = usePaymentStart(form)
  const cards = useCardsStore()

  const allProblems = computed<Record<string, string>>(() => {
    const problems = objectProblems(rebillDraft, draft())
    payment.addSpanningProblems(problems)
    if (currencyExponent(payment.currency.value) !== null) {
      const candidate = splitAmounts(form.enumerateAmounts)
        .map((text) => parseAmount(text, payment.currency.value))
        .find((parsed) => !parsed.ok)
      if (candidate?.ok === false) problems['enumerateAmounts'] ??= candidate.error
    }
    if (form.cardId === '') problems['cardId'] = 'required'
    return problems
  })
  const shown = useShownProblems<ChargeField>(allProblems)

  function emptyDraft(): RebillDraft {
    return {
      kind: 'rebill-sale',
      cardId: '',
      ...emptyPayment(),
      ...noRebillExtras,
    }
  }

  function reset(): void {
    Object.assign(form, emptyDraft())
    shown.forget()
  }

  function chooseCard(card: CardView): void {
    form.cardId = card.cardId
  }

  function fillFrom(order: OrderSummary): void {
    reset()
    form.kind = order.kind === 'rebill-auth' ? 'rebill-auth' : 'rebill-sale'
    form.cardId = order.cardId ?? ''
    payment.takeFrom(order)
  }

  /** The draft for main. */
  function draft(): RebillDraft {
    return { ...form, currency: payment.currency.value }
  }

  /** The last charge of the chosen card, if the profile still takes its currency. */
  const lastCharge = computed(() => {
    const last = cards.byId.get(form.cardId)?.lastCharge ?? null
    return last === null || payment.routeFor(last.currency) === null ? null : last
  })

  /** Fills in the amount of the card's last charge, and its description if none is typed. */
  function repeatLast(): void {
    if (lastCharge.value === null) return
    payment.takeMoney(lastCharge.value)
    if (form.description.trim() === '') form.description = lastCharge.value.description ?? ''
  }

  const { route, chooseRoute } = payment
  return { form, ...shown, route, lastCharge, reset, chooseCard, chooseRoute, repeatLast, fillFrom, draft }
}
export type ChargeForm = ReturnType<typeof useChargeForm>
