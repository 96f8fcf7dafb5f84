import { z } from 'zod'
import { fields } from './fields'
import { orderFilter, orderSort } from './order-query'
import { statusFamily } from './order-status'
import { isPeriod } from '../util/day-range'

/** The columns that the orders list can show. */
export const orderColumn = z.enum([
  'time',
  'changed',
  'amount',
  'currency',
  'status',
  'reason',
  'name',
  'card',
  'clientOrderId',
  'gatewayOrderId',
  'reference',
  'description',
  'kind',
  'stage',
  'error',
])
export type OrderColumn = z.infer<typeof orderColumn>

export const columnWidth = { minPx: 48, maxPx: 800 } as const

/** A chosen column. `widthPx` null = as wide as it is by itself. */
const chosenColumn = z.strictObject({
  key: orderColumn,
  widthPx: z.number().int().min(columnWidth.minPx).max(columnWidth.maxPx).nullable(),
})

/** The chosen columns from left to right; none = those that fit the window. */
export const columnChoice = z.array(chosenColumn).max(orderColumn.options.length)
export type ColumnChoice = z.infer<typeof columnChoice>

const period = z.string().max(9).refine(isPeriod)

const [isFilter, ...otherFilters] = orderFilter.options

/** A named way to look at the orders. */
export const savedView = z.object({
  viewId: z.string().min(1).max(64),
  name: z.string(),
  search: z.string(),
  families: z.array(statusFamily).max(6),
  filters: z.array(z.discriminatedUnion('by', [isFilter.extend({ value: z.string() }), ...otherFilters])),
  /** The period behind the filter by time, which is then made anew; null = the filter as it is. */
  period: period.nullable(),
  sortBy: orderSort,
  direction: z.enum(['desc', 'asc']),
  columns: columnChoice,
})
export type SavedView = z.infer<typeof savedView>

/** A view that is to be saved: its texts are checked. */
export const savedViewInput = savedView
  .extend({ name: fields.name, search: fields.searchText, filters: z.array(orderFilter).max(20) })
  .strict()

export const mostViews = 50

/** What a person chose for the orders list: its columns, and the saved views in their order. */
export const orderViews = z.object({ columns: columnChoice, views: z.array(savedView) })
export type OrderViews = z.infer<typeof orderViews>
export const orderViewsInput = orderViews.extend({ views: z.array(savedViewInput).max(mostViews) }).strict()

export const noViews: OrderViews = { columns: [], views: [] }
