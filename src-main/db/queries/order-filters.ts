import { disputeKind } from '../../../src-shared/domain/later-transactions'
import { foldedLabel } from '../../../src-shared/domain/order-label'
import type { FilterField, OrderFilter } from '../../../src-shared/domain/order-query'
import { decimalRank } from '../tables/order-rows'

/** A SQL condition with its bound values. */
export interface Condition {
  readonly sql: string
  readonly values: readonly (string | number)[]
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
  'bank-code': 'bank_code',
  'card-country': 'card_country',
}

/** The band of the longest times, as the sums of Insights have it. */
const longestBand = 0
/** The same rule as that of the sums of Insights. */
const inBand = `EXISTS (
  SELECT 1 FROM order_insights AS counted WHERE counted.order_id = orders.order_id AND counted.seconds_band = ?
)`

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
      case 'hour':
        return [{ sql: 'local_hour(orders.created_at_ms, ?) = ?', values: [filter.timeZone, filter.hour] }]
      case 'took':
        return [{ sql: inBand, values: [filter.upToSeconds ?? longestBand] }]
    }
  })
}

/** Reads of the row numbers that filters leave, each by one index. A range of times or amounts is one of them. */
export function indexedIds(filters: readonly OrderFilter[]): Condition[] {
  return filters.flatMap((filter) => {
    const conditions = filterConditions([filter])
    switch (filter.by) {
      case 'is':
        return filter.not ? [] : indexedValue(filter)
      case 'created':
      case 'amount':
        return conditions.length === 0 ? [] : [idsBy(`orders_by_${filter.by}`, conditions)]
      case 'hour':
      case 'took':
        // No index has them. The list is walked, and each order is tested.
        return []
    }
  })
}

function indexedValue(filter: OrderFilter & { readonly by: 'is' }): Condition[] {
  const { field, value } = filter
  const text = (column: string) => [{ sql: `coalesce(${column}, '') = ?`, values: [value] }]
  switch (field) {
    case 'status':
      return [idsBy('orders_by_word', filterConditions([filter]))]
    case 'last-four':
      return [idsBy('orders_by_last_four', text('last_four'))]
    case 'cardholder':
      return [idsBy('orders_by_cardholder', text('cardholder_name'))]
    case 'reference':
      return [idsBy('orders_by_reference', text('reference'))]
    case 'error':
      return [idsBy('orders_by_error', [{ sql: 'error_code = ?', values: [value] }])]
    case 'refund':
      // A dispute is in another column, and most orders have no refund.
      return disputeKind.safeParse(value).success || value === 'none'
        ? []
        : [
            idsBy('orders_by_refund', [
              { sql: `refund_state = ? AND refund_state <> 'none'`, values: [value] },
            ]),
          ]
    case 'label':
      return [{ sql: 'SELECT order_id FROM order_labels WHERE folded = ?', values: [foldedLabel(value)] }]
    default:
      return []
  }
}

function idsBy(index: string, conditions: readonly Condition[]): Condition {
  return {
    sql: `SELECT order_id FROM orders INDEXED BY ${index} WHERE ${conditions.map(({ sql }) => sql).join(' AND ')}`,
    values: conditions.flatMap(({ values }) => values),
  }
}

function valueCondition({ field, value, not }: OrderFilter & { readonly by: 'is' }): Condition {
  const negation = not ? 'NOT ' : ''
  if (field === 'label')
    return {
      sql: `orders.order_id ${negation}IN (SELECT order_id FROM order_labels WHERE folded = ?)`,
      values: [foldedLabel(value)],
    }
  if (field === 'refund')
    return disputeKind.safeParse(value).success
      ? {
          sql: `${negation}EXISTS (SELECT 1 FROM json_each(orders.disputes) AS dispute WHERE dispute.value = ?)`,
          values: [value],
        }
      : { sql: `orders.refund_state IS ${negation}?`, values: [value] }
  const column = `orders.${columns[field]}`
  if (value === '') return { sql: `${column} IS ${negation}NULL`, values: [] }
  return { sql: `${column} IS ${negation}?`, values: [value] }
}

function limit(sql: string, value: number | null): Condition[] {
  return value === null ? [] : [{ sql: `orders.${sql}`, values: [value] }]
}
