import { useTimeoutFn } from '@vueuse/core'
import { computed, onBeforeUnmount, onDeactivated, shallowRef } from 'vue'
import { cardBrand } from '../../../src-shared/domain/card'
import { fields } from '../../../src-shared/domain/fields'
import { fieldProblem } from '../../../src-shared/ipc/field-problems'

/** A card number without input for this long is cleared. */
export const typedCardLifeMs = 600_000

/**
 * Card number and security code from typing until sending. They exist only in these refs of one component. They are
 * cleared when the screen is left and after ten minutes without input.
 */
export function useTypedCard() {
  const number = shallowRef('')
  const code = shallowRef('')
  const wasCleared = shallowRef(false)
  const life = useTimeoutFn(onIdle, typedCardLifeMs, { immediate: false })

  const digits = computed(() => number.value.replace(/[\s-]/g, ''))
  const bin = computed(() => digits.value.slice(0, 6))
  const lastFour = computed(() => digits.value.slice(-4))
  const brand = computed(() => (bin.value.length < 4 ? '' : cardBrand(bin.value)))
  const numberProblem = computed(() =>
    digits.value === '' ? 'required' : fieldProblem(fields.cardNumber, number.value),
  )
  const codeProblem = computed(() => fieldProblem(fields.cvv2, code.value))
  /** First six and last four digits with dots between; empty if the text is not a card number. */
  const masked = computed(() =>
    numberProblem.value === null
      ? `${bin.value}${'•'.repeat(digits.value.length - 10)}${lastFour.value}`
      : '',
  )

  /** Restarts the idle time. */
  function touch(): void {
    life.stop()
    wasCleared.value = false
    if (number.value !== '' || code.value !== '') life.start()
  }

  function onIdle(): void {
    clear()
    wasCleared.value = true
  }

  function type(change: { readonly number?: string; readonly code?: string }): void {
    number.value = change.number ?? number.value
    code.value = change.code ?? code.value
    touch()
  }

  function clear(): void {
    life.stop()
    number.value = ''
    code.value = ''
    wasCleared.value = false
  }

  /** Returns both values for the confirm message and clears them here. */
  function take(): { readonly cardNumber: string; readonly cvv2: string } {
    const taken = { cardNumber: digits.value, cvv2: code.value.trim() }
    clear()
    return taken
  }

  onDeactivated(clear)
  onBeforeUnmount(clear)

  return {
    number,
    code,
    bin,
    lastFour,
    brand,
    masked,
    numberProblem,
    codeProblem,
    wasCleared,
    type,
    touch,
    clear,
    take,
  }
}
export type TypedCard = ReturnType<typeof useTypedCard>
