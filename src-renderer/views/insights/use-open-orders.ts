import { useRouter } from 'vue-router'
import type { OrderFilter, OrderQuery } from '../../../src-shared/domain/order-query'
import { useInsightsStore } from '../../stores/insights'
import { useOrdersStore } from '../../stores/orders'

/** The words of orders that were never processed. They have the family of errors, and are in no rate. */
const unprocessedWords = ['not sent', 'cancelled', 'refused', 'settled: not charged']
const processed = unprocessedWords.map((value): OrderFilter => ({
  by: 'is',
  field: 'status',
  value,
  not: true,
}))

interface Part {
  /** Null = the whole period. */
  readonly span?: { readonly fromMs: number; readonly untilMs: number }
  readonly families: OrderQuery['families']
  readonly filters?: readonly OrderFilter[]
  /** Shows orders that were never processed as well. */
  readonly withUnprocessed?: boolean
}

/** Opens the orders behind a number in the orders list. */
export function useOpenOrders() {
  const router = useRouter()
  const insights = useInsightsStore()
  const orders = useOrdersStore()

  return async ({ span, families, filters = [], withUnprocessed = false }: Part): Promise<void> => {
    const days = insights.view?.days ?? []
    const created = span ?? { fromMs: days[0]?.fromMs ?? null, untilMs: days.at(-1)?.untilMs ?? null }
    const currency = insights.shown?.currency ?? ''
    orders.show({
      families: [...families],
      filters: [
        { by: 'created', fromMs: created.fromMs, untilMs: created.untilMs },
        { by: 'is', field: 'currency', value: currency, not: false },
        ...(insights.request.withAdopted
          ? []
          : [{ by: 'is', field: 'kind', value: 'adopted', not: true } as const]),
        ...(families.includes('error') && !withUnprocessed ? processed : []),
        ...filters,
      ],
    })
    await router.push('/orders')
  }
}
