import { useTimeoutFn } from '@vueuse/core'
import { computed, onBeforeUnmount, onDeactivated, shallowRef } from 'vue'
import { cardBrand } from '../../../src-shared/domain/card'
import { fields } from '../../../src-shared/domain/fields'
import { fieldProblem } from '../../../src-shared/ipc/field-problems'

/** A card number that nobody touched for this long is cleared. */
export const typedCardLifeMs = 600_000

/**
 * Card number and security code while they are typed and until they are sent: in these refs of one component, and
 * nowhere else. They are cleared when the screen is left and after ten minutes without input.
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
  /** First six and last four digits, the rest as dots; empty for what is no card number. */
  const masked = computed(() =>
    numberProblem.value === null
      ? `${bin.value}${'•'.repeat(digits.value.length - 10)}${lastFour.value}`
      : '',
  )

  /** Counts as input: the time starts anew. */
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

  /** The two values for the one message that carries them; they are gone from here afterwards. */
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
