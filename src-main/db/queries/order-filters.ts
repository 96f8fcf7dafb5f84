import { disputeKind } from '../../../src-shared/domain/later-transactions'
import type { FilterField, OrderFilter } from '../../../src-shared/domain/order-query'
import { decimalRank } from '../tables/order-rows'

/** A SQL condition with its bound values. */
export interface Condition {
  readonly sql: string
  readonly values: readonly (string | number)[]
  /** Set when every row must be read anyway, so that an index would only cost time. */
  readonly readsEveryRow?: true
}

/** The column of each field that is compared as it is stored. */
const columns: Record<Exclude<FilterField, 'refund' | 'label'>, string> = {
  kind: 'kind',
  environment: 'environment',
  status: 'word',
  stage: 'order_stage',
  currency: 'currency',
  bin: 'bin',
  'last-four': 'last_four',
  cardholder: 'cardholder_name',
  reference: 'reference',
  description: 'description',
  error: 'error_code',
}

/** The SQL of the filters of the orders list. */
export function filterConditions(filters: readonly OrderFilter[]): Condition[] {
  return filters.flatMap((filter) => {
    switch (filter.by) {
      case 'is':
        return [valueCondition(filter)]
      case 'created':
        return [...limit('created_at_ms >= ?', filter.fromMs), ...limit('created_at_ms < ?', filter.untilMs)]
      case 'amount':
        return [
          ...(filter.from === null && filter.to === null ? [] : limit('amount_rank >= ?', 0)),
          ...limit('amount_rank >= ?', filter.from === null ? null : decimalRank(filter.from)),
          ...limit('amount_rank <= ?', filter.to === null ? null : decimalRank(filter.to)),
        ]
    }
  })
}

function valueCondition({ field, value, not }: OrderFilter & { readonly by: 'is' }): Condition {
  const negation = not ? 'NOT ' : ''
  if (field === 'label')
    return {
      sql: `orders.order_id ${negation}IN (SELECT order_id FROM order_labels WHERE folded = ?)`,
      values: [value.normalize('NFC').toLowerCase()],
    }
  if (field === 'refund')
    return disputeKind.safeParse(value).success
      ? {
          sql: `${negation}EXISTS (SELECT 1 FROM json_each(orders.disputes) AS dispute WHERE dispute.value = ?)`,
          values: [value],
        }
      : { sql: `orders.refund_state IS ${negation}?`, values: [value] }
  return { sql: `orders.${columns[field]} IS ${negation}?`, values: [value] }
}

function limit(sql: string, value: number | null): Condition[] {
  return value === null ? [] : [{ sql: `orders.${sql}`, values: [value] }]
}
