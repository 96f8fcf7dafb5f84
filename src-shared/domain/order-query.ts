import { z } from 'zod'
import { fields } from './fields'
import { timeBounds } from './insights'
import { statusFamily } from './order-status'

/**
 * Values of an order that a filter compares as a whole. `status` is the shown word; `error` the gateway's code;
 * `bank-code` the response code of the bank in the gateway's message. An empty value of the last two = not known.
 */
export const filterField = z.enum([
  'kind',
  'environment',
  'status',
  'stage',
  'currency',
  'bin',
  'last-four',
  'cardholder',
  'reference',
  'description',
  'error',
  'bank-code',
  'card-country',
  'refund',
  'label',
])
export type FilterField = z.infer<typeof filterField>

const ms = z.number().int().min(0).max(8_640_000_000_000_000)
/** A decimal in the unit of the order's currency, so that one limit fits all currencies. */
const decimal = z
  .string()
  .max(16)
  .regex(/^(0|[1-9][0-9]{0,11})(\.[0-9]{1,4})?$/)

const timeZone = z.string().max(64).refine(isKnownZone)

function isKnownZone(name: string): boolean {
  try {
    new Intl.DateTimeFormat('en', { timeZone: name })
    return true
  } catch {
    return false
  }
}

/**
 * One condition of the orders list. `is`: the value of a field equals a text, or not. `created`: from a time to before
 * another one. `amount`: between two amounts, both included. Null = no limit. `hour`: made in an hour of the day, 0 to 23, as
 * clocks of the zone show it. `took`: the band of the time to the final status, by its upper bound; null = longer than all.
 */
export const orderFilter = z.discriminatedUnion('by', [
  z.strictObject({ by: z.literal('is'), field: filterField, value: fields.searchText, not: z.boolean() }),
  z.strictObject({ by: z.literal('created'), fromMs: ms.nullable(), untilMs: ms.nullable() }),
  z.strictObject({ by: z.literal('amount'), from: decimal.nullable(), to: decimal.nullable() }),
  z.strictObject({ by: z.literal('hour'), hour: z.number().int().min(0).max(23), timeZone }),
  z.strictObject({ by: z.literal('took'), upToSeconds: z.literal(timeBounds).nullable() }),
])
export type OrderFilter = z.infer<typeof orderFilter>

/** A value by which the list can be sorted over the whole set. Equal values are sorted by their time of creation. */
export const orderSort = z.enum([
  'created',
  'changed',
  'amount',
  'status',
  'cardholder',
  'last-four',
  'client-order-id',
  'gateway-order-id',
  'reference',
])
export type OrderSort = z.infer<typeof orderSort>

/**
 * Filter and order of the orders list. `search` matches ids, codes, names, references, descriptions, stages, errors, notes
 * and labels literally. All filters must match.
 */
export const orderQuery = z.strictObject({
  profileId: z.string().min(1).max(64).nullable(),
  search: fields.searchText,
  families: z.array(statusFamily).max(6),
  filters: z.array(orderFilter).max(20),
  sortBy: orderSort,
  direction: z.enum(['desc', 'asc']),
})
export type OrderQuery = z.infer<typeof orderQuery>

/** Every order of every profile, newest first. */
export const everyOrder: OrderQuery = {
  profileId: null,
  search: '',
  families: [],
  filters: [],
  sortBy: 'created',
  direction: 'desc',
}
