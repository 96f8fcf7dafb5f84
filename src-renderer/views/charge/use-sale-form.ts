import { computed, reactive } from 'vue'
import type { OrderSummary } from '../../../src-shared/domain/order'
import { saleDraft, type SaleDraft } from '../../../src-shared/domain/sale-draft'
import { objectProblems } from '../../../src-shared/ipc/field-problems'
import { parseExpiry } from './parse-expiry'
import { emptyPayment, usePaymentStart, type PaymentFieldsModel } from './use-payment-start'
import { useShownProblems } from './use-shown-problems'
import type { TypedCard } from './use-typed-card'

/** Contact and address of the cardholder, all optional. */
export const payerFields = [
  'firstName',
  'lastName',
  'email',
  'phone',
  'address1',
  'zipCode',
  'city',
  'country',
] as const

interface SaleModel extends PaymentFieldsModel, Record<(typeof payerFields)[number], string> {
  /** As typed, such as `MM/YY`. */
  expiry: string
  printedName: string
  /** Empty until the operator chooses. */
  presence: SaleDraft['presence'] | ''
}

/** The field names of the form, without card number and security code, which `use-typed-card.ts` holds. */
export type SaleField = keyof SaleModel | 'cardNumber' | 'securityCode'

/** Form model of a sale. The draft contains only the first six and last four digits of the card. */
export function useSaleForm(card: TypedCard) {
  const form = reactive<SaleModel>(emptyModel())
  const payment = usePaymentStart(form)
  const expiry = computed(() => parseExpiry(form.expiry))

  const allProblems = computed<Record<string, string>>(() => {
    const problems = objectProblems(saleDraft, input())
    for (const replaced of ['bin', 'lastFour', 'expireMonth', 'expireYear']) delete problems[replaced]
    payment.addSpanningProblems(problems)
    if (!expiry.value.ok) problems['expiry'] = expiry.value.error
    if (form.presence === '') problems['presence'] = 'required'
    if (card.numberProblem.value !== null) problems['cardNumber'] = card.numberProblem.value
    if (card.codeProblem.value !== null) problems['securityCode'] = card.codeProblem.value
    return problems
  })
  const shown = useShownProblems<SaleField>(allProblems)

  function emptyModel(): SaleModel {
    const empty = { firstName: '', lastName: '', email: '', phone: '', address1: '', zipCode: '', city: '' }
    return { ...emptyPayment(), ...empty, country: '', expiry: '', printedName: '', presence: '' }
  }

  function reset(): void {
    Object.assign(form, emptyModel())
    card.clear()
    shown.forget()
  }

  /** Fills the form from an order, except for the card, which must be typed again. */
  function fillFrom(order: OrderSummary): void {
    reset()
    payment.takeFrom(order)
    form.printedName = order.cardholderName ?? ''
  }

  function input() {
    const { expiry: _typed, presence, ...rest } = form
    return {
      ...rest,
      kind: 'sale' as const,
      currency: payment.currency.value,
      country: form.country.trim().toUpperCase(),
      bin: card.bin.value,
      lastFour: card.lastFour.value,
      expireMonth: expiry.value.ok ? expiry.value.value.month : 1,
      expireYear: expiry.value.ok ? expiry.value.value.year : 2000,
      presence: presence === '' ? ('remote' as const) : presence,
    }
  }

  const { route, chooseRoute } = payment
  return {
    form,
    card,
    ...shown,
    expiry,
    route,
    reset,
    chooseRoute,
    fillFrom,
    /** The draft for main. Call it only when the form has no problems. */
    draft: (): SaleDraft => input(),
  }
}
export type SaleForm = ReturnType<typeof useSaleForm>
